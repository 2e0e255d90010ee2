import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { worldPerTest } from '../../../tools/engine/world';
import {
	callsOf,
	failureOf,
	itemsOf,
	jsonOf,
	LOST_ANSWERS,
	MAY_HAVE_ARRIVED,
	onlyCall,
	outputOf,
	SHORT_TIMEOUT,
	tooMany,
} from './support';

const world = worldPerTest();

function creating(fields: INodeParameters, more: INodeParameters = {}) {
	return { resource: 'businessCard', operation: 'create', ...fields, ...more };
}

const SIMPLE = creating({ companyName: '北斗商事株式会社' });

describe('what is sent', () => {
	it('sends every field of the registration body under its own name', async () => {
		const { emulator, run } = world;
		const { id: tagId } = emulator.addTag({ name: '展示会', type: 'private' });
		const names = { companyName: '北斗商事株式会社', lastName: '髙橋', firstName: '花子' };
		const shown = {
			exchangeDate: '2026-04-01',
			lastNameReading: 'タカハシ',
			firstNameReading: 'Hanako ハナコー',
			departmentName: '営業部',
			title: '部長',
			countryCode: 'JP',
			postalCode: '100-0001',
			prefecture: '東京都',
			city: '千代田区',
			street: '千代田1-1',
			building: '𠮷野ビル',
			email: "hanako.takahashi+card's@example.co.jp",
			mobile: '090-1234-5678',
			tel: '+81-3-1234-5678',
			secondTel: '0312345678',
			fax: '03-1234-5679',
			url: 'https://www.example.co.jp/a?b=c&d',
			memo: 'first line\nsecond "line", 三行目',
		};
		const more = { ...shown, tagId, sharingPermissions: { name: true, mobile: false } };
		const [card] = outputOf(await run(creating(names, { additionalFields: more })));

		const call = onlyCall(emulator);
		expect([call.method, call.path, call.query]).toEqual(['POST', '/v3.2/bizCards', []]);
		expect(call.headers['content-type']).toBe('application/json');
		expect(jsonOf(call)).toEqual({ ...names, ...more });
		expect(card).toMatchObject({ ...names, ...shown, isUserCreated: true });
		expect(card?.tags).toEqual([expect.objectContaining({ id: tagId, name: '展示会' })]);
		const { resource } = SIMPLE;
		const read = { resource, operation: 'get', businessCardId: String(card?.id), options: { includeTags: true } };
		expect(outputOf(await run(read))).toEqual([card]);
	});

	it('leaves out what is blank', async () => {
		const { emulator, run } = world;
		const additionalFields = {
			title: '',
			memo: '={{ null }}',
			url: '={{ $json.nothing }}',
			exchangeDate: '',
			tagId: '',
			sharingPermissions: {},
		};
		await run(creating({ companyName: '', lastName: '佐藤', firstName: '' }, { additionalFields }));
		expect(jsonOf(onlyCall(emulator))).toEqual({ lastName: '佐藤' });
	});

	it.each(['companyName', 'lastName', 'firstName'])('is content with a %s', async (name) => {
		const { emulator, run } = world;
		const [card] = outputOf(await run(creating({ [name]: 'A' })));
		expect(card?.[name]).toBe('A');
		expect(jsonOf(onlyCall(emulator))).toEqual({ [name]: 'A' });
	});

	it('sends numbers that an expression gave as text', async () => {
		const { emulator, run } = world;
		const additionalFields = { tel: '={{ 312345678 }}', postalCode: '={{ 1000001 }}' };
		await run(creating({ companyName: '={{ 7 }}' }, { additionalFields }));
		expect(jsonOf(onlyCall(emulator))).toEqual({ companyName: '7', tel: '312345678', postalCode: '1000001' });
	});

	it.each([
		['a date', '2026-04-01'],
		['what the date field gives', '2026-04-01T00:00:00'],
		['a late hour', '2026-04-01T23:59:59'],
		['a date-time with its own zone', '2026-04-01T23:30:00+09:00'],
		['a date-time of SQL', '2026-04-01 08:00:00'],
		['a DateTime of an expression', '={{ DateTime.fromISO("2026-04-01T23:30", { zone: "Asia/Tokyo" }) }}'],
		['the text of it, in another zone', '={{ DateTime.fromISO("2026-03-31T23:30", { zone: "America/New_York" }).toISO() }}'],
		['a DateTime in another zone', '={{ DateTime.fromISO("2026-03-31T23:30", { zone: "America/New_York" }) }}'],
		['the text of a Date, which ends in Z', '2026-03-31T15:30:00.000Z'],
		['a Date, whose day is that of the workflow', '={{ new Date("2026-03-31T15:30:00Z") }}'],
		['milliseconds, the same', '={{ new Date("2026-03-31T15:30:00Z").getTime() }}'],
	])('takes the exchange date as %s', async (_form, exchangeDate) => {
		const { emulator, run } = world;
		const parameters = creating({ companyName: 'A' }, { additionalFields: { exchangeDate } });
		const [card] = outputOf(await run(parameters, { timezone: 'Asia/Tokyo' }));
		expect(jsonOf(onlyCall(emulator))).toEqual({ companyName: 'A', exchangeDate: '2026-04-01' });
		expect(card?.exchangeDate).toBe('2026-04-01');
	});

	it.each([
		[{ memo: false }],
		[{ others: true }],
		[{ companyInformation: true, name: false, exchangeDate: true, contact: false, mobile: true, email: false, memo: true, others: false }],
	])('sends only the sharing permissions that were added: %j', async (sharingPermissions) => {
		const { emulator, run } = world;
		await run(creating({ companyName: 'A' }, { additionalFields: { sharingPermissions } }));
		expect(jsonOf(onlyCall(emulator))).toEqual({ companyName: 'A', sharingPermissions });
	});

	it('registers a card for each item, each with its own values', async () => {
		const { emulator, run } = world;
		const rows = [
			{ company: 'A', mail: 'a@example.com' },
			{ company: 'B', mail: '' },
			{ company: 'C', mail: 'c@example.com' },
		];
		const parameters = creating({ companyName: '={{ $json.company }}' }, { additionalFields: { email: '={{ $json.mail }}' } });
		const { items } = await run(parameters, { items: itemsOf(...rows) });
		expect(items.map(({ json, pairedItem }) => [json.companyName, json.email, pairedItem])).toEqual([
			['A', 'a@example.com', { item: 0 }],
			['B', '', { item: 1 }],
			['C', 'c@example.com', { item: 2 }],
		]);
		expect(callsOf(emulator, 'E6').map(jsonOf)).toEqual([
			{ companyName: 'A', email: 'a@example.com' },
			{ companyName: 'B' },
			{ companyName: 'C', email: 'c@example.com' },
		]);
	});
});

