import type { RateRefusal } from './rateLimit';

/** Calls of one key that may be under way at the same moment where the switch `extremeLoad` sets such a bound. */
const MAX_AT_ONCE = 4;

/** What a refused call is told to wait. */
const PAUSE_MS = 20;

/** Counts the calls of each key that have arrived and are not answered yet. */
export class CallsUnderWay {
	private readonly counts = new Map<string, number>();

	/** Why one more call of a key is extreme load, if it is. */
	refuse(key: string): RateRefusal | undefined {
		const count = this.counts.get(key) ?? 0;
		return count < MAX_AT_ONCE ? undefined : { accessCount: count + 1, retryAfterMs: PAUSE_MS };
	}

	/** Counts a call; returns what to do when its answer is out. */
	begin(key: string): () => void {
		this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
		return () => this.counts.set(key, (this.counts.get(key) ?? 1) - 1);
	}
}
