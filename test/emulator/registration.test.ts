import { ManualClock } from './index';
import { emulatorPerTest, errorsOf, type TestAnswer } from './testClient';

const clock = new ManualClock('2024-06-03T20:00:00Z');
const context = emulatorPerTest({ clock });
const PATH = '/v3.2/bizCards';

async function create(body: unknown): Promise<TestAnswer> {
	return context.client.post(PATH, body);
}

const FULL = {
	exchangeDate: '2024-02-29',
	lastName: '髙橋',
	firstName: 'Kate "K"',
	lastNameReading: 'タカハシ',
	firstNameReading: 'Kate-é',
	departmentName: '営業部\n2課',
	title: '部長',
	companyName: '株式会社青葉',
	countryCode: 'JP',
	postalCode: '100-0001 AB',
	prefecture: '東京都',
	city: '千代田区',
	street: '丸の内1-1',
	building: '青葉ビル',
	email: "o'brien+x@example.co.jp",
	mobile: '+81-90-1111-2222',
	tel: '03-1111-2222',
	secondTel: '',
	fax: '0',
	url: 'https://example.co.jp/',
	memo: '\u{20BB7}'.repeat(2000),
};

const PERMISSIONS = {
	companyInformation: true,
	name: false,
	exchangeDate: null,
	contact: true,
	mobile: true,
	email: true,
	memo: true,
	others: null,
};

describe('E6: registration', () => {
	it('creates the card from every field and gives it back', async () => {
		const tag = context.emulator.addTag();
		const answer = await create({ ...FULL, sharingPermissions: PERMISSIONS, tagId: tag.id });
		expect(answer.status).toBe(201);
		expect(answer.json).toMatchObject({
			...FULL,
			entryStatus: 'completed',
			isUserCreated: true,
			registeredTime: '2024-06-04T05:00:00+09:00',
		});
		expect(context.emulator.company.cards.get(String(answer.json.id))).toMatchObject({
			tagIds: [tag.id],
			ownerId: context.emulator.user.id,
		});
		expect(context.emulator.violations).toEqual([]);
	});

	it.each([
		{ companyName: 'A' },
		{ lastName: 'A' },
		{ firstName: 'A', lastName: null, tagId: null, sharingPermissions: null },
	])('is content with one of the three names: %j', async (body) => {
		const answer = await create(body);
		expect(answer.status).toBe(201);
		expect(answer.json.exchangeDate).toBe('2024-06-04');
	});

	it.each([
		[{}, 'required companyName'],
		[{ title: 'x', lastName: '' }, 'required companyName'],
		[[], 'invalid_value body'],
		['x', 'invalid_value body'],
		[null, 'invalid_value body'],
		[{ lastName: 1 }, 'invalid_value lastName'],
		[{ nickname: 'x' }, 'invalid_value nickname'],
		[{ lastName: 'あ'.repeat(251) }, 'invalid_value lastName'],
		[{ lastNameReading: 'さとう' }, 'invalid_value lastNameReading'],
		[{ lastNameReading: '佐藤' }, 'invalid_value lastNameReading'],
		[{ firstNameReading: 'Ａ' }, 'invalid_value firstNameReading'],
		[{ firstNameReading: '１' }, 'invalid_value firstNameReading'],
		[{ exchangeDate: '2024-2-1' }, 'invalid_value exchangeDate'],
		[{ exchangeDate: '2023-02-29' }, 'invalid_value exchangeDate'],
		[{ countryCode: 'JPN' }, 'invalid_value countryCode'],
		[{ countryCode: 'jp' }, 'invalid_value countryCode'],
		[{ countryCode: 'XX' }, 'invalid_value countryCode'],
		[{ postalCode: '〒100' }, 'invalid_value postalCode'],
		[{ postalCode: '123-456-789-01' }, 'invalid_value postalCode'],
		[{ email: 'a b@example.com' }, 'invalid_value email'],
		[{ email: 'あ@example.com' }, 'invalid_value email'],
		[{ mobile: '(090)' }, 'invalid_value mobile'],
		[{ tel: '1'.repeat(31) }, 'invalid_value tel'],
		[{ secondTel: '０' }, 'invalid_value secondTel'],
		[{ fax: '03 1' }, 'invalid_value fax'],
		[{ url: 'x'.repeat(251) }, 'invalid_value url'],
		[{ memo: 'x'.repeat(2001) }, 'invalid_value memo'],
		[{ tagId: 7 }, 'invalid_value tagId'],
		[{ tagId: 'none' }, 'invalid_value tagId'],
		[{ sharingPermissions: true }, 'invalid_value sharingPermissions'],
		[{ sharingPermissions: { name: 'true' } }, 'invalid_value sharingPermissions.name'],
		[{ sharingPermissions: { fax: true } }, 'invalid_value sharingPermissions.fax'],
	])('refuses %j', async (body, error) => {
		const isRecord = typeof body === 'object' && body !== null && !Array.isArray(body);
		const named = isRecord && !error.startsWith('required') ? { companyName: 'A', ...body } : body;
		const answer = await create(named);
		expect([answer.status, ...errorsOf(answer)]).toEqual([400, error]);
		expect(context.emulator.company.cards.size).toBe(0);
	});

	it('refuses bodies that are no JSON and other content types', async () => {
		const { client } = context;
		const post = async (type: string, body: string) =>
			client.send(PATH, { method: 'POST', headers: { 'content-type': type }, body });
		expect(errorsOf(await post('application/json', '{'))).toEqual(['invalid_value body']);
		expect(errorsOf(await post('application/json', ''))).toEqual(['invalid_value body']);
		const wrong = await post('application/x-www-form-urlencoded', 'lastName=A');
		expect([wrong.status, ...errorsOf(wrong)]).toEqual([415, 'unsupported_media_type']);
		expect(context.emulator.violations).toHaveLength(3);
		expect((await post('application/json; charset=utf-8', '{"lastName":"A"}')).status).toBe(201);
	});

	it('gives an empty object to those who may not see the card', async () => {
		const { client, emulator } = context;
		emulator.switches.createdCard = 'empty';
		expect((await create({ lastName: 'A' })).json).toEqual({});
		emulator.switches.createdCard = 'card';
		const user = emulator.addUser({ apiKey: 'U'.repeat(32), seesCreated: false });
		const answer = await client.with({ 'X-Service-Api-Key': user.apiKey }).post(PATH, { lastName: 'A' });
		expect([answer.status, answer.json]).toEqual([201, {}]);
		expect(emulator.company.cards.size).toBe(2);
	});

	it('refuses cards beyond the capacity', async () => {
		context.emulator.capacity.cards = 1;
		expect((await create({ lastName: 'A' })).status).toBe(201);
		const answer = await create({ lastName: 'B' });
		expect([answer.status, ...errorsOf(answer)]).toEqual([400, 'over_storage_capacity']);
		expect(context.emulator.violations).toEqual([]);
	});
});

