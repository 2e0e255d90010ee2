import Ajv from 'ajv';
import type { OutputSchema } from '../../../../nodes/BusinessCardData/outputs/schema';
import { ENDPOINTS, PROCEDURES } from '../../../../nodes/shared';
import { outputSchemas } from '../../../../nodes/BusinessCardData/outputs/files';

/** What n8n's editor shows of an operation before its first run. */

const FILES = [...outputSchemas()];

/** The schema and all that it is made of. */
function parts(schema: OutputSchema): OutputSchema[] {
	if ('properties' in schema) return [schema, ...Object.values(schema.properties).flatMap(parts)];
	return 'items' in schema ? [schema, ...parts(schema.items)] : [schema];
}

test('every operation has one, where n8n asks for it', () => {
	const asked = [...Object.keys(ENDPOINTS), ...Object.keys(PROCEDURES)].map((name) => `__schema__/v1.0.0/${name.replace('.', '/')}.json`);
	expect(FILES.map(([file]) => file).sort()).toEqual(asked.sort());
});

test.each(FILES)('%s is a JSON schema that the editor can show', (_, schema) => {
	const ajv = new Ajv();
	expect([ajv.validateSchema(schema), ajv.errorsText()]).toEqual([true, 'No errors']);
	// The editor takes an object with fields for the item, and of several types the first.
	expect(schema.type).toBe('object');
	expect(Object.keys(schema.properties).length).toBeGreaterThan(0);
	for (const { type } of parts(schema)) expect(typeof type === 'string' ? type : type[0]).not.toBe('null');
});
