import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, statfs, writeFile } from 'node:fs/promises';
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
	/** Seconds the installation took; 0 when it was there already. */
	seconds: number;
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
 * @param progress told what npm is doing and how long it has been at it
 * @param wantedVersion the one that the environment chose when left out
 * @throws with npm's last lines when the installation fails
 */
export async function ensureN8n(
	progress: Progress,
	signal?: AbortSignal,
	wantedVersion = chosenVersion,
): Promise<InstalledN8n> {
	const folder = join(repositoryFolder, wantedVersion.folder);
	const program = join(folder, programFile);
	const lockText = await readFile(join(folder, 'package-lock.json'), 'utf8');
	const lock = JSON.parse(lockText) as LockFile;
	const version = lock.packages['node_modules/n8n']?.version ?? 'unknown';
	const wanted = installationKey(lockText, wantedVersion);
	if (existsSync(program) && (await installedKey(folder)) === wanted) {
		progress(`n8n ${version} is installed already`);
		return { version, program, seconds: 0 };
	}

	const total = Object.keys(lock.packages).length - 1;
	const started = performance.now();
	const elapsed = (): number => (performance.now() - started) / 1000;
	let doing = 'reading the lock file';
	let fetched = 0;
	progress(
		`installing n8n ${version} into ${wantedVersion.folder}: ${total} packages and 1.7 GB, once; expect three to eight minutes`,
	);
	const freeAtFirst = await freeMegabytes(folder);
	const tell = async (): Promise<void> => {
		/* npm is silent while it unpacks: only the disk shows that it goes on. */
		const written = Math.max(0, freeAtFirst - (await freeMegabytes(folder)));
		progress(`installing n8n ${version}: ${doing}, ${written} MB on disk (${readableTime(elapsed())})`);
	};
	const ticker = setInterval(() => void tell(), progressEveryMs);
	try {
		await npm(['ci', '--ignore-scripts', '--loglevel=http'], {
			folder,
			signal,
			onLine: (line) => {
				if (!line.startsWith('npm http')) return;
				fetched = Math.min(fetched + 1, total);
				doing =
					fetched < total
						? `${fetched} of ${total} packages fetched`
						: 'all packages fetched, unpacking the rest';
			},
		});
		doing = `building ${nativeModule} for this Node.js`;
		progress(`installing n8n ${version}: ${doing} (${readableTime(elapsed())})`);
		await npm(['rebuild', nativeModule, '--foreground-scripts'], {
			folder,
			nodeFolder: dirname(nodeOf(wantedVersion)),
			signal,
		});
		await mkdir(join(folder, 'node_modules'), { recursive: true });
		await writeFile(join(folder, stampFile), wanted);
	} finally {
		clearInterval(ticker);
	}
	progress(`n8n ${version} installed in ${readableTime(elapsed())}`);
	return { version, program, seconds: elapsed() };
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

async function installedKey(folder: string): Promise<string | undefined> {
	try {
		return await readFile(join(folder, stampFile), 'utf8');
	} catch {
		return undefined;
	}
}

function readableTime(seconds: number): string {
	const whole = Math.round(seconds);
	return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
