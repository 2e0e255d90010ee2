import { execFile } from 'child_process';
import { readFileSync } from 'fs';
import path from 'path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import { withModules } from '../support/program';
import { ROOT, withBug } from './apply';
import type { Mutant } from './mutant';

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
 * @param file where it is written
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

/** What a program printed. */
export interface Ended {
	readonly stdout: string;
	readonly stderr: string;
	/** It ended by itself and without an error. */
	readonly isRight: boolean;
	/** It took longer than it may. */
	readonly isTooSlow: boolean;
}

/** Runs such a program to its end. */
export async function runProgram(file: string, args: readonly string[], timeout: number): Promise<Ended> {
	return await new Promise((resolve) => {
		execFile('node', [file, ...args], { timeout, env: withModules() }, (error, stdout, stderr) => {
			resolve({ stdout, stderr, isRight: error === null, isTooSlow: error?.killed === true });
		});
	});
}
