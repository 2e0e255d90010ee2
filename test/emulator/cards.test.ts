import { ManualClock, type CardInput } from './index';
import { ALWAYS, emulatorPerTest, errorsOf, type TestQuery } from './testClient';

const clock = new ManualClock('2024-06-03T00:00:00Z');
const context = emulatorPerTest({ clock });

const CARDS = '/v3.2/bizCards';
const SEARCH = '/v3.2/bizCards/search';

function add(cards: ReadonlyArray<CardInput & { id: string }>): void {
	for (const card of cards) context.emulator.addCard(card);
}

function addColleague(): string {
	return context.emulator.company.addPerson({ id: 'colleague', name: 'A', email: 'a@example.com' }).id;
}

async function found(path: string, query: TestQuery = {}): Promise<string[]> {
	return context.client.ids(path, query);
}

describe('E1: cards by term', () => {
	beforeEach(() => {
		add([
			{ id: 'a', registeredTime: '2024-01-04T00:00:00Z', updatedTime: '2024-05-01T00:00:00Z' },
			{
				id: 'b',
				registeredTime: '2024-01-03T00:00:00Z',
				updatedTime: '2024-05-02T00:00:00Z',
				completedTime: '2024-05-09T00:00:00Z',
			},
			{ id: 'd', registeredTime: '2024-01-02T00:00:00Z', updatedTime: '2024-05-03T00:00:00Z' },
			{ id: 'c', registeredTime: '2024-01-01T00:00:00Z', updatedTime: '2024-05-03T00:00:00Z' },
		]);
	});
	const term = { updatedFrom: '2024-05-01T00:00:00Z', updatedTo: '2024-05-03T09:00:00+09:00' };

	it('lists by update time, oldest first, equal times by id', async () => {
		expect(await found(CARDS, term)).toEqual(['a', 'b', 'c', 'd']);
	});

	it.each([
		['updatedAt', 'desc', ['d', 'c', 'b', 'a']],
		['registeredAt', 'asc', ['c', 'd', 'b', 'a']],
		['registeredAt', 'desc', ['a', 'b', 'd', 'c']],
		['completedAt', 'desc', ['b', 'd', 'c', 'a']],
	])('orders by %s %s', async (orderBy, orderDirection, ids) => {
		expect(await found(CARDS, { ...term, orderBy, orderDirection })).toEqual(ids);
	});

	it.each([
		['inclusive', 'inclusive', ['a', 'b', 'c', 'd']],
		['exclusive', 'inclusive', ['b', 'c', 'd']],
		['inclusive', 'exclusive', ['a', 'b']],
		['exclusive', 'exclusive', ['b']],
	] as const)(
		'takes updatedFrom as %s and updatedTo as %s',
		async (updatedFrom, updatedTo, ids) => {
			Object.assign(context.emulator.switches, { updatedFrom, updatedTo });
			expect(await found(CARDS, term)).toEqual(ids);
			expect((await found(CARDS, { ...term, orderBy: 'registeredAt' })).sort()).toEqual(ids);
		},
	);

	it('requires both ends of the term', async () => {
		expect(errorsOf(await context.client.get(CARDS))).toEqual(['required updatedFrom']);
		const answer = await context.client.get(CARDS, { updatedFrom: term.updatedFrom });
		expect(errorsOf(answer)).toEqual(['required updatedTo']);
		expect(answer.json).toMatchObject({ statusCode: 400, message: expect.any(String) });
	});

	it('refuses a term that ends before it starts, or finds nothing in it', async () => {
		const reversed = { updatedFrom: term.updatedTo, updatedTo: term.updatedFrom };
		expect(errorsOf(await context.client.get(CARDS, reversed))).toEqual([
			'invalid_value updatedTo',
		]);
		context.emulator.switches.reversedTerm = 'empty';
		expect(await found(CARDS, reversed)).toEqual([]);
	});

	it('sees changes, and changes that only show later', async () => {
		const { emulator } = context;
		emulator.changeCard('a', { memo: 'changed' });
		expect(await found(CARDS, ALWAYS)).toEqual(['b', 'c', 'd', 'a']);
		emulator.changeCard('b', { memo: 'late' }, { visibleAt: clock.now() + 60_000 });
		expect(await found(CARDS, ALWAYS)).toEqual(['b', 'c', 'd', 'a']);
		const changedAt = clock.now();
		clock.advance(60_000);
		expect(await found(CARDS, ALWAYS)).toEqual(['c', 'd', 'a', 'b']);
		expect(emulator.company.cards.get('b')?.updatedTime).toBe(changedAt);
		emulator.changeCard('c', { memo: 'quiet' }, { touch: false });
		expect(await found(CARDS, ALWAYS)).toEqual(['c', 'd', 'a', 'b']);
		expect(emulator.deleteCard('d')).toBe(true);
		expect(emulator.deleteCard('d')).toBe(false);
		expect(await found(CARDS, ALWAYS)).toEqual(['c', 'a', 'b']);
	});

	it('keeps fractions of a second when the switch says so, and never shows them', async () => {
		const { emulator, client } = context;
		emulator.switches.timePrecision = 'milliseconds';
		add([{ id: 'f', updatedTime: '2024-05-03T00:00:00.500Z' }]);
		expect(await found(CARDS, term)).not.toContain('f');
		expect((await client.get(`${CARDS}/f`)).json.updatedTime).toBe('2024-05-03T09:00:00+09:00');
	});
});

