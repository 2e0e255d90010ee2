import { around } from './bounds';
import { beginPass, throughSecond } from './crowdedSecond';
import type { Course, Next, PageRead, PlacedRecord, Position, Seconds, TimedPage, TimedRecord } from './position';
import { behind, cutToFit } from './slicing';

/** The last second that a position stands for. */
function lastOf({ at, second, slice }: Position, end: number): number {
	return second ? at : Math.min(slice?.to ?? end, end);
}

/** What a position is asked for with; a token goes with the request that it was given for. */
export function askedAt(position: Position, { end, bounds }: Pick<Course, 'end' | 'bounds'>): Seconds {
	if (position.second) return { from: position.second.from, to: position.second.to };
	return around({ from: position.at, to: lastOf(position, end) }, bounds);
}

/**
 * Reads a time range on by the times of its records, so that nothing in it can be missed, whatever changes meanwhile.
 *
 * Offsets between pages are not trusted: a record that changes leaves its place, the rest moves up, and one record at
 * the edge of a page is never shown. A page is read on its own instead, and reading goes on from the last second it
 * showed. What changes meanwhile gets a later time and is met further on.
 *
 * @returns the records of the page that belong to the range, and where to go on once they were taken
 */
export function advance<R extends TimedRecord>(
	position: Position,
	page: TimedPage<R>,
	course: Course,
): { records: ReadonlyArray<PlacedRecord<R>>; next: Next } {
	const to = lastOf(position, course.end);
	const records = place(page, course.start ?? position.at, to, course);
	const read = { position, page, records, to, course };
	const { second, lead } = position;
	return { records, next: second ? throughSecond(second, read) : lead ? throughPages(lead.from, read) : throughRange(read) };
}

/** The records of some seconds; earliest first, or where tokens lead in the service's order, which counts within a second. */
function place<R extends TimedRecord>(page: TimedPage<R>, from: number, to: number, { fallback }: Course): Array<PlacedRecord<R>> {
	const placed = page.records.map((record) => ({ record, time: record.updated ?? from }));
	const inside = placed.filter(({ time }) => time >= from && time <= to);
	return fallback === 'tokens' ? inside : inside.sort((a, b) => a.time - b.time);
}

function throughRange(read: PageRead): Next {
	const { position, page, records, to, course } = read;
	const times = records.flatMap(({ record: { updated } }) => (updated === undefined ? [] : [updated]));
	const first = times[0];
	const last = times[times.length - 1];
	// In order, a record behind the end says that everything before it has been shown.
	const isThrough = course.isOrdered && page.records.some(({ updated = to }) => updated > to);
	if (page.nextToken === undefined || isThrough) return goOn(records, behind(read));
	const leadsOn = course.isOrdered && first !== undefined && last !== undefined && last > position.at;
	// The last second of the page may go on: it is read again from its beginning.
	if (leadsOn && first !== last) return goOn(records, { at: last });
	if (course.fallback === 'tokens') return goOn(records, byToken(leadsOn ? last : position.at, page.nextToken, first ?? position.at));
	return leadsOn ? goOn(records, beginPass(last, course.bounds)) : cutToFit(times, read);
}

/** Behind what was taken, earliest first. */
function goOn(records: readonly PlacedRecord[], next: Position | undefined): Next {
	return ({ taken }) => {
		const untaken = records[taken];
		return untaken ? { at: untaken.time } : next;
	};
}

function byToken(at: number, token: string, from: number): Position {
	return { at, lead: { token, from } };
}

/**
 * Pages behind a token may come from a list that was made before, and what has changed since shows a later time there: downwards
 * it is out of order, upwards only a time that is older than all such changes says where the page is. From there on times lead
 * again, as soon as that is further on; where a second more is asked for, the crowd in that second would be gone through again.
 */
function throughPages(from: number, { position: { at }, page, records, to, course }: PageRead): Next {
	const { nextToken } = page;
	const place = course.isOrdered ? placeOf(page, course) : undefined;
	if (nextToken === undefined || (place !== undefined && place > to)) return goOn(records, undefined);
	const isFurtherOn = place !== undefined && place - Math.max(at, from) > (course.bounds.isFromIncluded ? 0 : 1);
	return goOn(records, isFurtherOn ? { at: place } : byToken(at, nextToken, from));
}

/** The second up to which a page behind a token has led for sure; `undefined` where its records may all have changed. */
export function placeOf({ records }: TimedPage, { isBackwards, changesFrom = -Infinity }: Pick<Course, 'isBackwards' | 'changesFrom'>): number | undefined {
	const place = records.at(isBackwards ? -1 : 0)?.updated;
	return isBackwards || (place !== undefined && place < changesFrom) ? place : undefined;
}
