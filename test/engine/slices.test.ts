import type { INodeParameters } from 'n8n-workflow';
import { ManualClock, type CallRecord, type Switches } from '../emulator';
import { Random } from '../emulator/seed/random';
import { someOf } from '../inFull';
import { seedOf } from '../seed';
import { ALWAYS, leapClock, worldPerTest } from '../support/engine/world';

/** A long list of a slow service is read in several places at once, and is the same list. */

const clock = new ManualClock('2026-04-01T00:00:00Z');
const world = worldPerTest({ clock });
const START = Date.parse('2026-03-01T00:00:00Z');

/** Slow enough that one call after the other does not use up the allowance of a key. */
const SLOW_MS = 120;

const CARDS: INodeParameters = { resource: 'businessCard', operation: 'getAll', ...ALWAYS, returnAll: true };
const DESCENDING: INodeParameters = { ...CARDS, sort: { orderDirection: 'desc' } };
const REPORTS: INodeParameters = { ...CARDS, resource: 'report' };

/** Makes the service slow, and tells how many calls it has had to work on at once. */
function slowService(): { readonly mostAtOnce: number } {
	const seen = { atOnce: 0, mostAtOnce: 0 };
	world.emulator.onBeforeCall(async () => {
		seen.atOnce += 1;
		seen.mostAtOnce = Math.max(seen.mostAtOnce, seen.atOnce);
		await leapClock.holdBack(SLOW_MS);
		seen.atOnce -= 1;
	});
	return seen;
}

/** Cards in the order of their ids, at irregular distances. */
function addCards(count: number, apartMs = 60_000): string[] {
	let time = START;
	return Array.from({ length: count }, (_, index) => {
		time += apartMs * (1 + ((index * 7) % 3));
		return world.emulator.addCard({ id: `c${String(index).padStart(5, '0')}`, updatedTime: time }).id;
	});
}

/** Ids as they come; read with a key of its own, whose allowance nobody else has used. */
async function idsOf(parameters: INodeParameters): Promise<string[]> {
	const credential = world.credential({ apiKey: world.freshKey() });
	const { items, error } = await world.run(parameters, { credential });
	expect(error).toBeUndefined();
	return items.map(({ json }) => String(json.id));
}

function hasToken({ query }: CallRecord): boolean {
	return query.some(([name]) => name === 'nextPageToken');
}

describe('a long list of a slow service', () => {
	test.each([
		['the order of its updates', CARDS, (ids: string[]) => ids],
		['the other order where that is asked for', DESCENDING, (ids: string[]) => ids.reverse()],
	])('comes in %s, read in several places at once', async (_, parameters, inOrder) => {
		const ids = addCards(2_200);
		const seen = slowService();
		expect(await idsOf(parameters)).toEqual(inOrder(ids));
		expect(seen.mostAtOnce).toBeGreaterThan(1);
		if (parameters === CARDS) expect(world.emulator.calls.filter(hasToken)).toEqual([]);
		// Eight pages, a last look at the newest end, and a page that is not full here and there.
		expect(world.emulator.calls.length).toBeLessThanOrEqual(8 + 3);
	});

	test('may be one of reports, newest first by default, in pages smaller than asked for', async () => {
		world.allowViolations();
		world.emulator.switches.reportsLimitMax = 100;
		const ids = Array.from({ length: 650 }, (_, index) => {
			const id = `r${String(index).padStart(5, '0')}`;
			return world.emulator.addReport({ id, updatedTime: START + index * 60_000 }).id;
		});
		const seen = slowService();
		expect(await idsOf(REPORTS)).toEqual(ids.reverse());
		expect(seen.mostAtOnce).toBeGreaterThan(1);
	});

	test('holds crowded seconds and empty months', async () => {
		const { emulator } = world;
		const ids = addCards(900);
		const gap = START + 200 * 86_400_000;
		const crowd = Array.from({ length: 700 }, (_, index) => emulator.addCard({ id: `d${index}`, updatedTime: gap }).id);
		const later = Array.from({ length: 900 }, (_, index) => {
			const id = `e${String(index).padStart(5, '0')}`;
			return emulator.addCard({ id, updatedTime: gap + (index + 1) * 3_600_000 }).id;
		});
		slowService();
		const given = await idsOf(CARDS);
		expect([...given].sort()).toEqual([...ids, ...crowd, ...later].sort());
		expect(given.filter((id) => !id.startsWith('d'))).toEqual([...ids, ...later]);
	});

	test('costs three calls more at most where all of it lies in one second', async () => {
		const ids = addCards(1_000, 0);
		slowService();
		expect(await idsOf(CARDS)).toEqual(ids);
		expect(world.emulator.calls.length).toBeLessThanOrEqual(4 + 3);
	});
});

