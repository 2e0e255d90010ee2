import { around, isTooWide } from './bounds';
import type { Bounds, Next, PageRead, Pass, Position, Seconds } from './position';

/**
 * A second whose passes differ although none brings anything new is left after so many of them: it is read again with
 * the overlap, and what lies behind it waits.
 */
const MAX_BARREN_PASSES = 3;

/** The orders in which the pages of a crowded second can be asked for: each shows other records first. */
export const ORDERS = [
	{ orderBy: 'updatedAt', orderDirection: 'asc' },
	{ orderBy: 'updatedAt', orderDirection: 'desc' },
	{ orderBy: 'registeredAt', orderDirection: 'asc' },
	{ orderBy: 'registeredAt', orderDirection: 'desc' },
] as const;

type Start = Omit<Pass, keyof Seconds>;

const FIRST_PASS: Start = { order: 0, digest: 0, fresh: false, barren: 0, restarts: 0 };

/** A number that is the same for the same ids in any order, and hardly for others. */
function digestOf(records: ReadonlyArray<{ readonly id: string }>, digest = 0): number {
	let sum = digest;
	for (const { id } of records) {
		let hash = 2_166_136_261;
		for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 16_777_619);
		sum = (sum + (hash >>> 0) + 1) % Number.MAX_SAFE_INTEGER;
	}
	return sum;
}

/** The beginning of the reading of a second by its pages. */
export function beginPass(at: number, bounds: Bounds, start: Start = FIRST_PASS): Position {
	return { at, second: { ...start, ...around({ from: at, to: at }, bounds) } };
}

/**
 * Begins a crowded second again from another end, after its token was refused: a token lives for six hours, and the next
 * poll may be a day away. A second is left where that has not helped so many times.
 */
export function beginAgain({ at, second }: Position, bounds: Bounds, maxRestarts: number): Position {
	const { order, restarts } = second ?? FIRST_PASS;
	if (restarts >= maxRestarts) return { at: at + 1 };
	return beginPass(at, bounds, { ...FIRST_PASS, order: (order + 1) % ORDERS.length, restarts: restarts + 1 });
}

/**
 * Where to go on behind a page of a second that has more than one: such a second is read until two passes over it have met
 * the same records, so that none has left its place between them, and nothing new was skipped.
 */
export function throughSecond(pass: Pass, { position: { at }, page, records, course }: PageRead): Next {
	const { token, shown: before, ...start } = pass;
	const { nextToken } = page;
	return ({ taken, fresh }) => {
		if (taken < records.length) return { at, second: { ...pass, fresh: true } };
		const digest = digestOf(
			records.map(({ record }) => record),
			pass.digest,
		);
		const met = { ...start, fresh: pass.fresh || fresh, digest };
		const shown = digestOf(page.records);
		// A service may give one token for a whole list. It stands still where it gives the same page as well.
		const goesOn = nextToken !== token || fresh || shown !== before;
		if (nextToken !== undefined && goesOn) {
			const isWide = isTooWide(pass, { from: at, to: at }, course.bounds);
			return token === undefined && isWide ? beginPass(at, course.bounds, start) : { at, second: { ...met, token: nextToken, shown } };
		}
		// A single page is one moment of the service: nothing can have moved between its records.
		if (token === undefined || met.digest === met.before) return { at: at + 1 };
		const barren = met.fresh ? 0 : met.barren + 1;
		if (barren >= MAX_BARREN_PASSES) return { at: at + 1 };
		return { at, second: { ...met, digest: 0, before: met.digest, fresh: false, barren } };
	};
}
