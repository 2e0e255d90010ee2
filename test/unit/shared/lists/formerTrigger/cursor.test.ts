import { advance, askedAt, beginAgain } from '../../../../../nodes/shared';
import type { Position } from '../../../../../nodes/shared';
import type { Course, TimedPage } from '../../../../../nodes/shared/lists/formerTrigger/position';

/** How a time range is read on, page by page: each test is one page that the service shows. */

const ALL = { taken: Infinity, fresh: true };
const NOTHING_NEW = { taken: Infinity, fresh: false };

function page(seconds: ReadonlyArray<number | undefined>, nextToken?: string): TimedPage {
	return { records: seconds.map((updated, place) => ({ id: `${updated} ${place}`, updated, registered: updated })), nextToken };
}

/** A range up to second 100, of a service that keeps the order and counts its bounds in, unless said otherwise. */
function course(changes: Partial<Course> = {}): Course {
	const bounds = { isFromIncluded: true };
	return { end: 100, asked: { from: 1, to: 101 }, bounds, isOrdered: true, fallback: 'passes', ...changes };
}

function timesOf({ records }: ReturnType<typeof advance>): number[] {
	return records.map(({ time }) => time);
}

describe('what is asked for', () => {
	test('has a second more at the end, and at the beginning while nobody knows whether that bound belongs to a range', () => {
		expect(askedAt({ at: 10 }, { end: 20, bounds: {} })).toEqual({ from: 9, to: 21 });
		expect(askedAt({ at: 10 }, { end: 20, bounds: { isFromIncluded: true } })).toEqual({ from: 10, to: 21 });
	});

	test('is the slice where there is one, and what the tokens of a crowded second were given for', () => {
		const pass = { from: 4, to: 6, order: 0, digest: 0, fresh: false, barren: 0, restarts: 0 };
		expect(askedAt({ at: 10, slice: { to: 12 } }, course())).toEqual({ from: 10, to: 13 });
		expect(askedAt({ at: 5, second: pass }, course())).toEqual({ from: 4, to: 6 });
	});
});

describe('a page in order', () => {
	test('leads on to its last second, which may go on', () => {
		const step = advance({ at: 1 }, page([1, 2, 3], 't'), course());
		expect(timesOf(step)).toEqual([1, 2, 3]);
		expect(step.next(ALL)).toEqual({ at: 3 });
	});

	test('ends the range when it is the last one, and when it shows what lies behind', () => {
		expect(advance({ at: 1 }, page([1, 2]), course()).next(ALL)).toBeUndefined();
		const step = advance({ at: 1 }, page([1, 2, 101], 't'), course());
		expect(timesOf(step)).toEqual([1, 2]);
		expect(step.next(ALL)).toBeUndefined();
	});

	test('is left where the poll was full', () => {
		expect(advance({ at: 1 }, page([1, 2, 3], 't'), course()).next({ taken: 1, fresh: true })).toEqual({ at: 2 });
	});

	test('places a record without a time where reading stands', () => {
		expect(timesOf(advance({ at: 5 }, page([undefined, 6]), course()))).toEqual([5, 6]);
	});
});

describe('a second with more records than a page', () => {
	const crowd = page([7, 7, 7], 't');

	/** The positions behind each page of a second, of two pages a pass. */
	function afterPages(count: number, intake: typeof ALL): Position | undefined {
		let position = advance({ at: 1 }, crowd, course()).next(ALL);
		for (let number = 0; number < count && position; number += 1) {
			const shown = number % 2 === 0 ? crowd : page([7]);
			position = advance(position, shown, course({ asked: askedAt(position, course()) })).next(intake);
		}
		return position;
	}

	test('is asked for by itself, and read on by its tokens', () => {
		expect(afterPages(0, ALL)).toMatchObject({ at: 7, second: { from: 7, to: 8 } });
		expect(afterPages(1, ALL)).toMatchObject({ at: 7, second: { token: 't' } });
	});

	test('is read until two passes have met the same records', () => {
		expect(afterPages(2, ALL)).toMatchObject({ at: 7, second: { digest: 0 } });
		expect(afterPages(4, NOTHING_NEW)).toEqual({ at: 8 });
	});

	test('begins again from another end when its token is refused, and is left when that does not help', () => {
		const position = afterPages(1, ALL) ?? { at: 0 };
		expect(beginAgain(position, {}, 1)).toMatchObject({ at: 7, second: { order: 1, restarts: 1, from: 6, to: 8 } });
		expect(beginAgain(position, {}, 0)).toEqual({ at: 8 });
	});

	test('is led through by the tokens of the list where each page is wanted once', () => {
		const tokens = course({ fallback: 'tokens' });
		const inside = advance({ at: 1 }, crowd, tokens).next(ALL) ?? { at: 0 };
		expect(inside).toEqual({ at: 7, lead: { token: 't', from: 7 } });
		expect(advance(inside, page([7, 9], 'u'), tokens).next(ALL)).toEqual({ at: 7, lead: { token: 'u', from: 7 } });
		expect(advance(inside, page([9, 10], 'u'), { ...tokens, changesFrom: 10 }).next(ALL)).toEqual({ at: 9 });
	});

	test('has not been left where all records behind a token may have changed since', () => {
		const tokens = course({ fallback: 'tokens' });
		const inside = { at: 7, lead: { token: 't', from: 7 } };
		for (const changed of [[9, 10], [200, 201]]) {
			expect(advance(inside, page(changed, 'u'), { ...tokens, changesFrom: 9 }).next(ALL)).toEqual({ at: 7, lead: { token: 'u', from: 7 } });
			expect(advance(inside, page(changed, 'u'), tokens).next(ALL)).toEqual({ at: 7, lead: { token: 'u', from: 7 } });
		}
	});
});

