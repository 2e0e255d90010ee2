import type { Bounds, Seconds, TimedPage } from './position';

/**
 * What to ask for so as to be shown some seconds: a second more on either side, as long as the service has not shown that it
 * counts that bound in (the spec does not say).
 */
export function around({ from, to }: Seconds, { isFromIncluded, isToIncluded }: Bounds): Seconds {
	return { from: isFromIncluded ? from : from - 1, to: isToIncluded ? to : to + 1 };
}

/** Notes which bounds the service counts in, as far as records on them show it. */
export function noteBounds({ records }: TimedPage, { from, to }: Seconds, bounds: Bounds): void {
	if (records.some(({ updated }) => updated === from)) bounds.isFromIncluded = true;
	if (records.some(({ updated }) => updated === to)) bounds.isToIncluded = true;
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