describe('what every card list shares', () => {
	it('shows completed cards, or the chosen statuses', async () => {
		add([
			{ id: 'p', entryStatus: 'processing' },
			{ id: 'c', entryStatus: 'completed' },
			{ id: 'u', entryStatus: 'unreadable' },
		]);
		expect(await found(CARDS, ALWAYS)).toEqual(['c']);
		expect(await found(CARDS, { ...ALWAYS, entryStatus: ['processing', 'unreadable'] })).toEqual(['p', 'u']);
		expect((await found(SEARCH, { entryStatus: ['processing', 'completed'] })).sort()).toEqual(['c', 'p']);
	});

	it('shows the own cards, or all that the user may view', async () => {
		const { emulator, client } = context;
		const colleague = addColleague();
		const user = emulator.addUser({ apiKey: 'U'.repeat(32), sees: [colleague] });
		add([{ id: 'admins' }, { id: 'users', ownerId: user.id }, { id: 'colleagues', ownerId: colleague }]);
		expect(await found(CARDS, ALWAYS)).toEqual(['admins']);
		expect((await found(CARDS, { ...ALWAYS, range: 'all' })).sort()).toEqual(['admins', 'colleagues', 'users']);
		const asUser = client.with({ 'X-Service-Api-Key': user.apiKey });
		expect(await asUser.ids(SEARCH, {})).toEqual(['users']);
		expect((await asUser.ids(SEARCH, { range: 'all' })).sort()).toEqual(['colleagues', 'users']);
		expect((await asUser.get(`${CARDS}/admins`)).status).toBe(404);
		expect((await asUser.get(`${CARDS}/colleagues`)).status).toBe(200);
	});

	it('hides past cards of the same person and holder', async () => {
		const { emulator, client } = context;
		add([
			{ id: 'old', exchangeDate: '2023-01-01' },
			{ id: 'new', exchangeDate: '2024-01-01' },
			{ id: 'elsewhere', exchangeDate: '2022-01-01', ownerId: addColleague() },
		]);
		const before = emulator.company.cards.mustGet('new').personId;
		emulator.collateCards('old', 'new');
		emulator.collateCards('elsewhere', 'new');
		const all = { ...ALWAYS, range: 'all' };
		expect((await found(CARDS, all)).sort()).toEqual(['elsewhere', 'new']);
		const withPast = { ...all, includePastBizCards: 'true' };
		expect((await found(CARDS, withPast)).sort()).toEqual(['elsewhere', 'new', 'old']);
		const shown = async (id: string) => (await client.get(`${CARDS}/${id}`)).json.id;
		expect([await shown('old'), await shown('elsewhere')]).toEqual(['new', 'elsewhere']);
		const headOf = async (id: string) => (await client.get(`/v3.2/persons/${id}`)).json;
		expect(await headOf(before)).toMatchObject({ id: before, headBizCard: { id: 'new' } });
		emulator.deleteCard('new');
		expect(await shown('old')).toBe('old');
		expect(await headOf(before)).toMatchObject({ headBizCard: { id: 'old' } });
	});

	it('collates in the order told, whatever the dates said', async () => {
		const { emulator, client } = context;
		add([
			{ id: 'later', exchangeDate: '2024-05-05' },
			{ id: 'earlier', exchangeDate: '2024-01-01' },
		]);
		emulator.collateCards('later', 'earlier', { touch: false });
		expect((await client.get(`${CARDS}/later`)).json.id).toBe('earlier');
	});

	it('moves updatedTime with a change of status, unless the switch says otherwise', async () => {
		const { emulator } = context;
		add([{ id: 'x', entryStatus: 'processing', updatedTime: '2024-01-01T00:00:00Z' }]);
		emulator.switches.statusChangeTouchesUpdatedTime = false;
		emulator.changeCard('x', { entryStatus: 'unreadable' });
		expect(emulator.company.cards.get('x')?.updatedTime).toBe(Date.parse('2024-01-01T00:00:00Z'));
		emulator.switches.statusChangeTouchesUpdatedTime = true;
		emulator.changeCard('x', { entryStatus: 'completed' });
		expect(emulator.company.cards.get('x')).toMatchObject({
			updatedTime: clock.now(),
			completedTime: clock.now(),
		});
	});
});

