import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ALWAYS, worldPerTest } from '../support/engine/world';
import { outputOf } from './writes/support';

/** Simplify cuts wide records down to at most ten flat fields, and is off unless it was added. */

const world = worldPerTest();

const CARD = ['id', 'personId', 'lastName', 'firstName', 'departmentName', 'title', 'email', 'mobile', 'companyName', 'tel'];
const REPORT = ['id', 'startDate', 'startTime', 'type', 'title', 'location', 'memo'];
const USER = ['UserUuid', 'DepartmentId', 'UserId', 'UserName', 'AlternativeName', 'Email', 'UserType'];

const ATTENDEES = [
	{ id: 'c1', personId: 'p1', companyName: '北斗商事株式会社', lastName: '髙橋', firstName: '花子' },
	{ id: 'c2', personId: 'p2', companyName: '', lastName: '田中', firstName: '' },
];

const WIDE: ReadonlyArray<readonly [string, INodeParameters, string[]]> = [
	['businessCard.getAll', { ...ALWAYS }, CARD],
	['businessCard.search', {}, CARD],
	['businessCard.get', { businessCardId: 'c1' }, CARD],
	['user.getAll', {}, USER],
];

beforeEach(() => {
	const { emulator } = world;
	emulator.addTag({ id: 't1', type: 'private' });
	emulator.addCard({ id: 'c1', personId: 'p1', companyName: '北斗商事株式会社', title: null, tagIds: ['t1'] });
	emulator.addReport({ type: 'Meeting', externalAttendees: ATTENDEES });
	emulator.addOrganizationRecord('user', { UserId: 'taro', UserName: '髙橋', Email: 'taro@example.jp' });
});

async function only(name: string, parameters: INodeParameters): Promise<IDataObject> {
	const [resource = '', operation = ''] = name.split('.');
	const [record, second] = outputOf(await world.run({ resource, operation, ...parameters }));
	if (!record || second) throw new Error('There is not one item');
	return record;
}

function part(record: IDataObject, names: readonly string[]): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name))) as IDataObject;
}

describe.each(WIDE)('%s', (name, parameters, names) => {
	test('gives with it a part of the record, with names and values as they are', async () => {
		const whole = await only(name, parameters);
		const simple = await only(name, { ...parameters, options: { simplify: true } });
		expect(Object.keys(simple).sort()).toEqual([...names].sort());
		expect(simple).toEqual(part(whole, names));
		expect(Object.keys(whole).length).toBeGreaterThan(names.length);
	});

	test('gives without it, or with it switched off, the record as the service sent it', async () => {
		const whole = await only(name, parameters);
		expect(await only(name, { ...parameters, options: { simplify: false } })).toEqual(whole);
	});
});

test('a person is given with the latest card beside it', async () => {
	const { id, headBizCard } = await only('person.get', { personId: 'p1' });
	const simple = await only('person.get', { personId: 'p1', options: { simplify: true, includeTags: true } });
	expect(simple).toEqual({ id, headBizCardId: 'c1', ...part(headBizCard as IDataObject, CARD.slice(2)) });
});

test('a report is given with its holder and its visitors as texts', async () => {
	const whole = await only('report.getAll', { ...ALWAYS });
	const simple = await only('report.getAll', { ...ALWAYS, options: { simplify: true } });
	const owner = whole.owner as IDataObject;
	expect(simple).toEqual({ ...part(whole, REPORT), ownerName: owner.name, externalAttendees: '北斗商事株式会社 髙橋 花子; 田中' });
});

test('a CSV file is never touched', async () => {
	const file = { resource: 'user', operation: 'getAll', output: 'file' };
	const whole = await world.run({ ...file });
	const simple = await world.run({ ...file, options: { simplify: true } });
	expect([simple.items[0]?.json, simple.items[0]?.binary?.data?.data]).toEqual([{}, whole.items[0]?.binary?.data?.data]);
});
