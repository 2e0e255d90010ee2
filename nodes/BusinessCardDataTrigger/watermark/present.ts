import type { Elapsed, Present, TriggerState } from '../state';
import { oldestOf, WITNESSES } from './lowWatermark';

/** Times that lie further ahead than this are not trusted, seconds: a day, and an hour for clocks that differ. */
export const TRUSTED_AHEAD = 25 * 3_600;

export const DAY = 86_400;

/** The clock of this machine, and the time that has passed over the polls. */
type Now = Pick<Elapsed, 'local' | 'passed'>;

/** A clock that has moved less than this between two polls stands still, seconds. */
const STANDSTILL = 5;

/**
 * The last second that a time of the service may name and be trusted.
 *
 * Single records, or a whole import, can carry times that have not come yet. No time can lie further ahead of what the
 * service had reached than the time that has passed since on the clock of this machine, and a day. That clock only ever
 * holds the trigger back: which seconds are final is said by the service's own times.
 *
 * @param now the clock of this machine, and the time that has passed over the polls
 */
export function horizonOf(present: Present | undefined, now: Now): number {
	return (present ? latestOf(present, now) : now.local) + TRUSTED_AHEAD;
}

/**
 * The second that the service has reached by now, as far as is known of it and of the time that has passed over the polls: this
 * machine's clock may have been put forward. Where nothing is known of it, what that clock shows.
 */
export function reachedBy(present: Present | undefined, now: Now): number {
	return present ? present.second + now.passed - present.passed : now.local;
}

/**
 * The last second that a mark may have. It is the word of a single record, so that something else has to say that the service has reached
 * it: this machine's clock where both agree, the last arrivals, or the mark before and the time that has passed since. Without any of
 * them there is no mark.
 */
export function endOfMark({ present, elapsed: { passed }, marks, arrivals }: Pick<TriggerState, 'present' | 'elapsed' | 'marks' | 'arrivals'>): number {
	if (present && agreesWithClock(present)) {
		return Math.min(present.second, present.local) + passed - present.passed;
	}
	const last = marks[marks.length - 1];
	const byMark = last ? last[1] + passed - last[0] : -Infinity;
	return Math.max(byMark, oldestOf(arrivals) ?? -Infinity);
}

/** The times of a record that has shown a new one, seconds since 1970. */
export interface Arrival {
	readonly updated: number;
	readonly registered: number | undefined;
}

/**
 * Whether all records lie ahead of this machine's clock, their registrations as well: it may be that clock which is wrong. A
 * registration that cannot be read says nothing.
 */
export function areAllAhead(records: readonly Arrival[], local: number): boolean {
	const isAhead = (second: number) => second > local + TRUSTED_AHEAD;
	const registrations = records.flatMap(({ registered }) => registered ?? []);
	return records.length > 0 && registrations.every(isAhead) && records.every(({ updated }) => isAhead(updated));
}

/** Times that are known, as far as they say something of this machine's clock. */
export interface KnownTimes {
	/** The newest that can be trusted by this machine's clock. */
	readonly newest: number | undefined;
	/** Those that lie further ahead, earliest first. */
	readonly ahead: readonly number[];
}

/** Whether it is surely this machine's clock that is wrong: nobody stamps a whole account wrongly, over days. */
export function isClockBehind({ newest, ahead }: KnownTimes): boolean {
	const [first = 0] = ahead;
	return newest === undefined && ahead.length >= WITNESSES && (ahead.at(-1) ?? 0) - first >= DAY;
}

/**
 * How far the low watermark may go by this machine's clock, which only ever holds it back: a time that is far ahead may be that
 * of a record which was stamped wrongly.
 */
export function endByClock(present: Present | undefined, local: number): number {
	return present?.isClockBehind ? Infinity : local + TRUSTED_AHEAD;
}

/**
 * What the service has reached after a poll: the latest of the new times that the time which has passed here explains. A later
 * one is not believed, however often it comes: it moves nothing until its time has come.
 *
 * A record that has changed by the time on this machine's clock says that both clocks agree, whatever older ones say: those
 * may have been there for long, and only come into sight: they do not take back what agreed, either. That they agree within a day does
 * not explain a stamp ahead.
 *
 * A clock that has hardly moved since says nothing. Then the oldest of the new times counts: what has changed since the last
 * poll cannot be much older than that, but it can claim to be newer.
 *
 * @param arrivals the records that have shown a new time since the poll before, which was `gap` seconds ago
 * @param known gives the times of all records that are known
 */
export function followPresent(present: Present | undefined, arrivals: readonly Arrival[], now: Elapsed, known: () => KnownTimes): Present | undefined {
	const { local, gap, passed } = now;
	const times = arrivals.map(({ updated }) => updated);
	const agreeing = times.filter((second) => Math.abs(second - local) <= TRUSTED_AHEAD);
	const end = present ? Math.min(local, latestOf(present, now)) : local;
	if (agreeing.length > 0) return { second: newestUpTo(end, agreeing) ?? Math.min(...agreeing), local, passed, gap };
	const oldest = times.reduce((least, second) => Math.min(least, second), Infinity);
	const next = (second: number): Present => {
		const isAhead = second > local + TRUSTED_AHEAD && (present?.isClockBehind === true || isClockBehind(known()));
		return { second, local, passed, gap, ...(isAhead ? { isClockBehind: true } : {}) };
	};
	if (oldest === Infinity || oldest > horizonOf(present, now)) {
		return !present && areAllAhead(arrivals, local) && known().newest === undefined ? next(oldest) : present;
	}
	if (!present || sinceThen(present, now) < STANDSTILL) return next(oldest);
	const latest = newestUpTo(latestOf(present, now), times);
	return latest === undefined || (agreesWithClock(present) && latest < present.second) ? present : next(latest);
}

/** Whether what the service had reached is what this machine's clock showed, within a day. */
function agreesWithClock({ second, local }: Present): boolean {
	return Math.abs(second - local) <= TRUSTED_AHEAD;
}

/** The seconds that have passed since, by the clock of this machine or, should that have been put back, over the polls. */
function sinceThen(present: Present, { local, passed }: Now): number {
	return Math.max(local - present.local, passed - present.passed);
}

/** The latest second that the service can have reached by now. */
function latestOf(present: Present, now: Now): number {
	return present.second + present.gap + sinceThen(present, now);
}

function newestUpTo(end: number, seconds: readonly number[]): number | undefined {
	const newest = seconds.reduce((latest, second) => (second <= end ? Math.max(latest, second) : latest), -Infinity);
	return newest === -Infinity ? undefined : newest;
}
