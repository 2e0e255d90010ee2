import { ManualClock, startEmulator, type Emulator, type EmulatorOptions } from './index';
import { ALWAYS, TestClient, type TestAnswer, type TestQuery } from './testClient';

/** The emulated service as its specification has it, over plain HTTP. What it is asked by our nodes is tested with them. */

const clock = new ManualClock('2026-10-01T03:00:00Z');
let emulator: Emulator;
let client: TestClient;

async function begin(options: EmulatorOptions = {}): Promise<void> {
	emulator = await startEmulator({ rateLimit: false, clock, ...options });
	client = new TestClient(emulator);
}

beforeEach(async () => {
	clock.set('2026-10-01T03:00:00Z');
	await begin();
});
afterEach(async () => await emulator.close());

async function reopen(options: EmulatorOptions): Promise<void> {
	await emulator.close();
	await begin(options);
}

/** Status and error types of an answer, as "400 invalid_value limit". */
function verdict({ status, json }: TestAnswer): string {
	const [{ Code, field } = {}] = json.error ?? [];
	return [status, Code, field].filter((part) => part !== undefined).join(' ');
}

const CARDS = '/v3.2/bizCards';

describe('who may call', () => {
	test.each([
		[{}, '401 invalid_api_key'],
		[{ 'X-Service-Api-Key': 'NoSuchKeyNoSuchKeyNoSuchKeyNoSuc' }, '401 invalid_api_key'],
		[{ 'X-Service-App-Id': 'other' }, '401 invalid_app_id'],
		[{ 'X-Service-App-Id': 'EmulatorApp01' }, '200'],
		[{ Origin: 'https://example.com' }, '403 has_no_permission'],
	])('%j: %s', async (headers, expected) => {
		const key = Object.keys(headers).length === 0 ? '' : emulator.apiKey;
		const sent = { 'X-Service-Api-Key': key, ...headers } as Record<string, string>;
		const answer = await new TestClient(emulator, sent).get('/v2.0/tags');
		expect(verdict(answer)).toBe(expected);
	});

	test('only administrators read the organization, and a key without permission nothing', async () => {
		const keys = { user: 'AKeyOfAnOrdinaryUserOfTheService', none: 'AKeyThatMayNotUseTheServiceAtAll' };
		emulator.addUser({ apiKey: keys.user });
		emulator.addUser({ apiKey: keys.none, forbidden: true });
		const as = (key: string) => new TestClient(emulator, { 'X-Service-Api-Key': key });
		expect((await client.get('/v2.0/organization/users')).status).toBe(200);
		expect(verdict(await as(keys.user).get('/v2.0/organization/users'))).toBe('403 has_no_permission');
		expect(verdict(await as(keys.none).get('/v2.0/tags'))).toBe('403 has_no_permission');
	});

	test('eleven calls in a second are one too many; the allowance is counted for each key', async () => {
		await reopen({ rateLimit: undefined, pace: { now: () => 0, sleep: async () => undefined } });
		for (let call = 0; call < 10; call += 1) expect((await client.get('/v2.0/tags')).status).toBe(200);
		const late = await client.get('/v2.0/tags');
		expect([late.status, late.json.error]).toEqual([
			429,
			[{ Code: 'too_many_request', access_count: 11, retry_after: 1 }],
		]);
		const apiKey = 'AnotherKeyAnotherKeyAnotherKey00';
		emulator.addUser({ apiKey });
		expect((await new TestClient(emulator, { 'X-Service-Api-Key': apiKey }).get('/v2.0/tags')).status).toBe(200);
		expect(emulator.refusedByRateLimit).toBe(1);
	});
});

/** A request, what it gets, and whether it is a breach of the interface. */
const REQUESTS: ReadonlyArray<readonly [path: string, query: TestQuery, expected: string]> = [
	[CARDS, {}, '400 required updatedFrom'],
	[CARDS, { ...ALWAYS, updatedTo: '2026-10-01' }, '400 invalid_value updatedTo'],
	[CARDS, { updatedFrom: '2026-10-02T00:00:00Z', updatedTo: '2026-10-01T00:00:00Z' }, '400 invalid_value updatedTo'],
	[CARDS, { ...ALWAYS, limit: '301' }, '400 invalid_value limit'],
	[CARDS, { ...ALWAYS, limit: '0' }, '400 invalid_value limit'],
	[CARDS, { ...ALWAYS, entryStatus: ['completed', 'done'] }, '400 invalid_value entryStatus'],
	[CARDS, { ...ALWAYS, includeTags: 'yes' }, '400 invalid_value includeTags'],
	[CARDS, { ...ALWAYS, range: ['me', 'all'] }, '400 invalid_value range'],
	['/v2.0/bizCards', { ...ALWAYS, includeTags: 'true' }, '400 invalid_value includeTags'],
	['/v2.0/bizCards/search', { tagId: '1' }, '400 invalid_value tagId'],
	['/v2.0/bizCards/search', { 'tagId[]': '1' }, '200'],
	['/v3.2/bizCards/search', { name: '' }, '400 invalid_value name'],
	['/v2.5/reports', { ...ALWAYS, 'type[]': 'OnlineMeeting' }, '400 invalid_value type[]'],
	['/v3.2/reports', { ...ALWAYS, 'type[]': 'OnlineMeeting' }, '200'],
	['/v2.0/reports', ALWAYS, '404'],
	['/v3.2/tags', {}, '404'],
	['/v9.9/tags', {}, '404'],
	['/v2.5/organization/jobs/1', {}, '404'],
];

