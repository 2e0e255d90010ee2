import { ManualClock, startEmulator, type Emulator, type EmulatorOptions } from './index';
import { ALWAYS, TestClient, type TestAnswer, type TestQuery } from './testClient';

/** The emulated service as its specification has it, over plain HTTP. What it is asked by our nodes is tested with them. */

const CARDS = '/v3.2/bizCards';
const clock = new ManualClock();
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

/** Status and error types of an answer, as "400 invalid_value limit". */
function verdict({ status, json }: TestAnswer): string {
	const [{ Code, field } = {}] = json.error ?? [];
	return [status, Code, field].filter((part) => part !== undefined).join(' ');
}

/** Somebody with a key of their own. */
function another(input: { role?: 'admin'; forbidden?: boolean } = {}): TestClient & { id: string } {
	const apiKey = `AnotherKeyOfTheService${String(emulator.users.size).padStart(10, '0')}`;
	const { id } = emulator.addUser({ apiKey, ...input });
	return Object.assign(new TestClient(emulator, { 'X-Service-Api-Key': apiKey }), { id });
}

/** Headers, and what a call with them gets. */
const CALLERS: ReadonlyArray<readonly [Record<string, string>, string]> = [
	[{ 'X-Service-Api-Key': '' }, '401 invalid_api_key'],
	[{ 'X-Service-Api-Key': 'NoSuchKeyNoSuchKeyNoSuchKeyNoSuc' }, '401 invalid_api_key'],
	[{ 'X-Service-App-Id': 'other' }, '401 invalid_app_id'],
	[{ 'X-Service-App-Id': 'EmulatorApp01' }, '200'],
	[{ Origin: 'https://example.com' }, '403 has_no_permission'],
];

test.each(CALLERS)('a caller with %j: %s', async (headers, expected) => {
	expect(verdict(await client.send('/v2.0/tags', { headers }))).toBe(expected);
});

test('only administrators read the organization, and a key without permission nothing', async () => {
	expect((await client.get('/v2.0/organization/users')).status).toBe(200);
	expect(verdict(await another().get('/v2.0/organization/users'))).toBe('403 has_no_permission');
	expect(verdict(await another({ forbidden: true }).get('/v2.0/tags'))).toBe('403 has_no_permission');
});

test('eleven calls in a second are one too many; the allowance is counted for each key', async () => {
	await emulator.close();
	await begin({ rateLimit: true, pace: { now: () => 0, sleep: async () => undefined } });
	for (let call = 0; call < 10; call += 1) expect((await client.get('/v2.0/tags')).status).toBe(200);
	const { status, json } = await client.get('/v2.0/tags');
	expect([status, ...json.error]).toEqual([429, { Code: 'too_many_request', access_count: 11, retry_after: 1 }]);
	expect((await another().get('/v2.0/tags')).status).toBe(200);
});

