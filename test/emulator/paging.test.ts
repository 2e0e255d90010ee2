import { ManualClock, type Switches } from './index';
import { ALWAYS, emulatorPerTest, errorsOf, type TestAnswer, type TestQuery } from './testClient';

const clock = new ManualClock();
const context = emulatorPerTest({ clock });
const CARDS = '/v3.2/bizCards';
const HOUR = 3_600_000;
const KINDS: ReadonlyArray<Switches['tokenKind']> = ['offset', 'keyset', 'snapshot', 'cursor'];

/** Cards c0, c1, ... one second apart, the oldest first. */
function addCards(count: number): string[] {
	const start = Date.parse('2024-05-01T00:00:00Z');
	return Array.from({ length: count }, (_, index) => {
		const updatedTime = start + index * 1000;
		return context.emulator.addCard({ id: `c${index}`, updatedTime }).id;
	});
}

async function token(query: TestQuery): Promise<string> {
	return (await context.client.get(CARDS, query)).json.nextPageToken ?? '';
}

async function pageAt(nextPageToken: string, more: TestQuery = {}): Promise<TestAnswer> {
	return await context.client.get(CARDS, { nextPageToken, ...more });
}

describe.each(KINDS)('%s tokens', (tokenKind) => {
	beforeEach(() => {
		context.emulator.switches.tokenKind = tokenKind;
	});

	it('lead through the whole list, in both directions, page sizes that fit and that do not', async () => {
		const ids = addCards(12);
		for (const limit of ['1', '4', '5', '12', '300']) {
			expect(await context.client.ids(CARDS, { ...ALWAYS, limit })).toEqual(ids);
			const desc = await context.client.ids(CARDS, { ...ALWAYS, limit, orderDirection: 'desc' });
			expect(desc).toEqual([...ids].reverse());
		}
	});

	it('lead through records of one second by id', async () => {
		const ids = ['d', 'b', 'a', 'c', 'e'];
		for (const id of ids) context.emulator.addCard({ id, updatedTime: clock.now() });
		expect(await context.client.ids(CARDS, { ...ALWAYS, limit: '2' })).toEqual([...ids].sort());
	});

	it('bring the parameters of the first page, and each shows its page again', async () => {
		addCards(5);
		const first = await token({ ...ALWAYS, limit: '2', includeTags: 'true' });
		const second = await pageAt(first, { limit: '300', orderDirection: 'desc' });
		expect(second.json.data.map(({ id }) => id)).toEqual(['c2', 'c3']);
		expect(second.json.data[0]).toHaveProperty('tags');
		expect((await pageAt(first)).json.data.map(({ id }) => id)).toEqual(tokenKind === 'cursor' ? ['c4'] : ['c2', 'c3']);
		expect(errorsOf(await pageAt(first, { limit: 'x' }))).toEqual(['invalid_value limit']);
		expect(context.emulator.violations).toHaveLength(1);
	});

	it('live six hours from the first page on', async () => {
		addCards(5);
		const first = await token({ ...ALWAYS, limit: '1' });
		clock.advance(6 * HOUR - 1);
		const answer = await pageAt(first);
		expect(answer.status).toBe(200);
		const second = answer.json.nextPageToken ?? '';
		clock.advance(1);
		expect((await pageAt(second)).status).toBe(200);
		clock.advance(1);
		for (const old of [first, second]) {
			const expired = await pageAt(old);
			expect([expired.status, ...errorsOf(expired)]).toEqual([400, 'expired_token nextPageToken']);
		}
		expect(context.emulator.violations).toEqual([]);
	});

	it('show a record that changes between two pages as their kind has it', async () => {
		const { client, emulator } = context;
		addCards(6);
		const ids = await client.ids(CARDS, { ...ALWAYS, limit: '2' }, (page) => {
			if (page === 1) emulator.changeCard('c0', { memo: 'moved to the end' });
		});
		const expected: Record<typeof tokenKind, string[]> = {
			// The rest moves up by one place, and c2 falls into the gap.
			offset: ['c0', 'c1', 'c3', 'c4', 'c5', 'c0'],
			keyset: ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c0'],
			snapshot: ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'],
			cursor: ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'],
		};
		expect(ids).toEqual(expected[tokenKind]);
	});

	it('go on when the last record of a page is deleted', async () => {
		const { client, emulator } = context;
		addCards(6);
		const ids = await client.ids(CARDS, { ...ALWAYS, limit: '2' }, (page) => {
			if (page === 1) emulator.deleteCard('c1');
			if (page === 2) emulator.deleteCard('c5');
		});
		expect(ids).toEqual(tokenKind === 'offset' ? ['c0', 'c1', 'c3', 'c4'] : ['c0', 'c1', 'c2', 'c3', 'c4']);
	});
});

