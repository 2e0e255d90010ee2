import type { TriggerState } from '../state';

/**
 * Records that have to arrive before the low watermark follows the oldest of them at once: as many wrong times, less one,
 * cannot mislead it.
 */
export const WITNESSES = 50;

/** A newest time that is as old as this is followed without further witnesses, seconds. */
const MARK_AGE = 23 * 3_600;

/** Seconds between two marks. */
const MARK_EVERY = 3_600;

type Arrivals = TriggerState['arrivals'];
type Marks = TriggerState['marks'];

/** The arrivals after further ones: each record once, with its latest time, as many as are needed. */
export function withArrivals(before: Arrivals, arrivals: ReadonlyMap<string, number>): Arrivals {
	const all = new Map(before);
	for (const [record, second] of arrivals) {
		all.delete(record);
		all.set(record, second);
	}
	return [...all].slice(-WITNESSES);
}

/** The oldest of the last arrivals, once they are enough. */
export function oldestOf(arrivals: Arrivals): number | undefined {
	return arrivals.length < WITNESSES ? undefined : Math.min(...arrivals.map(([, second]) => second));
}

/** The marks after a poll. */
export function withMark(before: Marks, newest: number | undefined, passed: number): Marks {
	const last = before[before.length - 1];
	const isDue = last === undefined || (passed - last[0] >= MARK_EVERY && newest !== undefined && newest > last[1]);
	const all: Marks = newest !== undefined && isDue ? [...before, [passed, newest]] : before;
	// Of those that are old enough the newest says all.
	const ripe = all.filter(([when]) => passed - when >= MARK_AGE).length;
	return all.slice(Math.max(0, ripe - 1));
}

/** What the low watermark follows. */
export interface Witnesses {
	readonly arrivals: Arrivals;
	readonly marks: Marks;
	/** The time that has passed over the polls, seconds. */
	readonly passed: number;
	/** What the service can have reached, seconds since 1970. */
	readonly reached: number;
}

/**
 * The time that the service has surely reached, by what it has said itself.
 *
 * The oldest of the last {@link WITNESSES} arrivals: a record may claim any time, but as long as one of them is honest the
 * oldest is. Where little changes, a time that was the newest a day ago: were it wrong by less than a day, it would be right
 * by now.
 *
 * @returns `undefined` as long as nothing is sure
 */
export function surelyReached({ arrivals, marks, passed, reached }: Witnesses): number | undefined {
	const oldest = oldestOf(arrivals);
	const ripe = marks.filter(([when, second]) => passed - when >= MARK_AGE && second <= reached);
	const sure = ripe.map(([, second]) => second);
	if (oldest !== undefined) sure.push(oldest);
	return sure.length > 0 ? Math.max(...sure) : undefined;
}
