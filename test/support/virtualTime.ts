import { systemClock, unlessAborted } from '../../nodes/shared/base/clock';

/** Lets everything happen that waits for nothing but its turn. */
export async function settle(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}

interface Sleeper {
	readonly at: number;
	readonly wake: () => void;
}

/** A clock whose hours pass when they are told to. */
export class VirtualTime {
	private time = 0;

	/** Those that sleep, the first to wake in front. */
	private readonly sleepers: Sleeper[] = [];

	/** Becomes the clock of the package. */
	rule(): this {
		systemClock.now = () => this.now();
		systemClock.sleep = async (ms, signal) => await this.sleep(ms, signal);
		return this;
	}

	now(): number {
		return this.time;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted) return;
		let wake = () => {};
		const woken = new Promise<void>((resolve) => (wake = resolve));
		const sleeper: Sleeper = { at: this.time + ms, wake };
		// Behind all that wake before it, or with it.
		const place = this.sleepers.findIndex(({ at }) => at > sleeper.at);
		this.sleepers.splice(place < 0 ? this.sleepers.length : place, 0, sleeper);
		await unlessAborted(woken, signal);
		const left = this.sleepers.indexOf(sleeper);
		if (left >= 0) this.sleepers.splice(left, 1);
	}

	/** Lets time pass, sleeper by sleeper. */
	async pass(ms: number): Promise<void> {
		const end = this.time + ms;
		await settle();
		while (this.wakeFirst(end)) await settle();
		this.time = end;
		await settle();
	}

	/** Lets time pass until the first of those that sleep wakes, if it does not sleep beyond the end; says whether one woke. */
	protected wakeFirst(end = Infinity): boolean {
		const [next] = this.sleepers;
		if (!next || next.at > end) return false;
		this.sleepers.shift();
		this.time = Math.max(this.time, next.at);
		next.wake();
		return true;
	}
}
