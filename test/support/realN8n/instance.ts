import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathFrom, tail } from './npm';
import { nodeOf } from './paths';
import { freePorts } from './ports';
import { signalGroup, spawnGroup } from './processes';
import { chosenVersion, type N8nVersion } from './versions';
import { waitFor } from './wait';

/** Options of {@link N8nInstance}. */
export interface InstanceOptions {
	/** The script that starts n8n. */
	program: string;
	/** Which n8n it is; the one that the environment chose when left out. */
	version?: N8nVersion;
	/** n8n keeps everything in `<userFolder>/.n8n`; the same folder again continues the same n8n. */
	userFolder: string;
	/** Port of the editor; a free one when left out. Kept over restarts. */
	port?: number;
	/** More variables for n8n. */
	env?: Readonly<Record<string, string>>;
}

const startTimeoutMs = 120_000;
const stopTimeoutMs = 30_000;
const killTimeoutMs = 10_000;

/** What n8n takes over from this process; everything else that it reads is set below. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LD_LIBRARY_PATH'];

/**
 * Keeps n8n on the loopback interface: no telemetry, no look for updates, templates, banners, licences
 * or community packages. Executions are kept with their data, because that is what is looked at.
 */
const fixedEnvironment = {
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
	GENERIC_TIMEZONE: 'UTC',
	TZ: 'UTC',
} as const;

/**
 * One n8n: started, stopped, killed and started again on the same folder and the same port. Its output goes to
 * `<userFolder>/n8n.log`, the id of its process to `<userFolder>/n8n.pid`.
 */
export class N8nInstance {
	readonly userFolder: string;
	readonly logPath: string;
	private readonly pidPath: string;
	private port: number | undefined;
	private child: ChildProcess | undefined;
	private readonly version: N8nVersion;

	constructor(private readonly options: InstanceOptions) {
		this.version = options.version ?? chosenVersion;
		this.userFolder = options.userFolder;
		this.logPath = join(options.userFolder, 'n8n.log');
		this.pidPath = join(options.userFolder, 'n8n.pid');
		this.port = options.port;
	}

	/** Where the editor and its interface answer; known once started. */
	get baseUrl(): string {
		if (this.port === undefined) throw new Error('n8n has not been started yet.');
		return `http://127.0.0.1:${this.port}`;
	}

	/** The process id of n8n's main process while it runs. */
	get pid(): number | undefined {
		return this.child?.exitCode === null && this.child.signalCode === null ? this.child.pid : undefined;
	}

	/**
	 * Starts n8n and waits until it answers requests and its database is ready.
	 * @throws with the end of the log when n8n ends or does not get ready in time
	 */
	async start(signal?: AbortSignal): Promise<void> {
		if (this.pid !== undefined) throw new Error('n8n is running already.');
		mkdirSync(this.userFolder, { recursive: true });
		const [editorPort, brokerPort] = await freePorts(2);
		this.port ??= editorPort;
		const log = openSync(this.logPath, 'a');
		this.child = spawnGroup(nodeOf(this.version), [this.options.program, 'start'], {
			cwd: this.userFolder,
			env: this.environment(brokerPort),
			stdio: ['ignore', log, log],
		});
		closeSync(log);
		writeFileSync(this.pidPath, String(this.child.pid ?? ''));
		try {
			await waitFor('n8n to get ready', async () => await this.isReady(), {
				timeoutMs: startTimeoutMs,
				explain: () => this.logTail(),
				signal,
			});
		} catch (error) {
			await this.kill();
			throw error;
		}
	}

	/** Asks n8n to end and waits for it; kills it when it takes too long. */
	async stop(): Promise<void> {
		const { pid } = this;
		if (pid === undefined) return;
		this.child?.kill('SIGTERM');
		try {
			await this.ended(stopTimeoutMs);
		} catch {
			await this.kill();
			return;
		}
		signalGroup(pid, 'SIGKILL');
		rmSync(this.pidPath, { force: true });
	}

	/** Ends n8n and all its children at once, as a power cut would: nothing gets a chance to save. */
	async kill(): Promise<void> {
		const pid = this.child?.pid;
		if (pid === undefined) return;
		signalGroup(pid, 'SIGKILL');
		await this.ended(killTimeoutMs);
		rmSync(this.pidPath, { force: true });
	}

	/** The last lines that n8n wrote. */
	logTail(): string {
		try {
			return `The end of n8n's log (${this.logPath}):\n${tail(readFileSync(this.logPath, 'utf8'))}`;
		} catch {
			return 'n8n has written no log.';
		}
	}

	private async isReady(): Promise<true | undefined> {
		if (this.pid === undefined) {
			throw new Error(`n8n ended while it was starting.\n${this.logTail()}`);
		}
		try {
			// A bare status answers while migrations still run; the settings only when they are done.
			const response = await fetch(`${this.baseUrl}/rest/settings`);
			return (await response.text()).includes('settingsMode') ? true : undefined;
		} catch {
			return undefined;
		}
	}

	private async ended(timeoutMs: number): Promise<void> {
		await waitFor('n8n to end', () => (this.pid === undefined ? true : undefined), {
			timeoutMs,
			everyMs: 20,
		});
	}

	private environment(brokerPort: number | undefined): NodeJS.ProcessEnv {
		const taken = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]));
		return {
			...taken,
			/* n8n starts its task runner as `node`: it has to be the same one. */
			PATH: pathFrom(dirname(nodeOf(this.version))),
			...fixedEnvironment,
			...this.version.env,
			N8N_USER_FOLDER: this.userFolder,
			N8N_PORT: String(this.port),
			N8N_RUNNERS_BROKER_PORT: String(brokerPort),
			...this.options.env,
		};
	}
}
