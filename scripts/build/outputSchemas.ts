import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { outputOf } from '../../nodes/BusinessCardData/outputs/operations';
import type { ObjectSchema } from '../../nodes/BusinessCardData/outputs/schema';
import { RESOURCES } from '../../nodes/BusinessCardData/resources';

/** n8n looks beside the built node, in a folder named by the version of the node in three parts. */
const FOLDER = '__schema__/v1.0.0';

/** The schemas of what the operations give, by the path at which n8n looks for them. */
export function outputSchemas(): Map<string, ObjectSchema> {
	const files = RESOURCES.flatMap(({ value: resource, operations }) =>
		operations.map((operation): [string, ObjectSchema] => {
			const name = operation.endpoint.slice(resource.length + 1);
			return [`${FOLDER}/${resource}/${name}.json`, outputOf(operation)];
		}),
	);
	return new Map(files);
}

/**
 * Writes the schemas, from which the editor shows the fields of an operation before its first run.
 *
 * @param folder where the built node lies
 */
export async function writeOutputSchemas(folder: string): Promise<void> {
	for (const [file, schema] of outputSchemas()) {
		const path = join(folder, file);
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, `${JSON.stringify(schema, undefined, '\t')}\n`);
	}
}
