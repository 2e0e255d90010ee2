import type { INodeParameters } from 'n8n-workflow';
import { ManualClock } from '../emulator';
import { ALWAYS, worldPerTest } from '../support/engine/world';

/** Lists: every record once, in the service's order, over as many pages as it takes. */

const world = worldPerTest({ clock: new ManualClock('2026-04-01T00:00:00Z') });
const START = Date.parse('2026-03-01T00:00:00Z');

/** Adds records with different times in an order that is not that of their ids. */
function addMany(count: number, add: (input: { id: string; updatedTime: number; registeredTime: number }) => void): void {
	for (let index = 0; index < count; index += 1) {
		// A prime that divides no count that is used here: every place is taken once.
		const place = (index * 7_919) % count;
		add({
			id: `r${String(index).padStart(4, '0')}`,
			updatedTime: START + place * 60_000,
			registeredTime: START - index * 60_000,
		});
	}
}

interface ListCase {
	readonly name: string;
	readonly parameters: INodeParameters;
	readonly fill: (count: number) => void;
	/** Ids in the order in which the service gives them without options. */
	readonly ids: () => string[];
}

function cardIds(): string[] {
	return [...world.emulator.company.cards.values()].sort((a, b) => a.updatedTime - b.updatedTime).map(({ id }) => id);
}

const LISTS: readonly ListCase[] = [
	{
		name: 'business cards of a term',
		parameters: { resource: 'businessCard', operation: 'getAll', ...ALWAYS },
		fill: (count) => addMany(count, (input) => world.emulator.addCard(input)),
		ids: cardIds,
	},
	{
		name: 'business cards by conditions',
		parameters: { resource: 'businessCard', operation: 'search', filters: { companyName: 'Example' } },
		fill: (count) => addMany(count, (input) => world.emulator.addCard(input)),
		ids: () =>
			[...world.emulator.company.cards.values()].sort((a, b) => b.registeredTime - a.registeredTime).map(({ id }) => id),
	},
	{
		name: 'tags of a business card',
		parameters: { resource: 'businessCard', operation: 'getTags', businessCardId: 'c1' },
		fill(count) {
			addMany(count, ({ id }) => world.emulator.addTag({ id }));
			world.emulator.addCard({ id: 'c1', tagIds: [...world.emulator.company.tags.values()].map(({ id }) => id) });
		},
		ids: () => [...world.emulator.company.tags.values()].map(({ id }) => id).sort(),
	},
	{
		name: 'reports of a term',
		parameters: { resource: 'report', operation: 'getAll', ...ALWAYS },
		fill: (count) => addMany(count, (input) => world.emulator.addReport(input)),
		ids: () =>
			[...world.emulator.company.reports.values()].sort((a, b) => b.updatedTime - a.updatedTime).map(({ id }) => id),
	},
	{
		name: 'tags',
		parameters: { resource: 'tag', operation: 'getAll' },
		fill: (count) => addMany(count, ({ id }) => world.emulator.addTag({ id })),
		ids: () => [...world.emulator.company.tags.values()].map(({ id }) => id).sort(),
	},
];

describe.each(LISTS)('$name', ({ parameters, fill, ids }) => {
	test('Return All gives every record of three pages once, in order', async () => {
		fill(700);
		const { items, error } = await world.run({ ...parameters, returnAll: true });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.id)).toEqual(ids());
		// One call more than there are pages looks for what changed meanwhile.
		expect([3, 4]).toContain(world.emulator.calls.length);
	});

	test('the default gives the first 50 in one call', async () => {
		fill(60);
		const { items } = await world.run(parameters);
		expect(items.map(({ json }) => json.id)).toEqual(ids().slice(0, 50));
		expect(world.emulator.calls).toHaveLength(1);
	});

	test.each([
		[1, 1],
		[300, 1],
		[301, 2],
		[700, 3],
	])('a limit of %d gives so many records in order, with %d calls', async (limit, calls) => {
		fill(720);
		const { items } = await world.run({ ...parameters, limit });
		expect(items.map(({ json }) => json.id)).toEqual(ids().slice(0, limit));
		expect(world.emulator.calls).toHaveLength(calls);
	});

	test('a limit above what there is gives what there is', async () => {
		fill(3);
		const { items } = await world.run({ ...parameters, limit: 1_000 });
		expect(items.map(({ json }) => json.id)).toEqual(ids());
	});

	test('nothing gives no item and no error', async () => {
		fill(0);
		const { items, error } = await world.run({ ...parameters, returnAll: true });
		expect([items, error]).toEqual([[], undefined]);
	});

	test('every item is paired with its input item', async () => {
		fill(310);
		const { items } = await world.run({ ...parameters, returnAll: true }, { items: [{ json: {} }, { json: {} }] });
		expect(items).toHaveLength(620);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			...Array<unknown>(310).fill({ item: 0 }),
			...Array<unknown>(310).fill({ item: 1 }),
		]);
	});
});

describe('the order', () => {
	test.each([
		['registeredAt', 'asc'],
		['registeredAt', 'desc'],
		['completedAt', 'desc'],
		['updatedAt', 'desc'],
	])('by %s, %s, is that of the service over all pages', async (orderBy, orderDirection) => {
		addMany(650, (input) => world.emulator.addCard({ ...input, completedTime: input.updatedTime + 1_000 }));
		const { items } = await world.run({
			...(LISTS[0]?.parameters ?? {}),
			returnAll: true,
			sort: { orderBy, orderDirection },
		});
		const keys = { registeredAt: 'registeredTime', completedAt: 'completedTime', updatedAt: 'updatedTime' } as const;
		const key = keys[orderBy as keyof typeof keys];
		const sorted = [...world.emulator.company.cards.values()]
			.sort((a, b) => Number(a[key]) - Number(b[key]))
			.map(({ id }) => id);
		expect(items.map(({ json }) => json.id)).toEqual(orderDirection === 'asc' ? sorted : sorted.reverse());
	});

	test('is the one of the service also where it does not keep the one that was asked for', async () => {
		world.emulator.switches.listOrder = 'registeredDesc';
		addMany(400, (input) => world.emulator.addCard(input));
		const { items } = await world.run({ ...(LISTS[0]?.parameters ?? {}), returnAll: true });
		const byRegistration = [...world.emulator.company.cards.values()].sort((a, b) => b.registeredTime - a.registeredTime);
		expect(items.map(({ json }) => json.id)).toEqual(byRegistration.map(({ id }) => id));
	});
});
