import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { CHOICES, CONTRACT, namesOf, SIMPLE_CARD, versionOf } from '../description/contract';
import { NODE } from '../description/nodes';
import type { CallRecord } from '../emulator';
import { BINARY_MODES, keepBinaryDataIn, storedBytes } from '../support/engine/onDisk';
import { ALWAYS, leapClock, SEARCH, worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { Panel } from '../support/panel';
import { callsOf, itemsOf, outputOf } from './writes/support';

/** What comes out of a record: Fields to Include, Simplify, and the pictures of cards. */

const world = worldPerTest();

const LISTS: ReadonlyArray<readonly [string, INodeParameters]> = [
	['businessCard.getAll', ALWAYS],
	['businessCard.search', {}],
	['report.getAll', ALWAYS],
];

async function only(name: string, parameters: INodeParameters): Promise<IDataObject> {
	const [record, second] = outputOf(await world.run({ ...namesOf(name), ...parameters }));
	if (!record || second) throw new Error('There is not one item');
	return record;
}

describe('chosen fields', () => {
	beforeEach(() => {
		world.emulator.addTag({ id: 't1' });
		world.emulator.addCard({ id: 'c1', personId: 'p1', companyName: '北斗商事株式会社', tagIds: ['t1'] });
		const attendee = { id: 'e1', personId: 'p1', companyName: '北斗商事株式会社', lastName: '髙橋', firstName: '花子' };
		world.emulator.addReport({ id: 'c1', type: 'Meeting', externalAttendees: [attendee] });
		world.emulator.addOrganizationRecord('user', { UserId: 'taro', UserName: '髙橋', Email: 'taro@example.jp' });
	});

	describe.each(LISTS)('of %s', (name, base) => {
		test.each([[['memo', 'id']], ['={{ ["memo", "id"] }}'], ['={{ "memo, id," }}'], ['id,memo,id']])(
			'come out alone: %j',
			async (fields) => {
				const { id, memo } = await only(name, base);
				expect(await only(name, { ...base, options: { fields, simplify: true } })).toEqual({ id, memo });
			},
		);

		test('count as not added where they are blank, and are refused before a call where no record has them', async () => {
			const whole = await only(name, base);
			for (const fields of [[], '={{ " , " }}', '={{ null }}'])
				expect(await only(name, { ...base, options: { fields } })).toEqual(whole);
			world.emulator.clearLog();
			const error = await world.refusal({ ...namesOf(name), ...base, options: { fields: '={{ "id, Memo" }}' } });
			expect(error.context?.parameter).toBe('fields');
		});

		test.each(CHOICES.filter((choice) => CONTRACT[name] && versionOf(CONTRACT[name], choice)))(
			'are offered in version %s exactly as a record of it has them',
			async (apiVersion) => {
				const tags = name.startsWith('businessCard') && apiVersion !== '2.0' ? { options: { includeTags: true } } : {};
				const panel = new Panel(NODE, { ...namesOf(name), apiVersion });
				const lists = panel.inCollection('options').filter((field) => field.name === 'fields');
				const offered = lists.flatMap((list) => panel.choices(list).map(({ value }) => String(value)));
				expect(offered.sort()).toEqual(Object.keys(await only(name, { ...base, apiVersion, ...tags })).sort());
			},
		);
	});

	const USER = ['UserUuid', 'DepartmentId', 'UserId', 'UserName', 'AlternativeName', 'Email', 'UserType'];

	test.each<[string, INodeParameters, string[]]>([
		['businessCard.getAll', ALWAYS, SIMPLE_CARD],
		['businessCard.search', {}, SIMPLE_CARD],
		['businessCard.get', { businessCardId: 'c1' }, SIMPLE_CARD],
		['user.getAll', {}, USER],
	])('by Simplify of %s are at most ten, as they are in the record', async (name, parameters, names) => {
		const whole = await only(name, parameters);
		const simple = await only(name, { ...parameters, options: { simplify: true } });
		expect(simple).toEqual(Object.fromEntries(names.map((key) => [key, whole[key]])));
		expect(await only(name, { ...parameters, options: { simplify: false } })).toEqual(whole);
	});

	test('by Simplify of a person and of a report are flat', async () => {
		const person = await only('person.get', { personId: 'p1', options: { simplify: true, includeTags: true } });
		expect(person).toMatchObject({ id: 'p1', headBizCardId: 'c1', companyName: '北斗商事株式会社' });
		const report = await only('report.getAll', { ...ALWAYS, options: { simplify: true } });
		const attendees = { ownerName: '管理 太郎', externalAttendees: '北斗商事株式会社 髙橋 花子' };
		expect(report).toMatchObject({ type: 'Meeting', ...attendees });
		const values = [person, report].flatMap((record) => Object.values(record));
		expect(values.filter((value) => typeof value === 'object' && value !== null)).toEqual([]);
	});
});

describe.each(BINARY_MODES)('the pictures of a list, in %s', (mode) => {
	keepBinaryDataIn(mode);

	const PICTURES = { options: { downloadImages: ['front', 'back'] } };

	/** The cards with their fronts and backs; the first two belong to A, the others to B. */
	const CARDS = [
		['c1', jpeg(10), jpeg(20)],
		['c2', jpeg(30), null],
		['c3', null, jpeg(40)],
		['c4', null, null],
	] as const;

	beforeEach(() => {
		for (const [id, front, back] of CARDS) {
			world.emulator.addCard({ id, companyName: id < 'c3' ? 'A' : 'B' });
			world.emulator.setImage(id, 'front', front);
			world.emulator.setImage(id, 'back', back);
		}
	});

	/** The same of what came out. */
	const shown = async (items: INodeExecutionData[]) => {
		const cards = items.map(async ({ json, binary = {} }) => {
			const files = [binary.front, binary.back].map(async (file) => (file ? await storedBytes(file) : null));
			return [json.id, ...(await Promise.all(files))];
		});
		return (await Promise.all(cards)).sort();
	};

	test.each(LISTS.slice(0, 2))('come with the cards of %s, none and no error where there is none', async (...list) => {
		const [name, base] = list;
		const plain = await world.run({ ...namesOf(name), ...base });
		const { items } = await world.run({ ...namesOf(name), ...base, ...PICTURES });
		expect(items).toMatchObject(plain.items);
		expect(await shown(items)).toEqual(CARDS);
		const file = { fileName: 'c3-back.jpg', mimeType: 'image/jpeg' };
		expect(items.find(({ json }) => json.id === 'c3')?.binary?.back).toMatchObject(file);
	});

	test('come all, however many there are and whichever side is there first', async () => {
		const ids = Array.from({ length: 60 }, (_, index) => `n${index}`);
		for (const id of ids) {
			world.emulator.addCard({ id, companyName: 'Many' });
			world.emulator.setImage(id, 'front', jpeg(50));
			world.emulator.setImage(id, 'back', jpeg(60));
		}
		world.emulator.onBeforeCall(async ({ n }) => await leapClock.holdBack(n % 3));
		const { items } = await world.run({ ...SEARCH, returnAll: true, filters: { companyName: 'Many' }, ...PICTURES });
		expect(await shown(items)).toEqual(ids.sort().map((id) => [id, jpeg(50), jpeg(60)]));
	});

	test('are asked for of the cards that come out and of the sides that are wanted alone', async () => {
		await world.run({ ...SEARCH, limit: 3, options: { downloadImages: '={{ "back" }}' } });
		expect(callsOf(world.emulator, 'E4').map(({ query }) => query)).toEqual(Array(3).fill([['side', 'back']]));
	});

	test('are of each input item its own, and a refused one makes an error item that names it', async () => {
		const isSecond = ({ id }: CallRecord) => id === 'c2';
		world.emulator.faults.add({ kind: 'status', status: 403, endpoint: 'E4', times: Infinity, match: isSecond });
		const parameters = { ...SEARCH, filters: { companyName: '={{ $json.name }}' }, ...PICTURES };
		const input = itemsOf({ name: 'A' }, { name: 'B' });
		const { items } = await world.run(parameters, { items: input, onError: 'continueRegularOutput' });
		const [failed, ...others] = items;
		expect(failed).toMatchObject({ json: { error: expect.any(String) }, pairedItem: { item: 0 } });
		expect(others.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 1 }]);
		expect(await shown(others)).toEqual(CARDS.slice(2));
	});
});
