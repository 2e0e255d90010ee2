import fc from 'fast-check';
import {
	buildQuery,
	endpoint,
	ENDPOINTS,
	fillPath,
	readList,
	toQueryString,
	type EndpointName,
} from '../../../../nodes/shared';
import { anyCharacter } from '../../../anyCharacter';
import { seedOf, timesOf } from '../../../seed';
import { objectionOf } from '../../objectionOf';

/** What a person filled in, checked by the table of the specification and turned into the query. */

const TERM = { updatedFrom: '2026-04-01T00:00:00Z', updatedTo: '2026-04-02T00:00:00Z' };

describe('the query', () => {
	test("has the table's order, whatever order the parameters came in", () => {
		const row = endpoint('businessCard.getAll');
		const given = { orderDirection: 'desc', range: 'all', updatedTo: TERM.updatedTo, updatedFrom: TERM.updatedFrom };
		const keys = buildQuery(row, '3.2', given, 'UTC').map(([key]) => key);
		expect(keys).toEqual(['updatedFrom', 'updatedTo', 'range', 'orderDirection']);
	});

	test('holds nothing that the endpoint or the version does not have', () => {
		const row = endpoint('businessCard.get');
		expect(buildQuery(row, '2.0', { includeTags: true, color: 'red', __proto__: 'x' }, 'UTC')).toEqual([]);
		expect(buildQuery(row, '2.5', { includeTags: true, constructor: 'x' }, 'UTC')).toEqual([['includeTags', 'true']]);
	});

	test.each([undefined, null, '', []])('leaves out %j', (blank) => {
		const given = { companyName: blank, tagId: blank, range: blank };
		expect(buildQuery(endpoint('businessCard.search'), '3.2', given, 'UTC')).toEqual([]);
	});

	test("holds an enumeration's value once", () => {
		const row = endpoint('tag.getAll');
		expect(buildQuery(row, '2.5', { type: ['public', 'public', ' shared '] }, 'UTC')).toEqual([
			['type', 'public'],
			['type', 'shared'],
		]);
	});

	test.each([
		[true, 'true'],
		['true', 'true'],
		[' TRUE ', 'true'],
		[false, 'false'],
		['False', 'false'],
	])('writes the switch %j as %s', (value, written) => {
		expect(buildQuery(endpoint('person.get'), '3.2', { includeTags: value }, 'UTC')).toEqual([['includeTags', written]]);
	});

	test('refuses a value of each enumeration that the specification does not have', () => {
		for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
			const row = endpoint(name);
			for (const [parameter, { kind }] of Object.entries(row.query)) {
				if (kind !== 'enum' && kind !== 'enums') continue;
				for (const version of row.versions) {
					const objection = objectionOf(() => buildQuery(row, version, { ...TERM, [parameter]: 'nonsense' }, 'UTC'));
					expect([name, objection.parameter]).toEqual([name, parameter]);
					expect(objection.message).toContain('nonsense');
				}
			}
		}
	});

	test.each(['updatedFrom', 'updatedTo'])('refuses a term without %s', (parameter) => {
		const objection = objectionOf(() => buildQuery(endpoint('businessCard.getAll'), '3.2', { ...TERM, [parameter]: '' }, 'UTC'));
		expect([objection.parameter, objection.rule]).toEqual([parameter, expect.stringContaining('required')]);
	});

	test('shows a value that is refused only in part when it is long', () => {
		const objection = objectionOf(() =>
			buildQuery(endpoint('businessCard.getAll'), '3.2', { ...TERM, range: 'x'.repeat(10_000) }, 'UTC'),
		);
		expect(objection.message.length).toBeLessThan(300);
	});
});

describe('the query string', () => {
	test('escapes what any server on the way could take for something else', () => {
		const query = toQueryString([
			['tagId[]', 'a&b=c'],
			['updatedFrom', '2026-04-01T00:00:00+09:00'],
			['nextPageToken', 'a+b/c=='],
			['name', '髙橋 花子'],
		]);
		expect(query).toBe(
			'tagId%5B%5D=a%26b%3Dc&updatedFrom=2026-04-01T00%3A00%3A00%2B09%3A00&nextPageToken=a%2Bb%2Fc%3D%3D&name=%E9%AB%99%E6%A9%8B%20%E8%8A%B1%E5%AD%90',
		);
	});

	test('is empty for no pairs', () => {
		expect(toQueryString([])).toBe('');
	});

	test('gives every text back when it is decoded', () => {
		const property = fc.property(fc.string({ unit: anyCharacter, minLength: 20 }), (value) => {
			expect([...new URLSearchParams(toQueryString([['k[]', value]]))]).toEqual([['k[]', value]]);
		});
		fc.assert(property, { seed: seedOf('query string'), numRuns: timesOf(200) });
	});
});

test('an id takes its place in the path, and the path is otherwise unchanged', () => {
	expect(fillPath('/bizCards/{businessCardId}/tags', { businessCardId: 'a b' })).toBe('/bizCards/a%20b/tags');
	expect(fillPath('/bizCards', {})).toBe('/bizCards');
	expect(fillPath('/jobs/{importId}/result', { importId: '$&$1' })).toBe('/jobs/%24%26%241/result');
});

describe('a list', () => {
	test.each([
		['a,b', ['a', 'b']],
		[' a , , b ', ['a', 'b']],
		[
			['a', ' b '],
			['a', 'b'],
		],
		[['a,b'], ['a,b']],
		[5, ['5']],
		[
			[1, 2.5],
			['1', '2.5'],
		],
		['', []],
	])('%j is %j', (value, list) => {
		expect(readList('category', value)).toEqual(list);
	});

	test.each([[{}], [[{}]], [[null]], [true], [NaN], [[2 ** 53]]])('%p is refused by the name of the parameter', (value) => {
		expect(objectionOf(() => readList('category', value)).parameter).toBe('category');
	});
});
