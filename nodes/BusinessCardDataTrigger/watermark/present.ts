import type { Elapsed, Present } from '../state';

/** Times that lie further ahead than this are not trusted, seconds: a day, and an hour for clocks that differ. */
export const TRUSTED_AHEAD = 25 * 3_600;

/** A clock that has moved less than this between two polls stands still, seconds. */
const STANDSTILL = 5;

/**
 * The last second that a time of the service may name and be trusted.
 *
 * Single records, or a whole import, can carry times that have not come yet. No time can lie further ahead of what the
 * service had reached than the time that has passed since on the clock of this machine, and a day. That clock only ever
 * holds the trigger back: which seconds are final is said by the service's own times.
 *
 * @param local the clock of this machine, seconds since 1970
 */
export function horizonOf(present: Present | undefined, local: number): number {
	if (!present) return local + TRUSTED_AHEAD;
	const passed = Math.max(0, local - present.local);
	return Math.min(present.second + present.gap + passed, Math.max(local, present.second)) + TRUSTED_AHEAD;
}

/** The times of a record that has shown a new one, seconds since 1970. */
export interface Arrival {
	readonly updated: number;
	readonly registered: number | undefined;
}

/**
 * Whether it is this machine's clock that is wrong: where that is so, the registrations lie ahead as well as the changes.
 *
 * @param records all that are known
 */
export function isClockBehind(records: readonly Arrival[], local: number): boolean {
	const isAhead = (second: number | undefined) => second !== undefined && second > local + TRUSTED_AHEAD;
	return records.length > 0 && records.every(({ updated, registered }) => isAhead(updated) && isAhead(registered));
}

/**
 * What the service has reached after a poll: the latest of the new times that the time which has passed here explains. A later
 * one is not believed, however often it comes: it moves nothing until its time has come.
 *
 * A record that has changed by the time on this machine's clock says that both clocks agree, whatever older ones say: those
 * may have been there for long, and only come into sight.
 *
 * A clock that has hardly moved since says nothing. Then the oldest of the new times counts: what has changed since the last
 * poll cannot be much older than that, but it can claim to be newer.
 *
 * @param arrivals the records that have shown a new time since the poll before, which was `gap` seconds ago
 */
export function followPresent(present: Present | undefined, arrivals: readonly Arrival[], { local, gap }: Elapsed): Present | undefined {
	const times = arrivals.map(({ updated }) => updated);
	const agreeing = times.filter((second) => Math.abs(second - local) <= TRUSTED_AHEAD);
	if (agreeing.length > 0) return { second: newestUpTo(local, agreeing) ?? Math.min(...agreeing), local, gap };
	const oldest = times.reduce((least, second) => Math.min(least, second), Infinity);
	if (oldest === Infinity || oldest > horizonOf(present, local)) {
		return !present && isClockBehind(arrivals, local) ? { second: oldest, local, gap } : present;
	}
	if (!present || local - present.local < STANDSTILL) return { second: oldest, local, gap };
	const latest = newestUpTo(present.second + present.gap + local - present.local, times);
	return latest === undefined ? present : { second: latest, local, gap };
}

function newestUpTo(end: number, seconds: readonly number[]): number | undefined {
	const newest = seconds.reduce((latest, second) => (second <= end ? Math.max(latest, second) : latest), -Infinity);
	return newest === -Infinity ? undefined : newest;
}
