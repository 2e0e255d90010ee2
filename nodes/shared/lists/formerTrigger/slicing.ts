import { isTooWide } from './bounds';
import { beginPass } from './crowdedSecond';
import type { Next, PageRead, Position } from './position';

/**
 * Where to go on where a page shows a part of a range in no order: a slice is asked for that holds about half of what one
 * page has shown, until one fits a page. What was shown is taken all the same: it may have changed until it is read again.
 */
export function cutToFit(times: readonly number[], { position, page, records, to, course }: PageRead): Next {
	const { at, slice } = position;
	const last = times[times.length - 1];
	// What lies next to the end of a slice is asked for with it, so a longer one would meet the same crowd.
	const isCrowdBehind = page.records.length > 0 && page.records.every(({ updated = to }) => updated > to);
	const isWide = isTooWide(course.asked, { from: at, to }, course.bounds);
	const half = at + Math.floor((to - at) / 2);
	const middle = Math.min(middleOf(times) ?? (isCrowdBehind ? to - 2 : undefined) ?? course.landmarkIn?.(at, to) ?? half, Math.max(half, to - 2));
	return ({ taken }) => {
		if (taken < records.length || isWide) return position;
		// Where the service shows the newest first, its pages say nothing of what lies further back: what is known does.
		const end = Math.min(middle, course.knownToFit?.(at) ?? middle);
		if (last === at || end <= at) return beginPass(at, course.bounds);
		const isBlind = times.length === 0;
		return { at, slice: { to: end, full: isBlind ? to : (slice?.full ?? to), isBlind } };
	};
}

/** What follows a slice, or all that is left, when it was read; `undefined` at the end of the range. */
export function behind(read: PageRead): Position | undefined {
	const { position, records, to, course } = read;
	const { full = to, isBlind } = position.slice ?? {};
	const at = to + 1;
	if (to >= course.end) return undefined;
	if (isBlind && (to < full || records.length > 0)) return { at, slice: nextBlindly(full, read) };
	if (to >= full) return { at };
	// All that is left is too much for a page again where as much is known of it.
	return { at, slice: { to: Math.max(at, Math.min(full, course.knownToFit?.(at) ?? full)), full } };
}

/** Where a slice may end by the times of one page, earliest first. */
function middleOf(times: readonly number[]): number | undefined {
	const first = times[0];
	const middle = times[Math.floor(times.length / 2)];
	// A page full of one second says nothing of what lies before it; the second next to it is asked for with it.
	return middle === first && middle !== undefined ? middle - 2 : middle;
}

/**
 * The slice that follows one which fitted a page, where records do not say how far apart they are: twice as long, also behind the slice
 * that did not fit. Where nothing came, what did not fit lies in the rest, which is halved.
 */
function nextBlindly(full: number, { position: { at }, records, to, course }: PageRead): Position['slice'] {
	const end = records.length === 0 ? to + Math.ceil((full - to) / 2) : to + 2 * (to + 1 - at);
	const next = Math.min(to < full ? full : course.end, end);
	return { to: next, full: Math.max(full, next), isBlind: true };
}
