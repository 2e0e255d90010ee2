import Ajv from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of JSON Schema that n8n's editor reads. */
export interface Schema {
	readonly type: string | readonly string[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
}

/** What the editor shows of an operation before its first run, by `<resource>.<operation>`. */
export function announcedFor(name: string): Schema {
	const folder = join(__dirname, '../../../nodes/BusinessCardData/__schema__/v1.0.0');
	return JSON.parse(readFileSync(join(folder, `${name.replace('.', '/')}.json`), 'utf8')) as Schema;
}

/** The same schema, but with nothing allowed beside what it names. */
function closed(schema: Schema): object {
	if (schema.items) return { ...schema, items: closed(schema.items) };
	if (!schema.properties) return schema;
	const properties = Object.entries(schema.properties).map(([name, value]) => [name, closed(value)]);
	return { ...schema, properties: Object.fromEntries(properties) as object, additionalProperties: false };
}

/** What an item of an operation has that was not announced, or has in another type; empty when all is as announced. */
export function surprises(name: string, items: readonly unknown[]): string[] {
	const ajv = new Ajv({ allErrors: true });
	const validate = ajv.compile(closed(announcedFor(name)));
	return items.flatMap((item) => (validate(item) === true ? [] : [ajv.errorsText(validate.errors)]));
}
