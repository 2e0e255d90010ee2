import Ajv from 'ajv';
import { outputOf } from '../../nodes/BusinessCardData/outputs/operations';
import type { ObjectSchema, OutputSchema } from '../../nodes/BusinessCardData/outputs/schema';
import { RESOURCES } from '../../nodes/BusinessCardData/resources';

/** What the editor shows of an operation before its first run. */
export function announcedFor(name: string): ObjectSchema {
	const operation = RESOURCES.flatMap(({ operations }) => operations).find(({ endpoint }) => endpoint === name);
	if (!operation) throw new Error(`There is no operation ${name}`);
	return outputOf(operation);
}

/** The same schema, but with nothing allowed beside what it names. */
function closed(schema: OutputSchema): object {
	if ('items' in schema) return { ...schema, items: closed(schema.items) };
	if (!('properties' in schema)) return schema;
	const properties = Object.entries(schema.properties).map(([name, value]) => [name, closed(value)]);
	return { ...schema, properties: Object.fromEntries(properties) as object, additionalProperties: false };
}

/** What an item of an operation has that was not announced, or has in another type; empty when all is as announced. */
export function surprises(name: string, items: readonly unknown[]): string[] {
	const ajv = new Ajv({ allErrors: true });
	const validate = ajv.compile(closed(announcedFor(name)));
	return items.flatMap((item) => (validate(item) === true ? [] : [ajv.errorsText(validate.errors)]));
}
