import { unlessAborted } from '../../../shared';

/** The end of the last run in line, for each service and key that somebody runs for in this process. */
const lines = new Map<string, Promise<void>>();

/**
 * Does some work when everything that came before it under the same key has ended, in whatever way.
 *
 * @param signal ends the waiting, and then nothing is done
 * @returns what the work gives, or `undefined` when the signal fired first
 */
export async function inTurn<T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>) {
	const before = lines.get(key) ?? Promise.resolve();
	let leave = () => {};
	const ended = new Promise<void>((resolve) => {
		leave = resolve;
	});

	// The next in line also waits for those before, should this one be given up.
	const line = before.then(async () => await ended);
	lines.set(key, line);
	void line.then(() => lines.get(key) === line && lines.delete(key));

	try {
		await unlessAborted(before, signal);
		return signal?.aborted ? undefined : await work();
	} finally {
		leave();
	}
}
