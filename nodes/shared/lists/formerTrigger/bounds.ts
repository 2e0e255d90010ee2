import type { Bounds, Seconds, TimedPage } from './position';

/**
 * What to ask for so as to be shown some seconds: a second more at the beginning, as long as the service has not shown that it
 * counts that bound in (the spec does not say), and always at the end: it may keep fractions of the seconds that it shows.
 */
export function around({ from, to }: Seconds, { isFromIncluded }: Bounds): Seconds {
	return { from: isFromIncluded ? from : from - 1, to: to + 1 };
}

/** Notes that the service counts the first bound in, as far as records on it show it. */
export function noteBounds({ records }: TimedPage, { from }: Seconds, bounds: Bounds): void {
	if (records.some(({ updated }) => updated === from)) bounds.isFromIncluded = true;
}

/** Whether more was asked for than it takes by now to be shown some seconds: what lies next to them is left out from then on. */
export function isTooWide(asked: Seconds, seconds: Seconds, bounds: Bounds): boolean {
	const needed = around(seconds, bounds);
	return asked.from !== needed.from || asked.to !== needed.to;
}

/** Notes how many records fit a page. */
export function notePageSize({ records, nextToken }: TimedPage, known: { pageSize: number }): void {
	if (nextToken !== undefined) known.pageSize = Math.max(known.pageSize, records.length);
}
