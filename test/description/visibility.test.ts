import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import {
	CHOICES,
	CONTRACT,
	EVENTS,
	existsIn,
	namesOf,
	valuesOf,
	VERSIONS,
	versionOf,
	type Choice,
	type ContractRow,
} from './contract';
import { NODE, OFFERED, TRIGGER } from './nodes';
import { Panel } from '../support/panel';

/** Fields that are about n8n and not about the service. */
const FRAME = ['apiVersion', 'resource', 'operation'];

const EXPRESSION = '={{ $json.version }}';

const ROWS = OFFERED.flatMap((operation): Array<[string, ContractRow]> => {
	const row = CONTRACT[operation];
	return row ? [[operation, row]] : [];
});

function panel(operation: string, apiVersion: string): Panel {
	return new Panel(NODE, { ...namesOf(operation), apiVersion });
}

/** All fields to fill in that show for the operation, those in collections too, without the frame. */
function shown(operation: string, apiVersion: string): INodeProperties[] {
	const present = panel(operation, apiVersion);
	const top = present.fields().filter(({ name, type }) => !FRAME.includes(name) && type !== 'notice');
	return [...top, ...top.filter(({ type }) => type === 'collection').flatMap(({ name }) => present.inCollection(name))];
}

/** The operations that the panel offers, as `<resource>.<operation>`. */
function offeredIn(apiVersion: string): string[] {
	const resources = new Panel(NODE, { apiVersion }).values('resource').map(String);
	return resources.flatMap((resource) =>
		new Panel(NODE, { apiVersion, resource }).values('operation').map((operation) => `${resource}.${String(operation)}`),
	);
}

function isList({ type }: INodeProperties): boolean {
	return type === 'options' || type === 'multiOptions';
}

describe('a pinned version', () => {
	test.each(CHOICES)('%s offers the operations that it documents and no other', (choice) => {
		const documented = ROWS.filter(([, row]) => versionOf(row, choice)).map(([operation]) => operation);
		expect(offeredIn(choice).sort()).toEqual(documented.sort());
	});

	test.each(VERSIONS)('%s shows nothing of an operation that it does not have', (version) => {
		const lacking = ROWS.filter(([, row]) => !row.versions.includes(version));
		const visible = lacking.flatMap(([operation]) => shown(operation, version).map(({ name }) => `${operation}: ${name}`));
		expect(visible).toEqual([]);
	});
});

const PAIRS = ROWS.flatMap(([operation, row]) =>
	CHOICES.filter((choice) => versionOf(row, choice)).map((choice): [string, Choice] => [operation, choice]),
);

describe.each(PAIRS)('%s in version %s', (operation, choice) => {
	const row = CONTRACT[operation] as ContractRow;
	const version = versionOf(row, choice) ?? '3.2';

	test('shows no field that the version does not have', () => {
		const known = [...row.top, ...Object.keys(row.collections), ...Object.values(row.collections).flat()];
		const names = shown(operation, choice).map(({ name }) => name);
		expect(names.filter((name) => !known.includes(name) || !existsIn(row, name, version))).toEqual([]);
	});

	test('shows exactly the values that the version knows', () => {
		const present = panel(operation, choice);
		for (const field of shown(operation, choice).filter(isList)) {
			if (field.typeOptions?.loadOptionsMethod !== undefined) continue;
			const expected = valuesOf(operation, field.name, version);
			if (!expected) continue;
			const values = present.choices(field).map(({ value }) => value);
			expect([field.name, [...values].sort()]).toEqual([field.name, [...expected].sort()]);
		}
	});
});

describe('a version that an expression gives', () => {
	test.each(ROWS)('shows for %s its own fields and none of another operation', (operation, row) => {
		const names = new Set(shown(operation, EXPRESSION).map(({ name }) => name));
		const known = [...row.top, ...Object.keys(row.collections), ...Object.values(row.collections).flat()];
		expect([...names].filter((name) => !known.includes(name))).toEqual([]);
		for (const collection of Object.keys(row.collections)) expect(names).toContain(collection);
	});

	test('offers every operation, because only the run knows the version', () => {
		expect(offeredIn(EXPRESSION).sort()).toEqual([...OFFERED].sort());
	});
});

describe('the trigger', () => {
	test.each(EVENTS)('offers for $event the versions that have it', ({ event, versions }) => {
		expect(new Panel(TRIGGER, { event }).values('apiVersion').sort()).toEqual([...versions, 'auto'].sort());
	});

	test.each([
		['auto', true],
		['3.2', true],
		['2.5', true],
		['2.0', false],
	])('offers tags in version %s: %s', (apiVersion, has) => {
		const options = new Panel(TRIGGER, { event: 'businessCardUpdated', apiVersion }).inCollection('options');
		expect(options.some(({ name }) => name === 'includeTags')).toBe(has);
	});

	test.each([
		['auto', true],
		['3.2', true],
		['2.5', false],
	])('offers online meetings in version %s: %s', (apiVersion, has) => {
		const present = new Panel(TRIGGER, { event: 'reportUpdated', apiVersion });
		const types = present.inCollection('options').filter(({ name }) => name === 'type');
		expect(types).toHaveLength(1);
		const values = types.flatMap((type) => present.choices(type).map(({ value }) => value));
		expect(values.includes('OnlineMeeting')).toBe(has);
		expect(values).toEqual(expect.arrayContaining(['Meeting', 'Call', 'Email', 'BizCardExchange']));
	});

	test('shows no option twice, whatever the version', () => {
		for (const { event } of EVENTS) {
			for (const apiVersion of CHOICES) {
				const names = new Panel(TRIGGER, { event, apiVersion }).inCollection('options').map(({ name }) => name);
				expect(names).toEqual([...new Set(names)]);
			}
		}
	});
});

describe('the fields of a card that is created', () => {
	const CREATE = { ...namesOf('businessCard.create'), apiVersion: 'auto' };
	const ONE_BY_ONE = ['companyName', 'lastName', 'firstName', 'additionalFields'];
	const names = (given: INodeParameters) =>
		new Panel(NODE, { ...CREATE, ...given })
			.fields()
			.map(({ name }) => name)
			.filter((name) => !FRAME.includes(name));

	test('show one by one in a workflow that was made before there was a choice', () => {
		expect(names({})).toEqual(['dataMode', ...ONE_BY_ONE, 'options']);
		expect(names({ dataMode: 'defineBelow' })).toEqual(['dataMode', ...ONE_BY_ONE, 'options']);
	});

	test('give way to the columns of the input when these are mapped', () => {
		expect(names({ dataMode: 'mapColumns' })).toEqual(['dataMode', 'columns', 'options']);
	});
});
