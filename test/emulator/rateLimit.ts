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

	/** Counts one call, at a monotonic time. @returns undefined when it is within the allowance */
	take(key: string, now: number, { calls, windowMs }: RateLimit): RateRefusal | undefined {
		const recent = (this.accepted.get(key) ?? []).filter((time) => now - time < windowMs);
		this.accepted.set(key, recent);
		if (recent.length >= calls)
			return { accessCount: recent.length + 1, retryAfterMs: (recent[0] ?? now) + windowMs - now };
		recent.push(now);
		return undefined;
	}
}