describe('a card that its creator may not see', () => {
	const INVISIBLE = [{ success: true, viewable: false }];

	it('is a success when the service answers with an empty object', async () => {
		const { emulator, run } = world;
		emulator.switches.createdCard = 'empty';
		expect(outputOf(await run(SIMPLE))).toEqual(INVISIBLE);
		expect(emulator.company.cards.size).toBe(1);
	});

	it('is one for the key of a user without the right', async () => {
		const { emulator, run } = world;
		const apiKey = world.freshKey().replace('Another', 'Blinded');
		emulator.addUser({ apiKey, seesCreated: false });
		expect(outputOf(await run(SIMPLE, { credential: world.credential({ apiKey }) }))).toEqual(INVISIBLE);
	});

	it('is one when the answer has no body at all', async () => {
		const { emulator, run } = world;
		emulator.faults.add({ kind: 'empty', status: 201, process: true });
		expect(outputOf(await run(SIMPLE))).toEqual(INVISIBLE);
		expect(emulator.company.cards.size).toBe(1);
	});
});

describe('what the service refuses', () => {
	it('says that the storage is full, and what to do', async () => {
		const { emulator, run } = world;
		emulator.capacity.cards = 0;
		const error = failureOf(await run(SIMPLE));
		expect([error.name, error.httpCode]).toEqual(['NodeApiError', '400']);
		expect(error.message).toBe('The number of registered cards exceeds the limit');
		expect(error.description).toMatch(/^over_storage_capacity\n.*ask your administrator/);
		expect(callsOf(emulator, 'E6')).toHaveLength(1);
	});

	it.each([
		[409, /another operation/i],
		[415, /format|content type/i],
		[403, /system administrator|permission/i],
		[401, /API key/i],
	])('gives status %i with what to do, after one call', async (status, advice) => {
		const { emulator, run } = world;
		emulator.faults.add({ kind: 'status', status });
		const error = failureOf(await run(SIMPLE));
		expect([error.name, error.httpCode]).toEqual(['NodeApiError', String(status)]);
		expect(error.description).toMatch(advice);
		expect(emulator.calls).toHaveLength(1);
		expect(emulator.company.cards.size).toBe(0);
	});

	it('names field and code of a value that only the service can judge', async () => {
		const { run } = world;
		const error = failureOf(await run(creating({ companyName: 'A' }, { additionalFields: { tagId: 'nobody' } })));
		expect(error.message).toBe('There is no such tag');
		expect(error.description).toMatch(/^invalid_value: tagId\n/);
	});
});

