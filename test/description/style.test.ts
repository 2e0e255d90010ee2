import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { BusinessCardDataApi } from '../../credentials/BusinessCardDataApi.credentials';
import { entriesOf, NODE, TRIGGER } from './nodes';
import { allFields } from '../../tools/panel';

/** How n8n words and orders what a person sees in a panel. */

const PANELS: ReadonlyArray<readonly [string, readonly INodeProperties[]]> = [
	['the node', NODE.properties],
	['the trigger', TRIGGER.properties],
	['the credential', new BusinessCardDataApi().properties],
];

const FIELDS = PANELS.flatMap(([panel, properties]) =>
	allFields(properties).map((field): [string, INodeProperties] => [`${panel}: ${field.name}`, field]),
);

function fieldsOf(field: INodeProperties): INodeProperties[] {
	return (field.options ?? []).filter((option): option is INodeProperties => 'type' in option);
}

/** Words that stay small inside a title. */
const SMALL = /^(?:a|an|and|as|at|but|by|for|from|if|in|into|nor|of|on|or|per|than|the|to|up|via|vs|with)$/;

/** Whether a text is written as a title: the first and the last word capital, small words small. */
function isTitle(text: string): boolean {
	const words = text
		.replace(/[()]/g, '')
		.split(/[\s/-]+/)
		.filter((word) => word !== '');
	return words.every((word, index) => {
		if (!/^\p{L}/u.test(word)) return true;
		const isEdge = index === 0 || index === words.length - 1;
		// As in "Tag Names or IDs": what n8n's own nodes write stays as it is.
		return !isEdge && SMALL.test(word) ? true : /^\p{Lu}/u.test(word);
	});
}

/** Sentences in a text that ends one with a period. */
function sentences(text: string): number {
	return text
		.replace(/<[^>]*>/g, '')
		.split(/[.!?](?:\s|$)/)
		.filter((part) => part.trim() !== '').length;
}

/** What is wrong with a description, by n8n's rules. */
function descriptionFaults(text: string): string[] {
	const plain = text.replace(/<[^>]*>/g, '');
	return [
		...(text === text.trim() ? [] : ['blanks around it']),
		...(/^[\p{Lu}\d]/u.test(plain) ? [] : ['does not start with a capital letter']),
		...(sentences(text) === 1 && plain.endsWith('.') ? ['one sentence with a period at its end'] : []),
		...(sentences(text) > 1 && !plain.endsWith('.') ? ['several sentences without a period at the end'] : []),
	];
}

function faulty<T>(rows: ReadonlyArray<readonly [string, T]>, fault: (value: T) => string | false): string[] {
	return rows.flatMap(([name, value]) => {
		const found = fault(value);
		return found === false ? [] : [`${name}: ${found}`];
	});
}

test('every name that is shown is a title', () => {
	expect(faulty(FIELDS, ({ type, displayName }) => type !== 'notice' && !isTitle(displayName) && displayName)).toEqual([]);
	const entries = FIELDS.flatMap(([name, field]) => entriesOf(field).map((entry): [string, string] => [name, entry.name]));
	expect(faulty(entries, (text) => !isTitle(text) && text)).toEqual([]);
});

test('every description is a sentence without a period, or several sentences with them', () => {
	const texts = FIELDS.flatMap(([name, field]) => [
		...(field.description === undefined ? [] : [[name, field.description] as const]),
		...entriesOf(field).flatMap((entry) =>
			entry.description === undefined ? [] : [[`${name} ${entry.name}`, entry.description] as const],
		),
	]);
	expect(texts.length).toBeGreaterThan(50);
	expect(texts.flatMap(([name, text]) => descriptionFaults(text).map((fault) => `${name}: ${fault}`))).toEqual([]);
	for (const { description } of [NODE, TRIGGER]) expect(descriptionFaults(description)).toEqual([]);
});

test('no description only repeats the name', () => {
	expect(
		faulty(
			FIELDS,
			({ description, displayName }) => description?.toLowerCase() === displayName.toLowerCase() && displayName,
		),
	).toEqual([]);
});

test('every description of a switch says "Whether"', () => {
	const switches = FIELDS.filter(([, { type }]) => type === 'boolean');
	expect(switches.length).toBeGreaterThan(5);
	expect(faulty(switches, ({ description = '' }) => !description.startsWith('Whether') && description)).toEqual([]);
});

test('every example in a field says that it is one', () => {
	const placeholders = FIELDS.filter(([, { type }]) => !['collection', 'fixedCollection'].includes(type));
	expect(
		faulty(placeholders, ({ placeholder }) => placeholder !== undefined && !placeholder.startsWith('e.g. ') && placeholder),
	).toEqual([]);
});

