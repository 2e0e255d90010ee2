import type { CallRecord } from '../emulator';
import { searchList } from '../support/engine/n8n';
import { worldPerTest } from '../support/engine/world';

/** The lists from which a record is chosen: they ask the service while a person types. */

const world = worldPerTest();

async function names(method: Parameters<typeof searchList>[0], filter?: string): Promise<string[]> {
	return (await searchList(method, world.credential(), { filter })).results.map(({ name }) => name);
}

/** The ids of all pages, in their order. */
async function all(method: Parameters<typeof searchList>[0], filter?: string): Promise<unknown[]> {
	const ids: unknown[] = [];
	let token: unknown;
	for (let page = 0; page < 20; page += 1) {
		const { results, paginationToken } = await searchList(method, world.credential(), { filter, token });
		ids.push(...results.map(({ value }) => value));
		if (paginationToken === undefined) return ids;
		token = paginationToken;
	}
	throw new Error('The list does not end');
}

function furnish(): void {
	const { emulator } = world;
	emulator.addUser({ apiKey: 'C'.repeat(32), id: 'colleague', name: 'C', email: 'c@example.jp', role: 'user' });
	const common = { exchangeDate: '2026-04-01' };
	emulator.addCard({ ...common, id: '1', personId: 'p1', lastName: '髙橋', firstName: '花子', companyName: '北斗商事株式会社', email: 'hanako@example.jp', tel: '03-1234-5678', registeredTime: '2026-01-01T00:00:00Z' });
	emulator.addCard({ ...common, id: '2', personId: 'p2', lastName: '北斗', firstName: '太郎', companyName: '見本商事', email: 'taro@example.jp', tel: '06-1111-2222', mobile: '090-1234-0000', registeredTime: '2026-01-02T00:00:00Z' });
	emulator.addCard({ ...common, id: '3', personId: 'p1', ownerId: 'colleague', lastName: '髙橋', firstName: '花子', companyName: '北斗商事株式会社', email: 'old@example.jp', tel: '', registeredTime: '2026-01-03T00:00:00Z' });
	emulator.addCard({ ...common, id: '4', personId: 'p4', lastName: '', firstName: '', companyName: '', email: '', tel: '', entryStatus: 'processing', registeredTime: '2026-01-04T00:00:00Z' });
}

describe('cards', () => {
	beforeEach(furnish);

	test('come newest first, in every state, when nothing is typed', async () => {
		expect(await names('searchBusinessCards')).toEqual([
			'4 (2026-04-01)',
			'髙橋 花子, 北斗商事株式会社 (2026-04-01)',
			'北斗 太郎, 見本商事 (2026-04-01)',
			'髙橋 花子, 北斗商事株式会社 (2026-04-01)',
		]);
	});

	test.each([
		['the beginning of a name, or a part of a company', '北斗', ['2', '3', '1']],
		['a part of a company', '商事', ['3', '2', '1']],
		['an e-mail address', 'taro@example.jp', ['2']],
		['a part of a phone number', '1234', ['1', '2']],
		['something with white space around it', '  髙橋 ', ['3', '1']],
		['what nobody has', 'nobody', []],
	])('are found by %s', async (_what, filter, ids) => {
		const { results } = await searchList('searchBusinessCards', world.credential(), { filter });
		expect(results.map(({ value }) => value)).toEqual(ids);
	});

	test.each([
		['auto', '3.2'],
		['2.0', '2.0'],
		['={{ $json.version }}', '3.2'],
	])('are looked for with the version %s in version %s', async (apiVersion, version) => {
		await searchList('searchBusinessCards', world.credential(), { filter: '北斗', parameters: { apiVersion } });
		expect(world.emulator.calls.map((call) => [call.endpoint, call.version])).toEqual([
			['E2', version],
			['E2', version],
		]);
	});

	test.each(['invalid_value', 'expired_token'] as const)('begin again where the token of a page is refused (%s)', async (badTokenCode) => {
		world.emulator.switches.badTokenCode = badTokenCode;
		const first = await searchList('searchBusinessCards', world.credential(), { filter: '北斗' });
		const token = JSON.stringify({ companyName: 'no longer known' });
		const { results } = await searchList('searchBusinessCards', world.credential(), { filter: '北斗', token });
		expect(results).toEqual(first.results.filter(({ value }) => value !== '2'));
	});

	test('come as many on a page as the service likes where it refuses the number, also behind a token that it refuses', async () => {
		const refusal = { message: 'Bad limit', error: [{ Code: 'invalid_value', field: 'limit' }] };
		const match = ({ query }: CallRecord) => query.some(([name]) => name === 'limit');
		world.emulator.faults.add({ kind: 'status', status: 400, body: refusal, match, times: Infinity });
		const first = await searchList('searchBusinessCards', world.credential());
		expect(first.results).toHaveLength(4);
		expect(await searchList('searchBusinessCards', world.credential(), { token: JSON.stringify({ '': 'no longer known' }) })).toEqual(first);
	});

	test('come page by page, none missing', async () => {
		for (let index = 0; index < 120; index += 1) world.emulator.addCard({ id: `n${index}`, lastName: '長谷川', companyName: index < 60 ? '長谷川工業' : '他社' });
		expect((await all('searchBusinessCards')).length).toBe(124);
		const found = await all('searchBusinessCards', '長谷川');
		expect(new Set(found).size).toBe(120);
	});
});