/** Looks like a JPEG to whoever looks at its first bytes. */
function jpeg(bytes = 100): Blob {
	const data = Buffer.alloc(bytes);
	data.set([0xff, 0xd8, 0xff, 0xe0]);
	return new Blob([data]);
}

type Field = readonly [name: string, value: string | Blob];

async function upload(...fields: readonly Field[]): Promise<TestAnswer> {
	const form = new FormData();
	for (const [name, value] of fields) {
		if (typeof value === 'string') form.append(name, value);
		else form.append(name, value, 'card.jpg');
	}
	return context.client.send(`${PATH}/images`, { method: 'POST', body: form });
}

describe('E7: card images for digitization', () => {
	const front: Field = ['frontImage', jpeg()];

	it('makes a card that is processing until data entry ends', async () => {
		const { client, emulator } = context;
		const tag = emulator.addTag();
		const answer = await upload(
			front,
			['backImage', jpeg(200)],
			['exchangeDate', '2024-05-01'],
			['prioritizeHandWrittenDates', 'true'],
			['memo', 'メモ'],
			['language', 'English'],
			['tagId', tag.id],
		);
		expect(answer.status).toBe(202);
		expect(answer.json).toEqual({ data: [{ id: expect.any(String), language: 'English' }] });
		const id = String(answer.json.data[0]?.id);
		expect((await client.get(`${PATH}/${id}`)).json).toMatchObject({
			entryStatus: 'processing',
			exchangeDate: '2024-05-01',
			memo: 'メモ',
			isUserCreated: false,
			lastName: '',
		});
		expect((await client.get(`${PATH}/${id}/image`, { side: 'back' })).bytes).toHaveLength(200);
		clock.advance(60_000);
		emulator.completeDigitization(id, { lastName: '田中' });
		const { json } = await client.get(`${PATH}/${id}`);
		expect(json).toMatchObject({ entryStatus: 'completed', lastName: '田中', memo: 'メモ' });
		expect(json.companyName).not.toBe('');
		expect(json.updatedTime).not.toBe(json.registeredTime);
		expect(emulator.violations).toEqual([]);
	});

	it('completes by itself after the time that was set, and can come out unreadable', async () => {
		const { client, emulator } = context;
		emulator.digitizationMs = 60_000;
		const first = String((await upload(front)).json.data[0]?.id);
		const second = String((await upload(front)).json.data[0]?.id);
		emulator.completeDigitization(second, { entryStatus: 'unreadable' });
		clock.advance(59_999);
		expect((await client.get(`${PATH}/${first}`)).json.entryStatus).toBe('processing');
		clock.advance(1);
		expect((await client.get(`${PATH}/${first}`)).json.entryStatus).toBe('completed');
		expect((await client.get(`${PATH}/${second}`)).json).toMatchObject({
			entryStatus: 'unreadable',
			lastName: '',
		});
	});

	it('takes two languages, one card each, and Japanese for none', async () => {
		const two = await upload(front, ['language', 'Japanese'], ['language', 'Thai']);
		expect(two.json.data.map(({ language }) => language)).toEqual(['Japanese', 'Thai']);
		expect((await upload(front)).json.data).toMatchObject([{ language: 'Japanese' }]);
		expect(context.emulator.company.cards.size).toBe(3);
	});

	const languages = (...given: string[]) => given.map((language): Field => ['language', language]);
	const REFUSED: ReadonlyArray<readonly [what: string, fields: readonly Field[], error: string]> = [
		['no front', [['backImage', jpeg()]], 'required frontImage'],
		['no part at all', [], 'required frontImage'],
		['a PNG', [['frontImage', new Blob([Buffer.from('\x89PNG')])]], 'invalid_value frontImage'],
		['text for an image', [['frontImage', 'x']], 'invalid_value frontImage'],
		['a large back', [front, ['backImage', jpeg(5 * 1024 * 1024 + 1)]], 'invalid_value backImage'],
		['two fronts', [front, front], 'invalid_value frontImage'],
		['three languages', [front, ...languages('Thai', 'Korean', 'French')], 'invalid_value language'],
		['one language twice', [front, ...languages('Thai', 'Thai')], 'invalid_value language'],
		['an unknown language', [front, ...languages('japanese')], 'invalid_value language'],
		['joined languages', [front, ...languages('Thai,Korean')], 'invalid_value language'],
		['a wrong date', [front, ['exchangeDate', '2024/05/01']], 'invalid_value exchangeDate'],
		['a wrong boolean', [front, ['prioritizeHandWrittenDates', '1']], 'invalid_value prioritizeHandWrittenDates'],
		['a long memo', [front, ['memo', 'x'.repeat(2001)]], 'invalid_value memo'],
		['an unknown tag', [front, ['tagId', 'none']], 'invalid_value tagId'],
		['an unknown part', [front, ['title', 'x']], 'invalid_value title'],
		['a file for text', [front, ['memo', jpeg()]], 'invalid_value memo'],
	];

	it.each(REFUSED)('refuses %s', async (_what, fields, error) => {
		const answer = await upload(...fields);
		expect([answer.status, ...errorsOf(answer)]).toEqual([400, error]);
		expect(context.emulator.company.cards.size).toBe(0);
	});

	it('takes 5 MB', async () => {
		expect((await upload(['frontImage', jpeg(5 * 1024 * 1024)])).status).toBe(202);
	});

	it('refuses bodies that are no form', async () => {
		const { client } = context;
		const post = async (type: string, body: string) =>
			client.send(`${PATH}/images`, { method: 'POST', headers: { 'content-type': type }, body });
		expect((await post('image/jpeg', 'x')).status).toBe(415);
		expect(errorsOf(await post('multipart/form-data', 'x'))).toEqual(['invalid_value body']);
		const brokenOff = '--b\r\nContent-Disposition: form-data; name="frontImage"; filename="a"\r\n\r\nx';
		expect(errorsOf(await post('multipart/form-data; boundary=b', brokenOff))).toEqual(['invalid_value body']);
	});

	it('refuses images beyond the capacity', async () => {
		const { emulator } = context;
		emulator.capacity.digitizations = 2;
		expect((await upload(front)).status).toBe(202);
		const answer = await upload(front, ['language', 'Thai'], ['language', 'Korean']);
		expect([answer.status, ...errorsOf(answer)]).toEqual([400, 'over_digitization_capacity']);
		emulator.capacity.digitizations = Infinity;
		emulator.capacity.cards = 1;
		expect(errorsOf(await upload(front))).toEqual(['over_storage_capacity']);
	});

	it('keeps the parts in the log', async () => {
		await upload(front, ['memo', 'あ']);
		expect(context.emulator.calls[0]?.parts).toMatchObject([
			{ name: 'frontImage', filename: 'card.jpg' },
			{ name: 'memo', data: Buffer.from('あ') },
		]);
	});
});
