/** What the longest timer of JavaScript holds; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Fires after a time, or after the longest that a timer holds. */
export function timeoutSignal(milliseconds: number): AbortSignal {
	return AbortSignal.timeout(Math.min(MAX_TIMER_MS, Math.max(0, Math.ceil(milliseconds))));
}

/** What {@link unlessAborted} gives in place of a result. */
export const ABORTED = Symbol('aborted');

/**
 * Waits for a result, but no longer than until one of the signals fires.
 *
 * @param tooLate is handed what comes after that, to be given back; a late failure is nobody's business any more
 */
export async function unlessAborted<T>(
	work: Promise<T>,
	signals: ReadonlyArray<AbortSignal | undefined>,
	tooLate: (result: T) => void = () => undefined,
): Promise<T | typeof ABORTED> {
	const given = signals.filter((signal) => signal !== undefined);
	let giveUp = () => {};
	const aborted = new Promise<typeof ABORTED>((resolve) => {
		giveUp = () => resolve(ABORTED);
		for (const signal of given) signal.addEventListener('abort', giveUp, { once: true });
		if (given.some((signal) => signal.aborted)) giveUp();
	});
	const outcome = await Promise.race([work, aborted]).finally(() => {
		for (const signal of given) signal.removeEventListener('abort', giveUp);
	});
	if (outcome === ABORTED) void work.then(tooLate, () => undefined);
	return outcome;
}