test.each(REQUESTS)('%s %j: %s', async (path, query, expected) => {
	expect(verdict(await client.get(path, query))).toBe(expected);
	expect(emulator.violations).toHaveLength(expected === '200' ? 0 : 1);
});

describe('lists', () => {
	const term = { ...ALWAYS, limit: '2' };

	beforeEach(() => {
		for (const id of ['a', 'b', 'c', 'd', 'e']) {
			emulator.addCard({ id, updatedTime: clock.now() + 1_000 * id.charCodeAt(0), registeredTime: clock.now() });
		}
	});

	test.each(['offset', 'keyset', 'snapshot', 'cursor'] as const)(
		'with tokens of the kind %s every page is found',
		async (tokenKind) => {
			emulator.switches.tokenKind = tokenKind;
			expect(await client.ids(CARDS, term)).toEqual(['a', 'b', 'c', 'd', 'e']);
			expect(await client.ids(CARDS, { ...term, orderDirection: 'desc' })).toEqual(['e', 'd', 'c', 'b', 'a']);
			emulator.switches.hasMore = 'whenFull';
			expect(await client.ids(CARDS, { ...term, limit: '5' })).toEqual(['a', 'b', 'c', 'd', 'e']);
		},
	);

	test.each([
		['offset', ['a', 'b', 'd', 'e']],
		['keyset', ['a', 'b', 'c', 'd', 'e']],
		['snapshot', ['a', 'b', 'c', 'd', 'e']],
	] as const)('where a record goes between two pages, tokens of the kind %s give %j', async (tokenKind, expected) => {
		emulator.switches.tokenKind = tokenKind;
		expect(await client.ids(CARDS, term, () => emulator.deleteCard('a'))).toEqual(expected);
	});

	test('a token is good for six hours and for its own list', async () => {
		const { nextPageToken } = (await client.get(CARDS, term)).json;
		const query = { nextPageToken: String(nextPageToken) };
		expect(verdict(await client.get('/v2.5/bizCards', query))).toBe('400 invalid_value nextPageToken');
		clock.advance(6 * 3_600_000);
		expect((await client.get(CARDS, query)).status).toBe(200);
		clock.advance(1);
		expect(verdict(await client.get(CARDS, query))).toBe('400 expired_token nextPageToken');
		expect(emulator.violations).toEqual([]);
	});

	test.each([
		['inclusive', ['b', 'c', 'd']],
		['exclusive', ['c']],
	] as const)('the bounds of a term are %s', async (bounds, expected) => {
		emulator.switches.bounds = bounds;
		const at = (id: string) => new Date(clock.now() + 1_000 * id.charCodeAt(0)).toISOString().replace(/\.\d+/, '');
		expect(await client.ids(CARDS, { updatedFrom: at('b'), updatedTo: at('d') })).toEqual(expected);
	});

	test('what is stamped now may show later', async () => {
		emulator.addCard({ id: 'late' }, { visibleAt: clock.now() + 60_000 });
		expect(await client.ids(CARDS, ALWAYS)).not.toContain('late');
		clock.advance(60_000);
		expect(await client.ids(CARDS, ALWAYS)).toContain('late');
	});
});

