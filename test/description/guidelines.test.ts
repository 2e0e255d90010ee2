import type { INodeTypeDescription } from 'n8n-workflow';
import { BusinessCardDataApi } from '../../credentials/BusinessCardDataApi.credentials';
import { CONTRACT, namesOf } from './contract';
import { entriesOf, NODE, TRIGGER } from './nodes';
import { allFields, Panel } from '../support/panel';

/** n8n's UX guidelines for community nodes, as far as the descriptions show them. */

/** East Asian characters and signs, from the radicals on. */
const BEYOND_LATIN = /[\u2e80-\u{10ffff}]/u;

const FIELDS = [NODE.properties, TRIGGER.properties, new BusinessCardDataApi().properties].flatMap(allFields);

/** Every text of a description, at any depth, with the way to it. */
function texts(value: unknown, path = ''): Array<readonly [string, string]> {
	if (typeof value === 'string') return [[path, value]];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, each]) => texts(each, `${path}.${key}`));
}

const OPERATIONS = NODE.properties.filter(({ name }) => name === 'operation').flatMap(entriesOf);

test('Resource is the first field and Operation the second, API Version the last', () => {
	for (const operation of Object.keys(CONTRACT)) {
		const shown = new Panel(NODE, { ...namesOf(operation), apiVersion: 'auto' })
			.fields()
			.map(({ displayName }) => displayName);
		expect([operation, shown.slice(0, 2), shown.at(-1)]).toEqual([operation, ['Resource', 'Operation'], 'API Version']);
	}
});

test('every action and every description of an operation names what it is about, an action without an article', () => {
	const subject = /business card|department|organization|import|person|report|tag|user/i;
	expect(OPERATIONS).toHaveLength(Object.keys(CONTRACT).length);
	expect(
		OPERATIONS.filter(({ action = '', description = '' }) => !subject.test(action) || !subject.test(description)),
	).toEqual([]);
	expect(OPERATIONS.filter(({ action = '' }) => /\b(?:a|an|the|their|its)\b/i.test(action))).toEqual([]);
});

test('every choice of one record can be made from a list first, and by ID', () => {
	const locators = FIELDS.filter(({ type }) => type === 'resourceLocator');
	expect(new Set(locators.map(({ name }) => name))).toEqual(new Set(['businessCardId', 'personId', 'tagId']));
	for (const { modes, default: value } of locators) {
		expect(modes?.map(({ name, displayName }) => [name, displayName])).toEqual([
			['list', 'From List'],
			['id', 'By ID'],
		]);
		expect(value).toEqual({ mode: 'list', value: '' });
	}
});

test('the times of waiting for an import come up with Wait for Completion, beside it, and stay where the switch is an expression', () => {
	const panel = new Panel(NODE, { ...namesOf('organizationImport.create'), apiVersion: 'auto' });
	const shown = (added: object) => panel.inCollection('options', added as never).map(({ name }) => name);
	const TIMES = ['pollInterval', 'timeout'];
	for (const added of [{}, { waitForCompletion: false }])
		expect(shown(added).filter((name) => TIMES.includes(name))).toEqual([]);
	expect(shown({ waitForCompletion: true }).slice(-3)).toEqual(['waitForCompletion', ...TIMES]);
	expect(shown({ waitForCompletion: '={{ $json.wait }}' })).toEqual(expect.arrayContaining(TIMES));
});

test('every field that names a file lets the editor drop one on it', () => {
	const files = FIELDS.filter(({ name }) => /BinaryPropertyName$/i.test(name));
	expect(files.length).toBeGreaterThanOrEqual(6);
	expect(files.filter(({ typeOptions }) => typeOptions?.binaryDataProperty !== true)).toEqual([]);
});

describe.each<[string, INodeTypeDescription | BusinessCardDataApi]>([
	['the node', NODE],
	['the trigger', TRIGGER],
	['the credential', new BusinessCardDataApi()],
])('every text of %s', (_, description) => {
	test('is English, calls files what they are, and does without the words that n8n asks to avoid', () => {
		expect(texts(description).filter(([, text]) => BEYOND_LATIN.test(text))).toEqual([]);
		expect(texts(description).filter(([, text]) => /\b(?:errors?|problems?|failures?|mistakes?)\b/i.test(text))).toEqual(
			[],
		);
		expect(
			texts(description).filter(([path, text]) => /description|hint/i.test(path) && /binary (?:data|propert)/i.test(text)),
		).toEqual([]);
	});

	test('has the name of another field in single quotation marks', () => {
		const names = ['Simplify', 'Sort', 'Options', 'Return All', 'Wait for Completion', 'Data Mode', 'Fields to Include'];
		const bare = new RegExp(`(?<!['\\w] ?)\\b(?:${names.join('|')})\\b(?!')`);
		expect(texts(description).filter(([path, text]) => /\.(?:description|hint)$/.test(path) && bare.test(text))).toEqual(
			[],
		);
	});
});
