import type { RangeProgress } from '../../shared';
import { FIRST_SECOND, LAST_SECOND } from './times';

/**
 * Why a time range is still to be read:
 * - `waiting`: for the cards that were being processed at activation
 * - `present`: it is part of what lies between the low watermark and the end of time
 * - `failed`: a page of it could not be read
 * - `hidden`: it is one second that could not be read again; it is tried now and then
 * - `past`: it lies between *Start From* and the present of the activation
 */
export type Kind = 'waiting' | 'present' | 'failed' | 'hidden' | 'past';

/**
 * A time range that is still to be read, from `at` to `to`; by page tokens where it has a `walk`
 * (`lists/step.ts`).
 */
export type UnreadRange = RangeProgress & {
	/** Only `TriggerState` changes it. */
	kind: Kind;
	/** While it is followed by token: whether this round has shown anything new. */
	readonly hasNews?: boolean;
	/** While it is followed by token: how many tokens were refused. */
	readonly refused?: number;
	/** Set on one second that has failed by itself, and is hidden when it does so again. */
	readonly failedAlone?: boolean;
};

/** A range of which nothing has been read. */
export function unreadRange(kind: Kind, at: number, to: number): UnreadRange {
	return { at, to, kind };
}

/** All time, of which nothing has been read. */
export function allTime(kind: Kind): UnreadRange {
	return unreadRange(kind, FIRST_SECOND, LAST_SECOND);
}

export function isPresent(range: UnreadRange): boolean {
	return range.kind === 'present';
}

export function isHidden(range: UnreadRange): boolean {
	return range.kind === 'hidden';
}

/** Whether a page of a range could not be read. */
export function hasFailed(range: UnreadRange): boolean {
	return range.kind === 'failed' || range.kind === 'hidden';
}

/** Cuts a range in two: up to a second, and the rest. Neither of them is empty. */
export function cutAfter(second: number, range: UnreadRange): [UnreadRange, UnreadRange] {
	const { at, to, kind } = range;
	const end = Math.max(at, Math.min(second, to - 1));
	return [unreadRange(kind, at, end), unreadRange(kind, end + 1, to)];
}

/** Cuts a range in two at the middle one of some seconds; without any, in halves. */
export function cutAtMedian(seconds: readonly number[], range: UnreadRange): [UnreadRange, UnreadRange] {
	const ascending = [...seconds].sort((one, other) => one - other);
	const median = ascending[Math.floor(ascending.length / 2)];
	const middle = Math.floor((range.at + range.to) / 2);
	return cutAfter(median ?? middle, range);
}

/**
 * Divides a range of which a page has failed in two: at the horizon, or at the middle of what is known of it. A single
 * second cannot be divided. A list of waiting cards goes on as one of them, until single seconds of it fail: these are
 * then read with all their cards.
 *
 * @param horizon the last second that is believed
 * @param known seconds of records that were seen
 */
export function divideFailed(range: UnreadRange, horizon: number, known: readonly number[]): UnreadRange[] {
	const { at, to } = range;
	if (at === to) {
		const kind = range.failedAlone ? 'hidden' : 'failed';
		return [{ at, to, kind, failedAlone: true }];
	}

	const kind = range.kind === 'waiting' ? 'waiting' : 'failed';
	const failed = unreadRange(kind, at, to);
	if (at <= horizon && horizon < to) return cutAfter(horizon, failed);

	const inside = known.filter((second) => second >= at && second < to);
	return cutAtMedian(inside, failed);
}

/** The parts of a range between others, which may overlap. */
export function without(others: readonly UnreadRange[], range: UnreadRange): UnreadRange[] {
	const ascending = [...others].sort((one, other) => one.at - other.at);
	const gaps: UnreadRange[] = [];
	let start = range.at;

	for (const other of ascending) {
		const end = Math.min(other.at - 1, range.to);
		gaps.push({ ...range, at: start, to: end });
		start = Math.max(start, other.to + 1);
	}
	gaps.push({ ...range, at: start });
	return gaps.filter((gap) => gap.at <= gap.to);
}

/**
 * Sorts ranges of one kind: the earlier first. Of those that failed the wider one, which may hold more that can be
 * read.
 */
export function byUrgency(one: UnreadRange, other: UnreadRange): number {
	if (!hasFailed(one)) return one.at - other.at;
	return other.to - other.at - (one.to - one.at);
}

/** The first second of some ranges that is unread; `undefined` where there is none. */
export function firstUnread(ranges: readonly UnreadRange[]): number | undefined {
	if (ranges.length === 0) return undefined;
	return Math.min(...ranges.map((range) => range.at));
}

/** Whether a second lies in one of some ranges. */
export function isUnread(second: number, ranges: readonly UnreadRange[]): boolean {
	return ranges.some((range) => second >= range.at && second <= range.to);
}
