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

/**
 * A signal that fires after a time. A listener of its own keeps it: Node 20 collects a timeout that nobody listens to, also
 * where it is a part of `AbortSignal.any`, which then never fires.
 */
export function timeoutSignal(ms: number): AbortSignal {
	const signal = AbortSignal.timeout(ms);
	signal.addEventListener('abort', () => {});
	return signal;
}

/** The process's own clock. Monotonic on purpose: a wall clock that is set back must not stop a limiter. */
export const systemClock: Clock = {
	now: () => performance.now(),
	async sleep(ms, signal) {
		if (!signal?.aborted) await unlessAborted(sleep(ms), signal);
	},
};
