import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

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

/** Runs npm in a folder, on a Node.js. @throws with the end of what it wrote when it ends with another code than 0 */
export async function npm(folder: string, args: string[], nodeProgram = process.execPath): Promise<void> {
	const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !INHERITED.test(name)));
	const child = spawn('npm', args, {
		cwd: folder,
		env: { ...env, PATH: pathOf(nodeProgram) },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const output = Promise.all([text(child.stdout), text(child.stderr)]);
	const [code] = (await once(child, 'close')) as [number | null];
	if (code === 0) return;
	throw new Error(`"npm ${args.join(' ')}" in ${folder} failed. Its last lines:\n${tail((await output).join(''))}`);
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

/** Ends a process that leads a group, and all its children, at once, if they are still there. */
export function killGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// Nobody is left to receive it.
	}
}

/** Where an n8n notes its process, in its own folder. */
export const PID_FILE = 'n8n.pid';

/**
 * Ends each n8n that is noted in the folders of a folder: its process is a group of its own and outlives the one that started it.
 * The number may belong to something else by now, so only a process that looks like ours is ended.
 */
function endLeftovers(parent: string): void {
	for (const name of existsSync(parent) ? readdirSync(parent) : []) {
		const path = join(parent, name, PID_FILE);
		if (!existsSync(path)) continue;
		const pid = readFileSync(path, 'utf8');
		const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', pid], { encoding: 'utf8' });
		if (stdout.includes('n8n/bin/n8n ')) killGroup(Number(pid));
		rmSync(path, { force: true });
	}
}

/** Ends what an earlier run has left in the folders of a folder, and what this one leaves, when its process exits. */
export function endWithThisProcess(parent: string): void {
	endLeftovers(parent);
	process.on('exit', () => endLeftovers(parent));
}