describe('what a service may do differently', () => {
	const BOUNDS = (['inclusive', 'exclusive'] as const).flatMap((updatedFrom) =>
		(['inclusive', 'exclusive'] as const).map((updatedTo) => ({ updatedFrom, updatedTo })),
	);
	const CASES: ReadonlyArray<Partial<Switches>> = [
		...BOUNDS.map((bounds) => ({ ...bounds, timePrecision: 'milliseconds' as const })),
		{ updatedFrom: 'exclusive', updatedTo: 'exclusive' },
		{ tokenKind: 'keyset', hasMore: 'whenFull' },
		{ tokenKind: 'snapshot', emptyLastPageToken: 'token' },
		{ timestampOffset: 'Z', extraUnknownFields: true },
	];

	test.each(someOf(CASES, 8))('%j: the list is the same, up and down', async (switches) => {
		Object.assign(world.emulator.switches, switches);
		// Half a second apart: stamps are shared, and fractions of seconds lost.
		const ids = addCards(1_500, 500);
		const seen = slowService();
		const [up, down] = await Promise.all([idsOf(CARDS), idsOf(DESCENDING)]);
		expect([up.length, new Set(up).size]).toEqual([1_500, 1_500]);
		expect(down).toEqual([...up].reverse());
		expect(up).toEqual(ids);
		expect(seen.mostAtOnce).toBeGreaterThan(2);
	});

	test('an order that is not the one asked for is kept as it comes, page by page', async () => {
		world.emulator.switches.listOrder = 'registeredDesc';
		const ids = Array.from({ length: 1_300 }, (_, index) => {
			const id = `c${String(index).padStart(5, '0')}`;
			const updatedTime = START + ((index * 7_919) % 1_300) * 60_000;
			return world.emulator.addCard({ id, updatedTime, registeredTime: START - index * 60_000 }).id;
		});
		slowService();
		expect(await idsOf(CARDS)).toEqual(ids);
		expect(world.emulator.calls.length).toBeLessThanOrEqual(5 + 3);
	});

	test('records without times are all there', async () => {
		world.emulator.switches.nullability = 'every';
		const ids = addCards(700);
		slowService();
		expect((await idsOf(CARDS)).sort()).toEqual(ids);
	});
});

describe('records that change while a list is read in several places', () => {
	test.each([
		['upwards', CARDS],
		['downwards', DESCENDING],
	])('come once each, and cost no other (%s)', async (name, parameters) => {
		const random = new Random(seedOf(`changes while a list is read ${name}`));
		const ids = addCards(2_000);
		const touched = new Set<string>();
		slowService();
		world.emulator.onBeforeCall(() => {
			clock.advance(700);
			for (let count = 0; count < 5; count += 1) {
				const id = random.pick(ids);
				touched.add(id);
				world.emulator.changeCard(id, { memo: 'changed' });
			}
		});
		const given = await idsOf(parameters);
		expect([given.length, [...given].sort()]).toEqual([2_000, ids]);
		const quiet = parameters === CARDS ? ids : [...ids].reverse();
		expect(given.filter((id) => !touched.has(id))).toEqual(quiet.filter((id) => !touched.has(id)));
	});

	test.each(['offset', 'keyset', 'snapshot'] as const)(
		'cost no other either where all of them were of one second (%s tokens)',
		async (tokenKind) => {
			world.emulator.switches.tokenKind = tokenKind;
			const ids = addCards(1_000, 0);
			world.emulator.onBeforeCall(({ n }) => {
				if (n === 2) for (const id of ['c00000', 'c00001', 'c00599']) world.emulator.changeCard(id, { memo: 'changed' });
			});
			const given = await idsOf(CARDS);
			expect([given.length, [...given].sort()]).toEqual([1_000, ids]);
		},
	);

	test('cost no other when they go', async () => {
		const ids = addCards(1_600);
		slowService();
		const gone = new Set<string>();
		world.emulator.onBeforeCall(({ n }) => {
			const id = ids[(n * 331) % ids.length] ?? '';
			if (world.emulator.deleteCard(id)) gone.add(id);
		});
		const given = await idsOf(CARDS);
		expect(given.filter((id) => !gone.has(id))).toEqual(ids.filter((id) => !gone.has(id)));
	});
});

