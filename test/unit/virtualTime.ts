import type { Clock } from '../../nodes/shared';

/** Lets everything happen that waits for nothing but its turn. */
export async function settle(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}

/** A clock whose hours pass when they are told to. */
export class VirtualTime implements Clock {
	private time = 0;

	/** Those that sleep, the first to wake in front. */
	private readonly sleepers: Array<{ readonly at: number; readonly wake: () => void }> = [];

	now(): number {
		return this.time;
	}

	async sleep(ms: number): Promise<void> {
		const at = this.time + ms;
		await new Promise<void>((wake) => {
			const place = this.sleepers.findIndex((other) => other.at > at);
			this.sleepers.splice(place < 0 ? this.sleepers.length : place, 0, { at, wake });
		});
	}

	/** Lets time pass, sleeper by sleeper. */
	async pass(ms: number): Promise<void> {
		const end = this.time + ms;
		await settle();
		for (let next = this.sleepers[0]; next && next.at <= end; next = this.sleepers[0]) {
			this.sleepers.shift();
			this.time = Math.max(this.time, next.at);
			next.wake();
			await settle();
		}
		this.time = end;
		await settle();
	}
}
