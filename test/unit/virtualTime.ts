import type { Clock } from '../../nodes/shared';

/** Enough turns of the queue for everything that follows from a wake-up to happen before the next one. */
const TURNS = 20;

/** Lets everything happen that waits for nothing but its turn. */
export async function settle(): Promise<void> {
	for (let turn = 0; turn < TURNS; turn += 1) await Promise.resolve();
}

/** A clock whose hours pass when they are told to. */
export class VirtualTime implements Clock {
	private time = 0;

	private sleepers: Array<{ at: number; wake: () => void }> = [];

	now(): number {
		return this.time;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted) return;
		await new Promise<void>((resolve) => {
			this.sleepers.push({ at: this.time + ms, wake: resolve });
			signal?.addEventListener('abort', () => resolve(), { once: true });
		});
	}

	/** Lets time pass, sleeper by sleeper. */
	async pass(ms: number): Promise<void> {
		const end = this.time + ms;
		await settle();
		for (;;) {
			const next = this.sleepers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
			if (!next) break;
			this.sleepers = this.sleepers.filter((sleeper) => sleeper !== next);
			this.time = Math.max(this.time, next.at);
			next.wake();
			await settle();
		}
		this.time = end;
		await settle();
	}
}
