import { sleep } from 'n8n-workflow';

/**
 * Waits for a result, but no longer than until the signal fires.
 *
 * @returns the result; `undefined` when the signal fired first: then nobody hears how the work ends
 */
export async function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
	let giveUp = () => {};
	const aborted = new Promise<undefined>((resolve) => {
		giveUp = () => resolve(undefined);
		signal?.addEventListener('abort', giveUp);
		if (signal?.aborted) giveUp();
	});

	try {
		return await Promise.race([work, aborted]);
	} finally {
		signal?.removeEventListener('abort', giveUp);
	}
}

/** Longest time of a timer: one that is longer fires at once, and a signal cannot have it. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * A signal that fires after a time, 24 days at most. It has a listener of its own, because Node 20 collects a timeout that
 * nobody listens to, also where it is a part of `AbortSignal.any`, which then never fires.
 */
export function timeoutSignal(ms: number): AbortSignal {
	const timerMs = Math.min(ms, MAX_TIMER_MS);
	const signal = AbortSignal.timeout(timerMs);

	signal.addEventListener('abort', () => {});
	return signal;
}

/**
 * Time as this package uses it, an object so that tests can put another one in its place and wait hours without
 * waiting. Monotonic on purpose: a wall clock that is set back must not stop a limiter.
 */
export const systemClock = {
	/** Milliseconds since an arbitrary start; never goes backwards. */
	now: () => performance.now(),
	/** Resolves after `ms` milliseconds, 24 days at most, or at once when the signal fires. Never rejects. */
	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted) return;

		const timerMs = Math.min(ms, MAX_TIMER_MS);
		await unlessAborted(sleep(timerMs), signal);
	},
};
