import { chown, mkdir, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePorts } from '../../test/e2e/harness/ports';
import { runCommand, spawnGroup, type SystemUser } from '../../test/e2e/harness/processes';
import { waitFor } from '../../test/e2e/harness/wait';
import { ensureProgram } from './apt';

/** A server that runs beside n8n, on the loopback interface and in a folder of its own. */
export interface LocalService {
	/** What n8n has to be told to use it. */
	readonly env: Record<string, string>;
	/** Ends it and waits until it has gone. */
	stop(): Promise<void>;
}

const patienceMs = 30_000;
const postgresUser = 'n8n';
const redisDatabaseFiles = ['--save', '', '--appendonly', 'no'];

async function start(
	command: string,
	args: string[],
	folder: string,
	env: Record<string, string>,
	isReady: () => Promise<boolean>,
	as?: SystemUser,
): Promise<LocalService> {
	const child = spawnGroup(command, args, { cwd: folder, stdio: 'ignore', ...as });
	const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
	const stop = async (): Promise<void> => {
		/* What Postgres takes for "now, without waiting for those who are connected"; Redis ends with it as well. */
		if (!hasEnded()) child.kill('SIGINT');
		await waitFor(`${command} to end`, () => (hasEnded() ? true : undefined), { timeoutMs: patienceMs });
	};
	try {
		await waitFor(
			`${command} to get ready`,
			async () => {
				if (hasEnded()) throw new Error(`${command} ended while it was starting.`);
				return (await isReady()) ? true : undefined;
			},
			{ timeoutMs: patienceMs },
		);
	} catch (error) {
		await stop();
		throw error;
	}
	return { env, stop };
}

/** Whether a server on a port answers a text with another. */
async function answers(port: number, question: string, answer: string): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => socket.write(question));
		socket.setTimeout(1_000, () => socket.destroy());
		socket.once('data', (data) => {
			socket.destroy();
			resolve(data.toString().startsWith(answer));
		});
		socket.once('error', () => resolve(false));
		socket.once('close', () => resolve(false));
	});
}

/** Starts the Redis of the queue; it keeps nothing on disk. */
export async function startRedis(parent: string): Promise<LocalService> {
	const program = await ensureProgram('redis-server', ['/usr/bin']);
	const folder = join(parent, 'redis');
	await mkdir(folder);
	const [port] = await freePorts(1);
	return await start(
		program,
		['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, ...redisDatabaseFiles],
		folder,
		{
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(port),
		},
		async () => await answers(port ?? 0, 'PING\r\n', '+PONG'),
	);
}

/** Postgres refuses to run as root, so root starts it as the user that its package has made. */
async function postgresAccount(): Promise<SystemUser | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const id = async (kind: string): Promise<number> =>
		Number((await runCommand('id', [kind, 'postgres'], { cwd: '/' })).stdout.trim());
	return { uid: await id('-u'), gid: await id('-g') };
}

async function postgresFolders(): Promise<string[]> {
	const root = '/usr/lib/postgresql';
	const installed = await readdir(root).catch(() => []);
	return installed.sort((one, other) => Number(other) - Number(one)).map((version) => join(root, version, 'bin'));
}

/** Starts a Postgres with an empty database. */
export async function startPostgres(parent: string): Promise<LocalService> {
	const program = await ensureProgram('postgres', postgresFolders);
	const programs = join(program, '..');
	const as = await postgresAccount();
	const folder = join(parent, 'postgres');
	await mkdir(folder, { mode: 0o700 });
	if (as) await chown(folder, as.uid, as.gid);
	const initialise = ['-D', folder, '-U', postgresUser, '--auth=trust', '--encoding=UTF8', '--no-sync'];
	const made = await runCommand(join(programs, 'initdb'), initialise, { cwd: '/', as });
	if (made.code !== 0) throw new Error(`Postgres could not make a database:\n${made.output}`);
	const [port] = await freePorts(1);
	return await start(
		program,
		['-D', folder, '-h', '127.0.0.1', '-p', String(port), '-k', ''],
		folder,
		{
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: postgresUser,
			DB_POSTGRESDB_PASSWORD: 'unused',
		},
		async () => {
			const asked = await runCommand(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], {
				cwd: '/',
			});
			return asked.code === 0;
		},
		as,
	);
}
