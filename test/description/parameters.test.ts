import { CHOICES, CONTRACT, EVENTS, existsIn, namesOf, versionOf, type Choice, type ContractRow } from './contract';
import { NODE, OFFERED, TRIGGER } from './nodes';
import { Panel } from '../support/panel';

/** Every operation that the node offers with every choice of the version that has it. */
const PAIRS = OFFERED.flatMap((operation) => {
	const row = CONTRACT[operation];
	const choices = row ? CHOICES.filter((choice) => versionOf(row, choice)) : [];
	return choices.map((choice) => [operation, choice] as const);
});

function rowOf(operation: string): ContractRow {
	const row = CONTRACT[operation];
	if (!row) throw new Error(`The contract has no operation ${operation}`);
	return row;
}

/** The panel of an operation, with the values that a parameter needs in order to show. */
function panelFor(operation: string, choice: Choice, parameter = ''): Panel {
	return new Panel(NODE, { ...namesOf(operation), apiVersion: choice, ...rowOf(operation).when?.[parameter] });
}

/** The parameters of a list that exist under a choice of the version. */
function existing(operation: string, choice: Choice, parameters: readonly string[]): string[] {
	const row = rowOf(operation);
	const version = versionOf(row, choice);
	return parameters.filter((parameter) => version && existsIn(row, parameter, version));
}

describe.each(PAIRS)('%s in version %s', (operation, choice) => {
	const row = rowOf(operation);

	test('has each of its parameters at the top level once, under its own name', () => {
		for (const parameter of existing(operation, choice, row.top)) {
			const found = panelFor(operation, choice, parameter).field(parameter);
			expect([parameter, found.length]).toEqual([parameter, 1]);
		}
	});

	test('has in each collection exactly what it has there', () => {
		for (const [collection, parameters] of Object.entries(row.collections)) {
			const shown = panelFor(operation, choice).inCollection(collection, row.added?.[collection]);
			const names = shown.map(({ name }) => name).sort();
			expect([collection, names]).toEqual([collection, existing(operation, choice, parameters).sort()]);
		}
	});

	test('has no other collection than these', () => {
		const collections = panelFor(operation, choice)
			.fields()
			.filter(({ type }) => type === 'collection' || type === 'fixedCollection');
		expect(collections.map(({ name }) => name).sort()).toEqual(Object.keys(row.collections).sort());
	});
});

test('there is one mapping of columns, which shows below Data Mode and for the operations that map alone: n8n evaluates each for every item', () => {
	const mappings = NODE.properties.filter(({ type }) => type === 'resourceMapper');
	expect(mappings.map(({ name }) => name)).toEqual(['columns']);
	for (const [operation, choice] of PAIRS) {
		const fields = new Panel(NODE, { ...namesOf(operation), apiVersion: choice, dataMode: 'mapColumns', source: 'items' }).fields();
		const isMapped = rowOf(operation).top.includes('columns');
		expect([operation, choice, fields.some(({ name }) => name === 'columns')]).toEqual([operation, choice, isMapped]);
		const names = fields.map(({ name }) => name);
		if (isMapped) expect([operation, names[names.indexOf('columns') - 1]]).toEqual([operation, 'dataMode']);
	}
});

describe('the parameters that belong to a list', () => {
	const lists = PAIRS.filter(([operation]) => rowOf(operation).top.includes('returnAll'));

	test.each(lists)(
		'%s in version %s gives 50 records unless asked for more, and has no limit with Return All',
		(operation, choice) => {
			const values = { ...namesOf(operation), apiVersion: choice };
			const [limit] = new Panel(NODE, { ...values, returnAll: false }).field('limit');
			const [returnAll] = new Panel(NODE, values).field('returnAll');
			expect([limit?.default, returnAll?.default]).toEqual([50, false]);
			expect(new Panel(NODE, { ...values, returnAll: true }).field('limit')).toEqual([]);
		},
	);
});