describe('a page out of order', () => {
	const unordered = course({ isOrdered: false });

	test('is taken, and cut in the middle of what it has shown', () => {
		const step = advance({ at: 1 }, page([60, 20, 40], 't'), unordered);
		expect(timesOf(step)).toEqual([20, 40, 60]);
		expect(step.next(ALL)).toEqual({ at: 1, slice: { to: 40, full: 100, isBlind: false } });
	});

	test('is followed by what is left of the range when the slice fits a page', () => {
		const slice: Position = { at: 1, slice: { to: 40, full: 100 } };
		expect(advance(slice, page([30, 2]), unordered).next(ALL)).toEqual({ at: 41, slice: { to: 100, full: 100 } });
		expect(advance({ at: 41, slice: { to: 100 } }, page([50]), unordered).next(ALL)).toBeUndefined();
	});

	test('is cut where the records that are known fill a page, when that comes before the middle of what it has shown', () => {
		const knownToFit = (at: number) => (at < 29 ? 28 : 98);
		const step = advance({ at: 1 }, page([90, 70, 80], 't'), course({ isOrdered: false, knownToFit }));
		expect(step.next(ALL)).toEqual({ at: 1, slice: { to: 28, full: 100, isBlind: false } });
		const behind = advance({ at: 29 }, page([90, 70, 80], 't'), course({ isOrdered: false, asked: { from: 29, to: 101 }, knownToFit }));
		expect(behind.next(ALL)).toEqual({ at: 29, slice: { to: 80, full: 100, isBlind: false } });
	});

	test('is followed by as much as the records that are known say, when a slice fits a page', () => {
		const slice: Position = { at: 1, slice: { to: 28, full: 100 } };
		const goOn = (end: number) => advance(slice, page([30, 2]), course({ isOrdered: false, knownToFit: () => end })).next(ALL);
		expect(goOn(60)).toEqual({ at: 29, slice: { to: 60, full: 100 } });
		expect(goOn(20)).toEqual({ at: 29, slice: { to: 29, full: 100 } });
		expect(goOn(Infinity)).toEqual({ at: 29, slice: { to: 100, full: 100 } });
	});

	test('is cut at a landmark where it shows no time, and in half where there is none', () => {
		const hollow = page([], 't');
		expect(advance({ at: 1 }, hollow, { ...unordered, landmarkIn: () => 30 }).next(ALL)).toMatchObject({ slice: { to: 30 } });
		expect(advance({ at: 1 }, hollow, unordered).next(ALL)).toMatchObject({ slice: { to: 50 } });
	});

	test('is asked for again without its neighbours once the bounds are known', () => {
		const wide = { ...unordered, asked: { from: 0, to: 101 } };
		expect(advance({ at: 1 }, page([60, 20], 't'), wide).next(ALL)).toEqual({ at: 1 });
	});

	test('keeps the order of the service where that is wanted', () => {
		const step = advance({ at: 1 }, page([60, 20, 40], 't'), { ...unordered, fallback: 'tokens' });
		expect(timesOf(step)).toEqual([60, 20, 40]);
		expect(step.next(ALL)).toEqual({ at: 1, lead: { token: 't', from: 60 } });
	});
});
