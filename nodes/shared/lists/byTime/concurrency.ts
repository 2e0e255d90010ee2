import { systemClock } from '../../base/clock';
import type { Clock } from '../../base/clock';
import { CALLS_PER_SECOND } from '../../api/versions';

/** How many calls it takes side by side to use up the allowance of a key. */
export interface Concurrency {
	readonly calls: number;
	/** Makes a call, and looks how long it takes. */
	watch<T>(call: () => Promise<T>): Promise<T>;
}

/** One call after the other. */
export const NARROW: Concurrency = { calls: 1, watch: async (call) => await call() };

/** More is not worth the memory: a service that is slower than this is in trouble anyway. */
const MAX_CALLS = 20;

/** What reading a page takes beside the call itself, and the calls that come at unlucky moments. */
const RESERVE = 1.1;

/**
 * As many calls as the quickest one so far takes for, at so many a second: where a response takes less time than the
 * allowance gives to a call, one after the other is as fast as it gets.
 */
export class MeasuredConcurrency implements Concurrency {
	private quickestMs = Infinity;

	constructor(private readonly clock: Clock = systemClock) {}

	get calls(): number {
		if (this.quickestMs === Infinity) return 1;
		const calls = Math.ceil((this.quickestMs / 1_000) * CALLS_PER_SECOND * RESERVE);
		return Math.min(MAX_CALLS, Math.max(1, calls));
	}

	async watch<T>(call: () => Promise<T>): Promise<T> {
		const began = this.clock.now();
		const result = await call();
		this.quickestMs = Math.min(this.quickestMs, this.clock.now() - began);
		return result;
	}
}
