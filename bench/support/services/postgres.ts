import { chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '../../../tools/realN8n/ports';
import { runCommand, type SystemUser } from '../../../tools/realN8n/processes';
import { ensureProgram } from './apt';
import { LocalServer } from './localServer';

const user = 'n8n';

/** Postgres refuses to run as root, so root starts it as the user that its package has made. */
async function account(): Promise<SystemUser | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const id = async (kind: string): Promise<number> =>
		Number((await runCommand('id', [kind, 'postgres'], { cwd: '/' })).stdout.trim());
	return { uid: await id('-u'), gid: await id('-g') };
}

async function programFolders(): Promise<string[]> {
	const root = '/usr/lib/postgresql';
	const installed = await readdir(root).catch(() => []);
	return installed.sort((one, other) => Number(other) - Number(one)).map((version) => join(root, version, 'bin'));
}

/** Starts a Postgres with an empty database. */
export async function startPostgres(parent: string): Promise<LocalServer> {
	const command = await ensureProgram('postgres', programFolders);
	const programs = join(command, '..');
	const as = await account();
	const folder = join(parent, 'postgres');
	await mkdir(folder, { mode: 0o700 });
	if (as) await chown(folder, as.uid, as.gid);
	const initialise = ['-D', folder, '-U', user, '--auth=trust', '--encoding=UTF8', '--no-sync'];
	const made = await runCommand(join(programs, 'initdb'), initialise, { cwd: '/', as });
	if (made.code !== 0) throw new Error(`Postgres could not make a database:\n${made.output}`);
	const [port] = await freePorts(1);
	const address = ['-h', '127.0.0.1', '-p', String(port)];
	return await LocalServer.start({
		command,
		args: ['-D', folder, ...address, '-k', ''],
		folder,
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: user,
			DB_POSTGRESDB_PASSWORD: 'unused',
		},
		isReady: async () => (await runCommand(join(programs, 'pg_isready'), address, { cwd: '/' })).code === 0,
		as,
	});
}
