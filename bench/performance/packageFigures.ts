import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** A cold start varies: the middle one of so many counts. */
const LOADS = 7;

/** Loads every file that n8n loads of the package, after what n8n has loaded before. */
const LOADER = `
require('n8n-workflow');
const [folder] = process.argv.slice(1);
const { n8n } = require(folder + '/package.json');
const start = performance.now();
for (const file of [...n8n.credentials, ...n8n.nodes]) require(folder + '/' + file);
console.log(performance.now() - start);
`;

/** Size and weight of the package. */
export interface PackageFigures {
	readonly loadMs: number;
	readonly distBytes: number;
	readonly tarballBytes: number;
}

async function sizeOf(folder: string): Promise<number> {
	const entries = await readdir(folder, { withFileTypes: true, recursive: true });
	const files = entries.filter((entry) => entry.isFile());
	const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(file.parentPath, file.name))).size));
	return sizes.reduce((sum, size) => sum + size, 0);
}

async function loadTime(folder: string): Promise<number> {
	const times: number[] = [];
	for (let load = 0; load < LOADS; load += 1) {
		const { stdout } = await execute(process.execPath, ['-e', LOADER, folder], { cwd: folder });
		times.push(Number(stdout));
	}
	return times.sort((a, b) => a - b)[Math.floor(LOADS / 2)] ?? NaN;
}

async function tarballSize(folder: string): Promise<number> {
	const { stdout } = await execute('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: folder });
	const [packed] = JSON.parse(stdout) as Array<{ size: number }>;
	return packed?.size ?? NaN;
}

/** Measures a built package. */
export async function measurePackage(folder: string): Promise<PackageFigures> {
	return {
		loadMs: await loadTime(folder),
		distBytes: await sizeOf(path.join(folder, 'dist')),
		tarballBytes: await tarballSize(folder),
	};
}
