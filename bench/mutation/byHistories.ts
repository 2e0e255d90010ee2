import { spawnSync } from 'child_process';
import { readFileSync } from 'fs';
import path from 'path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import { FULL_RUNS, USUAL_SEED } from '../../test/trigger/history';
import { ROOT, withBug } from './apply';
import type { Mutant } from './mutants';

/** A bug that keeps the trigger from ever coming to an end is caught too. */
const LONGEST_MS = 600_000;

/** Loads the source with the bug instead of the one on the disk. */
export function bug(mutant: Mutant): Plugin {
	const source = path.join(ROOT, 'nodes', mutant.file);
	return {
		name: 'bug',
		setup(building) {
			building.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
				return { contents: file === source ? withBug(mutant) : readFileSync(file, 'utf8'), loader: 'ts' };
			});
		},
	};
}

/**
 * Lets the trigger live with a bug.
 *
 * @param folder for the program that is made; it is overwritten each time
 * @returns which history catches the bug and how, or `undefined` when none does
 */
export async function caughtByHistories(mutant: Mutant, folder: string): Promise<string | undefined> {
	const program = path.join(folder, 'firstFinding.js');
	await build({
		entryPoints: [path.join(__dirname, 'firstFinding.ts')],
		outfile: program,
		bundle: true,
		platform: 'node',
		packages: 'external',
		logLevel: 'error',
		plugins: [bug(mutant)],
	});
	const env = { ...process.env, NODE_PATH: path.join(ROOT, 'node_modules') };
	const { stdout, stderr, status, error } = spawnSync('node', [program, String(USUAL_SEED), String(FULL_RUNS)], {
		encoding: 'utf8',
		timeout: LONGEST_MS,
		env,
	});
	if (error) return 'a history does not come to an end';
	if (status !== 0) throw new Error(stderr);
	if (stdout === '') return undefined;
	const { place, wrong } = JSON.parse(stdout) as { place: number; wrong: string };
	return `history ${place + 1}: ${wrong}`;
}
