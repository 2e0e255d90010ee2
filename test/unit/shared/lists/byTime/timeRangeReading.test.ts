import type { IDataObject } from 'n8n-workflow';
import { directionByUpdate, type ListPage, type ServiceRequest } from '../../../../../nodes/shared';
import { TimeRangeKnowledge, TimeRangeReading } from '../../../../../nodes/shared/lists/byTime/timeRangeReading';
import type { TimeRange } from '../../../../../nodes/shared/lists/byTime/timeRangeReading';

/** How a list of a term, or a stretch of it, is read on. */

const DAY = Date.parse('2026-01-10T00:00:00Z') / 1_000;

function request(...more: Array<readonly [string, string]>): ServiceRequest {
	const term = [['updatedFrom', '2026-01-01T00:00:00+00:00'], ['updatedTo', '2026-02-01T00:00:00+00:00']] as const;
	return { endpoint: { method: 'GET', response: 'list', effect: 'read', record: 'card' }, version: '3.2', path: '/bizCards', query: [...term, ...more] };
}

function at(second: number): string {
	return new Date((DAY + second) * 1_000).toISOString().replace('.000Z', '+00:00');
}

function page(seconds: readonly number[], nextPageToken: string | undefined = 't'): ListPage {
	const records: IDataObject[] = seconds.map((second, place) => ({
		id: `${second} ${place}`,
		updatedTime: at(second),
		// One of them was registered later than the one before, which an order by registration would not show.
		registeredTime: at(second + (place === 1 ? 10 : -10 * place)),
	}));
	return { records, nextPageToken };
}

function reading(direction: 'asc' | 'desc', stretch: TimeRange = {}, known = new TimeRangeKnowledge()): TimeRangeReading {
	const term = request(['orderDirection', direction]);
	const { start, end } = stretch;
	return new TimeRangeReading(term, direction, known, {
		start: start === undefined ? undefined : DAY + start,
		end: end === undefined ? undefined : DAY + end,
	});
}

function boundsOf({ query }: ServiceRequest): unknown[] {
	return [query[0]?.[1], query[1]?.[1]];
}

describe('the direction of a list by update', () => {
	test('is that of the request, or of the endpoint', () => {
		expect(directionByUpdate(request(), 'asc')).toBe('asc');
		expect(directionByUpdate(request(), 'desc')).toBe('desc');
		expect(directionByUpdate(request(['orderBy', 'updatedAt'], ['orderDirection', 'desc']), 'asc')).toBe('desc');
	});

	test.each(['registeredAt', 'completedAt'])('is none where a list is sorted by %s', (orderBy) => {
		expect(directionByUpdate(request(['orderBy', orderBy]), 'asc')).toBeUndefined();
	});
});

describe('a list of a term', () => {
	test('goes on from the last second of a page, without a token, and asks for a second more while bounds are unknown', () => {
		const list = reading('asc');
		const next = list.read(page([1, 2, 3]), list.first).next;
		expect(next?.token).toBeUndefined();
		expect(next && boundsOf(next.request)).toEqual([at(2), '2026-02-01T00:00:00+00:00']);
	});

	test('asks for a second more downwards, because times may have fractions', () => {
		const list = reading('desc');
		const next = list.read(page([9, 8, 7]), list.first).next;
		expect(next && boundsOf(next.request)).toEqual(['2026-01-01T00:00:00+00:00', at(8)]);
	});

	test('goes through a second that fills a page by its tokens', () => {
		const list = reading('asc');
		expect(list.read(page([3, 3, 3]), list.first).next).toEqual({ request: list.first.request, token: 't' });
	});

	test('ends where there is no more', () => {
		const list = reading('asc');
		expect(list.read({ ...page([1]), nextPageToken: undefined }, list.first).next).toBeUndefined();
	});

	test('asks for no second more once the service has shown that it counts the first one in', () => {
		const list = reading('asc');
		const second = list.read(page([1, 2, 3]), list.first).next;
		const third = second && list.read(page([2, 3, 5]), second).next;
		expect(third && boundsOf(third.request)[0]).toBe(at(5));
	});

	test('goes on asking for a second more where a term does not contain its start', () => {
		const list = reading('asc');
		const second = list.read(page([1, 2, 3]), list.first).next;
		const third = second && list.read(page([3, 4, 5]), second).next;
		expect(third && boundsOf(third.request)[0]).toBe(at(4));
	});

	test('does not go back to the crowd of the second before, which the second more would show again', () => {
		const list = reading('desc');
		const crowd = list.read(page([9, 8, 8]), list.first).next;
		expect(crowd && list.read(page([8, 8, 8]), crowd).next?.token).toBe('t');
		const onward = crowd && list.read(page([8, 8, 7]), { ...crowd, token: 't' }).next;
		expect(onward?.token).toBe('t');
	});
});

describe('a stretch of a term', () => {
	test.each([
		['asc', { start: 10, end: 20 }, [at(9), at(21)]],
		['desc', { start: 20, end: 10 }, [at(9), at(21)]],
	] as const)('is asked for with a second more on either side (%s)', (direction, stretch, bounds) => {
		expect(boundsOf(reading(direction, stretch).first.request)).toEqual(bounds);
	});

	test('never reaches beyond the term itself', () => {
		const whole = reading('asc', { start: -9 * 86_400, end: 22 * 86_400 });
		expect(boundsOf(whole.first.request)).toEqual(boundsOf(request()));
	});

	test('passes over what lies outside, and keeps what has no readable time', () => {
		const stretch = reading('asc', { start: 10, end: 20 });
		const shown = page([9, 10, 20, 21]);
		shown.records.push({ id: 'timeless' });
		expect(stretch.read(shown, stretch.first).records.map(({ id }) => id)).toEqual(['10 1', '20 2', 'timeless']);
	});

	test('ends with its last second, whatever follows', () => {
		const stretch = reading('asc', { start: 10, end: 20 });
		expect(stretch.read(page([11, 15, 21]), stretch.first).next).toBeUndefined();
	});

	test('ends earlier when its rest is given to somebody else', () => {
		const stretch = reading('asc', { start: 10, end: 20 });
		stretch.endAt(DAY + 14);
		expect(stretch.read(page([13, 15]), stretch.first).records).toHaveLength(1);
		expect(stretch.read(page([13, 14, 15]), stretch.first).next).toBeUndefined();
	});
});
