import type { Elapsed } from '../state';

/** A time between two polls counts for this much more than one before it that was alike, seconds. */
const SLACK = 3_600;

/**
 * How much time has passed over the polls so far, by a clock that may be set meanwhile: a time between two polls counts for an hour at
 * most, and as much more as one of the two before it that was about as long. A clock that is put forward by a day makes no day of a
 * minute, also where it was put right by a month just before; polls that come once a day have their day with the second one.
 *
 * @param local the clock of this machine, seconds since 1970
 */
export function elapsedAfter(last: Elapsed | undefined, local: number): Elapsed {
	if (!last) return { local, gap: 0, before: 0, passed: 0 };
	const gap = Math.max(0, local - last.local);
	const alike = [last.gap, last.before].filter((before) => Math.max(gap, before) <= 2 * Math.min(gap, before));
	return { local, gap, before: last.gap, passed: last.passed + Math.min(gap, Math.max(0, ...alike) + SLACK) };
}