test('every collection says what it adds', () => {
	const collections = FIELDS.filter(([, { type }]) => type === 'collection');
	expect(
		faulty(collections, ({ placeholder }) => !/^Add \p{Lu}\w+$/u.test(placeholder ?? '') && String(placeholder)),
	).toEqual([]);
});

test('every list is in the order of the alphabet, but for a recommended entry that leads it', () => {
	const order = (names: readonly string[]) => [...names].sort((a, b) => a.localeCompare(b, 'en'));
	for (const [name, field] of FIELDS) {
		const names = entriesOf(field).map((entry) => entry.name);
		const led = names[0]?.includes('(Recommended)') ? names.slice(1) : names;
		expect([name, led]).toEqual([name, order(led)]);
		const inner = fieldsOf(field).map(({ displayName }) => displayName);
		expect([name, inner]).toEqual([name, order(inner)]);
	}
});

test('every default fits its field', () => {
	const fits = (field: INodeProperties): boolean => {
		const values = entriesOf(field).map(({ value }) => value);
		const loaded = field.typeOptions?.loadOptionsMethod !== undefined;
		switch (field.type) {
			case 'boolean':
				return typeof field.default === 'boolean';
			case 'number':
				return typeof field.default === 'number';
			case 'options':
				return loaded || values.some((value) => value === field.default);
			case 'multiOptions':
				return (
					Array.isArray(field.default) &&
					(loaded || (field.default as unknown[]).every((each) => values.some((value) => value === each)))
				);
			case 'collection':
				return JSON.stringify(field.default) === '{}';
			case 'resourceLocator':
				return JSON.stringify(field.default) === '{"mode":"list","value":""}';
			case 'resourceMapper':
				return JSON.stringify(field.default) === '{"mappingMode":"defineBelow","value":null}';
			default:
				return typeof field.default === 'string';
		}
	};
	expect(faulty(FIELDS, (field) => !fits(field) && JSON.stringify(field.default))).toEqual([]);
});

test('a limit reads as in every other node', () => {
	const limits = FIELDS.filter(([, { name }]) => name === 'limit');
	expect(limits.length).toBeGreaterThan(0);
	for (const [, { typeOptions, description }] of limits) {
		expect(typeOptions?.minValue).toBe(1);
		expect(description).toBe('Max number of results to return');
	}
	for (const [, { description }] of FIELDS.filter(([, { name }]) => name === 'returnAll')) {
		expect(description).toBe('Whether to return all results or only up to a given limit');
	}
});

test('a list that is loaded says that an ID can be given too', () => {
	const loaded = FIELDS.filter(([, { typeOptions }]) => typeOptions?.loadOptionsMethod !== undefined);
	expect(loaded.length).toBeGreaterThan(0);
	for (const [, { displayName, description }] of loaded) {
		expect(displayName).toMatch(/ Names? or IDs?$/);
		expect(description).toMatch(
			/or specify (?:an ID|IDs) using an <a href="https:\/\/docs\.n8n\.io\/code\/expressions\/">expression<\/a>/,
		);
	}
});

test('secrets are password fields', () => {
	const secrets = new BusinessCardDataApi().properties.filter(({ typeOptions }) => typeOptions?.password === true);
	expect(secrets.map(({ name }) => name)).toEqual(['apiKey', 'appId']);
});

describe.each<[string, INodeTypeDescription]>([
	['the node', NODE],
	['the trigger', TRIGGER],
])('%s', (_, description) => {
	test('cannot choose resource, operation or event by an expression', () => {
		const frames = description.properties.filter(({ name }) => ['resource', 'operation', 'event'].includes(name));
		expect(frames.length).toBeGreaterThan(0);
		expect(frames.filter(({ noDataExpression }) => noDataExpression !== true)).toEqual([]);
	});

	test('has no two fields of one name under the same conditions', () => {
		const keys = description.properties.map(({ name, displayOptions }) => `${name} ${JSON.stringify(displayOptions ?? {})}`);
		expect(keys).toEqual([...new Set(keys)]);
	});
});

describe('the actions of the node', () => {
	const operations = NODE.properties
		.filter(({ name }) => name === 'operation')
		.flatMap((property) =>
			entriesOf(property).map((entry): [string, INodePropertyOptions] => [
				`${String(property.displayOptions?.show?.resource?.[0])} ${String(entry.value)}`,
				entry,
			]),
		);

	test('each name what is done in words of their own', () => {
		const actions = operations.map(([, { action }]) => action ?? '');
		expect(actions.filter((action) => !/^[A-Z][a-z]+( [a-z-]+)+$/.test(action))).toEqual([]);
		expect(actions).toEqual([...new Set(actions)]);
	});

	test('each have a description', () => {
		expect(faulty(operations, ({ description }) => (description ?? '') === '' && 'none')).toEqual([]);
	});
});
