import { ALWAYS, worldPerTest } from '../support/engine/world';

/** Several input items: each with its own values, each with its own output, in the order they came. */

const world = worldPerTest();

function addCards(...ids: string[]): void {
	for (const id of ids) world.emulator.addCard({ id, personId: `p-${id}`, companyName: `Company ${id}` });
}

test('an id by expression is read for each item', async () => {
	addCards('a', 'b', 'c');
	const { items } = await world.run(
		{ resource: 'businessCard', operation: 'get', businessCardId: '={{ $json.card }}' },
		{ items: [{ json: { card: 'c' } }, { json: { card: 'a' } }, { json: { card: 'b' } }] },
	);
	expect(items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
		['c', { item: 0 }],
		['a', { item: 1 }],
		['b', { item: 2 }],
	]);
});

test('filters, terms, limits and options by expression are read for each item', async () => {
	addCards('a', 'b', 'c');
	const search = await world.run(
		{ resource: 'businessCard', operation: 'search', returnAll: true, filters: { companyName: '={{ $json.company }}' } },
		{ items: [{ json: { company: 'Company b' } }, { json: { company: 'Company' } }, { json: { company: 'Nobody' } }] },
	);
	expect(search.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 1 }, { item: 1 }]);
	world.emulator.clearLog();
	await world.run(
		{
			resource: 'businessCard',
			operation: 'getAll',
			updatedFrom: '={{ $json.from }}',
			updatedTo: '2026-04-01T00:00:00Z',
			limit: '={{ $json.limit }}',
			range: '={{ $json.range }}',
			options: { entryStatus: '={{ $json.statuses }}', includeTags: '={{ $json.tags }}' },
		},
		{
			items: [
				{ json: { from: '2026-01-01T00:00:00Z', limit: 1, range: 'me', statuses: ['completed'], tags: true } },
				{
					json: { from: '2026-02-01T00:00:00Z', limit: '2', range: 'all', statuses: 'processing,unreadable', tags: 'false' },
				},
			],
		},
	);
	const sent = world.emulator.calls.map(({ query }) => query.filter(([name]) => name !== 'updatedTo').sort());
	expect(sent).toEqual([
		[
			['entryStatus', 'completed'],
			['includeTags', 'true'],
			['limit', '1'],
			['range', 'me'],
			['updatedFrom', '2026-01-01T00:00:00+00:00'],
		],
		[
			['entryStatus', 'processing'],
			['entryStatus', 'unreadable'],
			['includeTags', 'false'],
			['limit', '2'],
			['range', 'all'],
			['updatedFrom', '2026-02-01T00:00:00+00:00'],
		],
	]);
});

test('a version by expression is read for each item', async () => {
	addCards('a');
	const { items } = await world.run(
		{ resource: 'businessCard', operation: 'get', apiVersion: '={{ $json.version }}', businessCardId: 'a' },
		{ items: ['2.0', '2.5', '3.2', 'auto'].map((version) => ({ json: { version } })) },
	);
	expect(world.emulator.calls.map(({ version }) => version).sort()).toEqual(['2.0', '2.5', '3.2', '3.2']);
	expect(items.map(({ json }) => ['countryCode' in json, 'isVirtualCard' in json])).toEqual([
		[false, false],
		[true, false],
		[true, true],
		[true, true],
	]);
});

test('the output keeps the order of the input although later items are answered first', async () => {
	addCards('a', 'b', 'c', 'd');
	world.emulator.faults.add({ kind: 'slow', pathIncludes: '/a', delayMs: 150 });
	world.emulator.faults.add({ kind: 'slow', pathIncludes: '/b', delayMs: 75 });
	const { items } = await world.run(
		{ resource: 'businessCard', operation: 'get', businessCardId: '={{ $json.card }}' },
		{ items: ['a', 'b', 'c', 'd'].map((card) => ({ json: { card } })) },
	);
	expect(items.map(({ json }) => json.id)).toEqual(['a', 'b', 'c', 'd']);
});

test('images, and the fields that they land in, are read for each item too', async () => {
	addCards('a', 'b');
	const items = [{ json: { card: 'b' } }, { json: { card: 'a' } }];
	const images = await world.run(
		{
			resource: 'businessCard',
			operation: 'getImage',
			businessCardId: '={{ $json.card }}',
			binaryPropertyName: '={{ "of_" + $json.card }}',
		},
		{ items },
	);
	expect(images.items.map(({ binary, pairedItem }) => [Object.keys(binary ?? {}), pairedItem])).toEqual([
		[['of_b'], { item: 0 }],
		[['of_a'], { item: 1 }],
	]);
});

test('no input item means no call', async () => {
	const { items, error } = await world.run({ resource: 'businessCard', operation: 'getAll', ...ALWAYS }, { items: [] });
	expect([items, error, world.emulator.calls.length]).toEqual([[], undefined, 0]);
});
