import type { IBinaryData, IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { ALWAYS, worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { furnish, syncing } from './sync/support';
import { mapping } from './writes/cardWays';
import {
	callsOf,
	DEPARTMENT,
	failureOf,
	importing,
	inMemory,
	itemsOf,
	linesOf,
	onlyCall,
	outputOf,
	partsOf,
} from './writes/support';

/** What is refused before a call names the parameter and the rule; what a person means is taken in any form that n8n gives it. */

const world = worldPerTest();

const CARDS: INodeParameters = { resource: 'businessCard', operation: 'getAll', ...ALWAYS };
const REPORTS: INodeParameters = { resource: 'report', operation: 'getAll', ...ALWAYS };
const SEARCH: INodeParameters = { resource: 'businessCard', operation: 'search' };
const CARD: INodeParameters = { resource: 'businessCard', operation: 'get', businessCardId: 'c1' };
const CREATE: INodeParameters = { resource: 'businessCard', operation: 'create', lastName: 'A' };
const IMAGE: INodeParameters = { resource: 'businessCard', operation: 'getImage', businessCardId: 'c1' };

async function expectRefused(parameters: INodeParameters, parameter: string, rule: RegExp): Promise<void> {
	const run = await world.run(parameters);
	expect([run.items, failureOf(run).name]).toEqual([[], 'NodeOperationError']);
	expect(linesOf(failureOf(run)).join('\n')).toMatch(rule);
	expect(failureOf(run).context).toMatchObject({ parameter, itemIndex: 0 });
	expect(world.emulator.calls).toEqual([]);
}

/** The parameters, the one at fault, and what the message says of it. */
const REFUSED: ReadonlyArray<readonly [INodeParameters, string, RegExp]> = [
	[{ ...CARDS, limit: 0 }, 'limit', /0.*whole number/],
	[
		{ ...CARDS, updatedFrom: '2026-04-02T00:00:00Z', updatedTo: '2026-04-01T00:00:00Z' },
		'updatedFrom',
		/after Updated To/,
	],
	[{ ...IMAGE, side: '={{ "left" }}' }, 'side', /left.*back, front/],
	[
		{ ...SEARCH, options: { entryStatus: '={{ ["completed", "lost"] }}' } },
		'entryStatus',
		/lost.*completed, processing, unreadable/,
	],
	[{ ...REPORTS, sort: { orderBy: '={{ "completedAt" }}' } }, 'orderBy', /completedAt.*registeredAt, updatedAt/],
	[{ ...REPORTS, apiVersion: '2.5', options: { type: ['OnlineMeeting'] } }, 'type', /OnlineMeeting.*2\.5.*3\.2/s],
	[{ ...CARDS, returnAll: '={{ "maybe" }}' }, 'returnAll', /maybe.*true or false/],
	[{ ...CARD, apiVersion: '={{ 3.21 }}' }, 'apiVersion', /3\.21.*3\.2, 2\.5 or 2\.0/],
	[{ resource: 'businessCard', operation: 'burn' }, 'operation', /businessCard\.burn/],
	[{ resource: '', operation: 'get' }, 'operation', /No operation is chosen/],
	...['="all"', '={{ 7 }}', '={{ [1] }}'].map((options) => [{ ...CARDS, options }, 'options', /Options/] as const),
];

test.each(REFUSED)('%j is refused by %s before any call', async (parameters, parameter, rule) => {
	await expectRefused(parameters, parameter, rule);
});

test('switches and numbers may be texts of a sheet', async () => {
	for (let index = 0; index < 60; index += 1) world.emulator.addCard();
	const given = { returnAll: '={{ " False" }}', limit: '={{ " 7 " }}' };
	expect(outputOf(await world.run({ ...CARDS, ...given }))).toHaveLength(7);
});

describe('filters', () => {
	const BLANKS: INodeParameters[] = [
		...[{ companyName: '={{ undefined }}' }, { email: '={{ null }}' }, { tel: '' }],
		...[{ mobile: '={{ "  \\n" }}' }, { tagId: [] }, { tagId: '={{ " , " }}' }],
	];

	beforeEach(() => {
		world.emulator.addCard({ id: 'a', companyName: 'One' });
		world.emulator.addCard({ id: 'b', companyName: 'Other', email: 'b+x@example.com' });
	});

	test.each(BLANKS)(
		'%j, which were added and are blank, are refused, or left out where that is wanted and one is left',
		async (blank) => {
			const [name = ''] = Object.keys(blank);
			for (const filters of [blank, { companyName: 'Other', ...blank }])
				await expectRefused({ ...SEARCH, filters }, name, /blank.*Ignore Blank Filters/s);
			const options = { ignoreBlankFilters: true };
			await expectRefused({ ...SEARCH, options, filters: blank }, name, /blank/);
			const found = await world.run({
				...SEARCH,
				options,
				filters: { ...blank, ...(name === 'email' ? { name: 'Doe' } : { email: 'b+x@example.com' }) },
			});
			expect(outputOf(found).map(({ id }) => id)).toContain('b');
		},
	);

	test('that are none find every card, and a blank one of an item fails that item alone', async () => {
		expect(outputOf(await world.run({ ...SEARCH, filters: {} }))).toHaveLength(2);
		const items = itemsOf({ mail: 'b+x@example.com' }, { phone: '1' });
		const run = await world.run(
			{ ...SEARCH, filters: { email: '={{ $json.mail }}' } },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(run.items.map(({ json }) => json.id ?? typeof json.error)).toEqual(['b', 'string']);
	});

	test('of categories are a list, however an expression gives them', async () => {
		outputOf(await world.run({ ...REPORTS, options: { category: ' Sales & More , 商談 ,' } }));
		const sent = onlyCall(world.emulator).query.filter(([name]) => name === 'category[]');
		expect(sent.map(([, value]) => value)).toEqual(['Sales & More', '商談']);
	});
});

describe('a collection that is one expression', () => {
	test.each<[INodeParameters, string, string]>([
		[{ ...CARDS, options: '={{ ({ entryStatus: ["processing"], includeTags: "TRUE" }) }}' }, 'includeTags', 'true'],
		[{ ...SEARCH, apiVersion: '2.0', filters: '={{ ({ tagId: "t1" }) }}' }, 'tagId[]', 't1'],
	])('%j counts as if its entries had been added one by one', async (parameters, name, value) => {
		outputOf(await world.run(parameters));
		expect(onlyCall(world.emulator).query).toContainEqual([name, value]);
	});

	test('sends nothing that the version does not have, and a blank filter in it is refused', async () => {
		outputOf(await world.run({ ...CARDS, apiVersion: '2.0', options: '={{ ({ includeTags: true }) }}' }));
		expect(onlyCall(world.emulator).query.map(([name]) => name)).not.toContain('includeTags');
		world.emulator.clearLog();
		await expectRefused({ ...SEARCH, filters: '={{ ({ email: "" }) }}' }, 'email', /blank/);
	});

	test('that is an object of all fields of a card registers them', async () => {
		const additionalFields = '={{ ({ email: "a@example.com", sharingPermissions: { memo: false } }) }}';
		outputOf(await world.run({ ...CREATE, additionalFields }));
		const body = { lastName: 'A', email: 'a@example.com', sharingPermissions: { memo: false } };
		expect(JSON.parse(onlyCall(world.emulator).bodyText ?? '')).toEqual(body);
	});
});

describe('a date-time', () => {
	const TOKYO = 'Asia/Tokyo';

	/** Its form, the workflow's zone, and the moment; test/unit/shared/values has the other forms. */
	test.each([
		['2026-04-01T09:00:00+09:00', 'America/New_York', '2026-04-01T00:00:00Z'],
		['={{ DateTime.fromISO("2026-04-01T00:00:00Z") }}', TOKYO, '2026-04-01T00:00:00Z'],
		['={{ $json.text }}', TOKYO, '2026-04-01T00:00:00Z'],
	])('%s in %s is sent as the moment %s', async (updatedFrom, timezone, moment) => {
		outputOf(await world.run({ ...CARDS, updatedFrom }, { timezone, items: itemsOf({ text: '2026-04-01T09:00:00' }) }));
		const [, sent = ''] = onlyCall(world.emulator).query.find(([name]) => name === 'updatedFrom') ?? [];
		expect(sent).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$/);
		expect(Date.parse(sent)).toBe(Date.parse(moment));
	});

	test('that is the day of a card is taken in the zone of the workflow', async () => {
		outputOf(
			await world.run({ ...CREATE, additionalFields: { exchangeDate: '2025-03-31T15:00:00.000Z' } }, { timezone: TOKYO }),
		);
		expect(JSON.parse(onlyCall(world.emulator).bodyText ?? '')).toEqual({ lastName: 'A', exchangeDate: '2025-04-01' });
	});

	test.each(['12', '2025-04'])('is not %s: no end of a term, no day of a card, no start of a trigger', async (text) => {
		await expectRefused({ ...CARDS, updatedTo: text }, 'updatedTo', /Updated To/);
		await expectRefused({ ...CREATE, additionalFields: { exchangeDate: text } }, 'exchangeDate', /Exchange Date/);
		await expect(world.trigger({ options: { startFrom: text } }).poll()).rejects.toThrow('Start From');
	});

	/** As `GENERIC_TIMEZONE="Asia/Tokyo"` in an environment file gives it. */
	test('without a zone, in a workflow whose zone there is not, is refused for the zone', async () => {
		const timezone = '"Asia/Tokyo"';
		const error = failureOf(await world.run({ ...CARDS, updatedFrom: '2026-04-01T09:00:00' }, { timezone }));
		expect(error.message).toMatch(/time zone.*Asia\/Tokyo/);
		outputOf(await world.run(CARDS, { timezone }));
	});
});

test.each<[string, INodeParameters, IDataObject]>([
	['a card from its columns', mapping(null), { companyName: 'A' }],
	['an import', importing('create'), DEPARTMENT],
	['a sync', syncing('plan'), { UserId: 'taro' }],
])('an item without JSON is named in a sentence: %s', async (_, parameters, good) => {
	furnish(world.emulator);
	const error = failureOf(await world.run(parameters, { items: [{ json: good }, {} as INodeExecutionData] }));
	expect([error.name, error.message]).toEqual(['NodeOperationError', expect.stringMatching(/^Item 1 has no data/)]);
	expect(callsOf(world.emulator, 'E6', 'E13', 'E14')).toEqual([]);
});

test('binary data without a type, as a Code node makes it, is a picture', async () => {
	const data = { data: inMemory(jpeg(70)).data } as IBinaryData;
	outputOf(
		await world.run({ resource: 'businessCard', operation: 'uploadImage' }, { items: [{ json: {}, binary: { data } }] }),
	);
	expect(partsOf(onlyCall(world.emulator), 'frontImage')[0]?.data).toEqual(jpeg(70));
});
