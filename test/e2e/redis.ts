import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/realN8n/processes';
import { waitFor } from '../../scripts/realN8n/wait';

/** Whether there is a Redis to start: the package `redis-server` of the operating system. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis on the loopback interface that keeps nothing. */
export class Redis {
	private constructor(
		readonly port: number,
		private readonly child: ChildProcess,
	) {}

	/** @throws with its log when it does not start */
	static async start(folder: string): Promise<Redis> {
		await mkdir(folder, { recursive: true });
		const port = await freePort();
		const logPath = join(folder, 'redis.log');
		await writeFile(logPath, '');
		const log = openSync(logPath, 'a');
		const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
		const child = spawn('redis-server', args, { cwd: folder, stdio: ['ignore', log, log] });
		await waitFor('Redis to get ready', async () => {
			const said = await readFile(logPath, 'utf8');
			if (child.exitCode !== null) throw new Error(`Redis ended.\n${said}`);
			return said.includes('Ready to accept connections') || undefined;
		});
		return new Redis(port, child);
	}

	stop(): void {
		this.child.kill();
	}
}
