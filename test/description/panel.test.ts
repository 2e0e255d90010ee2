import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { BusinessCardDataApi } from '../../credentials/BusinessCardDataApi.credentials';
import { allFields, Panel } from '../support/panel';
import { CHOICES, CONTRACT, EVENTS, existingIn, namesOf, PAIRS, SHOWS_WITH, valuesOf, VERSIONS } from './contract';
import type { Version } from './contract';
import { NODE, OFFERED, TRIGGER } from './nodes';

/** The panel of each operation in each version shows the parameters of the contract with its values, and nothing else. */

const FIELDS = [NODE.properties, TRIGGER.properties, new BusinessCardDataApi().properties].flatMap(allFields);

/** Fields that are about n8n and not about the service. */
const FRAME = ['apiVersion', 'resource', 'operation'];

const EXPRESSION = '={{ $json.version }}';
const ROWS = Object.entries(CONTRACT);

function panel(operation: string, apiVersion: string, values: INodeParameters = {}): Panel {
	return new Panel(NODE, { ...namesOf(operation), apiVersion, ...values });
}

function namesOfAll(fields: readonly INodeProperties[]): string[] {
	return fields.map(({ name }) => name);
}

function namesIn(fields: readonly INodeProperties[]): string[] {
	return namesOfAll(fields).sort();
}

/** The lists among the fields have the values that the version knows, and no other. */
function expectValues(shown: Panel, fields: readonly INodeProperties[], operation: string, version: Version): void {
	for (const field of fields.filter(({ type }) => type === 'options' || type === 'multiOptions')) {
		const expected = valuesOf(operation, field.name, version);
		if (!expected || field.typeOptions?.loadOptionsMethod !== undefined) continue;
		const values = shown.choices(field).map(({ value }) => value);
		expect([field.name, values.sort()]).toEqual([field.name, expected.sort()]);
	}
}

/** What can be filled in at the top level, without the frame. */
function topOf(shown: Panel): INodeProperties[] {
	return shown.fields().filter(({ name, type }) => !FRAME.includes(name) && type !== 'notice');
}

/** The operations that the panel offers, as `<resource>.<operation>`. */
function offeredIn(apiVersion: string): string[] {
	const resources = new Panel(NODE, { apiVersion }).values('resource').map(String);
	return resources.flatMap((resource) =>
		new Panel(NODE, { apiVersion, resource }).values('operation').map((operation) => `${resource}.${String(operation)}`),
	);
}

test.each(CHOICES)('version %s offers the operations that it has and no other', (choice) => {
	const having = PAIRS.filter((pair) => pair.choice === choice).map(({ operation }) => operation);
	expect(offeredIn(choice).sort()).toEqual(having.sort());
});

test.each(VERSIONS)('version %s shows nothing of an operation that it does not have', (version) => {
	const lacking = ROWS.filter(([, row]) => !row.versions.includes(version));
	expect(lacking.flatMap(([operation]) => namesIn(topOf(panel(operation, version))))).toEqual([]);
});

test('a version that an expression gives offers every operation, each with its own fields: only the run knows the version', () => {
	expect(offeredIn(EXPRESSION).sort()).toEqual([...OFFERED].sort());
	for (const [operation, { top, collections }] of ROWS) {
		const shown = namesIn(topOf(panel(operation, EXPRESSION)));
		expect([operation, shown.filter((name) => !top.includes(name) && !(name in collections))]).toEqual([operation, []]);
		expect(shown).toEqual(expect.arrayContaining(Object.keys(collections)));
	}
});

