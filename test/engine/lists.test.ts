import type { INodeParameters } from 'n8n-workflow';
import { ManualClock, SWITCH_VALUES, type CallRecord, type Switches } from '../emulator';
import { CARDS as FIRST_CARDS, leapClock, REPORTS as FIRST_REPORTS, worldPerTest } from '../support/engine/world';
import { outputOf } from './writes/support';

/** Lists: every record once, in the service's order, whatever happens between the pages. */

const clock = new ManualClock('2026-04-01T00:00:00Z');
const world = worldPerTest({ clock });
const START = Date.parse('2026-03-01T00:00:00Z');
const SIX_HOURS = 6 * 3_600_000;

const CARDS: INodeParameters = { ...FIRST_CARDS, returnAll: true };
const DESCENDING: INodeParameters = { ...CARDS, sort: { orderDirection: 'desc' } };
/** There is no way through this list but its page tokens. */
const BY_REGISTRATION: INodeParameters = { ...CARDS, sort: { orderBy: 'registeredAt', orderDirection: 'asc' } };
const SEARCH: INodeParameters = {
	resource: 'businessCard',
	operation: 'search',
	returnAll: true,
	filters: { companyName: 'Example' },
};
const REPORTS: INodeParameters = { ...FIRST_REPORTS, returnAll: true };
const TAGS: INodeParameters = { resource: 'tag', operation: 'getAll', returnAll: true };

/** Adds so many records, each later than the one before; gives their ids. */
function add(count: number, kind: 'Card' | 'Report' | 'Tag' = 'Card', apart = 60_000): string[] {
	return Array.from({ length: count }, (_, index) => {
		const id = `c${String(index).padStart(5, '0')}`;
		world.emulator[`add${kind}`]({ id, updatedTime: START + index * apart });
		return id;
	});
}

/** Does something just before the call with this number is answered. */
function before(number: number, action: () => unknown): void {
	world.emulator.onBeforeCall(({ n }) => void (n === number && action()));
}

interface Page {
	readonly data: object[];
	readonly nextPageToken: unknown;
}

/** Changes every page on its way. */
function everyPage(change: (page: Page) => object): void {
	const transform = (body: unknown) => change(body as Page);
	world.emulator.faults.add({ kind: 'transform', status: 200, times: Infinity, transform });
}

async function idsOf(parameters: INodeParameters): Promise<string[]> {
	return outputOf(await world.run(parameters)).map(({ id }) => String(id));
}

/** What is in a list, and whether the service gives the last one first. */
const LISTS = [
	{ name: 'business cards of a term', parameters: CARDS, kind: 'Card', isReversed: false },
	{ name: 'business cards by conditions', parameters: SEARCH, kind: 'Card', isReversed: true },
	{ name: 'reports of a term', parameters: REPORTS, kind: 'Report', isReversed: true },
	{ name: 'tags', parameters: TAGS, kind: 'Tag', isReversed: false },
] as const;

describe.each(LISTS)('$name', ({ parameters, kind, isReversed }) => {
	const fill = (count: number) => (isReversed ? add(count, kind).reverse() : add(count, kind));

	test('Return All gives every record of three pages once, in order, each paired with its input item', async () => {
		const ids = fill(700);
		const { items } = await world.run(parameters, { items: [{ json: {} }, { json: {} }] });
		expect(items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
			[0, 1].flatMap((item) => ids.map((id) => [id, { item }])),
		);
		// One call more than there are pages looks for what changed meanwhile.
		expect(world.emulator.calls.length).toBeLessThanOrEqual(2 * 4);
	});

	test.each([
		[undefined, 50, 1],
		[1, 1, 1],
		[300, 300, 1],
		// One call more than there are pages tells whether the service keeps the order, and one looks for changes.
		[301, 301, 3],
		[2_000, 720, 4],
	])('a limit of %p gives %d records in order, with %d calls at most', async (limit, count, calls) => {
		const ids = fill(720);
		const limited = { ...parameters, returnAll: false, ...(limit !== undefined && { limit }) };
		expect(await idsOf(limited)).toEqual(ids.slice(0, count));
		expect(world.emulator.calls.length).toBeLessThanOrEqual(calls);
	});
});

describe.each([CARDS, DESCENDING])('with a limit above one page, in a list by update time (%j)', (list) => {
	const isReversed = list === DESCENDING;

	test.each([
		[600, 'changes', 5],
		[2_000, 'changes', 5],
		[600, 'changes', 310],
		[600, 'disappears', 5],
		[2_000, 'disappears', 305],
	])('of %d, a record that %s (the one at place %d) hides no other', async (limit, what, place) => {
		const ids = isReversed ? add(700).reverse() : add(700);
		const [touched = ''] = ids.slice(place);
		const touch = () => {
			if (what === 'disappears') world.emulator.company.cards.delete(touched);
			else world.emulator.changeCard(touched, { title: 'New' });
		};
		before(2, touch);
		const found = await idsOf({ ...list, returnAll: false, limit });
		const expected = ids.slice(0, limit).filter((id) => id !== touched);
		expect(expected.filter((id) => !found.includes(id))).toEqual([]);
		expect(new Set(found).size).toBe(found.length);
		expect(found.length).toBeLessThanOrEqual(limit);
	});
});

