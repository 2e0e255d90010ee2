import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { CARD, CARDS, CREATE, IMAGE, REPORTS, SEARCH, worldPerTest } from '../support/engine/world';
import { furnish, syncing } from './sync/support';
import { callsOf, DEPARTMENT, failureOf, importing, itemsOf } from './writes/support';
import { jsonOf, linesOf, mappedRows, onlyCall, outputOf } from './writes/support';

/** What is refused before a call names the parameter and the rule; what a person means is taken in any form that n8n gives it. */

const world = worldPerTest();

async function expectRefused(parameters: INodeParameters, parameter: string, rule: RegExp): Promise<void> {
	const error = await world.refusal(parameters);
	expect(linesOf(error).join('\n')).toMatch(rule);
	expect(error.context).toMatchObject({ parameter, itemIndex: 0 });
}

/** The parameters, the one at fault, and what the message says of it. */
const REFUSED: ReadonlyArray<readonly [INodeParameters, string, RegExp]> = [
	[{ ...CARDS, limit: 0 }, 'limit', /0.*whole number/],
	[{ ...CARDS, updatedFrom: '2099-12-31', updatedTo: '2026-04-01' }, 'updatedFrom', /after Updated To/],
	[{ ...CARDS, updatedTo: '12' }, 'updatedTo', /Updated To/],
	[{ ...CREATE, additionalFields: { exchangeDate: '2025-04' } }, 'exchangeDate', /Exchange Date/],
	[{ ...CREATE, companyName: ' #N/A ' }, 'companyName', /spreadsheet error #N\/A/],
	[{ ...SEARCH, filters: '={{ ({ email: "" }) }}' }, 'email', /blank/],
	[{ ...SEARCH, filters: '={{ ({ Email: "a" }) }}' }, 'filters', /Filters has "Email".*use "email"/s],
	[{ ...IMAGE, side: '={{ "left" }}' }, 'side', /left.*back, front/],
	[{ ...IMAGE, binaryPropertyName: '={{ null }}' }, 'binaryPropertyName', /Put Output File in Field is empty/],
	[{ ...SEARCH, options: { entryStatus: '={{ ["completed", "lost"] }}' } }, 'entryStatus', /lost.*processing/],
	[{ ...REPORTS, sort: { orderBy: '={{ "completedAt" }}' } }, 'orderBy', /completedAt.*registeredAt, updatedAt/],
	[{ ...REPORTS, apiVersion: '2.5', options: { type: ['OnlineMeeting'] } }, 'type', /OnlineMeeting.*2\.5.*3\.2/s],
	[{ ...CARDS, returnAll: '={{ "maybe" }}' }, 'returnAll', /maybe.*true or false/],
	[{ ...CARD, apiVersion: '={{ 3.21 }}' }, 'apiVersion', /3\.21.*3\.2, 2\.5 or 2\.0/],
	[
		{ ...REPORTS, apiVersion: '={{ "2.0" }}' },
		'apiVersion',
		/'Report: Get Many'.*2\.5, 3\.2\. Choose one of them, or Auto/s,
	],
	[{ ...CREATE, apiVersion: '={{ "2.5" }}' }, 'apiVersion', /'Business Card: Create'.*3\.2\. Choose it, or Auto/s],
	[{ resource: 'businessCard', operation: 'burn' }, 'operation', /businessCard\.burn/],
	[{ resource: '', operation: 'get' }, 'operation', /No operation is selected/],
	[{ ...SEARCH, filters: '={{ undefined }}' }, 'filters', /Filters is undefined/],
	[{ ...SEARCH, filters: '={{ null }}', options: { ignoreBlankFilters: true } }, 'filters', /Filters is null.*blank/s],
	...['="all"', '={{ 7 }}', '={{ [] }}', '={{ false }}'].map(
		(options) => [{ ...CARDS, options }, 'options', /Options/] as const,
	),
];

test.each(REFUSED)('%j is refused by %s before any call', async (parameters, parameter, rule) => {
	await expectRefused(parameters, parameter, rule);
});

/** What a person means by any form of it; each shows in one parameter of the request. */
test.each<[INodeParameters, string, string[]]>([
	[{ ...CARDS, returnAll: '={{ " False" }}', limit: '={{ " 7 " }}' }, 'limit', ['7']],
	[{ ...REPORTS, options: { category: ' Sales & More , 商談 ,' } }, 'category[]', ['Sales & More', '商談']],
	[{ ...CARDS, options: '={{ ({ entryStatus: ["processing"], includeTags: "TRUE" }) }}' }, 'includeTags', ['true']],
	[{ ...CARDS, options: '={{ ({ includeTags: true }) }}', apiVersion: '2.0' }, 'includeTags', []],
	[{ ...SEARCH, filters: '={{ ({ tagId: "t1" }) }}', apiVersion: '2.0' }, 'tagId[]', ['t1']],
])('of %j it sends %s as %j', async (parameters, name, values) => {
	outputOf(await world.run(parameters));
	const sent = onlyCall(world.emulator).query.filter(([key]) => key === name);
	expect(sent.map(([, value]) => value)).toEqual(values);
});

test('all fields of a card may be one expression', async () => {
	const fields = { email: 'a@example.com', sharingPermissions: { memo: false } };
	outputOf(await world.run({ ...CREATE, additionalFields: '={{ $json }}' }, { items: itemsOf(fields) }));
	expect(jsonOf(onlyCall(world.emulator))).toEqual({ lastName: '髙橋', ...fields });
});

test.each<INodeParameters>([
	...[{ companyName: '={{ undefined }}' }, { email: '={{ null }}' }, { tel: '' }],
	...[{ mobile: '={{ "  \\n" }}' }, { tagId: [] }, { tagId: '={{ " , " }}' }],
])('a search filter that was added and is blank is refused, or left out where that is wanted: %j', async (blank) => {
	const [name = ''] = Object.keys(blank);
	const options = { ignoreBlankFilters: true };
	for (const filters of [blank, { name: 'Other', ...blank }])
		await expectRefused({ ...SEARCH, filters }, name, /blank.*Ignore Blank Filters/s);
	await expectRefused({ ...SEARCH, options, filters: blank }, name, /blank/);
	outputOf(await world.run({ ...SEARCH, options, filters: { name: 'Other', ...blank } }));
	const names = onlyCall(world.emulator).query.map(([key]) => key.replace('[]', ''));
	expect([names.includes('name'), names.includes(name)]).toEqual([true, false]);
});

describe('a date-time', () => {
	const TOKYO = 'Asia/Tokyo';

	/** Its form and the workflow's zone; test/unit/shared/values has the other forms. */
	test.each([
		['2026-04-01T09:00:00+09:00', 'America/New_York'],
		['={{ DateTime.fromISO("2026-04-01T00:00:00Z") }}', TOKYO],
		['={{ $json.text }}', TOKYO],
	])('%s in %s is sent as the moment that it means', async (updatedFrom, timezone) => {
		outputOf(await world.run({ ...CARDS, updatedFrom }, { timezone, items: itemsOf({ text: '2026-04-01T09:00:00' }) }));
		const [, sent = ''] = onlyCall(world.emulator).query.find(([name]) => name === 'updatedFrom') ?? [];
		expect(sent).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$/);
		expect(Date.parse(sent)).toBe(Date.parse('2026-04-01T00:00:00Z'));
	});

	test('whose hour occurs twice is the first one where a time range begins, and the second where it ends', async () => {
		const term = { updatedFrom: '2026-11-01T01:30:00', updatedTo: '2026-11-01T01:30:00' };
		outputOf(await world.run({ ...CARDS, ...term }, { timezone: 'America/New_York' }));
		expect(Object.fromEntries(onlyCall(world.emulator).query)).toMatchObject({
			updatedFrom: '2026-11-01T01:30:00-04:00',
			updatedTo: '2026-11-01T01:30:00-05:00',
		});
	});

	test('that is the day of a card is taken in the zone of the workflow', async () => {
		const additionalFields = { exchangeDate: '2025-03-31T15:00:00.000Z' };
		outputOf(await world.run({ ...CREATE, additionalFields }, { timezone: TOKYO }));
		expect(jsonOf(onlyCall(world.emulator))).toEqual({ lastName: '髙橋', exchangeDate: '2025-04-01' });
	});

	/** As `GENERIC_TIMEZONE="Asia/Tokyo"` in an environment file gives it. */
	test('without a zone, in a workflow whose zone there is not, is refused for the zone', async () => {
		const timezone = '"Asia/Tokyo"';
		const error = await world.refusal({ ...CARDS, updatedFrom: '2026-04-01T09:00:00' }, { timezone });
		expect(error.message).toMatch(/time zone.*Asia\/Tokyo/);
		outputOf(await world.run(CARDS, { timezone }));
	});
});

test.each<[string, INodeParameters, IDataObject]>([
	['a card from its columns', { ...CREATE, ...mappedRows(null) }, { companyName: 'A' }],
	['an import', importing('create'), DEPARTMENT],
	['a sync', syncing('plan'), { UserId: 'taro' }],
])('an item without JSON is named in a sentence: %s', async (_, parameters, good) => {
	furnish(world.emulator);
	const error = failureOf(await world.run(parameters, { items: [{ json: good }, {} as INodeExecutionData] }));
	expect([error.name, error.message]).toEqual(['NodeOperationError', expect.stringMatching(/^Item 1 is empty/)]);
	expect(callsOf(world.emulator, 'E6', 'E13', 'E14')).toEqual([]);
});
