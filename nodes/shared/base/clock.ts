import { sleep } from 'n8n-workflow';

/** Time as this package uses it, injected so that tests drive hours of waiting without waiting. */
export interface Clock {
	/** Milliseconds since an arbitrary start; never goes backwards. */
	now(): number;
	/** Resolves after `ms` milliseconds, or at once when `signal` fires. Never rejects. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Waits for a result until the signal fires, then gives `undefined`; what comes later is nobody's business. */
export async function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
	let giveUp = () => {};
	const aborted = new Promise<undefined>((resolve) => {
		giveUp = () => resolve(undefined);
		signal?.addEventListener('abort', giveUp);
		if (signal?.aborted) giveUp();
	});
	return await Promise.race([work, aborted]).finally(() => signal?.removeEventListener('abort', giveUp));
}

/** The process's own clock. Monotonic on purpose: a wall clock that is set back must not stop a limiter. */
export const systemClock: Clock = {
	now: () => performance.now(),
	async sleep(ms, signal) {
		if (!signal?.aborted) await unlessAborted(sleep(ms), signal);
	},
};
