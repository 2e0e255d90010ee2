import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

const groups = new Set<number>();

/*
 * Children run in process groups of their own so that a whole tree can be ended by its id. The price is that they would
 * outlive this process; this is what makes them end with it all the same.
 */
process.on('exit', () => {
	for (const pid of groups) killGroup(pid);
});

/** Ends a process and all its children at once, if they are still there. */
export function killGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// Nobody is left to receive it.
	}
}

/** Starts a program as the leader of its own process group, which ends with this process at the latest. */
export function spawnGroup(command: string, args: string[], options: SpawnOptions): ChildProcess {
	const child = spawn(command, args, { ...options, detached: true });
	const { pid } = child;
	if (pid !== undefined) {
		groups.add(pid);
		child.once('exit', () => groups.delete(pid));
	}
	return child;
}

/** The search path with the folder of a Node.js before all others, so that what it starts as `node` is the same one. */
export function pathOf(nodeProgram: string): string {
	return [dirname(nodeProgram), process.env.PATH ?? ''].join(delimiter);
}

/** The last lines of a text, for error messages. */
export function tail(output: string): string {
	return output.trimEnd().split('\n').slice(-30).join('\n');
}

/*
 * A script started by `npm run` inherits npm's own settings as variables, among them those of the repository's .npmrc. They
 * would win over the .npmrc of the folder that npm is to work on now.
 */
const INHERITED =
	/^(INIT_CWD$|npm_(lifecycle|package|command|config_(local_prefix|prefix|ignore_scripts|legacy_peer_deps)))/i;

/**
 * Runs npm in a folder, on a Node.js.
 *
 * @returns its standard output
 * @throws with the end of what it wrote when it ends with another code than 0
 */
export async function npm(folder: string, args: string[], nodeProgram = process.execPath): Promise<string> {
	const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !INHERITED.test(name)));
	const stdio: SpawnOptions['stdio'] = ['ignore', 'pipe', 'pipe'];
	const child = spawnGroup('npm', args, { cwd: folder, env: { ...env, PATH: pathOf(nodeProgram) }, stdio });
	const streams = [child.stdout, child.stderr].map(async (stream) => (stream ? await text(stream) : ''));
	const [code] = (await once(child, 'close')) as [number | null];
	const [stdout = '', stderr = ''] = await Promise.all(streams);
	if (code !== 0)
		throw new Error(`"npm ${args.join(' ')}" in ${folder} failed. Its last lines:\n${tail(stdout + stderr)}`);
	return stdout;
}

/** A port of the loopback interface that nothing listens on: the wanted one, if it is free. */
export async function freePort(wanted = 0): Promise<number> {
	const server = createServer().listen(wanted, '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch {
		return await freePort();
	}
	const { port } = server.address() as AddressInfo;
	server.close();
	return port;
}

/** Where an n8n notes its process, in its own folder. */
export const PID_FILE = 'n8n.pid';

/**
 * Ends each n8n that a run left behind which was itself killed, by what is noted in the folders of a folder. The number may
 * belong to something else by now, so only a process that looks like ours is ended.
 */
export async function endLeftovers(parent: string): Promise<void> {
	for (const name of await readdir(parent).catch(() => [])) {
		const path = join(parent, name, PID_FILE);
		const pid = Number(await readFile(path, 'utf8').catch(() => ''));
		if (!Number.isInteger(pid) || pid < 2) continue;
		const { stdout } = spawnGroup('ps', ['-o', 'args=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] });
		if (stdout && (await text(stdout)).includes('n8n/bin/n8n ')) killGroup(pid);
		await rm(path, { force: true });
	}
}
