import type { N8nInstance } from '../../tools/realN8n/instance';
import { startCompletely } from '../../tools/realN8n/booted';

/** How often the health of each process is looked at, and how long it may be ill before it is killed. */
const lookEveryMs = 5_000;
const patienceMs = 60_000;

/** The processes of n8n, looked after as a service manager does: what has ended or stays ill is started again. */
export class Fleet {
	/** How often a process ended that nobody had killed. */
	ended = 0;

	/** How often a process was killed because it stayed ill. */
	hung = 0;

	private readonly killed = new Set<N8nInstance>();

	private readonly illSince = new Map<N8nInstance, number>();

	private lookedAt = 0;

	constructor(
		readonly main: N8nInstance,
		readonly workers: readonly N8nInstance[],
	) {}

	/** Ends a process as a power cut would. */
	async kill(member: N8nInstance): Promise<void> {
		this.killed.add(member);
		await member.kill();
	}

	/** Stops the main process in good order and starts it again. */
	async restartMain(): Promise<void> {
		await this.main.stop();
		await startCompletely(this.main);
	}

	/** Starts every process again that does not run or has been ill for too long. */
	async keepUp(): Promise<void> {
		const members = [...this.workers, this.main];
		if (performance.now() >= this.lookedAt + lookEveryMs) {
			for (const member of members) await this.lookAfter(member);
			this.lookedAt = performance.now();
		}
		for (const member of members) {
			if (member.pid !== undefined) continue;
			if (!this.killed.delete(member)) this.ended += 1;
			if (member === this.main) await startCompletely(member);
			else await member.start();
		}
	}

	/** Stops the workers; the main process belongs to the world. */
	async stop(): Promise<void> {
		for (const worker of this.workers) await worker.stop();
	}

	private async lookAfter(member: N8nInstance): Promise<void> {
		if (member.pid === undefined || (await member.isHealthy())) {
			this.illSince.delete(member);
			return;
		}
		const now = performance.now();
		const since = this.illSince.get(member) ?? now;
		this.illSince.set(member, since);
		if (now < since + patienceMs) return;
		this.illSince.delete(member);
		this.hung += 1;
		await this.kill(member);
	}
}
