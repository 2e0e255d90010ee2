import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { spawnGroup, type SystemUser } from '../../../tools/realN8n/processes';
import { waitFor } from '../../../tools/realN8n/wait';

/** How a server is started, and how it is known to be ready. */
export interface ServerPlan {
	readonly command: string;
	readonly args: string[];
	/** A folder of its own. */
	readonly folder: string;
	/** What n8n has to be told to use it. */
	readonly env: Record<string, string>;
	readonly isReady: () => Promise<boolean>;
	/** Who runs it; the user of this process when left out. */
	readonly as?: SystemUser;
}

const patienceMs = 30_000;

/** A server that runs beside n8n, on the loopback interface, on one port and in one folder over all its starts. */
export class LocalServer {
	private child: ChildProcess | undefined;

	private constructor(private readonly plan: ServerPlan) {}

	/** Starts a server. @throws when it does not get ready; nothing is left running then */
	static async start(plan: ServerPlan): Promise<LocalServer> {
		const server = new LocalServer(plan);
		await server.start();
		return server;
	}

	/** What n8n has to be told to use it. */
	get env(): Record<string, string> {
		return this.plan.env;
	}

	/** Starts it again after {@link kill} or {@link stop}, with what it has on disk. */
	async start(): Promise<void> {
		const { command, args, folder, isReady, as } = this.plan;
		this.child = spawnGroup(command, args, { cwd: folder, stdio: 'ignore', ...as });
		try {
			await waitFor(
				`${command} to get ready`,
				async () => {
					if (this.hasEnded) throw new Error(`${command} ended while it was starting.`);
					return (await isReady()) ? true : undefined;
				},
				{ timeoutMs: patienceMs },
			);
		} catch (error) {
			await this.stop();
			throw error;
		}
	}

	/** Ends it and waits until it has gone. */
	async stop(): Promise<void> {
		/* What Postgres takes for "now, without waiting for those who are connected"; Redis ends with it as well. */
		if (!this.hasEnded) this.child?.kill('SIGINT');
		await this.gone();
	}

	/** Ends it and every process that it has started at once, as a power cut would, and waits until they have gone. */
	async kill(): Promise<void> {
		const pid = this.child?.pid;
		if (this.hasEnded || pid === undefined) return;
		/* The processes of Postgres are no group, and a new Postgres refuses to start beside those of an old one. */
		const pids = [pid, ...(await childrenOf(pid))];
		for (const each of pids) killIfThere(each);
		await this.gone();
		await waitFor(
			`the processes of ${this.plan.command} to end`,
			async () => ((await Promise.all(pids.map(isRunning))).includes(true) ? undefined : true),
			{ timeoutMs: patienceMs, everyMs: 20 },
		);
	}

	private get hasEnded(): boolean {
		return !this.child || this.child.exitCode !== null || this.child.signalCode !== null;
	}

	private async gone(): Promise<void> {
		const look = (): true | undefined => (this.hasEnded ? true : undefined);
		await waitFor(`${this.plan.command} to end`, look, { timeoutMs: patienceMs, everyMs: 20 });
	}
}

function killIfThere(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL');
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
	}
}

/** Whether a process runs; one that has ended may stand in the list until its parent has asked for its end. */
async function isRunning(pid: number): Promise<boolean> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
	return stat !== undefined && !/\) Z /.test(stat);
}

/** The processes that a process has started and that still run. */
async function childrenOf(pid: number): Promise<number[]> {
	const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
	return list.split(' ').filter(Boolean).map(Number);
}

/** Whether a server on a port answers a text with another. */
export async function answers(port: number, question: string, answer: string): Promise<boolean> {
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