describe.each(PAIRS)('$operation in version $choice', ({ operation, choice, version, row: { top, collections } }) => {
	test('has each of its parameters once, and no other', () => {
		for (const name of top)
			expect([name, panel(operation, choice, SHOWS_WITH[name]).field(name).length]).toEqual([name, 1]);
		const known = [...top, ...Object.keys(collections)];
		for (const values of [{}, ...Object.values(SHOWS_WITH)]) {
			expect(namesIn(topOf(panel(operation, choice, values))).filter((name) => !known.includes(name))).toEqual([]);
		}
	});

	test('has its collections, in each exactly what belongs there', () => {
		const present = panel(operation, choice);
		const shown = topOf(present).filter(({ type }) => type === 'collection' || type === 'fixedCollection');
		expect(namesIn(shown)).toEqual(Object.keys(collections).sort());
		for (const [name, parameters] of Object.entries(collections)) {
			const inside = namesIn(present.inCollection(name, { waitForCompletion: true }));
			expect(inside).toEqual(existingIn(version, parameters).sort());
		}
	});

	test('shows exactly the values that the version knows', () => {
		const present = panel(operation, choice);
		const fields = [...topOf(present), ...Object.keys(collections).flatMap((name) => present.inCollection(name))];
		expectValues(present, fields, operation, version);
	});
});

test('there is one mapping of columns, which shows below Data Mode and for the operations that map alone: n8n evaluates each for every item', () => {
	expect(namesIn(NODE.properties.filter(({ type }) => type === 'resourceMapper'))).toEqual(['columns']);
	for (const { operation, choice, row } of PAIRS) {
		const names = namesOfAll(panel(operation, choice, SHOWS_WITH.columns).fields());
		const before = row.top.includes('columns') ? 'dataMode' : undefined;
		expect([operation, names[names.indexOf('columns') - 1]]).toEqual([operation, before]);
	}
});

test('the fields of a card that is created show one by one, and give way to the columns of the input when these are mapped', () => {
	const shown = (values: INodeParameters) => namesOfAll(topOf(panel('businessCard.create', 'auto', values)));
	const ONE_BY_ONE = ['dataMode', 'companyName', 'lastName', 'firstName', 'additionalFields', 'options'];
	expect([shown({}), shown({ dataMode: 'defineBelow' })]).toEqual([ONE_BY_ONE, ONE_BY_ONE]);
	expect(shown({ dataMode: 'mapColumns' })).toEqual(['dataMode', 'columns', 'options']);
	expect(shown({ dataMode: 'useInput' })).toEqual(['dataMode', 'options']);
});

test('Data Mode alone asks whether columns are taken by name: the mapping does not ask it again, and every operation offers it', () => {
	const [mapping] = NODE.properties.filter(({ name }) => name === 'columns');
	expect(mapping?.typeOptions?.resourceMapper?.supportAutoMap).toBe(false);
	for (const { operation, choice } of PAIRS.filter(({ row }) => row.top.includes('columns'))) {
		const [dataMode] = panel(operation, choice, SHOWS_WITH.dataMode).field('dataMode');
		const labels = (dataMode?.options ?? []).map(({ name }) => name);
		expect([operation, labels]).toEqual([operation, expect.arrayContaining(['Use Input as It Is'])]);
	}
});

test('Resource is the first field and Operation the second, API Version the last', () => {
	for (const [operation] of ROWS) {
		const names = namesOfAll(panel(operation, 'auto').fields());
		expect([operation, names.slice(0, 2), names.at(-1)]).toEqual([operation, ['resource', 'operation'], 'apiVersion']);
	}
});

test('every choice of one record can be made from a list first, and by ID', () => {
	const locators = FIELDS.filter(({ type }) => type === 'resourceLocator');
	expect(new Set(locators.map(({ name }) => name))).toEqual(new Set(['businessCardId', 'personId', 'tagId']));
	for (const { modes, default: value } of locators)
		expect([modes?.map(({ name }) => name), value]).toEqual([['list', 'id'], { mode: 'list', value: '' }]);
});

test('the times of waiting for an import come up with Wait for Completion, and stay where it is an expression', () => {
	const options = panel('organizationImport.create', 'auto');
	const shown = (added: INodeParameters) => namesOfAll(options.inCollection('options', added)).slice(3);
	for (const added of [{}, { waitForCompletion: false }]) expect(shown(added)).toEqual(['waitForCompletion']);
	for (const waitForCompletion of [true, '={{ $json.wait }}'])
		expect(shown({ waitForCompletion })).toEqual(['waitForCompletion', 'pollInterval', 'timeout']);
});

