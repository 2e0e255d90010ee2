import { loadOptions, searchList } from '../support/engine/methods';
import { worldPerTest } from '../support/engine/world';

/** The lists of the node's panel, which ask the service while a person types. */

const world = worldPerTest();

const versionsAsked = () => [...new Set(world.emulator.calls.map(({ version }) => version))];

type Method = Parameters<typeof searchList>[0];

/** The ids that a list offers. */
async function found(method: Method, filter?: string): Promise<unknown[]> {
	const { results } = await searchList(method, world.credential(), filter);
	return results.map(({ value }) => value);
}

const HANAKO = { lastName: '髙橋', firstName: '花子', companyName: '北斗商事株式会社', personId: 'p1' };
const TARO = { lastName: '北斗', firstName: '太郎', companyName: '見本商事', personId: 'p2' };
const BLANK = { lastName: '', firstName: '', companyName: '', email: '', tel: '', entryStatus: 'processing' } as const;

function furnish(): void {
	const cards = [
		{ ...HANAKO, id: '1', tel: '03-1234-5678' },
		{ ...TARO, id: '2', email: 'taro@example.jp', mobile: '090-1234-0000' },
		{ ...BLANK, id: '4' },
	];
	for (const card of cards)
		world.emulator.addCard({ ...card, exchangeDate: '2026-04-01', registeredTime: `2026-01-0${card.id}T00:00:00Z` });
}

describe('cards', () => {
	beforeEach(furnish);

	test('come newest first, in every state, when nothing is typed', async () => {
		const { results } = await searchList('searchBusinessCards', world.credential());
		expect(results.map(({ name }) => name)).toEqual([
			'4 (2026-04-01)',
			'北斗 太郎, 見本商事 (2026-04-01)',
			'髙橋 花子, 北斗商事株式会社 (2026-04-01)',
		]);
	});

	test.each([
		['the beginning of a name or a part of a company', '北斗', ['2', '1']],
		['an e-mail address', 'taro@example.jp', ['2']],
		['a part of a phone number', '1234', ['1', '2']],
		['what nobody has', 'nobody', []],
	])('are found by %s', async (_what, filter, ids) => {
		expect(await found('searchBusinessCards', ` ${filter} `)).toEqual(ids);
	});

	test.each([
		['auto', '3.2'],
		['2.0', '2.0'],
		['={{ $json.version }}', '3.2'],
	])('are looked for with the version %s in version %s', async (apiVersion, version) => {
		await searchList('searchBusinessCards', world.credential(), '北斗', { apiVersion });
		expect(versionsAsked()).toEqual([version]);
	});

	test('come page by page, as far as somebody scrolls, each once', async () => {
		const ids = Array.from(
			{ length: 310 },
			(_, index) => world.emulator.addCard({ id: `n${index}`, lastName: '長谷川' }).id,
		);
		const first = await searchList('searchBusinessCards', world.credential(), '長谷川');
		expect(first.results).toHaveLength(300);
		expect(world.emulator.calls).toHaveLength(2);

		const rest = await searchList('searchBusinessCards', world.credential(), '長谷川', {}, first.paginationToken);
		expect([...first.results, ...rest.results].map(({ value }) => value).sort()).toEqual(ids.sort());
		expect(rest.paginationToken).toBeUndefined();
		expect(world.emulator.calls).toHaveLength(3);
	});
});

test('persons are each there once, by the names on their cards', async () => {
	furnish();
	world.emulator.addCard({ ...HANAKO, id: '5' });
	expect((await searchList('searchPersons', world.credential())).results).toEqual([
		{ name: '髙橋 花子, 北斗商事株式会社', value: 'p1' },
		{ name: '北斗 太郎, 見本商事', value: 'p2' },
	]);
});

test.each([
	['auto', '2.5'],
	['3.2', '2.5'],
	['2.0', '2.0'],
])('tags are listed with the version %s in version %s, all pages', async (apiVersion, version) => {
	world.emulator.addTag({ id: '3', name: 'vip', type: 'public' });
	for (let index = 0; index < 350; index += 1) world.emulator.addTag({ name: `展示会 ${index}` });
	const options = await loadOptions('getTags', world.credential(), { apiVersion });
	expect([options.length, versionsAsked()]).toEqual([351, [version]]);
	expect(options).toContainEqual({ name: 'vip', value: '3', description: 'public' });
});

test('tags are found whatever the width and case of the letters', async () => {
	for (const [id, name] of ['展示会', 'ＶＩＰ 2026', 'Visit', 'vip'].entries())
		world.emulator.addTag({ id: String(id), name });
	expect(await found('searchTags', ' Vip ')).toEqual(['3', '1']);
});

describe('a list that fails says why in plain text', () => {
	const SEARCHES = ['searchBusinessCards', 'searchPersons', 'searchTags'] as const;
	const DETAILS = ['name', 'limit'].map((field) => ({ Code: 'invalid_value', field }));

	async function errorOf(loading: Promise<unknown>): Promise<Error & { description?: string }> {
		const error: unknown = await loading.then(
			() => new Error('nothing failed'),
			(thrown: unknown) => thrown,
		);
		return error as Error;
	}

	test.each([
		['a wrong key', { kind: 'status', status: 401, body: { error: [{ Code: 'invalid_api_key' }] } }],
		['several details', { kind: 'status', status: 400, body: { message: 'No', error: DETAILS } }],
		['a page in its place', { kind: 'html' }],
		['a body that is cut', { kind: 'status', status: 200, body: '{"data":[' }],
		['a lost connection', { kind: 'reset' }],
	] as const)(
		'of %s',
		async (_, fault) => {
			world.emulator.faults.add({ ...fault, times: Infinity });
			const credential = world.credential();
			const searches = SEARCHES.map((method) => searchList(method, credential));
			for (const { message, description } of await Promise.all(searches.map(errorOf))) {
				expect(message).toMatch(/^[A-Z]/);
				expect(description).toMatch(/[a-z]\. [A-Z].*\.$|^[A-Z].*\.$/);
				expect(`${message} ${description}`).not.toMatch(/[<>\n]/);
			}

			// n8n shows a NodeApiError of a drop-down list as "[object Object]", and of other errors the message alone.
			const { name, message } = await errorOf(loadOptions('getTags', credential));
			expect(name).not.toBe('NodeApiError');
			expect(message).toMatch(/^[A-Z].*\. [A-Z].*\.$/);
			expect(message).not.toMatch(/[<>\n]/);
		},
		20_000,
	);
});

const METHODS = ['searchBusinessCards', 'searchPersons', 'searchTags'] as const;

test.each(METHODS)('%s offers no id that has lost digits, and fails in the words of the service', async (method) => {
	const ids = [4711, Number('7100000000000000293'), null];
	const data = ids.map((id) => ({ id, personId: id, name: 'One', companyName: 'One' }));
	world.emulator.faults.add({ kind: 'transform', transform: () => ({ hasMore: false, data }) });
	expect(await found(method)).toEqual(['4711']);
	world.emulator.faults.add({ kind: 'status', status: 403, times: Infinity });
	await expect(found(method, 'a')).rejects.toThrow('Scripted answer 403');
});
