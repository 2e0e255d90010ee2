import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { npm } from './npm';
import { repositoryFolder } from './paths';

const workflowLibrary = 'n8n-workflow';

interface PackedFile {
	filename: string;
}

/** Builds our package with its own build script. */
export async function buildPackage(signal?: AbortSignal): Promise<void> {
	await npm(['run', 'build'], { folder: repositoryFolder, signal });
}

/**
 * Packs what is built into the tarball that would be published.
 * @param source the folder of the package.json
 * @param destination the folder to put the tarball in
 * @returns the tarball's path
 */
export async function packPackage(
	destination: string,
	source = repositoryFolder,
	signal?: AbortSignal,
): Promise<string> {
	await mkdir(destination, { recursive: true });
	const { stdout } = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', destination], {
		folder: source,
		signal,
	});
	const [packed] = JSON.parse(stdout) as PackedFile[];
	if (!packed) throw new Error(`"npm pack" in ${source} named no file.`);
	return join(destination, packed.filename);
}

/**
 * Installs a tarball where n8n keeps its community packages, the way n8n itself does: as a dependency
 * of the package.json in `.n8n/nodes`, without install scripts and without peer dependencies.
 * Nothing is fetched: the package has no dependencies of its own, and npm is told to stay offline.
 */
export async function installPackage(
	userFolder: string,
	tarball: string,
	signal?: AbortSignal,
): Promise<void> {
	const folder = join(userFolder, '.n8n/nodes');
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await writeFile(
		join(folder, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }, undefined, '\t'),
	);
	await npm(
		['install', '--ignore-scripts', '--legacy-peer-deps', '--offline', '--no-audit', '--no-fund', tarball],
		{ folder, signal },
	);
}

/**
 * Makes `n8n-workflow` mean n8n's own copy for what is installed under the folder, as it does in a folder
 * outside this repository. Otherwise Node.js would walk up to the repository's development copy, and an
 * error made with one copy is not an instance of the other's classes.
 * @param program the script that starts n8n
 */
export async function shareWorkflowLibrary(userFolder: string, program: string): Promise<void> {
	const entry = createRequire(program).resolve(workflowLibrary);
	const marker = `${sep}${workflowLibrary}${sep}`;
	const library = entry.slice(0, entry.lastIndexOf(marker) + marker.length - 1);
	await mkdir(join(userFolder, 'node_modules'), { recursive: true });
	await symlink(library, join(userFolder, 'node_modules', workflowLibrary), 'dir');
}