/** A request, what it gets, and whether it is a breach of the interface. */
const REQUESTS: ReadonlyArray<readonly [path: string, query: TestQuery, expected: string]> = [
	[CARDS, {}, '400 required updatedFrom'],
	[CARDS, { ...ALWAYS, updatedTo: '2026-10-01' }, '400 invalid_value updatedTo'],
	[CARDS, { updatedFrom: '2026-10-02T00:00:00Z', updatedTo: '2026-10-01T00:00:00Z' }, '400 invalid_value updatedTo'],
	[CARDS, { ...ALWAYS, limit: '301' }, '400 invalid_value limit'],
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
	const ids = async (...given: Parameters<TestClient['ids']>) => (await client.ids(...given)).join('');

	beforeEach(() => {
		for (const id of 'abcde') {
			emulator.addCard({ id, updatedTime: clock.now() + 1_000 * id.charCodeAt(0), registeredTime: clock.now() });
		}
	});

	/** Kinds of tokens, and the cards that are read where the first goes between two pages. */
	const KINDS = { offset: 'abde', keyset: 'abcde', snapshot: 'abcde', cursor: 'abcde' } as const;

	test.each(Object.keys(KINDS) as Array<keyof typeof KINDS>)('with tokens of the kind %s', async (tokenKind) => {
		emulator.switches.tokenKind = tokenKind;
		expect(await ids(CARDS, term)).toBe('abcde');
		expect(await ids(CARDS, { ...term, orderDirection: 'desc' })).toBe('edcba');
		expect(await ids(CARDS, term, () => emulator.deleteCard('a'))).toBe(KINDS[tokenKind]);
		emulator.switches.hasMore = 'whenFull';
		expect(await ids(CARDS, { ...term, limit: '4' })).toBe('bcde');
	});

	test('a token is good for six hours and for its own list', async () => {
		const query = { nextPageToken: String((await client.get(CARDS, term)).json.nextPageToken) };
		expect(verdict(await client.get('/v2.5/bizCards', query))).toBe('400 invalid_value nextPageToken');
		clock.advance(6 * 3_600_000);
		expect((await client.get(CARDS, query)).status).toBe(200);
		clock.advance(1);
		expect(verdict(await client.get(CARDS, query))).toBe('400 expired_token nextPageToken');
		expect(emulator.violations).toEqual([]);
	});
});

describe('records', () => {
	test('a card has the fields of its version', async () => {
		const { id: tagId } = emulator.addTag({ name: 'VIP' });
		const address = { prefecture: '東京都', city: '港区', street: '1-2', building: 'A' };
		const { id } = emulator.addCard({ ...address, tagIds: [tagId] });
		const fields = async (version: string) => {
			const { json } = await client.get(`/v${version}/bizCards/${id}`);
			expect(json).toMatchObject({ address: '東京都港区1-2A', title: null, updatedTime: '2026-10-01T12:00:00+09:00' });
			return ['countryCode', 'isVirtualCard', 'tags'].filter((field) => field in json).join();
		};
		expect([await fields('2.0'), await fields('2.5'), await fields('3.2')]).toEqual([
			'',
			'countryCode',
			'countryCode,isVirtualCard',
		]);
		const { tags } = (await client.get(`${CARDS}/${id}`, { includeTags: 'true' })).json;
		expect(tags).toMatchObject([{ Id: tagId, name: 'VIP' }]);
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

	test('private tags and the cards of others are not for everybody', async () => {
		const other = another();
		emulator.addTag({ id: 't1', type: 'private' });
		emulator.addTag({ id: 't2', type: 'public' });
		emulator.addCard({ id: 'theirs' });
		emulator.addCard({ id: 'mine', ownerId: other.id });
		expect(await other.ids('/v2.0/tags', { range: 'all', type: ['private', 'public'] })).toEqual(['t2']);
		expect(await other.ids(CARDS, { ...ALWAYS, range: 'all' })).toEqual(['mine']);
		expect((await other.get(`${CARDS}/theirs`)).status).toBe(404);
	});
});

/** Bodies of a registration, and what they get. */
const BODIES: ReadonlyArray<readonly [object, string]> = [
	[{ companyName: 'A', exchangeDate: '2026-02-29' }, '400 invalid_value exchangeDate'],
	[{ companyName: 'A', tel: '(03) 1' }, '400 invalid_value tel'],
	[{ companyName: 'A', countryCode: 'XX' }, '400 invalid_value countryCode'],
	[{ companyName: 'A', nickname: 'B' }, '400 invalid_value nickname'],
	[{ companyName: 'A', sharingPermissions: { all: true } }, '400 invalid_value sharingPermissions.all'],
	[{ memo: 'no name' }, '400 required companyName'],
	[{ companyName: '髙'.repeat(250), tel: '+81-3', sharingPermissions: { name: null } }, '201'],
];

test.each(BODIES)('a registration of %j: %s', async (body, expected) => {
	expect(verdict(await client.post(CARDS, body))).toBe(expected);
});