describe('a long list of a slow service', () => {
	/** One call after the other does not use up the allowance of a key. */
	const SLOW_MS = 120;

	beforeEach(() => world.emulator.onBeforeCall(async () => await leapClock.holdBack(SLOW_MS)));

	test('ends with the error of a slice, without a record, and asks nothing any more', async () => {
		add(2_500);
		world.emulator.faults.add({ kind: 'status', status: 400, code: 'invalid_value', field: 'updatedTo', skip: 4 });
		const { items, error } = await world.run(CARDS);
		expect([items, error?.httpCode]).toEqual([[], '400']);
		const { length } = world.emulator.calls;
		await leapClock.sleep(3 * SLOW_MS);
		expect(world.emulator.calls).toHaveLength(length);
	});

	test('asks again for what breaks down, and for nothing more when the execution is cancelled', async () => {
		const ids = add(3_000);
		world.emulator.faults.add({ kind: 'resetMidBody', skip: 3 });
		expect(await idsOf(CARDS)).toEqual(ids);
		world.emulator.clearLog();
		await world.run(CARDS, { onStart: (cancel) => before(6, cancel) });
		expect(world.emulator.calls.length).toBeLessThan(10);
	});
});

/** Each open answer of the service by itself. */
const POINTS = ['bounds', 'listOrder', 'tokenKind', 'hasMore', 'besideToken', 'reportsLimitMax'] as const;
const OPEN = POINTS.flatMap((name) =>
	SWITCH_VALUES[name].slice(1).map((value) => ({ [name]: value }) as Partial<Switches>),
);

test.each(OPEN)('where the specification is silent (%j) no record is left out or repeated', async (switches) => {
	Object.assign(world.emulator.switches, switches);
	// Only a refusal tells that the limit of reports is lower.
	if ('reportsLimitMax' in switches) world.allowViolations();
	// Half a second apart: stamps are shared.
	const ids = add(1_300, 'Card', 500);
	add(1_300, 'Report', 500);
	for (const parameters of [CARDS, DESCENDING, BY_REGISTRATION, SEARCH, REPORTS])
		expect((await idsOf(parameters)).sort()).toEqual(ids);
});

test.each([BY_REGISTRATION, CARDS])(
	'a token that expires in mid-list costs no record and no repetition: %j',
	async (list) => {
		const ids = add(1_000, 'Card', 0);
		before(3, () => clock.advance(SIX_HOURS + 1));
		expect((await idsOf(list)).sort()).toEqual(ids);
	},
);

describe('odd pages', () => {
	test('that are empty and promise more, or hold a record twice, are read through', async () => {
		const ids = add(610);
		world.emulator.faults.add({ kind: 'emptyPage', skip: 1 });
		everyPage((page) => ({ ...page, data: page.data.flatMap((record) => [record, record]) }));
		expect(await idsOf(BY_REGISTRATION)).toEqual(ids);
	});

	async function expectError(parameters: INodeParameters, calls: number): Promise<void> {
		add(900);
		const { items, error } = await world.run(parameters);
		expect([items, error?.name]).toEqual([[], 'NodeApiError']);
		expect(world.emulator.calls.length).toBeLessThanOrEqual(calls);
	}

	test.each<object>([
		...['maybe', 1, null, undefined].map((hasMore) => ({ hasMore })),
		...[null, 'c2', 7, ['c2']].map((entry) => ({ hasMore: false, data: [{ id: 'c1' }, entry] })),
	])('with %j are an error, and no half of a list', async (contents) => {
		everyPage((page) => ({ ...page, ...contents }));
		await expectError(BY_REGISTRATION, 1);
	});

	test('whose token is never accepted are an error, and no half of a list', async () => {
		const hasToken = ({ query }: CallRecord) => query.some(([name]) => name === 'nextPageToken');
		world.emulator.onBeforeCall((call) => void (hasToken(call) && clock.advance(SIX_HOURS + 1)));
		await expectError(BY_REGISTRATION, 10);
	});

	/** A page that leads to itself, and pages that lead in a circle. */
	test.each([1, 2])('that lead in a circle of %d are an error, not a loop', async (length) => {
		const tokens: unknown[] = [];
		everyPage((page) => {
			tokens.push(page.nextPageToken);
			return { ...page, hasMore: true, nextPageToken: tokens.length < length ? page.nextPageToken : tokens[0] };
		});
		await expectError(BY_REGISTRATION, 40);
	});
});

test('more records than n8n takes from one input item are refused in words', async () => {
	let count = 0;
	everyPage(() => {
		const data = Array.from({ length: 300 }, (_, index) => ({ id: String(count + index) }));
		count += data.length;
		return { hasMore: true, nextPageToken: String(count), data };
	});
	const { items, error } = await world.run(SEARCH);
	expect([items, error?.message]).toEqual([[], expect.stringContaining('100,000 records')]);
});