test('every field that names a file lets the editor drop one on it', () => {
	const files = FIELDS.filter(({ name }) => /BinaryPropertyName$/i.test(name));
	expect(files.length).toBeGreaterThanOrEqual(6);
	expect(files.filter(({ typeOptions }) => typeOptions?.binaryDataProperty !== true)).toEqual([]);
});

describe('defaults of the contract', () => {
	const UPLOAD = { source: 'items', recordType: 'detect', dataMode: 'defineBelow' };
	const CARDS = { entryStatus: ['completed'], includeTags: false, includePastBizCards: false };
	const LIST = { ...CARDS, fields: [], downloadImages: [], simplify: true };
	const TERM = { updatedFrom: '={{ $now.minus({ days: 7 }).toISO() }}', updatedTo: '={{ $now.toISO() }}' };

	test.each<[string, object]>([
		['businessCard.getAll', { returnAll: false, limit: 50, range: 'me', ...TERM }],
		['businessCard.getAll', { ...LIST, orderBy: 'updatedAt', orderDirection: 'asc' }],
		['businessCard.search', { ...LIST, orderBy: 'registeredAt', orderDirection: 'desc', ignoreBlankFilters: false }],
		['businessCard.getImage', { binaryPropertyName: 'data' }],
		['businessCard.uploadImage', { binaryPropertyName: 'data' }],
		['businessCard.create', { dataMode: 'defineBelow' }],
		['report.getAll', { orderBy: 'updatedAt', orderDirection: 'desc' }],
		['tag.getAll', { type: [] }],
		['user.getAll', { output: 'items' }],
		['department.getAll', { output: 'items' }],
		['organizationImport.create', UPLOAD],
		['organizationImport.check', UPLOAD],
		['organization.sync', { mode: 'plan', recordType: 'detect', dataMode: 'defineBelow', matchUsersBy: 'UserId' }],
		['organization.sync', { missingUsers: 'keep', missingDepartments: 'keep', output: 'summary' }],
	])('%s: %j', (operation, expected) => {
		const shown = panel(operation, 'auto', { source: 'items' });
		const inside = Object.keys(CONTRACT[operation]?.collections ?? {}).flatMap((name) => shown.inCollection(name));
		const fields = [...shown.fields(), ...inside];
		expect(Object.fromEntries(fields.map(({ name, default: value }) => [name, value]))).toMatchObject(expected);
	});

	test('API Version is auto, and can be pinned to each version', () => {
		const [version] = new Panel(NODE, {}).field('apiVersion');
		const values = new Panel(NODE, {}).values('apiVersion');
		expect([version?.default, values.sort()]).toEqual(['auto', ['2.0', '2.5', '3.2', 'auto']]);
	});

	test('the trigger has those of its options', () => {
		const options = new Panel(TRIGGER, { event: 'businessCardUpdated', apiVersion: 'auto' }).inCollection('options');
		const defaults = Object.fromEntries(options.map(({ name, default: value }) => [name, value]));
		expect(defaults).toMatchObject({ overlap: 300, maxRecords: 10_000, ...CARDS });
	});
});

test('the trigger has the events of the contract, business cards that change first', () => {
	expect(new Panel(TRIGGER, {}).values('event').sort()).toEqual(EVENTS.map(({ event }) => event).sort());
	expect(new Panel(TRIGGER, {}).field('event')[0]?.default).toBe('businessCardUpdated');
});

test.each(EVENTS)(
	'the trigger has for $event the versions, and exactly the options and values of the contract',
	({ event, versions, options, operation }) => {
		expect(new Panel(TRIGGER, { event }).values('apiVersion').sort()).toEqual([...versions, 'auto'].sort());
		for (const apiVersion of ['auto', ...versions] as const) {
			const version = apiVersion === 'auto' ? '3.2' : apiVersion;
			const shown = new Panel(TRIGGER, { event, apiVersion });
			const fields = shown.inCollection('options');
			expect([apiVersion, namesIn(fields)]).toEqual([apiVersion, existingIn(version, options).sort()]);
			expectValues(shown, fields, operation, version);
		}
	},
);
