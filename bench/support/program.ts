import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import path from 'path';
import { build } from 'esbuild';

const ROOT = path.join(__dirname, '..', '..');

/** The environment of a program that stands outside of the project and uses its modules. */
export function withModules(): NodeJS.ProcessEnv {
	return { ...process.env, NODE_PATH: path.join(ROOT, 'node_modules') };
}

/**
 * Makes one file of a program, for as long as it is used: what runs the benchmarks would take the description of the node,
 * a JSON file, for the node itself.
 */
export async function withProgram<T>(source: string, use: (program: string) => Promise<T>): Promise<T> {
	const folder = mkdtempSync(path.join(tmpdir(), 'sync-'));
	const outfile = path.join(folder, 'program.js');
	try {
		await build({ entryPoints: [source], outfile, bundle: true, platform: 'node', packages: 'external', logLevel: 'error' });
		return await use(outfile);
	} finally {
		rmSync(folder, { recursive: true });
	}
}
