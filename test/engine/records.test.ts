import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Switches } from '../emulator';
import { ALWAYS as TERM, TestClient, type TestQuery } from '../emulator/testClient';
import { ALWAYS, worldPerTest } from '../support/engine/world';

/** A record comes out as the service sent it; only a tag's id has one spelling. */

const world = worldPerTest();
const SPELLINGS: ReadonlyArray<Switches['tagIdSpelling']> = [
	'idInTagList',
	'idInCardTags',
	'idInCards',
	'always id',
	'always Id',
];

/** What the service says over plain HTTP. */
async function plain(path: string, query: TestQuery = {}): Promise<IDataObject> {
	return (await new TestClient(world.emulator).get(path, query)).json as unknown as IDataObject;
}

async function only(parameters: INodeParameters): Promise<IDataObject | undefined> {
	const { items, error } = await world.run(parameters);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	return items[0]?.json;
}

beforeEach(() => {
	const { emulator } = world;
	emulator.addTag({ id: 't1', name: '見込み客', type: 'public' });
	emulator.addTag({ id: 't2', name: 'Later', type: 'private' });
	emulator.addCard({ id: 'c1', personId: 'p1', lastName: '髙橋', title: '部長', tagIds: ['t1', 't2'] });
	emulator.addReport({
		id: 'r1',
		type: 'BizCardExchange',
		categories: [{ name: 'Kind', value: 'Visit' }],
		externalAttendees: [{ id: 'e1', personId: 'p1', companyName: 'Example', lastName: '髙橋', firstName: '' }],
	});
});

test.each(['2.0', '2.5', '3.2'])('the version %s may come from an expression as a number', async (version) => {
	const options = version === '2.0' ? {} : { includeTags: true };
	await only({ resource: 'businessCard', operation: 'get', businessCardId: 'c1', options, apiVersion: `={{ ${version} }}` });
	const asked = world.emulator.calls.map((call) => [call.version, call.query.some(([key]) => key === 'includeTags')]);
	expect(asked).toEqual([[version, version !== '2.0']]);
});

describe.each(['2.0', '2.5', '3.2'])('version %s', (apiVersion) => {
	const tags = apiVersion === '2.0' ? {} : { includeTags: true };
	const query: TestQuery = apiVersion === '2.0' ? {} : { includeTags: 'true' };

	beforeEach(() => {
		// One spelling everywhere, so that nothing at all may differ.
		world.emulator.switches.tagIdSpelling = 'always id';
	});

	/** What is asked of the node, and of the service. */
	const RECORDS: ReadonlyArray<readonly [string, INodeParameters, string]> = [
		['business card', { resource: 'businessCard', operation: 'get', businessCardId: 'c1', options: tags }, 'bizCards/c1'],
		['person', { resource: 'person', operation: 'get', personId: 'p1', options: tags }, 'persons/p1'],
	];

	test.each(RECORDS)('a %s comes out as it came', async (_, parameters, path) => {
		const record = await only({ ...parameters, apiVersion });
		// With the fields in their order.
		expect(JSON.stringify(record)).toBe(JSON.stringify(await plain(`/v${apiVersion}/${path}`, query)));
	});

	const LISTS: ReadonlyArray<readonly [string, INodeParameters, string]> = [
		['cards', { resource: 'businessCard', operation: 'getAll', ...ALWAYS, options: tags }, 'bizCards'],
		...(apiVersion === '2.0' ? [] : [['reports', { resource: 'report', operation: 'getAll', ...ALWAYS }, 'reports'] as const]),
	];

	test.each(LISTS)('the %s of a list come out as they came', async (name, parameters, path) => {
		const record = await only({ ...parameters, apiVersion });
		const { data } = await plain(`/v${apiVersion}/${path}`, name === 'cards' ? { ...TERM, ...query } : TERM);
		expect([record]).toEqual(data);
	});
});

