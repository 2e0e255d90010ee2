import type { Clock } from '../../nodes/shared';

/** Lets everything happen that waits for nothing but its turn. */
export async function settle(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}

interface Sleeper {
	readonly at: number;
	readonly wake: () => void;
}

/** A clock whose hours pass when they are told to. */
export class VirtualTime implements Clock {
	private time = 0;

	/** Those that sleep, the first to wake in front. */
	private readonly sleepers: Sleeper[] = [];

	now(): number {
		return this.time;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted) return;
		await new Promise<void>((resolve) => {
			const sleeper: Sleeper = { at: this.time + ms, wake: resolve };
			this.sleepers.splice(this.placeOf(sleeper), 0, sleeper);
			signal?.addEventListener(
				'abort',
				() => {
					const place = this.sleepers.indexOf(sleeper);
					if (place >= 0) this.sleepers.splice(place, 1);
					resolve();
				},
				{ once: true },
			);
		});
	}

	/** Lets time pass, sleeper by sleeper. */
	async pass(ms: number): Promise<void> {
		const end = this.time + ms;
		await settle();
		for (;;) {
			const [next] = this.sleepers;
			if (!next || next.at > end) break;
			this.sleepers.shift();
			this.time = Math.max(this.time, next.at);
			next.wake();
			await settle();
		}
		this.time = end;
		await settle();
	}

	/** Behind all that wake before it, or with it. */
	private placeOf({ at }: Sleeper): number {
		let low = 0;
		let high = this.sleepers.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.sleepers[middle]?.at ?? Infinity) > at) high = middle;
			else low = middle + 1;
		}
		return low;
	}
}
