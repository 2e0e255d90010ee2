import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CHOICES, CONTRACT, namesOf, versionOf } from '../description/contract';
import { NODE } from '../description/nodes';
import { Panel } from '../support/panel';
import { ALWAYS, worldPerTest } from '../support/engine/world';
import { failureOf, itemsOf, outputOf } from './writes/support';

/** Fields to Include: only the fields that were chosen come out of each record of a list. */

const world = worldPerTest();

const LISTS: ReadonlyArray<readonly [string, INodeParameters]> = [
	['businessCard.getAll', ALWAYS],
	['businessCard.search', {}],
	['report.getAll', ALWAYS],
];

beforeEach(() => {
	const { emulator } = world;
	emulator.addTag({ id: 't1', type: 'private' });
	emulator.addCard({ id: 'c1', companyName: '北斗商事株式会社', title: null, tagIds: ['t1'] });
	emulator.addReport({ id: 'c1', type: 'Meeting' });
});

async function only(name: string, parameters: INodeParameters): Promise<IDataObject> {
	const [record, second] = outputOf(await world.run({ ...namesOf(name), ...parameters }));
	if (!record || second) throw new Error('There is not one item');
	return record;
}

function offered(name: string, apiVersion: string): string[] {
	const panel = new Panel(NODE, { ...namesOf(name), apiVersion });
	const found = panel.inCollection('options').filter((field) => field.name === 'fields');
	if (found.length !== 1) throw new Error(`There are ${found.length} fields`);
	return found.flatMap((field) => panel.choices(field).map(({ value }) => String(value)));
}

describe.each(LISTS)('%s', (name, base) => {
	test.each([
		['chosen from the list', ['memo', 'id']],
		['from an expression that gives a list', '={{ ["memo", "id"] }}'],
		['from an expression that gives a text with commas', '={{ "memo, id," }}'],
		['as a text that somebody wrote into the workflow', 'id,memo,id'],
	])('gives the fields %s, with names and values as they are', async (_way, fields) => {
		const whole = await only(name, base);
		expect(await only(name, { ...base, options: { fields } })).toEqual({ id: whole.id, memo: whole.memo });
	});

	test('gives them also where Simplify would leave them out', async () => {
		const record = await only(name, { ...base, options: { fields: ['updatedTime', 'owner'], simplify: true } });
		expect(Object.keys(record).sort()).toEqual(['owner', 'updatedTime']);
		expect(record.owner).toEqual(expect.objectContaining({ id: expect.any(String) as unknown }));
	});

	test.each([
		['an empty list', []],
		['a blank text', '={{ " , " }}'],
		['null', '={{ null }}'],
	])('counts %s as not added', async (_what, fields) => {
		const whole = await only(name, base);
		expect(await only(name, { ...base, options: { fields } })).toEqual(whole);
		const simple = await only(name, { ...base, options: { simplify: true } });
		expect(await only(name, { ...base, options: { fields, simplify: true } })).toEqual(simple);
	});

	test('refuses a field that no record has, before any call', async () => {
		const { message, context } = failureOf(await world.run({ ...namesOf(name), ...base, options: { fields: '={{ "id, Memo" }}' } }));
		expect(message).toMatch(/^Fields to Include is "Memo", which is not one of the choices: it must be any of /);
		expect(message).toContain('memo');
		expect(context?.parameter).toBe('fields');
		expect(world.emulator.calls).toHaveLength(0);
	});

	test.each(CHOICES.filter((choice) => CONTRACT[name] && versionOf(CONTRACT[name], choice)))(
		'offers in version %s exactly the fields that a record of it has',
		async (apiVersion) => {
			const tags = name.startsWith('businessCard') && apiVersion !== '2.0' ? { options: { includeTags: true } } : {};
			const record = await only(name, { ...base, apiVersion, ...tags });
			expect(offered(name, apiVersion).sort()).toEqual(Object.keys(record).sort());
			expect(await only(name, { ...base, apiVersion, options: { ...tags.options, fields: offered(name, apiVersion) } })).toEqual(record);
		},
	);
});

test('a field that the version does not have is just not there', async () => {
	const record = await only('businessCard.search', { apiVersion: '2.0', options: { fields: '={{ "id,countryCode,isVirtualCard" }}' } });
	expect(record).toEqual({ id: 'c1' });
});

test('the fields are read for each item', async () => {
	const items = itemsOf({ fields: 'id' }, { fields: ['companyName'] }, { fields: '' });
	const run = await world.run({ ...namesOf('businessCard.search'), options: { fields: '={{ $json.fields }}' } }, { items });
	const [one, two, three] = outputOf(run);
	expect([one, two]).toEqual([{ id: 'c1' }, { companyName: '北斗商事株式会社' }]);
	expect(Object.keys(three ?? {}).length).toBeGreaterThan(20);
});
