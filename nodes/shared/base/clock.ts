import { sleep } from 'n8n-workflow';

/**
 * Time as this package uses it: a monotonic reading and a wait. Injected wherever time matters, so
 * that tests drive hours of waiting without waiting.
 */
export interface Clock {
	/** Milliseconds since an arbitrary start; never goes backwards. */
	now(): number;
	/** Resolves after `ms` milliseconds, or at once when `signal` fires. Never rejects. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The process's own clock. Monotonic on purpose: a wall clock that is set back must not stop a limiter. */
export const systemClock: Clock = {
	now: () => performance.now(),
	async sleep(ms, signal) {
		if (signal?.aborted) return;
		let wake = () => {};
		const aborted = new Promise<void>((resolve) => {
			wake = () => resolve();
			signal?.addEventListener('abort', wake, { once: true });
		});
		await Promise.race([sleep(ms), aborted]);
		signal?.removeEventListener('abort', wake);
	},
};
