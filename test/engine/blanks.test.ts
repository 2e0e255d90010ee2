import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { RESOURCES } from '../../nodes/BusinessCardData/resources';
import { CONTRACT, namesOf } from '../description/contract';
import { furnish, REQUEST_CASES, type RequestCase } from '../description/requestCases';
import { askTool } from '../support/engine/agentTool';
import { CARDS, CREATE, worldPerTest } from '../support/engine/world';
import { calledOf, furnish as furnishCompany, summaryOf, syncing, told, users } from './sync/support';
import { callsOf, DEPARTMENT, failureOf, itemsOf, jsonOf, mappedRows, onlyCall, outputOf } from './writes/support';

/** What becomes of a choice whose expression gives nothing: its default, which does no harm. */

const world = worldPerTest();

/** Expressions that give nothing, and a field that holds nothing. */
const NOTHING = [
	...['undefined', 'null', '""', '" \\u3000\\t\\n"', '"\\u200b\\u00ad\\u3164\\ufeff"', '[]', '["", " "]'].map(
		(value) => `={{ ${value} }}`,
	),
	'',
];

const CHOICES = ['options', 'multiOptions', 'boolean', 'number'];

/** What is refused when it is blank: a filter of a search, and what keeps a sync from doing harm. */
const REFUSED = ['filters', 'maxDeletions', 'maxChanges'];

/** The choices of a list of fields, each with nothing in place of it. */
function blanked(fields: readonly INodeProperties[], nothing: string): INodeParameters {
	const choices = fields.filter(({ name, type }) => CHOICES.includes(type) && !REFUSED.includes(name));
	return Object.fromEntries(choices.map(({ name }) => [name, nothing]));
}

/** All choices of an operation at once, with nothing in place of them, in the collections too. */
function allBlank(name: string, nothing: string): INodeParameters {
	const { resource, operation: chosen } = namesOf(name);
	const { operations = [] } = RESOURCES.find(({ value }) => value === resource) ?? {};
	const { fields = [] } = operations.find(({ value }) => value === chosen) ?? {};
	const collections = fields.filter(({ type, name: own }) => type === 'collection' && !REFUSED.includes(own));
	const entries = collections.map((each) => [each.name, blanked(each.options as INodeProperties[], nothing)] as const);
	const apiVersion = nothing === '' ? 'auto' : nothing;
	return { ...blanked(fields, nothing), ...Object.fromEntries(entries), apiVersion };
}

/** The requests of a run that must have succeeded. */
async function requestsOf(name: string, parameters: INodeParameters) {
	const { emulator } = world;
	emulator.clearLog();
	const takesRows = ['organizationImport.create', 'organizationImport.check'].includes(name);
	const { least, items }: Partial<RequestCase> = takesRows ? {} : (REQUEST_CASES[name] ?? {});
	const input = takesRows ? itemsOf(DEPARTMENT) : (items?.(emulator) ?? itemsOf({}));
	outputOf(await world.run({ ...namesOf(name), ...least, ...parameters }, { items: input }));
	expect(emulator.calls.length).toBeGreaterThan(0);
	// The import of each run has another ID.
	return emulator.calls.map(({ method, path, query }) => ({ method, path: path.replace(/[\da-f-]{36}/, 'ID'), query }));
}

test.each(Object.keys(CONTRACT))(
	'%s with nothing in place of its choices does what it does by default',
	async (name) => {
		furnish(world.emulator);
		const expected = await requestsOf(name, {});
		for (const nothing of NOTHING) expect(await requestsOf(name, allBlank(name, nothing))).toEqual(expected);
	},
);