describe('one call after the other', () => {
	test.each([
		['a search', { resource: 'businessCard', operation: 'search', returnAll: true }, 4],
		['an order by registration', { ...CARDS, sort: { orderBy: 'registeredAt' } }, 4],
		['a limit', { ...CARDS, returnAll: false, limit: 1_000 }, 4],
	])('is how %s is read', async (_, parameters, calls) => {
		addCards(1_100);
		const seen = slowService();
		await idsOf(parameters);
		expect([seen.mostAtOnce, world.emulator.calls.length]).toEqual([1, calls]);
	});

	test.each([
		[0, 1],
		[300, 1],
		[301, 2],
		[550, 2],
		[700, 3],
		[1_100, 4],
	])('%d records of a slow service, which are %d pages, take at most one call more', async (count, pages) => {
		const ids = addCards(count);
		slowService();
		expect(await idsOf(CARDS)).toEqual(ids);
		expect(world.emulator.calls.length).toBeGreaterThanOrEqual(pages);
		expect(world.emulator.calls.length).toBeLessThanOrEqual(pages === 1 ? 1 : pages + 1);
	});
});

describe('what ends the reading', () => {
	test('a slice that is refused ends it with that error, without a record, and nothing is asked any more', async () => {
		addCards(2_500);
		slowService();
		world.emulator.faults.add({ kind: 'status', status: 400, code: 'invalid_value', field: 'updatedTo', skip: 4 });
		const { items, error } = await world.run(CARDS);
		expect([items, error?.name, error?.httpCode]).toEqual([[], 'NodeApiError', '400']);
		const { length } = world.emulator.calls;
		await leapClock.sleep(3 * SLOW_MS);
		expect(world.emulator.calls).toHaveLength(length);
	});

	test('a slice that is refused ends the calls that wait for the allowance', async () => {
		addCards(6_000);
		// The tenth call is refused, but late: beside it one waits until the first is a second old.
		world.emulator.onBeforeCall(async ({ n }) => await leapClock.holdBack(n === 10 ? 2 * SLOW_MS : SLOW_MS));
		world.emulator.faults.add({ kind: 'status', status: 400, code: 'invalid_value', field: 'updatedTo', skip: 9 });
		const { error } = await world.run(CARDS, { credential: world.credential({ apiKey: world.freshKey() }) });
		expect(error?.httpCode).toBe('400');
		const { length } = world.emulator.calls;
		await leapClock.sleep(1_200);
		expect(world.emulator.calls).toHaveLength(length);
	});

	test('slices that break down are asked for again', async () => {
		const ids = addCards(1_500);
		slowService();
		world.emulator.faults.add({ kind: 'resetMidBody', skip: 3 });
		world.emulator.faults.add({ kind: 'status', status: 503, skip: 5 });
		expect(await idsOf(CARDS)).toEqual(ids);
	});

	test('an execution that is cancelled asks for nothing more', async () => {
		addCards(3_000);
		slowService();
		let atCancel = Infinity;
		await world.run(CARDS, {
			onStart(cancel) {
				world.emulator.onBeforeCall(({ n }) => {
					if (n !== 6) return;
					cancel();
					atCancel = world.emulator.calls.length;
				});
			},
		});
		await leapClock.sleep(3 * SLOW_MS);
		expect(world.emulator.calls.length).toBeLessThanOrEqual(atCancel + 1);
	});
});
