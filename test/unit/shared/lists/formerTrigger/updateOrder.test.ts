import { keepsUpdateOrder, type OrderEvidence } from '../../../../../nodes/shared';

/** Whether a page is in the order that was asked for. */

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
