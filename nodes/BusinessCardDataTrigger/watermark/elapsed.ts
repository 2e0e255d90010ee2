import type { Elapsed } from '../state';

/** A time between two polls counts for this much more than the one before it, seconds. */
const SLACK = 3_600;

/**
 * How much time has passed over the polls so far, by a clock that may be set meanwhile: between two polls no more counts than
 * between the two before them, and an hour. A clock that is put forward by a day makes no day of a minute; polls that come once
 * a day have their day with the second one.
 *
 * @param local the clock of this machine, seconds since 1970
 */
export function elapsedAfter(before: Elapsed | undefined, local: number): Elapsed {
	if (!before) return { local, gap: 0, passed: 0 };
	const gap = Math.max(0, local - before.local);
	return { local, gap, passed: before.passed + Math.min(gap, before.gap + SLACK) };
}
