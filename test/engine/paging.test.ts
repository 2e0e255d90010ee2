import type { INodeParameters } from 'n8n-workflow';
import { ManualClock, type CallRecord, type Switches } from '../emulator';
import { ALWAYS, worldPerTest } from '../support/engine/world';

/** A long list: tokens that expire, records that change meanwhile, pages that are odd. Nothing twice, nothing left out. */

const clock = new ManualClock('2026-04-01T00:00:00Z');
const world = worldPerTest({ clock });
const START = Date.parse('2026-03-01T00:00:00Z');
const SIX_HOURS = 6 * 3_600_000;
const KINDS: ReadonlyArray<Switches['tokenKind']> = ['offset', 'keyset', 'snapshot', 'cursor'];

/** Sorted by something else than the time of update: there is no way through the list but its page tokens. */
const CARDS: INodeParameters = {
	resource: 'businessCard',
	operation: 'getAll',
	...ALWAYS,
	returnAll: true,
	sort: { orderBy: 'registeredAt', orderDirection: 'asc' },
};
/** Sorted by the time of update, as by default. */
const CARDS_BY_UPDATE: INodeParameters = { ...CARDS, sort: {} };
const REPORTS: INodeParameters = { resource: 'report', operation: 'getAll', ...ALWAYS, returnAll: true };
const SEARCH: INodeParameters = { resource: 'businessCard', operation: 'search', returnAll: true };
const TAGS: INodeParameters = { resource: 'tag', operation: 'getAll', returnAll: true };

/** Cards in the order of their ids, by registration and by update; all of one second when `stepMs` is 0. */
function addCards(count: number, stepMs = 1_000): string[] {
	return Array.from({ length: count }, (_, index) => {
		const id = `c${String(index).padStart(4, '0')}`;
		return world.emulator.addCard({ id, updatedTime: START + index * stepMs }).id;
	});
}

function hasToken({ query }: CallRecord): boolean {
	return query.some(([name]) => name === 'nextPageToken');
}

/** Does something just before the calls with these numbers are answered. */
function before(numbers: readonly number[], action: (call: CallRecord) => void): void {
	world.emulator.onBeforeCall((call) => {
		if (numbers.includes(call.n)) action(call);
	});
}

async function idsOf(parameters: INodeParameters): Promise<unknown[]> {
	const { items, error } = await world.run(parameters);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json.id);
}

describe('a page token that expires in mid-list', () => {
	test.each(KINDS)('costs no record and no repetition behind several pages either, which then bring nothing new (%s tokens)', async (tokenKind) => {
		world.emulator.switches.tokenKind = tokenKind;
		const ids = addCards(1_000);
		before([4], () => clock.advance(SIX_HOURS + 1));
		expect(await idsOf(CARDS)).toEqual(ids);
	});

	test.each(KINDS)('costs a new start, no record and no repetition (%s tokens)', async (tokenKind) => {
		world.emulator.switches.tokenKind = tokenKind;
		const ids = addCards(700);
		before([2], () => clock.advance(SIX_HOURS + 1));
		expect(await idsOf(CARDS)).toEqual(ids);
		expect(world.emulator.calls.map((call) => [call.status, hasToken(call)])).toEqual([
			[200, false],
			[400, true],
			[200, false],
			[200, true],
			[200, true],
		]);
	});

	test('may do so several times', async () => {
		const ids = addCards(1_000);
		before([2, 5, 9], () => clock.advance(SIX_HOURS + 1));
		expect(await idsOf(CARDS)).toEqual(ids);
	});

	test('keeps to the limit', async () => {
		const ids = addCards(700);
		before([2], () => clock.advance(SIX_HOURS + 1));
		expect(await idsOf({ ...CARDS, returnAll: false, limit: 450 })).toEqual(ids.slice(0, 450));
	});

	test.each(['invalid_value', 'expired_token'] as const)(
		'is one too when the service has forgotten it (%s)',
		async (badTokenCode) => {
			world.emulator.switches.badTokenCode = badTokenCode;
			const ids = addCards(400);
			world.emulator.faults.add({
				kind: 'transform',
				transform: (body) => ({ ...(body as object), nextPageToken: 'forgotten' }),
			});
			expect(await idsOf(CARDS)).toEqual(ids);
			expect(world.emulator.calls.filter(hasToken).map(({ status }) => status)).toEqual([400, 200]);
		},
	);

	test('is given up, with an error and no half of a list, where no token is ever accepted', async () => {
		addCards(400);
		world.emulator.onBeforeCall((call) => {
			if (hasToken(call)) clock.advance(SIX_HOURS + 1);
		});
		const { items, error } = await world.run(CARDS);
		expect([items, error?.name]).toEqual([[], 'NodeApiError']);
		expect(error?.message).toMatch(/token/);
		expect(world.emulator.calls.length).toBeLessThanOrEqual(10);
	});

	test('costs no list a record: cards by update, one crowded second, search, reports, tags', async () => {
		const { emulator } = world;
		const expire = emulator.onBeforeCall((call) => {
			if (call.n === 2) clock.advance(SIX_HOURS + 1);
		});
		const ids = addCards(700);
		expect(await idsOf(CARDS_BY_UPDATE)).toEqual(ids);
		emulator.clearLog();
		expect(await idsOf(SEARCH)).toEqual([...ids].reverse());
		for (const id of ids) emulator.changeCard(id, {});
		emulator.clearLog();
		expect([...(await idsOf(CARDS_BY_UPDATE))].sort()).toEqual(ids);
		for (let index = 0; index < 310; index += 1) {
			emulator.addReport({ updatedTime: START + index * 1_000 });
			emulator.addTag({});
		}
		for (const parameters of [REPORTS, TAGS]) {
			emulator.clearLog();
			const given = await idsOf(parameters);
			expect([given.length, new Set(given).size]).toEqual([310, 310]);
		}
		expire();
	});
});