describe('how often a card is sent', () => {
	it.each(LOST_ANSWERS)('once when it arrived and the answer was %s', async (_name, fault) => {
		const { emulator, run } = world;
		emulator.faults.add({ ...fault, times: Infinity });
		const error = failureOf(await run({ ...SIMPLE, ...SHORT_TIMEOUT }));
		expect(error.name).toBe('NodeApiError');
		expect(emulator.calls).toHaveLength(1);
		expect(emulator.company.cards.size).toBe(1);
		expect(error.description).toMatch(MAY_HAVE_ARRIVED);
	});

	it('again after each 429, until it is taken', async () => {
		const { emulator, run } = world;
		emulator.faults.add(tooMany('E6', 2));
		const [card] = outputOf(await run(SIMPLE));
		expect(card?.companyName).toBe('北斗商事株式会社');
		expect(emulator.calls.map(({ status }) => status)).toEqual([429, 429, 201]);
		expect(new Set(emulator.calls.map(({ bodyText }) => bodyText)).size).toBe(1);
		expect(emulator.company.cards.size).toBe(1);
	});

	it.each([
		['is cut off', { kind: 'truncated' }],
		['is a page of something in between', { kind: 'html', status: 200, process: true }],
	] as const)('once when the answer of a success %s, which is no card', async (_name, fault) => {
		const { emulator, run } = world;
		emulator.faults.add({ ...fault, times: Infinity });
		const error = failureOf(await run(SIMPLE));
		expect(error.description).toMatch(MAY_HAVE_ARRIVED);
		expect(emulator.calls).toHaveLength(1);
		expect(emulator.company.cards.size).toBe(1);
	});
});

describe('Continue On Fail', () => {
	it('gives an error item for each item that failed, and registers the others', async () => {
		const { emulator, run } = world;
		const rows = [
			{ company: 'A', tel: '03-1' },
			{ company: 'B', tel: 'call me' },
			{ company: 'C', tel: '', tag: 'nobody' },
			{ company: '', tel: '' },
			{ company: 'E', tel: '+81' },
		];
		const additionalFields = { tel: '={{ $json.tel }}', tagId: '={{ $json.tag ?? "" }}' };
		const parameters = creating({ companyName: '={{ $json.company }}' }, { additionalFields });
		const { items, error } = await run(parameters, { items: itemsOf(...rows), onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(rows.map((_, item) => ({ item })));
		expect(items.map(({ json }) => json.companyName ?? json.error)).toEqual([
			'A',
			expect.stringMatching(/^'Phone' may contain only digits.*found "c" \(U\+0063\) at position 1/),
			'There is no such tag',
			expect.stringMatching(/^at least one of 'Company Name', 'First Name' and 'Last Name' must be filled/),
			'E',
		]);
		expect(callsOf(emulator, 'E6').map((call) => (jsonOf(call) as IDataObject).companyName)).toEqual(['A', 'C', 'E']);
		expect([...emulator.company.cards.values()].map(({ companyName }) => companyName)).toEqual(['A', 'E']);
	});

	it('stops at the first item that fails otherwise, naming it', async () => {
		const { run } = world;
		const parameters = creating({ companyName: '={{ $json.company }}' });
		const error = failureOf(await run(parameters, { items: itemsOf({ company: 'A' }, { company: '' }) }));
		expect(error.name).toBe('NodeOperationError');
		expect(error.context?.itemIndex).toBe(1);
	});
});
