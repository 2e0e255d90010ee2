import { spawnSync } from 'child_process';
import path from 'path';
import { build } from 'esbuild';
import { ROOT } from './apply';
import { bug } from './byHistories';
import type { Mutant } from './mutants';

/** A bug that keeps the planner from ever coming to an end is caught too. */
const LONGEST_MS = 300_000;

/** Longest text of a finding in the table. */
const SHOWN = 80;

/**
 * Lets the planner go through its stories and small worlds with a bug.
 *
 * @param folder for the program that is made; it is overwritten each time
 * @returns which of them catches the bug and how, or `undefined` when none does
 */
export async function caughtByStories(mutant: Mutant, folder: string): Promise<string | undefined> {
	const program = path.join(folder, 'syncFinding.js');
	await build({
		entryPoints: [path.join(__dirname, 'syncFinding.ts')],
		outfile: program,
		bundle: true,
		platform: 'node',
		packages: 'external',
		logLevel: 'error',
		plugins: [bug(mutant)],
	});
	const env = { ...process.env, NODE_PATH: path.join(ROOT, 'node_modules') };
	const { stdout, stderr, status, error } = spawnSync('node', [program], { encoding: 'utf8', timeout: LONGEST_MS, env });
	if (error) return 'a story does not come to an end';
	if (status !== 0) return `a story breaks off: ${stderr.split('\n').find((line) => line.includes('Error:')) ?? ''}`.slice(0, SHOWN);
	return stdout === '' ? undefined : stdout.replace(/[|{}]/g, ' ').slice(0, SHOWN);
}
