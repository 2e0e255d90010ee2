import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Folders that hold programs and nothing that n8n wrote about a workflow. */
const skipped = new Set(['node_modules']);

/**
 * Looks through everything that n8n has written to disk: the database with executions and static data,
 * binary data, logs. Bytes are compared, so it does not matter how a file is built.
 * @returns one line per secret and file in which it stands readable
 */
export async function findSecrets(folder: string, secrets: Record<string, string>): Promise<string[]> {
	const found: string[] = [];
	for await (const path of filesIn(folder)) {
		const bytes = await readFile(path);
		for (const [name, secret] of Object.entries(secrets)) {
			if (bytes.includes(secret)) found.push(`${name} in ${relative(folder, path)}`);
		}
	}
	return found;
}

async function* filesIn(folder: string): AsyncGenerator<string> {
	for (const entry of await readdir(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory() && !skipped.has(entry.name)) yield* filesIn(path);
		else if (entry.isFile()) yield path;
	}
}
