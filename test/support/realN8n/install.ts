import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { npm } from './npm';
import { nodeOf, repositoryFolder } from './paths';
import { chosenVersion, type N8nVersion } from './versions';

/** Gets one readable line of progress at a time. */
export type Progress = (message: string) => void;

/** What an installed n8n is, as far as the harness needs it. */
export interface InstalledN8n {
	version: string;
	/** The script that Node runs to start n8n. */
	program: string;
}

const stampFile = 'node_modules/.installed-for';
const programFile = 'node_modules/n8n/bin/n8n';
const progressEveryMs = 10_000;

/** n8n's only native module that it cannot start without; every other install script can stay unrun. */
const nativeModule = 'sqlite3';

interface LockFile {
	packages: Record<string, { version?: string }>;
}

/**
 * Installs an n8n when it is not there yet or not the one of its lock file.
 * @param progress told what npm is doing and how much it has written: it is silent while it unpacks
 * @param wantedVersion the one that the environment chose when left out
 * @throws with npm's last lines when the installation fails
 */
export async function ensureN8n(progress: Progress, signal?: AbortSignal, wantedVersion = chosenVersion): Promise<InstalledN8n> {
	const folder = join(repositoryFolder, wantedVersion.folder);
	const program = join(folder, programFile);
	const lockText = await readFile(join(folder, 'package-lock.json'), 'utf8');
	const { packages } = JSON.parse(lockText) as LockFile;
	const version = packages['node_modules/n8n']?.version ?? 'unknown';
	const wanted = installationKey(lockText, wantedVersion);
	const installed = await readFile(join(folder, stampFile), 'utf8').catch(() => undefined);
	if (existsSync(program) && installed === wanted) {
		progress(`n8n ${version} is installed already`);
		return { version, program };
	}

	const freeAtFirst = await freeMegabytes(folder);
	let doing = `${Object.keys(packages).length - 1} packages and 1.7 GB, once; expect three to eight minutes`;
	const tell = async (): Promise<void> => {
		const written = Math.max(0, freeAtFirst - (await freeMegabytes(folder)));
		progress(`installing n8n ${version}: ${doing} (${written} MB on disk)`);
	};
	await tell();
	const ticker = setInterval(() => void tell(), progressEveryMs);
	try {
		await npm(['ci', '--ignore-scripts'], { folder, signal });
		doing = `building ${nativeModule} for this Node.js`;
		await npm(['rebuild', nativeModule, '--foreground-scripts'], { folder, nodeFolder: dirname(nodeOf(wantedVersion)), signal });
		await writeFile(join(folder, stampFile), wanted);
	} finally {
		clearInterval(ticker);
	}
	progress(`n8n ${version} is installed`);
	return { version, program };
}

/**
 * What an installation was made from; the native module belongs to one Node.js ABI, so that counts too. A Node.js of
 * its own stands in the lock file.
 */
function installationKey(lockText: string, { nodeFolder }: N8nVersion): string {
	const hash = createHash('sha256').update(lockText).digest('hex');
	const abi = nodeFolder === undefined ? `abi${process.versions.modules}` : 'abi of its own';
	return `${hash} ${process.platform} ${process.arch} ${abi}\n`;
}

async function freeMegabytes(folder: string): Promise<number> {
	const { bavail, bsize } = await statfs(folder);
	return Math.round((bavail * bsize) / 1e6);
}
