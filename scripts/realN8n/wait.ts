import { setTimeout as sleep } from 'node:timers/promises';

/** How long and how often to look, and what to say when it does not come. */
export interface WaitOptions {
	/** Milliseconds after which the wait fails; a minute when left out. */
	readonly timeoutMs?: number;
	/** Milliseconds between two looks. */
	readonly everyMs?: number;
	/** More to say when the wait fails, for example the end of a log. */
	readonly explain?: () => string;
}

/**
 * Looks again and again until there is something to see.
 *
 * @param what what is waited for, as it reads after "waited for"
 * @param look gives the value, or undefined while it is not there yet; what it throws ends the wait
 * @throws when the time is over, naming what was waited for
 */
export async function waitFor<T>(
	what: string,
	look: () => Promise<T | undefined> | T | undefined,
	{ timeoutMs = 60_000, everyMs = 200, explain = () => '' }: WaitOptions = {},
): Promise<T> {
	const started = performance.now();
	for (;;) {
		const seen = await look();
		if (seen !== undefined) return seen;
		const waited = performance.now() - started;
		if (waited >= timeoutMs)
			throw new Error(`Gave up after waiting ${Math.round(waited / 1000)} s for ${what}.\n${explain()}`);
		await sleep(everyMs);
	}
}
