import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, killGroup, PID_FILE, pathOf, tail } from './processes';
import { chosenVersion, n8nFolder, nodeProgram } from './versions';
import { waitFor } from './wait';

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;

const LOG_FILE = 'n8n.log';

/** n8n's last line at a start: it answers, and all workflows that are to be active have been tried. */
const LAST_LINE = 'Editor is now accessible';

const WORKER_IS_READY = 'n8n worker is now ready';

/**
 * Starts of which one may fail: after a kill n8n 2.41 can end while it amends an execution that had not begun, because its own
 * statistics ask when it did. The execution is amended by then, and whoever runs n8n starts it again.
 */
const MOST_STARTS = 2;

/** What n8n takes over from this process; everything else that it reads is set below. */
const PASSED_ON = ['HOME', 'TMPDIR', 'LANG', 'LD_LIBRARY_PATH'];

/**
 * Keeps n8n on the loopback interface: no telemetry, no look for updates, templates, banners, licences or community packages.
 * Executions are kept with their data, because that is what is looked at.
 */
const FIXED = {
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_HOST: '127.0.0.1',
	N8N_PROTOCOL: 'http',
	N8N_SECURE_COOKIE: 'false',
	N8N_ENCRYPTION_KEY: 'a-key-for-the-demo-and-the-tests',
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_COMMUNITY_PACKAGES_REGISTRY: 'http://127.0.0.1:9',
	N8N_PUBLIC_API_SWAGGERUI_DISABLED: 'true',
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
	EXECUTIONS_DATA_SAVE_ON_ERROR: 'all',
} as const;

/** Users begin today, so the workflows of the tests have the day of the emulated service, which is in Japan. */
const ZONES_OF_TESTS = { GENERIC_TIMEZONE: 'Asia/Tokyo', TZ: 'UTC' };

/** Variables that give the workflows and the process of n8n a time zone, as IANA names it. */
export function zonesOf(timeZone: string): Readonly<Record<string, string>> {
	return { GENERIC_TIMEZONE: timeZone, TZ: timeZone };
}

/** Starts a process of n8n, as the leader of a group of its own, so that the whole tree can be ended by its id. */
async function spawnN8n(
	args: readonly string[],
	folder: string,
	env: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
	const log = openSync(join(folder, LOG_FILE), 'a');
	const child = spawn(nodeProgram, [join(n8nFolder, 'node_modules/n8n/bin/n8n'), ...args], {
		cwd: folder,
		detached: true,
		env: {
			...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
			PATH: pathOf(nodeProgram),
			...FIXED,
			...ZONES_OF_TESTS,
			...chosenVersion.env,
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...env,
		},
		stdio: ['ignore', log, log],
	});
	closeSync(log);
	writeFileSync(join(folder, PID_FILE), String(child.pid ?? ''));
	return child;
}

/** One n8n: started, stopped, killed and started again on the same folder and the same port. Its output goes to `n8n.log` there. */
export class N8nInstance {
	private readonly logPath: string;
	private readonly pidPath: string;
	private child: ChildProcess | undefined;

	/**
	 * @param userFolder n8n keeps everything in `.n8n` in it
	 * @param env more variables to start it with; without them it has the time zones of the tests
	 */
	constructor(
		readonly userFolder: string,
		private readonly port: number,
		private readonly env: Readonly<Record<string, string>> = {},
	) {
		this.logPath = join(userFolder, LOG_FILE);
		this.pidPath = join(userFolder, PID_FILE);
		writeFileSync(this.logPath, '');
	}

	/** Where the editor and its interface answer. */
	get baseUrl(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	/** Starts n8n and waits until its workflows are active. @throws with the end of the log when it ends or does not get ready */
	async start(): Promise<void> {
		for (let starts = 1; starts <= MOST_STARTS; starts += 1) {
			const before = this.boots();
			await this.spawn();
			const look = () => (this.boots() > before ? 'ready' : this.isRunning() ? undefined : 'ended');
			const options = { timeoutMs: START_TIMEOUT_MS, explain: () => this.logTail() };
			if ((await waitFor('n8n to get ready', look, options)) === 'ready') return;
		}
		throw new Error(`n8n stopped during each of ${MOST_STARTS} starts.\n${this.logTail()}`);
	}

	/** Asks n8n to end and waits for it; kills it when it takes too long. */
	async stop(): Promise<void> {
		this.child?.kill('SIGTERM');
		await this.ended().catch(() => undefined);
		await this.kill();
	}

	/** Ends n8n and all its children at once, as a power cut would: nothing gets a chance to save. */
	async kill(): Promise<void> {
		if (this.child?.pid !== undefined) killGroup(this.child.pid);
		await this.ended();
		rmSync(this.pidPath, { force: true });
	}

	/** The last lines that n8n wrote. */
	logTail(): string {
		return `The end of n8n's log (${this.logPath}):\n${tail(readFileSync(this.logPath, 'utf8'))}`;
	}

	private async spawn(): Promise<void> {
		const env = { ...this.env, N8N_USER_FOLDER: this.userFolder, N8N_PORT: String(this.port) };
		this.child = await spawnN8n(['start'], this.userFolder, env);
	}

	private boots(): number {
		return readFileSync(this.logPath, 'utf8').split(LAST_LINE).length - 1;
	}

	private isRunning(): boolean {
		return this.child?.exitCode === null && this.child.signalCode === null;
	}

	private async ended(): Promise<void> {
		const options = { timeoutMs: STOP_TIMEOUT_MS, everyMs: 20 };
		await waitFor('n8n to end', () => (this.isRunning() ? undefined : true), options);
	}
}

/** A worker of an n8n with a queue, with a folder of its own for its log. */
export class N8nWorker {
	private child: ChildProcess | undefined;

	/** @param env what the n8n that it works for is started with, its user folder included */
	constructor(
		private readonly folder: string,
		private readonly env: Readonly<Record<string, string>>,
	) {
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, LOG_FILE), '');
	}

	/** Starts it, one execution at a time, and waits until it takes them. @throws with the end of its log when it does not */
	async start(): Promise<void> {
		this.child = await spawnN8n(['worker', '--concurrency=1'], this.folder, this.env);
		const log = () => readFileSync(join(this.folder, LOG_FILE), 'utf8');
		const options = { timeoutMs: START_TIMEOUT_MS, explain: () => tail(log()) };
		await waitFor('a worker to get ready', () => log().includes(WORKER_IS_READY) || undefined, options);
	}

	/** Ends it at once, as a crash would. */
	kill(): void {
		if (this.child?.pid !== undefined) killGroup(this.child.pid);
		rmSync(join(this.folder, PID_FILE), { force: true });
	}
}
