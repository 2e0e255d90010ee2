import { isBlank, readId, readList, readSwitch, readText, readWholeNumber, shownValue } from '../../../../nodes/shared';
import { objectionOf } from '../../objectionOf';

/** The readers of single values: what each takes, and what it says of the rest. */

describe('a switch', () => {
	test.each([
		[true, true],
		[false, false],
		['true', true],
		['false', false],
		['TRUE', true],
		[' False\n', false],
	])('%j is %j', (value, on) => {
		expect(readSwitch('returnAll', value)).toBe(on);
	});

	test.each([
		['yes'],
		['1'],
		[1],
		[0],
		[''],
		[' '],
		[null],
		[undefined],
		[NaN],
		[[]],
		[[true]],
		[{}],
		['truee'],
		[new Date(0)],
	])('%p is refused', (value) => {
		const objection = objectionOf(() => readSwitch('returnAll', value));
		expect(objection).toMatchObject({ parameter: 'returnAll', rule: 'it must be true or false.' });
		expect(objection.message).toMatch(/^returnAll is .*, which is neither true nor false$/);
	});
});

describe('a whole number', () => {
	test.each([
		[1, 1],
		[700, 700],
		['7', 7],
		[' 7 ', 7],
		['+7', 7],
		[100, 100],
	])('%j is %d', (value, number) => {
		expect(readWholeNumber('limit', value, { least: 1 })).toBe(number);
	});

	const NONE = [
		0,
		-1,
		1.5,
		'7.5',
		'1e2',
		'0x10',
		'abc',
		'',
		'  ',
		null,
		undefined,
		NaN,
		Infinity,
		true,
		[5],
		{},
		2 ** 53,
		'9007199254740993',
	];

	test.each(NONE.map((value) => [value]))('%p is refused', (value) => {
		const objection = objectionOf(() => readWholeNumber('limit', value, { least: 1 }));
		expect(objection).toMatchObject({ parameter: 'limit', rule: 'it must be a whole number of at least 1.' });
	});

	test('stays within its range, both ends included', () => {
		const range = { least: 0, most: 3 };
		expect([readWholeNumber('overlap', 0, range), readWholeNumber('overlap', '3', range)]).toEqual([0, 3]);
		for (const value of [-1, 4]) {
			const { rule } = objectionOf(() => readWholeNumber('overlap', value, range));
			expect(rule).toBe('it must be a whole number of at least 0 and at most 3.');
		}
	});
});

describe('a text', () => {
	test.each([
		['a', 'a'],
		[' a\r\n', ' a\r\n'],
		['', ''],
		[5, '5'],
		[2.5, '2.5'],
		[-0, '0'],
		[Number.MAX_SAFE_INTEGER, '9007199254740991'],
		[12345678901234567890n, '12345678901234567890'],
	])('%p is %j', (value, text) => {
		expect(readText('companyName', value)).toBe(text);
	});

	test.each([
		[NaN, 'companyName is NaN, which is not a value'],
		[-Infinity, 'companyName is -Infinity, which is not a value'],
		[2 ** 53, 'companyName is the number 9007199254740992, which has lost digits'],
		[1e300, 'companyName is the number 1e+300, which has lost digits'],
		[true, 'companyName is true, which is not a text'],
		[null, 'companyName is null, which is not a text'],
		[undefined, 'companyName is undefined, which is not a text'],
		[['a'], 'companyName is ["a"], which is not a text'],
		[new Date(0), 'companyName is "1970-01-01T00:00:00.000Z", which is not a text'],
	])('%p is refused', (value, message) => {
		expect(objectionOf(() => readText('companyName', value))).toMatchObject({ parameter: 'companyName', message });
	});
});

describe('an id', () => {
	test.each([
		[' 7100000000000000293 ', '7100000000000000293'],
		[1002345, '1002345'],
		[7100000000000000293n, '7100000000000000293'],
	])('%p is %s', (value, id) => {
		expect(readId('businessCardId', value)).toBe(id);
	});

	test.each([
		[Number('7100000000000000293'), /has lost digits/],
		[NaN, /NaN/],
		[1.5, /not an ID/],
		[true, /not a text/],
		['', /empty/],
		[null, /empty/],
		[undefined, /empty/],
		[' .. ', /not an ID/],
		['a\ud842', /half of a character/],
	])('%p is refused, because it would be another record or none', (value, message) => {
		const objection = objectionOf(() => readId('businessCardId', value));
		expect(objection.parameter).toBe('businessCardId');
		expect(objection.message).toMatch(message);
	});
});

test.each([
	[
		['t1', 't 2'],
		['t1', 't 2'],
	],
	[' t1 , t 2 ,', ['t1', 't 2']],
	['["t1, x", 5]', ['t1, x', '5']],
	[7, ['7']],
	['', []],
	[[' '], []],
])('the list %j has the entries %j', (value, entries) => {
	expect(readList('tagId', value)).toEqual(entries);
});

describe('blank', () => {
	test.each([[undefined], [null], [''], [' \n\u3000'], [[]], [['']], [['', ' ']]])('is %p', (value) => {
		expect(isBlank(value)).toBe(true);
	});

	test.each([[0], [false], [NaN], ['a'], [{}], [['a', '']], [[undefined]], [[null]], [new Date(0)]])(
		'is not %p',
		(value) => {
			expect(isBlank(value)).toBe(false);
		},
	);
});

describe('a value in a message', () => {
	const circular: { self?: unknown } = {};
	circular.self = circular;

	test.each([
		['a "b"\n', '"a "b" "'],
		['a\r\nb\tc', '"a b c"'],
		['𠮷'.repeat(60), `"${'𠮷'.repeat(60)}"`],
		['𠮷'.repeat(1_000), `"${'𠮷'.repeat(60)}…"`],
		[{ a: [1] }, '{"a":[1]}'],
		[NaN, 'NaN'],
		[5n, '5'],
		[undefined, 'undefined'],
		[circular, 'an object'],
		[{ toJSON: () => undefined }, 'an object'],
	])('%p is shown as %s', (value, shown) => {
		expect(shownValue(value)).toBe(shown);
	});

	test('is cut where it is long', () => {
		for (const value of ['x'.repeat(1_000_000), { text: 'x'.repeat(1_000) }, 'x'.repeat(61)]) {
			expect(shownValue(value)).toMatch(/^"?.{60}…"?$/);
		}
	});
});
