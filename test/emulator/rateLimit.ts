/** Calls allowed per key in any window of time. */
export interface RateLimit {
	readonly calls: number;
	readonly windowMs: number;
}

/** The documented allowance (spec: "Limits"). */
export const DEFAULT_RATE_LIMIT: RateLimit = { calls: 10, windowMs: 1000 };

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

	/**
	 * Counts one call.
	 *
	 * @param now monotonic milliseconds
	 * @returns undefined when the call is within the allowance
	 */
	take(key: string, now: number, limit: RateLimit): RateRefusal | undefined {
		const recent = (this.accepted.get(key) ?? []).filter((time) => now - time < limit.windowMs);
		this.accepted.set(key, recent);
		const [oldest] = recent;
		if (oldest === undefined || recent.length < limit.calls) {
			recent.push(now);
			return undefined;
		}
		return { accessCount: recent.length + 1, retryAfterMs: oldest + limit.windowMs - now };
	}
}
