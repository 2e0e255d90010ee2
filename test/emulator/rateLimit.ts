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

/**
 * A sliding window per key over the calls that were accepted. Runs on real, monotonic time, because
 * it is the client's real pace that it watches.
 */
export class RateLimiter {
	private readonly accepted = new Map<string, number[]>();
	private readonly refusedInWindow = new Map<string, number>();

	/**
	 * Counts one call.
	 *
	 * @param key whose allowance is used
	 * @param now monotonic milliseconds
	 * @returns undefined when the call is within the allowance
	 */
	take(key: string, now: number, limit: RateLimit): RateRefusal | undefined {
		const recent = (this.accepted.get(key) ?? []).filter((time) => now - time < limit.windowMs);
		this.accepted.set(key, recent);
		const oldest = recent[0];
		if (oldest === undefined || recent.length < limit.calls) {
			recent.push(now);
			this.refusedInWindow.set(key, 0);
			return undefined;
		}
		const refused = (this.refusedInWindow.get(key) ?? 0) + 1;
		this.refusedInWindow.set(key, refused);
		return { accessCount: recent.length + refused, retryAfterMs: oldest + limit.windowMs - now };
	}
}