describe('E2: cards by conditions', () => {
	beforeEach(() => {
		add([
			{
				id: 'a',
				companyName: '株式会社青葉電機',
				lastName: '佐藤',
				firstName: '花子',
				email: 'h@aoba.example.jp',
				tel: '03-1234-5678',
				mobile: '090-1111-2222',
				tagIds: ['t1', 't2'],
			},
			{
				id: 'b',
				companyName: '青葉商事',
				lastName: '佐',
				firstName: '太郎',
				email: 'H@aoba.example.jp',
				tel: '06-1234-0000',
				mobile: '080-1111-3333',
				tagIds: ['t1'],
			},
			{
				id: 'c',
				companyName: 'Blue Harbor, Inc.',
				lastName: 'Miller',
				firstName: 'Sarah',
				email: 's@blue.example.com',
				tel: '+1-555',
				tagIds: ['t2'],
			},
		]);
	});

	it.each([
		['companyName', '青葉', ['a', 'b']],
		['companyName', 'harbor', ['c']],
		['name', '佐', ['a', 'b']],
		['name', '佐藤 花', ['a']],
		['name', '花子', []],
		['email', 'h@aoba.example.jp', ['a']],
		['email', 'aoba', []],
		['tel', '1234', ['a', 'b']],
		['tel', '+1', ['c']],
		['mobile', '1111', ['a', 'b']],
	])('finds by %s %s', async (name, value, ids) => {
		for (const version of ['2.0', '2.5', '3.2']) {
			expect((await found(`/v${version}/bizCards/search`, { [name]: value })).sort()).toEqual(ids);
		}
	});

	it('joins conditions', async () => {
		expect(await found(SEARCH, { companyName: '青葉', tel: '03' })).toEqual(['a']);
	});

	it('takes several tags as any or all, each version in its own notation', async () => {
		expect((await found(SEARCH, { tagId: ['t1', 't2'] })).sort()).toEqual(['a', 'b', 'c']);
		expect((await found('/v2.0/bizCards/search', { 'tagId[]': ['t1', 't9'] })).sort()).toEqual(['a', 'b']);
		context.emulator.switches.tagIdMatch = 'all';
		expect(await found('/v2.5/bizCards/search', { tagId: ['t1', 't2'] })).toEqual(['a']);
		for (const [version, name] of [
			['2.0', 'tagId'],
			['2.5', 'tagId[]'],
			['3.2', 'tagId[]'],
		] as const) {
			const answer = await context.client.get(`/v${version}/bizCards/search`, { [name]: 't1' });
			expect(errorsOf(answer)).toEqual([`invalid_value ${name}`]);
		}
	});

	it('lists newest registrations first', async () => {
		clock.advance(1000);
		add([{ id: 'z' }]);
		expect(await found(SEARCH)).toEqual(['z', 'c', 'b', 'a']);
	});
});