describe('page tokens', () => {
	it('are good for their own list only', async () => {
		const { client, emulator } = context;
		addCards(3);
		const first = await token({ ...ALWAYS, limit: '1' });
		const user = emulator.addUser({ apiKey: 'U'.repeat(32) });
		const strangers = [
			await client.get('/v3.2/bizCards/search', { nextPageToken: first }),
			await client.get('/v2.5/bizCards', { nextPageToken: first }),
			await client.with({ 'X-Service-Api-Key': user.apiKey }).get(CARDS, { nextPageToken: first }),
			await pageAt('never issued'),
		];
		for (const answer of strangers) expect(errorsOf(answer)).toEqual(['invalid_value nextPageToken']);
		emulator.switches.badTokenCode = 'expired_token';
		expect(errorsOf(await pageAt('x'))).toEqual(['expired_token nextPageToken']);
	});

	it.each([
		['null', null],
		['absent', undefined],
	] as const)('are %s at the end', async (emptyLastPageToken, value) => {
		addCards(1);
		context.emulator.switches.emptyLastPageToken = emptyLastPageToken;
		const { json } = await context.client.get(CARDS, ALWAYS);
		expect([json.hasMore, json.nextPageToken]).toEqual([false, value]);
		expect('nextPageToken' in json).toBe(value === null);
	});

	it('may stand at the end and lead to nothing', async () => {
		addCards(1);
		context.emulator.switches.emptyLastPageToken = 'token';
		const { json } = await context.client.get(CARDS, ALWAYS);
		expect([json.hasMore, typeof json.nextPageToken]).toEqual([false, 'string']);
		expect((await pageAt(json.nextPageToken ?? '')).json).toMatchObject({ hasMore: false, data: [] });
	});

	it('may promise more than there is', async () => {
		addCards(4);
		context.emulator.switches.hasMore = 'whenFull';
		const second = await pageAt(await token({ ...ALWAYS, limit: '2' }));
		expect(second.json).toMatchObject({ hasMore: true });
		const third = await pageAt(second.json.nextPageToken ?? '');
		expect(third.json).toMatchObject({ hasMore: false, data: [] });
	});

	it('come with empty lists, too', async () => {
		expect((await context.client.get(CARDS, ALWAYS)).json).toEqual({ hasMore: false, nextPageToken: null, data: [] });
	});
});

describe('limit', () => {
	it('is 100 unless given, and 300 at most', async () => {
		const { emulator, client } = context;
		const asked = async (limit: string) => await client.get(CARDS, { ...ALWAYS, limit });
		addCards(301);
		expect((await client.get(CARDS, ALWAYS)).json.data).toHaveLength(100);
		expect((await asked('300')).json.data).toHaveLength(300);
		for (const limit of ['0', '-1', '1.5', '301', 'ten', '']) expect(errorsOf(await asked(limit))).toEqual(['invalid_value limit']);
		emulator.switches.limitAboveMax = 'clamp';
		expect((await asked('301')).json.data).toHaveLength(300);
		expect((await asked('0')).status).toBe(400);
	});
});