describe.each(KINDS)('records that change between two pages (%s tokens)', (tokenKind) => {
	beforeEach(() => {
		world.emulator.switches.tokenKind = tokenKind;
	});

	/** Lists by token, and the records that a position counted from the start may cost: only the service could prevent it. */
	const LISTS: ReadonlyArray<readonly [string, INodeParameters, number]> = [
		['by update', CARDS_BY_UPDATE, 0],
		['by registration', CARDS, tokenKind === 'offset' ? 1 : 0],
	];

	describe.each(LISTS)('%s', (_, parameters, tolerated) => {
		function expectAll(given: readonly unknown[], ids: readonly string[], lost: number): void {
			expect(given).toEqual([...new Set(given)]);
			expect(ids.filter((id) => !given.includes(id)).length).toBeLessThanOrEqual(lost);
		}

		/** What happens before the second page, and the records that it may cost in a list by registration. */
		const EVENTS: ReadonlyArray<readonly [string, () => unknown, number]> = [
			['changes after it was read comes once, and', () => world.emulator.changeCard('c0000', { memo: 'changed' }), 0],
			['changes before it is read comes once, and', () => world.emulator.changeCard('c0500', { memo: 'changed' }), tolerated],
			['goes after it was read', () => world.emulator.deleteCard('c0000'), tolerated],
		];

		test.each(EVENTS)('a record that %s costs no other', async (_event, happen, lost) => {
			const ids = addCards(600);
			before([2], happen);
			expectAll(await idsOf(parameters), ids, lost);
		});

		test('a record that goes before it is read is left out, the rest comes', async () => {
			const ids = addCards(600);
			before([2], () => world.emulator.deleteCard('c0500'));
			expect(await idsOf(parameters)).toEqual(ids.filter((id) => id !== 'c0500'));
		});

		test.each([
			['before the present page', { updatedTime: START - 1_000 }],
			['at the end', {}],
		])('a record that is added %s may come, and repeats none', async (_place, card) => {
			const ids = addCards(600);
			before([2], () => world.emulator.addCard({ id: 'new', ...card }));
			expect((await idsOf(parameters)).filter((id) => id !== 'new')).toEqual(ids);
		});

		test('a change at a restart repeats nothing and costs nothing', async () => {
			const ids = addCards(700);
			before([2], () => {
				clock.advance(SIX_HOURS + 1);
				world.emulator.changeCard('c0001', { memo: 'changed' });
			});
			expectAll(await idsOf(parameters), ids, 0);
		});
	});
});

describe('odd pages', () => {
	test('a full last page that promises more ends with the empty one behind it', async () => {
		world.emulator.switches.hasMore = 'whenFull';
		const ids = addCards(600);
		expect(await idsOf(CARDS)).toEqual(ids);
		expect(world.emulator.calls).toHaveLength(3);
	});

	test.each(['null', 'token', 'absent'] as const)(
		'the last page ends the list, its token being %s',
		async (emptyLastPageToken) => {
			world.emulator.switches.emptyLastPageToken = emptyLastPageToken;
			const ids = addCards(310);
			expect(await idsOf(CARDS)).toEqual(ids);
			expect(world.emulator.calls).toHaveLength(2);
		},
	);

	test('a page that gives its own token again ends in an error, not in a loop', async () => {
		addCards(700);
		world.emulator.faults.add({ kind: 'repeatToken', times: Infinity });
		const { items, error } = await world.run(CARDS);
		expect([items, error?.message]).toEqual([[], expect.stringMatching(/same page|cannot be read/)]);
		expect(world.emulator.calls.length).toBeLessThanOrEqual(10);
	});

	test('tokens that lead in a circle end in an error, not in a loop', async () => {
		addCards(900);
		const tokens: unknown[] = [];
		world.emulator.faults.add({
			kind: 'transform',
			times: Infinity,
			transform(body) {
				const page = body as { nextPageToken: unknown };
				tokens.push(page.nextPageToken);
				return tokens.length % 2 === 0 ? { ...page, hasMore: true, nextPageToken: tokens[0] } : page;
			},
		});
		const { items, error } = await world.run(CARDS);
		expect([items, error?.name]).toEqual([[], 'NodeApiError']);
		expect(world.emulator.calls.length).toBeLessThanOrEqual(40);
	});

	test('a page that holds a record twice gives it once', async () => {
		addCards(3);
		world.emulator.faults.add({
			kind: 'transform',
			transform(body) {
				const page = body as { data: unknown[] };
				return { ...page, data: [...page.data, ...page.data] };
			},
		});
		expect(await idsOf(CARDS)).toEqual(['c0000', 'c0001', 'c0002']);
	});

	test('every page carries the parameters of the first, tokens encoded', async () => {
		addCards(700);
		await world.run({ ...CARDS, range: 'all', sort: { orderBy: 'registeredAt', orderDirection: 'asc' } });
		const [first, ...others] = world.emulator.calls;
		for (const call of others) {
			expect(call.status).toBe(200);
			expect(call.query.filter(([name]) => name !== 'nextPageToken')).toEqual(first?.query);
		}
	});
});