describe('a card as each version shows it', () => {
	const ONLY: Readonly<Record<string, readonly string[]>> = {
		'2.0': [],
		'2.5': ['countryCode', 'tags'],
		'3.2': ['countryCode', 'hasUnrecognizedChar', 'isVirtualCard', 'tags'],
	};
	const COMMON =
		'address building city companyId companyName departmentName email entryStatus exchangeDate fax firstName firstNameReading id isUserCreated lastName lastNameReading memo mobile owner personId postalCode prefecture registeredTime secondTel street tel title updatedTime url';

	it.each(['2.0', '2.5', '3.2'])('has the fields of %s and no other', async (version) => {
		const { emulator, client } = context;
		emulator.switches.tagsWithoutIncludeTags = 'present';
		add([{ id: 'x' }]);
		const own = ONLY[version] ?? [];
		const { json } = await client.get(`/v${version}/bizCards/x`);
		expect(Object.keys(json).sort()).toEqual([...COMMON.split(' '), ...own].sort());
	});

	it('writes times in the zone of the switch and joins the address', async () => {
		const { emulator, client } = context;
		add([
			{
				id: 'x',
				registeredTime: '2024-01-01T15:30:00Z',
				prefecture: '東京都',
				city: '港区',
				street: '赤坂1-2-3',
				building: '青葉ビル',
			},
		]);
		expect((await client.get(`${CARDS}/x`)).json).toMatchObject({
			registeredTime: '2024-01-02T00:30:00+09:00',
			exchangeDate: '2024-01-02',
			address: '東京都港区赤坂1-2-3青葉ビル',
			owner: { id: emulator.user.id, name: emulator.user.name, email: emulator.user.email },
		});
		emulator.switches.timestampOffset = 'Z';
		expect((await client.get(`${CARDS}/x`)).json.registeredTime).toBe('2024-01-01T15:30:00Z');
	});

	it('shows tags as the switches say', async () => {
		const { emulator, client } = context;
		const tag = emulator.addTag({ id: 't', name: 'VIP', type: 'public' });
		const hidden = emulator.addTag({ id: 'h', ownerId: 'someone else' });
		add([{ id: 'x', tagIds: [tag.id, hidden.id, 'gone'] }]);
		const path = `${CARDS}/x`;
		expect((await client.get(path)).json).not.toHaveProperty('tags');
		expect((await client.get(path, { includeTags: 'false' })).json).not.toHaveProperty('tags');
		const owner = expect.objectContaining({ id: emulator.user.id }) as object;
		expect((await client.get(path, { includeTags: 'true' })).json.tags).toEqual([{ Id: 't', name: 'VIP', type: 'public', owner }]);
		emulator.switches.tagsWithoutIncludeTags = 'empty';
		expect((await client.get(path)).json.tags).toEqual([]);
		emulator.switches.tagsWithoutIncludeTags = 'present';
		emulator.switches.tagIdSpelling = 'idInCards';
		expect((await client.get(path)).json.tags).toEqual([expect.objectContaining({ id: 't' })]);
		expect((await client.get('/v2.0/bizCards/x')).json).not.toHaveProperty('tags');
	});

	it('nulls what may be null, or everything, and adds what is not documented', async () => {
		const { emulator, client } = context;
		add([{ id: 'x', lastNameReading: 'ア', firstNameReading: 'イ', title: '部長', memo: 'm' }]);
		emulator.switches.nullability = 'nullable';
		expect((await client.get(`${CARDS}/x`)).json).toMatchObject({
			lastNameReading: null,
			firstNameReading: null,
			title: null,
			memo: 'm',
		});
		emulator.switches.nullability = 'every';
		const { id, ...rest } = (await client.get(`${CARDS}/x`)).json;
		expect([id, ...new Set(Object.values(rest))]).toEqual(['x', null]);
		emulator.switches.extraUnknownFields = true;
		expect((await client.get(`${CARDS}/x`)).json).toHaveProperty('laterAddition');
	});
});

describe('E3, E5, E8: one card, its tags, one person', () => {
	it('answers 404 or 400 for an id that leads nowhere', async () => {
		const { emulator, client } = context;
		for (const path of [`${CARDS}/none`, `${CARDS}/none/tags`, '/v3.2/persons/none']) {
			emulator.switches.unknownId = 404;
			expect((await client.get(path)).status).toBe(404);
			emulator.switches.unknownId = 400;
			expect(errorsOf(await client.get(path))).toEqual(['invalid_value id']);
		}
		expect(emulator.violations).toEqual([]);
	});

	it('pages through the tags of a card', async () => {
		const { emulator, client } = context;
		const tagIds = Array.from({ length: 7 }, () => emulator.addTag().id);
		add([{ id: 'x', tagIds: [...tagIds].reverse() }]);
		for (const version of ['2.0', '2.5', '3.2']) {
			expect(await client.ids(`/v${version}/bizCards/x/tags`, { limit: '3' })).toEqual(tagIds);
		}
		const first = await client.get(`${CARDS}/x/tags`, { limit: '1' });
		expect(first.json.data[0]).toHaveProperty('Id');
		emulator.switches.tagIdSpelling = 'idInCardTags';
		expect((await client.get(`${CARDS}/x/tags`)).json.data[0]).toHaveProperty('id');
		add([{ id: 'y' }]);
		const nextPageToken = first.json.nextPageToken ?? '';
		expect(errorsOf(await client.get(`${CARDS}/y/tags`, { nextPageToken }))).toEqual(['invalid_value nextPageToken']);
	});

	it('puts tags into the head card when asked', async () => {
		const { emulator, client } = context;
		const tag = emulator.addTag();
		add([{ id: 'x', personId: 'p', tagIds: [tag.id] }]);
		const { json } = await client.get('/v2.5/persons/p', { includeTags: 'true' });
		expect(json.headBizCard).toMatchObject({ tags: [{ Id: tag.id }] });
		const unknown = await client.get('/v2.0/persons/p', { includeTags: 'true' });
		expect(errorsOf(unknown)).toEqual(['invalid_value includeTags']);
	});
});