describe('defaults of the contract', () => {
	test.each([
		['businessCard.getImage', 'binaryPropertyName', 'data'],
		['businessCard.uploadImage', 'binaryPropertyName', 'data'],
		['businessCard.create', 'dataMode', 'defineBelow'],
		['user.getAll', 'output', 'items'],
		['department.getAll', 'output', 'items'],
		['organizationImport.create', 'source', 'items'],
		['organizationImport.check', 'source', 'items'],
		['organizationImport.create', 'recordType', 'detect'],
		['organizationImport.create', 'dataMode', 'defineBelow'],
		['organizationImport.check', 'dataMode', 'defineBelow'],
		['organization.sync', 'dataMode', 'defineBelow'],
		['organization.sync', 'mode', 'plan'],
		['organization.sync', 'recordType', 'detect'],
		['organization.sync', 'matchUsersBy', 'UserId'],
		['organization.sync', 'missingUsers', 'keep'],
		['organization.sync', 'missingDepartments', 'keep'],
		['organization.sync', 'output', 'summary'],
		['organizationImport.check', 'recordType', 'detect'],
		['businessCard.getAll', 'range', 'me'],
		['businessCard.getAll', 'updatedFrom', '={{ $now.minus({ days: 7 }).toISO() }}'],
		['report.getAll', 'updatedTo', '={{ $now.toISO() }}'],
	])('%s: %s is %s', (operation, parameter, value) => {
		const [field] = panelFor(operation, 'auto', parameter).field(parameter);
		expect(field?.default).toBe(value);
	});

	test('apiVersion is auto, and can be pinned to each version', () => {
		const [version] = new Panel(NODE, {}).field('apiVersion');
		expect(version?.default).toBe('auto');
		expect(new Panel(NODE, {}).values('apiVersion').sort()).toEqual(['2.0', '2.5', '3.2', 'auto']);
	});

	test('the options of a card list are those of the service where they show', () => {
		const defaults = (operation: string) => {
			const panel = panelFor(operation, 'auto');
			const shown = ['sort', 'options'].flatMap((collection) => panel.inCollection(collection));
			return Object.fromEntries(shown.map(({ name, default: value }) => [name, value]));
		};
		const common = { entryStatus: ['completed'], includeTags: false, includePastBizCards: false, fields: [], downloadImages: [], simplify: true };
		expect(defaults('businessCard.getAll')).toEqual({ ...common, orderBy: 'updatedAt', orderDirection: 'asc' });
		const search = { orderBy: 'registeredAt', orderDirection: 'desc', ignoreBlankFilters: false };
		expect(defaults('businessCard.search')).toEqual({ ...common, ...search });
		expect(defaults('report.getAll')).toMatchObject({ orderBy: 'updatedAt', orderDirection: 'desc' });
		expect(defaults('tag.getAll')).toEqual({ type: [] });
	});
});

describe('the trigger', () => {
	test('has the events of the contract, business cards that change first', () => {
		const [event] = new Panel(TRIGGER, {}).field('event');
		expect(new Panel(TRIGGER, {}).values('event').sort()).toEqual(EVENTS.map((row) => row.event).sort());
		expect(event?.default).toBe('businessCardUpdated');
	});

	test.each(EVENTS)('has for $event exactly the options of the contract', ({ event, options }) => {
		const shown = new Panel(TRIGGER, { event, apiVersion: 'auto' }).inCollection('options');
		expect(shown.map(({ name }) => name).sort()).toEqual([...options].sort());
	});

	test.each([
		['overlap', 300],
		['maxRecords', 10_000],
		['entryStatus', ['completed']],
		['includeTags', false],
		['includePastBizCards', false],
	])('%s is %j unless it is changed', (name, value) => {
		const panel = new Panel(TRIGGER, { event: 'businessCardUpdated', apiVersion: 'auto' });
		expect(panel.inCollection('options').find((option) => option.name === name)?.default).toEqual(value);
	});
});