describe.each(SPELLINGS)('with the spelling "%s"', (tagIdSpelling) => {
	const tags = (holder: unknown) => (holder as { tags: IDataObject[] }).tags;

	beforeEach(() => {
		world.emulator.switches.tagIdSpelling = tagIdSpelling;
	});

	test('a tag always has its id as "id", wherever it stands', async () => {
		const both = ['t1', 't2'];
		const ids = (list: IDataObject[]) => list.map((tag) => ('Id' in tag ? `Id ${String(tag.Id)}` : tag.id));
		const options = { includeTags: true };
		const card = await only({ resource: 'businessCard', operation: 'get', businessCardId: 'c1', options });
		const person = await only({ resource: 'person', operation: 'get', personId: 'p1', options });
		const listed = await only({ resource: 'businessCard', operation: 'getAll', ...ALWAYS, options });
		const found = await only({ resource: 'businessCard', operation: 'search', options });
		expect([tags(card), tags(person?.headBizCard), tags(listed), tags(found)].map(ids)).toEqual([both, both, both, both]);
		const ofCard = await world.run({ resource: 'businessCard', operation: 'getTags', businessCardId: 'c1' });
		const all = await world.run({ resource: 'tag', operation: 'getAll', options: { type: ['private', 'public'] } });
		expect([ofCard.items, all.items].map((items) => ids(items.map(({ json }) => json)))).toEqual([both, both]);
	});

	test('nothing else of a tag changes', async () => {
		const { data } = (await plain('/v3.2/bizCards/c1/tags')) as { data: IDataObject[] };
		const { items } = await world.run({ resource: 'businessCard', operation: 'getTags', businessCardId: 'c1' });
		const named = data.map(({ Id, id, ...rest }) => ({ id: id ?? Id, ...rest }));
		expect(items.map(({ json }) => json)).toEqual(named);
		expect(items.map(({ json }) => Object.keys(json)[0])).toEqual(['id', 'id']);
	});
});

describe('records that are not as in the documentation', () => {
	test('two whose ids are numbers that have lost digits are not taken for one', async () => {
		const UNSAFE = Number('7100000000000000293');
		const now = '2026-03-01T00:00:00Z';
		const card = { entryStatus: 'completed', registeredTime: now, updatedTime: now };
		const data = [{ ...card, id: UNSAFE, memo: 'one' }, { ...card, id: UNSAFE, memo: 'other' }, { ...card, id: 7 }, { ...card, id: 7 }];
		world.emulator.faults.add({ kind: 'transform', transform: () => ({ hasMore: false, data }), times: Infinity });
		const { items } = await world.run({ resource: 'businessCard', operation: 'search' });
		expect(items.map(({ json }) => json)).toEqual(data.slice(0, 3));
		const trigger = world.trigger({ event: 'businessCardCreated', options: { startFrom: '2000-01-01T00:00:00Z' } });
		expect((await trigger.poll()).map(({ id }) => id)).toEqual([UNSAFE, UNSAFE, 7]);
	});

	test('a person without a card comes out as the service sent it', async () => {
		world.emulator.faults.add({ kind: 'transform', transform: () => ({ id: 'p1', headBizCard: null }) });
		expect(await only({ resource: 'person', operation: 'get', personId: 'p1' })).toEqual({ id: 'p1', headBizCard: null });
	});

	test('text of every script comes through unchanged', async () => {
		const memo = '髙﨑 𠮷野 — “quotes” \\ / \u2028 👩‍💻 \u0000';
		world.emulator.changeCard('c1', { memo });
		expect(await only({ resource: 'businessCard', operation: 'get', businessCardId: 'c1' })).toHaveProperty('memo', memo);
	});
});

test('a card that was merged into a later one comes out as that one', async () => {
	world.emulator.addCard({ id: 'c2', personId: 'p1' });
	world.emulator.collateCards('c1', 'c2');
	expect(await only({ resource: 'businessCard', operation: 'get', businessCardId: 'c1' })).toHaveProperty('id', 'c2');
});
