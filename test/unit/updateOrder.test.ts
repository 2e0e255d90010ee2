import { keepsUpdateOrder, readOnByTime, type OrderEvidence, type ServiceRequest } from '../../nodes/shared';

/** Whether a page is in the order that was asked for, and how a list of a term is read on. */

function page(...times: Array<readonly [updated: number, registered: number]>) {
	return times.map(([updated, registered]) => ({ updated, registered }));
}

describe('the order of a page', () => {
	let evidence: OrderEvidence;

	beforeEach(() => {
		evidence = { ordered: false };
	});

	test('counts as kept once a page shows it, and registrations do not descend', () => {
		expect(keepsUpdateOrder(page([1, 5], [2, 6]), 'asc', evidence)).toBe(true);
		expect(keepsUpdateOrder(page([9, 9]), 'asc', evidence)).toBe(true);
	});

	test('does not count as kept where it could be that of registration', () => {
		expect(keepsUpdateOrder(page([1, 6], [2, 5]), 'asc', evidence)).toBe(false);
		expect(keepsUpdateOrder(page([1, 1]), 'asc', evidence)).toBe(false);
		expect(keepsUpdateOrder([], 'asc', evidence)).toBe(false);
		expect(keepsUpdateOrder(page([3, 1], [3, 2]), 'asc', evidence)).toBe(false);
	});

	test('does not count as kept any more when a page breaks it', () => {
		expect(keepsUpdateOrder(page([1, 5], [2, 6]), 'asc', evidence)).toBe(true);
		expect(keepsUpdateOrder(page([2, 1], [1, 2]), 'asc', evidence)).toBe(false);
		expect(keepsUpdateOrder(page([9, 9]), 'asc', evidence)).toBe(false);
	});

	test('is looked at downwards where that was asked for', () => {
		expect(keepsUpdateOrder(page([2, 1], [1, 2]), 'desc', evidence)).toBe(true);
		expect(keepsUpdateOrder(page([1, 1], [2, 2]), 'desc', evidence)).toBe(false);
	});
});

describe('a list of a term', () => {
	const request = (...more: Array<readonly [string, string]>): ServiceRequest => ({
		endpoint: 'businessCard.getAll',
		version: '3.2',
		path: '/bizCards',
		query: [['updatedFrom', '2026-01-01T00:00:00+00:00'], ['updatedTo', '2026-02-01T00:00:00+00:00'], ...more],
	});
	const at = (second: number) => `2026-01-10T00:00:${String(second).padStart(2, '0')}Z`;
	const records = (...seconds: number[]) =>
		seconds.map((second) => ({ id: String(second), updatedTime: at(second), registeredTime: at(second) }));

	test('is read on by time only where it is sorted by update', () => {
		expect(readOnByTime(request(), 'asc')).toBeDefined();
		expect(readOnByTime(request(['orderBy', 'updatedAt']), 'asc')).toBeDefined();
		expect(readOnByTime(request(['orderBy', 'registeredAt']), 'asc')).toBeUndefined();
		expect(readOnByTime(request(['orderBy', 'completedAt']), 'asc')).toBeUndefined();
	});

	test('goes on from the last second of a page, without a token', () => {
		const readOn = readOnByTime(request(), 'asc');
		const next = readOn?.({ records: records(1, 2, 3), nextPageToken: 't' }, { request: request() });
		expect(next?.token).toBeUndefined();
		expect(next?.request.query[0]).toEqual(['updatedFrom', '2026-01-10T00:00:03+00:00']);
		expect(next?.request.query[1]).toEqual(request().query[1]);
	});

	test('goes through a second that fills a page by its tokens', () => {
		const readOn = readOnByTime(request(), 'asc');
		const next = readOn?.({ records: records(3, 3, 3), nextPageToken: 't' }, { request: request() });
		expect(next).toEqual({ request: request(), token: 't' });
	});

	test('ends where there is no more', () => {
		const readOn = readOnByTime(request(), 'asc');
		expect(readOn?.({ records: records(1), nextPageToken: undefined }, { request: request() })).toBeUndefined();
	});
});
