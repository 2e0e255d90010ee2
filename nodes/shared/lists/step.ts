/*
 * One step through a list: what to ask for at a position, and where to go on after the page. Each page begins at the
 * last second of the one before, so no change between two pages moves a record past the reader. Only what cannot be
 * told apart by time is read by page token: a second that does not fit a page, and a list without the order it was
 * asked for.
 */

/** How far a time range has been read in ascending order. Seconds since 1970. */
export interface Position {
	/** The first second that has not been read completely. */
	readonly at: number;
	/** The last second of the range. */
	readonly to: number;
	/** Set while pages are followed by their tokens: up to which second, and the next token (none for the first page). */
	readonly walk?: { readonly to: number; readonly token?: string };
}

/**
 * The bounds to ask for: a second more on either side, because whether they belong to the range is not shown (spec: E1,
 * E9), unless the first one is known to.
 */
export function termOf({ at, to, walk }: Position, includesFrom: boolean) {
	return { from: includesFrom ? at : at - 1, to: (walk?.to ?? to) + 1 };
}

/** Whether seconds never go back. */
export function isAscending(seconds: readonly number[]): boolean {
	return seconds.every((second, index) => second >= (seconds[index - 1] ?? second));
}

/**
 * Where to go on after a page.
 *
 * @param seconds the update times that can be read of the records on the page, in their order
 * @param nextToken of the page
 * @returns the next position; `undefined` when the range has been read to its end
 */
export function step(
	position: Position,
	seconds: readonly number[],
	nextToken: string | undefined,
): Position | undefined {
	const { at, to, walk } = position;
	if (walk) {
		if (nextToken !== undefined) return { at, to, walk: { to: walk.to, token: nextToken } };
		return walk.to < to ? { at: walk.to + 1, to } : undefined;
	}
	if (nextToken === undefined) return undefined;
	const last = seconds.at(-1);
	// Without an order, and where no record shows a time, tokens alone lead on.
	if (last === undefined || !isAscending(seconds)) return { at, to, walk: { to } };
	if (last > to) return undefined;
	if (last > at) return { at: last, to };
	// The page is full of the second before: asked without it, the next one leads on.
	return last < at ? { at, to } : { at, to, walk: { to: at } };
}
