import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runFolder } from './paths';

/** What is made once before all tests. */
export interface Prepared {
	/** The script that starts n8n. */
	program: string;
	/** Our packed package. */
	tarball: string;
}

/** Where the preparation leaves its result for the test files, each of which has modules of its own. */
export const preparedPath = join(runFolder, 'prepared.json');

/** Reads what was prepared. */
export async function prepared(): Promise<Prepared> {
	return JSON.parse(await readFile(preparedPath, 'utf8')) as Prepared;
}
