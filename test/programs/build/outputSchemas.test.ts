import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outputSchemas } from '../../../nodes/BusinessCardData/outputs/files';
import { writeOutputSchemas } from '../../../scripts/build/outputSchemas';

test('the build writes the schema of each operation to the place where n8n looks for it', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'output-schemas-'));
	try {
		await writeOutputSchemas(folder);
		for (const [file, schema] of outputSchemas()) expect(JSON.parse(await readFile(join(folder, file), 'utf8'))).toEqual(schema);
	} finally {
		await rm(folder, { recursive: true });
	}
});
