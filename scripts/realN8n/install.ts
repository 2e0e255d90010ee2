import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import packageJson from '../../package.json';
import { npm } from './processes';
import { chosenVersion, n8nFolder, nodeProgram, repositoryFolder } from './versions';

/** The package's name, which n8n puts before the names of its node types. */
export const packageName = packageJson.name;

/** Gets one readable line of progress at a time. */
export type Progress = (message: string) => void;

/** n8n's only native module that it cannot start without; every other install script can stay unrun. */
const NATIVE_MODULE = 'sqlite3';

const STILL_EVERY_MS = 20_000;

/** Installs the chosen n8n when it is not there yet or not the one of its lock file. @throws with npm's last lines when that fails */
export async function ensureN8n(progress: Progress): Promise<void> {
	const stamp = join(n8nFolder, 'node_modules/.installed-for');
	const hash = createHash('sha256')
		.update(await readFile(join(n8nFolder, 'package-lock.json')))
		.digest('hex');
	/* The native module belongs to one Node.js, whose version is in the lock file where n8n has one of its own. */
	const abi = chosenVersion.nodeFolder === undefined ? `abi${process.versions.modules}` : 'abi of its own';
	const wanted = `${hash} ${process.platform} ${process.arch} ${abi}\n`;
	if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return;
	progress('Installing n8n (first time only; takes up to 10 minutes and 3 GB)');
	const still = setInterval(() => progress('Still installing n8n'), STILL_EVERY_MS);
	try {
		await npm(n8nFolder, ['ci', '--ignore-scripts']);
		await npm(n8nFolder, ['rebuild', NATIVE_MODULE, '--foreground-scripts'], nodeProgram);
		await writeFile(stamp, wanted);
	} finally {
		clearInterval(still);
	}
}

/** Builds our package and packs it as it would be published, into a folder. */
export async function packPackage(destination: string): Promise<void> {
	await mkdir(destination, { recursive: true });
	await npm(repositoryFolder, ['run', 'build']);
	await npm(repositoryFolder, ['pack', '--ignore-scripts', '--pack-destination', destination]);
}

/**
 * Installs our package, packed into the folder beside, where n8n keeps its community packages and as n8n itself does it: as a
 * dependency of the package.json in `.n8n/nodes`, without install scripts and peer dependencies. Nothing is fetched.
 */
export async function installPackage(userFolder: string): Promise<void> {
	const folder = join(userFolder, '.n8n/nodes');
	await mkdir(folder, { recursive: true });
	await writeFile(
		join(folder, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }),
	);
	const tarball = join(dirname(userFolder), `${packageName}-${packageJson.version}.tgz`);
	await npm(folder, [
		'install',
		'--ignore-scripts',
		'--legacy-peer-deps',
		'--offline',
		'--no-audit',
		'--no-fund',
		tarball,
	]);
	/* Below this repository Node.js would find its development copy, and an error of one copy is no instance of the other's classes. */
	const link = join(userFolder, 'node_modules/n8n-workflow');
	await mkdir(dirname(link), { recursive: true });
	await rm(link, { force: true });
	await symlink(join(n8nFolder, 'node_modules/n8n-workflow'), link, 'dir');
}