describe('persons', () => {
	beforeEach(furnish);

	test('are each there once, by the names on their cards', async () => {
		const { results } = await searchList('searchPersons', world.credential());
		expect(results).toEqual([
			{ name: '髙橋 花子, 北斗商事株式会社', value: 'p1' },
			{ name: '北斗 太郎, 見本商事', value: 'p2' },
		]);
		expect(await names('searchPersons', '見本')).toEqual(['北斗 太郎, 見本商事']);
	});
});

describe('tags', () => {
	test('are found by a part of their name, whatever the width and case of the letters', async () => {
		const { emulator } = world;
		emulator.addTag({ id: '1', name: 'ＶＩＰ 2026', type: 'shared' });
		emulator.addTag({ id: '2', name: '展示会', type: 'private' });
		emulator.addTag({ id: '3', name: 'vip', type: 'public' });
		expect(await searchList('searchTags', world.credential())).toEqual({
			results: [
				{ name: 'vip', value: '3' },
				{ name: 'ＶＩＰ 2026', value: '1' },
				{ name: '展示会', value: '2' },
			],
		});
		expect(await names('searchTags', ' Vip ')).toEqual(['vip', 'ＶＩＰ 2026']);
		expect(await names('searchTags', '会')).toEqual(['展示会']);
	});
});

/** Ids beyond the safe range have lost digits: each would be that of another record. */
test.each([
	['searchBusinessCards', 'id'],
	['searchPersons', 'personId'],
	['searchTags', 'id'],
] as const)('%s takes an id that is a number, unless there is none or it has lost digits', async (method, key) => {
	const ids = [4711, Number('7100000000000000293'), null, undefined];
	const data = ids.map((id) => ({ id: 'x', [key]: id, name: 'One', companyName: 'One' }));
	world.emulator.faults.add({ kind: 'transform', transform: () => ({ hasMore: false, data }) });
	const { results } = await searchList(method, world.credential());
	expect(results).toEqual([{ name: 'One', value: '4711' }]);
});

test.each(['searchBusinessCards', 'searchPersons', 'searchTags'] as const)('a refusal of %s is an error in the words of the service', async (method) => {
	world.emulator.faults.add({ kind: 'status', status: 403, times: Infinity });
	await expect(searchList(method, world.credential(), { filter: 'a' })).rejects.toThrow('Scripted answer 403');
});

test('what is no token of these lists begins no search', async () => {
	expect(await searchList('searchBusinessCards', world.credential(), { token: 'x' })).toEqual({ results: [] });
	expect(world.emulator.calls).toEqual([]);
});
