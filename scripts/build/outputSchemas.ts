import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { outputSchemas } from '../../nodes/BusinessCardData/outputs/files';

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
