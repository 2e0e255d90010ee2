import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand, signalGroup } from './processes';
import { waitFor } from './wait';

const endTimeoutMs = 10_000;

/**
 * Ends an n8n that an earlier run left behind because it was itself killed. The process id in the folder may
 * belong to something else by now, so only a process that looks like ours is ended.
 */
export async function endLeftover(userFolder: string): Promise<void> {
	const names = await readdir(userFolder).catch(() => []);
	for (const name of names) if (name.endsWith('.pid')) await endNoted(join(userFolder, name));
}

async function endNoted(pidPath: string): Promise<void> {
	const pid = Number(await readFile(pidPath, 'utf8').catch(() => ''));
	if (!Number.isInteger(pid) || pid < 2) return;
	if (await isOurN8n(pid)) {
		signalGroup(pid, 'SIGKILL');
		await waitFor(
			`the n8n of an earlier run (process ${pid}) to end`,
			async () => ((await isOurN8n(pid)) ? undefined : true),
			{ timeoutMs: endTimeoutMs },
		);
	}
	await rm(pidPath, { force: true });
}

async function isOurN8n(pid: number): Promise<boolean> {
	const { stdout } = await runCommand('ps', ['-o', 'stat=,args=', '-p', String(pid)], { cwd: '/' });
	const line = stdout.trim();
	return !line.startsWith('Z') && line.includes('n8n/bin/n8n ');
}

/** The same for every folder in a folder. */
export async function endLeftovers(parent: string): Promise<void> {
	const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
	for (const entry of entries) {
		if (entry.isDirectory()) await endLeftover(join(parent, entry.name));
	}
}