describe('a sync', () => {
	const LEAVING = [{ UserId: 'hanako' }, { DepartmentPath: 'Legal' }];
	const CHOSEN = ['missingUsers', 'missingDepartments'] as const;

	beforeEach(() => furnishCompany(world.emulator));

	test.each(NOTHING)('deletes nobody and nothing where %j says what becomes of the missing', async (nothing) => {
		const missing = Object.fromEntries(CHOSEN.map((name) => [name, nothing]));
		const summary = summaryOf(await world.run(syncing('apply', missing), { items: itemsOf(...LEAVING) }));
		expect([told(summary), calledOf(world.emulator)]).toEqual([[], 'E12 E11']);
	});

	test.each(NOTHING)('plans where %j says whether to apply', async (nothing) => {
		const parameters = { ...syncing('apply'), mode: nothing };
		const run = await world.run(parameters, { items: itemsOf({ UserId: 'taro', UserName: 'T' }) });
		expect(summaryOf(run)).toMatchObject({ mode: 'plan', changes: [{ key: 'taro' }] });
		expect(users(world.emulator).taro?.UserName).toBe('髙橋 太郎');
	});

	test.each(NOTHING)('matches by User ID and clears nothing where %j says otherwise', async (nothing) => {
		const parameters = { matchUsersBy: nothing, recordType: nothing, options: { blankCells: nothing } };
		const items = itemsOf({ UserId: 'taro', UserName: 'T', SubEmail: '' });
		const summary = summaryOf(await world.run(syncing('apply', parameters), { items }));
		expect(told(summary)).toEqual(['user taro edited']);
		expect(users(world.emulator).taro?.SubEmail).toBe('sub@example.com');
	});

	test('keeps administrators, makes a backup and departments where nothing says otherwise', async () => {
		const switches = ['includeAdministrators', 'includeBackup', 'createMissingDepartments'];
		const options = Object.fromEntries(switches.map((name) => [name, '={{ undefined }}']));
		const items = itemsOf({ UserId: 'taro', DepartmentPath: 'New' });
		const run = await world.run(syncing('plan', { missingUsers: 'delete', options }), { items });
		expect(summaryOf(run).kept).toMatchObject([{ key: 'hanako' }]);
		expect(Object.keys(run.items[0]?.binary ?? {})).toHaveLength(2);
	});

	test('recognizes each item where its record type is blank', async () => {
		const parameters = syncing('plan', { recordType: '={{ $json.type }}' });
		const items = itemsOf({ UserId: 'taro', UserName: 'T', type: 'user' }, { DepartmentPath: 'New', type: ' ' });
		expect(told(summaryOf(await world.run(parameters, { items })))).toHaveLength(2);
	});

	const SAFEGUARDS = ['maxDeletions', 'maxChanges', 'protectedUserIds'];
	const ADDED = SAFEGUARDS.flatMap((name) => NOTHING.map((nothing) => [name, nothing] as const));
	const LEFT_EMPTY = ['protectedUserIds', ''];

	test.each(ADDED.filter((added) => added.some((each, place) => each !== LEFT_EMPTY[place])))(
		'is refused where %s was added and is %j',
		async (name, nothing) => {
			const whole = `={{ ({ ${name}: ${/\{\{ (.*) \}\}/.exec(nothing)?.[1] ?? '""'} }) }}`;
			for (const options of [{ [name]: nothing }, whole]) {
				const error = await world.refusal(syncing('apply', { options }), { items: itemsOf({ UserId: 'taro' }) });
				expect(error.context?.parameter).toBe(name);
			}
		},
	);

	test.each(['={{ ",;\\n" }}', '={{ ["", " "] }}', ' , ', '={{ "\\u200b,\\u200b" }}'])(
		'is refused where %j protects nobody',
		async (protectedUserIds) => {
			const parameters = syncing('apply', { options: { protectedUserIds } });
			const error = await world.refusal(parameters, { items: itemsOf({ UserId: 'taro' }) });
			expect(error.context?.parameter).toBe('protectedUserIds');
		},
	);
});

test.each(['undefined', 'null', '""'])('%s in place of a whole collection adds nothing', async (nothing) => {
	const whole = `={{ ${nothing} }}`;
	const expected = await requestsOf('businessCard.getAll', CARDS);
	expect(await requestsOf('businessCard.getAll', { ...CARDS, options: whole, sort: whole })).toEqual(expected);
	world.emulator.clearLog();
	outputOf(await world.run({ ...CREATE, additionalFields: whole, options: whole }));
	expect(jsonOf(onlyCall(world.emulator))).toEqual({ lastName: '髙橋' });
});

test.each(NOTHING)('%j in place of a whole mapping maps nothing', async (columns) => {
	const parameters = { ...CREATE, ...mappedRows(null), columns };
	const error = await world.refusal(parameters, { items: itemsOf({ lastName: '髙橋' }) });
	expect(error.message).toMatch(/^A card needs at least one of Company Name/);
});

test('a blank permission of a card keeps the setting of the service', async () => {
	for (const nothing of NOTHING) {
		world.emulator.clearLog();
		const sharingPermissions = { memo: nothing, email: '={{ "false" }}' };
		outputOf(await world.run({ ...CREATE, additionalFields: { sharingPermissions } }));
		expect(jsonOf(onlyCall(world.emulator))).toMatchObject({ sharingPermissions: { email: false } });
	}
});

test('what a model leaves out is its default', async () => {
	const left = (name: string): string => `={{ $fromAI('${name}', '', 'string') }}`;
	const names = ['range', 'mode', 'missingUsers', 'missingDepartments', 'matchUsersBy', 'output', 'recordType'];
	const parameters = Object.fromEntries(names.map((name) => [name, left(name)]));
	const leftOut: IDataObject = Object.fromEntries(names.map((name) => [name, null]));
	const credential = world.credential();

	const listed = { ...CARDS, ...parameters, sort: { orderDirection: left('mode') } };
	await askTool({ credential, parameters: listed, items: itemsOf({}) }, [leftOut]);
	const [list] = callsOf(world.emulator, 'E1');
	expect(list?.query).toContainEqual(['range', 'me']);

	furnishCompany(world.emulator);
	const synced = { ...syncing('apply'), ...parameters };
	const [[summary] = []] = await askTool({ credential, parameters: synced, items: itemsOf({}) }, [
		{ ...leftOut, UserId: 'hanako' },
	]);
	expect(summary).toMatchObject({ mode: 'plan', changes: [] });
});

test('a version that is blank and no expression is refused, because n8n has dropped fields of it', async () => {
	const error = failureOf(await world.run({ ...CREATE, apiVersion: '' }));
	expect([error.context?.parameter, world.emulator.calls]).toEqual(['apiVersion', []]);
});
