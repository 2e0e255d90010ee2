/** How many calls HubSpot takes, counted for the whole account. */

interface Limit {
	/** As HubSpot names it in a refusal (`policyName`). */
	readonly policy: string;
	readonly calls: number;
	readonly windowMs: number;
}

/**
 * Five searches a second ("Search the CRM", "Limits"), and 100 calls of a private app in ten seconds ("API usage guidelines"; pipedream#18215
 * has the answer): here ten in one second, because the tests shorten the waits of the recipes as much.
 */
export const LIMITS = {
	search: { policy: 'SECONDLY', calls: 5, windowMs: 1000 },
	burst: { policy: 'TEN_SECONDLY_ROLLING', calls: 10, windowMs: 1000 },
} as const;

/** Counts calls in a window that rolls. */
export class CallLimit {
	private calls: number[] = [];

	constructor(private readonly limit: Limit) {}

	/** Counts a call. @returns the name of the policy where it is one too many; it counts nevertheless */
	refusal(now = performance.now()): string | undefined {
		this.calls = [...this.calls.filter((call) => now - call < this.limit.windowMs), now];
		return this.calls.length > this.limit.calls ? this.limit.policy : undefined;
	}
}
