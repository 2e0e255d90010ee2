import type { IDataObject } from 'n8n-workflow';
import { readTerm } from '../../../../../../nodes/shared';
import { cardsBetween, ListModel, orderlyService } from './listModel';

/** How far reading gets ahead of what is taken, and what it does when a call fails. */

const START = 1_700_000_000;
const RECORDS = 1_000;
const CALLS = 13;

function reading(service: ListModel, direction: 'asc' | 'desc') {
	const breadth = { calls: CALLS, watch: async <T>(call: () => Promise<T>) => await call() };
	const request = cardsBetween('2000-01-01T00:00:00Z', '2099-12-31T23:59:59Z', ['orderDirection', direction]);
	return readTerm(service, request, { direction, most: Infinity, concurrency: breadth });
}

/** A list of 250 pages, and its reading. */
function longList() {
	const seconds = Array.from({ length: RECORDS }, (_, index) => START + index * 60);
	const service = new ListModel(orderlyService(4, START + RECORDS * 60, seconds));
	return { service, pages: reading(service, 'asc') };
}

/** Lets the service answer so many times, whichever call is chosen. */
async function answer(service: ListModel, times: number, choose: (count: number) => number = () => 0): Promise<void> {
	for (let time = 0; time < times; time += 1) {
		await new Promise(setImmediate);
		await service.advance(choose);
	}
	await new Promise(setImmediate);
}

/** Takes pages in the background; what was taken, and what ended it. */
function takeAll(pages: AsyncGenerator<IDataObject[], void, void>) {
	const taken: { records: number; error?: unknown } = { records: 0 };
	const taking = async () => {
		for await (const records of pages) taken.records += records.length;
	};
	taking().catch((error: unknown) => {
		taken.error = error;
	});
	return taken;
}

test('nothing is asked for while nobody takes what is there', async () => {
	const { service, pages } = longList();
	const first = pages.next();
	await answer(service, 2);
	expect((await first).done).toBe(false);
	await answer(service, 50);
	// What was begun before the first page was handed on.
	expect(service.asked.length).toBeLessThanOrEqual(1 + CALLS);
});

test('no more than 100 pages are read while the one before them does not come', async () => {
	const { service, pages } = longList();
	const taken = takeAll(pages);
	// Both ends of the list and its second page; then all answers but that of the front slice, which was asked first.
	await answer(service, 6);
	const before = taken.records;
	await answer(service, 600, (count) => Math.min(1, count));
	expect(taken.records).toBe(before);
	expect(service.asked.length).toBeGreaterThan(50);
	expect(service.asked.length).toBeLessThanOrEqual(100 + CALLS);
	await answer(service, 1_200);
	expect(taken).toEqual({ records: RECORDS });
});

test('the first failure ends the reading, and the calls that are under way', async () => {
	const { service, pages } = longList();
	const taken = takeAll(pages);
	await answer(service, 60);
	service.failNext = new Error('refused');
	await answer(service, 1, () => 3);
	const { length } = service.asked;
	expect(service.waiting).toBe(0);
	await answer(service, 200);
	expect(taken.error).toEqual(new Error('refused'));
	expect(service.asked).toHaveLength(length);
});

test('who stops taking ends the calls that are under way', async () => {
	const { service, pages } = longList();
	const first = pages.next();
	await answer(service, 4);
	await first;
	const second = pages.next();
	await answer(service, 2);
	await second;
	// The end of the list is known by now, and it is cut.
	const third = pages.next();
	await answer(service, 2);
	await third;
	expect(service.waiting).toBeGreaterThan(1);
	await pages.return();
	expect(service.waiting).toBe(0);
});

test.each(['asc', 'desc'] as const)('%s: a record whose time cannot be read hides no other one, wherever it stands on a page', async (direction) => {
	const places = Array.from({ length: 24 }, (_, place) => place);
	for (const odd of places) {
		const model = orderlyService(4, START + 24 * 60, []);
		for (const place of places) {
			const updated = START + place * 60;
			model.add({ updated, registered: updated, updatedForm: place === odd ? 'missing' : 'stamp' });
		}
		const service = new ListModel(model);
		const taken = takeAll(reading(service, direction));
		await answer(service, 60);
		expect([odd, taken]).toEqual([odd, { records: 24 }]);
	}
});
