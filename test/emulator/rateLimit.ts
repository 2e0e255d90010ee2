/** Calls allowed per key in any second (spec: "Limits"). */
export const CALLS_PER_SECOND = 10;
const WINDOW_MS = 1000;

/** A call that came too early. */
export interface RateRefusal {
	/** Calls counted in the window, this one included. */
	readonly accessCount: number;
	/** Time until the next call is accepted. */
	readonly retryAfterMs: number;
}

/** A sliding window per key over the calls that were accepted. */
export class RateLimiter {
	private readonly accepted = new Map<string, number[]>();

	/** Counts one call, at a monotonic time. @returns undefined when it is within the allowance */
	take(key: string, now: number): RateRefusal | undefined {
		const recent = (this.accepted.get(key) ?? []).filter((time) => now - time < WINDOW_MS);
		this.accepted.set(key, recent);
		if (recent.length >= CALLS_PER_SECOND)
			return { accessCount: recent.length + 1, retryAfterMs: (recent[0] ?? now) + WINDOW_MS - now };
		recent.push(now);
		return undefined;
	}
}
