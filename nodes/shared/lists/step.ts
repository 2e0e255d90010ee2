/*
 * A step through a list: what to ask for, and where to go on after the page. Each page begins at the last second of
 * the one before, so no change between two pages moves a record past the reader. Only records that time cannot tell
 * apart are read by page token: a second that does not fit a page, and a list without the order it was asked for.
 */

/** How far a time range has been read in ascending order. Seconds since 1970. */
export interface RangeProgress {
	/** The first second that has not been read completely. */
	readonly at: number;
	/** The last second of the range. */
	readonly to: number;
	/** Set while pages are followed by their tokens: up to which second, and the next token (none for the first page). */
	readonly walk?: {
		readonly to: number;
		readonly token?: string;
	};
}

/**
 * The seconds to ask for: one more on either side, because the specification does not show whether the bounds belong to
 * the range (spec: E1, E9).
 *
 * @param bounds whether the first one is known to belong to the range, and needs no second before it
 */
export function requestedSeconds(
	progress: RangeProgress,
	bounds: { includesFrom: boolean },
): { from: number; to: number } {
	const { at, to, walk } = progress;
	const last = walk?.to ?? to;

	return {
		from: bounds.includesFrom ? at : at - 1,
		to: last + 1,
	};
}

/** Whether seconds never go back. */
export function isAscending(seconds: readonly number[]): boolean {
	return seconds.every((second, index) => {
		const before = seconds[index - 1] ?? second;
		return second >= before;
	});
}

/**
 * Where to go on after a page.
 *
 * @param progress how far the range had been read before the page
 * @param seconds the update times that can be read of the records on the page, in their order
 * @param nextToken of the page
 * @returns the progress after the page; `undefined` when the range has been read to its end
 */
export function step(
	progress: RangeProgress,
	seconds: readonly number[],
	nextToken: string | undefined,
): RangeProgress | undefined {
	const { at, to, walk } = progress;

	if (walk) {
		if (nextToken !== undefined) {
			return { at, to, walk: { to: walk.to, token: nextToken } };
		}
		if (walk.to >= to) return undefined;

		return { at: walk.to + 1, to };
	}

	if (nextToken === undefined) return undefined;

	// Without an order, and where no record shows a time, tokens alone lead on.
	const last = seconds.at(-1);
	if (last === undefined || !isAscending(seconds)) {
		return { at, to, walk: { to } };
	}

	if (last > to) return undefined;
	if (last > at) {
		return { at: last, to };
	}

	// A page full of the second before: the next one, asked for without that second, leads on.
	if (last < at) return { at, to };

	// A second that does not fit a page.
	return { at, to, walk: { to: at } };
}