describe('records', () => {
	test('a card has the fields of its version', async () => {
		const { id: tagId } = emulator.addTag({ name: 'VIP' });
		const { id } = emulator.addCard({
			prefecture: '東京都',
			city: '港区',
			street: '1-2',
			building: 'A',
			tagIds: [tagId],
		});
		const cards = await Promise.all(
			['2.0', '2.5', '3.2'].map(async (version) => (await client.get(`/v${version}/bizCards/${id}`)).json),
		);
		expect(cards.map((card) => ['countryCode' in card, 'isVirtualCard' in card, 'tags' in card])).toEqual([
			[false, false, false],
			[true, false, false],
			[true, true, false],
		]);
		expect(cards[0]).toMatchObject({ address: '東京都港区1-2A', title: null, updatedTime: '2026-10-01T12:00:00+09:00' });
		expect((await client.get(`${CARDS}/${id}`, { includeTags: 'true' })).json.tags).toMatchObject([
			{ Id: tagId, name: 'VIP' },
		]);
	});

	test('a card that was collated leads to the later one, and shows in lists with past cards only', async () => {
		emulator.addCard({ id: 'old', exchangeDate: '2025-01-01' });
		emulator.addCard({ id: 'new', exchangeDate: '2026-01-01', personId: 'p' });
		emulator.collateCards('old', 'new');
		expect((await client.get(`${CARDS}/old`)).json.id).toBe('new');
		expect((await client.get('/v3.2/persons/p')).json.headBizCard).toMatchObject({ id: 'new' });
		expect(await client.ids(CARDS, ALWAYS)).toEqual(['new']);
		expect(await client.ids(CARDS, { ...ALWAYS, includePastBizCards: 'true' })).toEqual(['new', 'old']);
	});

	test.each([
		[{ companyName: 'TRADING' }, ['x']],
		[{ name: 'Sato H' }, ['x']],
		[{ name: 'Hanako' }, []],
		[{ email: 'a@example.com' }, ['x']],
		[{ email: 'example.com' }, []],
		[{ tel: '123' }, ['x']],
	])('a search for %j finds %j', async (query, expected) => {
		emulator.addCard({
			id: 'x',
			companyName: 'Asahi Trading',
			lastName: 'Sato',
			firstName: 'Hanako',
			email: 'a@example.com',
			tel: '03-1234',
		});
		emulator.addCard({ id: 'y', companyName: 'Other' });
		expect(await client.ids('/v3.2/bizCards/search', query)).toEqual(expected);
	});

	test('private tags and the cards of others are not for everybody', async () => {
		const apiKey = 'AKeyOfAnOrdinaryUserOfTheService';
		const mine = emulator.addUser({ apiKey });
		const other = new TestClient(emulator, { 'X-Service-Api-Key': apiKey });
		emulator.addTag({ id: 't1', type: 'private' });
		emulator.addTag({ id: 't2', type: 'public' });
		emulator.addCard({ id: 'theirs' });
		emulator.addCard({ id: 'mine', ownerId: mine.id });
		expect(await other.ids('/v2.0/tags', { range: 'all', type: ['private', 'public'] })).toEqual(['t2']);
		expect(await other.ids(CARDS, { ...ALWAYS, range: 'all' })).toEqual(['mine']);
		expect((await other.get(`${CARDS}/theirs`)).status).toBe(404);
	});
});

describe('registration', () => {
	test.each([
		[{ companyName: 'A', exchangeDate: '2026-02-29' }, '400 invalid_value exchangeDate'],
		[{ companyName: 'A', lastNameReading: 'やまだ' }, '400 invalid_value lastNameReading'],
		[{ companyName: 'A', tel: '(03) 1' }, '400 invalid_value tel'],
		[{ companyName: 'A', countryCode: 'XX' }, '400 invalid_value countryCode'],
		[{ companyName: 'x'.repeat(251) }, '400 invalid_value companyName'],
		[{ companyName: 'A', nickname: 'B' }, '400 invalid_value nickname'],
		[{ companyName: 'A', sharingPermissions: { all: true } }, '400 invalid_value sharingPermissions.all'],
		[{ memo: 'no name' }, '400 required companyName'],
		[{ companyName: '髙'.repeat(250), tel: '+81-3', sharingPermissions: { name: null } }, '201'],
	])('%j: %s', async (body, expected) => {
		expect(verdict(await client.post(CARDS, body))).toBe(expected);
	});

	test('an image becomes a card for each language, which is processing until its data are entered', async () => {
		const form = new FormData();
		form.append('frontImage', new Blob([Buffer.from([0xff, 0xd8, 0xff, 0xe0])]), 'card.jpg');
		for (const language of ['Japanese', 'English']) form.append('language', language);
		const answer = await client.send(`${CARDS}/images`, { method: 'POST', body: form });
		expect([answer.status, answer.json.data.map(({ language }) => language)]).toEqual([202, ['Japanese', 'English']]);
		const id = String(answer.json.data[0]?.id);
		expect(await client.ids(CARDS, { ...ALWAYS, entryStatus: 'completed' })).toEqual([]);
		emulator.completeDigitization(id);
		expect((await client.get(`${CARDS}/${id}`)).json).toMatchObject({
			entryStatus: 'completed',
			lastName: expect.stringMatching(/./),
		});
		expect((await client.get(`${CARDS}/${id}/image`)).bytes).toEqual(Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
		expect(emulator.violations).toEqual([]);
	});
});

describe('faults', () => {
	test('meet the calls they are for, as often as they say', async () => {
		emulator.faults.add({ kind: 'status', status: 503, endpoint: 'E10', skip: 1, times: 2 });
		const statuses = [];
		for (let call = 0; call < 4; call += 1) statuses.push((await client.get('/v2.0/tags')).status);
		statuses.push((await client.get(CARDS, ALWAYS)).status);
		expect(statuses).toEqual([200, 503, 503, 200, 200]);
	});

	test('a write may arrive and never be confirmed', async () => {
		emulator.faults.add({ kind: 'reset', process: true });
		await expect(client.post(CARDS, { companyName: 'A' })).rejects.toThrow();
		expect(emulator.company.cards.size).toBe(1);
	});
});
