import { spawnSync } from 'child_process';
import type { SpawnSyncReturns } from 'child_process';
import { readFileSync } from 'fs';
import path from 'path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import { ROOT, withBug } from './apply';
import type { Mutant } from './mutants';

/** Loads the source with the bug instead of the one on the disk. */
function bug(mutant: Mutant): Plugin {
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
 * Makes a program of a source of this folder.
 *
 * @param file where it is written; overwritten each time
 * @param mutant the bug that it has, if any
 */
export async function makeProgram(source: string, file: string, mutant?: Mutant): Promise<void> {
	await build({
		entryPoints: [path.join(__dirname, source)],
		outfile: file,
		bundle: true,
		platform: 'node',
		packages: 'external',
		logLevel: 'error',
		plugins: mutant ? [bug(mutant)] : [],
	});
}

/** Runs such a program to its end; `error` is set when it takes longer than that. */
export function runProgram(file: string, args: readonly string[], timeoutMs: number): SpawnSyncReturns<string> {
	const env = { ...process.env, NODE_PATH: path.join(ROOT, 'node_modules') };
	return spawnSync('node', [file, ...args], { encoding: 'utf8', timeout: timeoutMs, env });
}
