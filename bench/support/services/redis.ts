import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '../../../tools/realN8n/ports';
import { ensureProgram } from './apt';
import { answers, LocalServer } from './localServer';

/** What Redis keeps on disk, by name. */
const persistence = {
	nothing: ['--save', '', '--appendonly', 'no'],
	/* Written with each command and brought to the disk each second, as Redis does unless told otherwise. */
	'append-only file': ['--save', '', '--appendonly', 'yes'],
} as const;

/** What a Redis keeps on disk. */
export type Persistence = keyof typeof persistence;

/** Starts the Redis of the queue. */
export async function startRedis(parent: string, keeps: Persistence = 'nothing'): Promise<LocalServer> {
	const command = await ensureProgram('redis-server', ['/usr/bin']);
	const folder = join(parent, 'redis');
	await mkdir(folder);
	const [port] = await freePorts(1);
	return await LocalServer.start({
		command,
		args: ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, ...persistence[keeps]],
		folder,
		env: {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(port),
		},
		isReady: async () => await answers(port ?? 0, 'PING\r\n', '+PONG'),
	});
}
