import {
	isBlank,
	ParameterError,
	readId,
	readIds,
	readList,
	readSwitch,
	readText,
	readWholeNumber,
	showsNothing,
	shownValue,
} from '../../../../nodes/shared';

/** The readers of single values: what each takes, and what it says of the rest. */

const ODD = [null, undefined, NaN, [], {}, [[true]], new Date(0)];

/** What is said of a parameter that is refused. */
function violationOf(read: () => unknown): ParameterError['violation'] {
	try {
		read();
	} catch (error) {
		if (error instanceof ParameterError) return error.violation;
	}
	throw new Error('Nothing was refused');
}

describe('a switch', () => {
	test.each([
		[true, [true, 'true', 'TRUE', ' True ']],
		[false, [false, 'false', ' False\n']],
	])('is %j', (on, values) => {
		expect(values.map((value) => readSwitch('returnAll', value))).toEqual(values.map(() => on));
	});

	test.each(['yes', '1', 1, 0, '', ' ', 'truee', ...ODD].map((value) => [value]))('is not %p', (value) => {
		const objection = violationOf(() => readSwitch('returnAll', value));
		expect(objection).toMatchObject({ parameter: 'returnAll', rule: 'it must be true or false.' });
		expect(objection.message).toMatch(/^returnAll is .*, which is neither true nor false$/);
	});
});

describe('a whole number', () => {
	test('is taken from a number or its text', () => {
		const read = [1, 700, '7', ' 7 ', '+7'].map((value) => readWholeNumber('limit', value, { minValue: 1 }));
		expect(read).toEqual([1, 700, 7, 7, 7]);
	});

	const TEXTS = ['7.5', '1e2', '0x10', 'abc', '', '  ', '9007199254740993'];

	test.each([0, -1, 1.5, Infinity, true, [5], 2 ** 53, ...TEXTS, ...ODD].map((value) => [value]))(
		'is not %p',
		(value) => {
			const objection = violationOf(() => readWholeNumber('limit', value, { minValue: 1 }));
			expect(objection).toMatchObject({ parameter: 'limit', rule: 'it must be a whole number of at least 1.' });
		},
	);

	test('stays within its range, both ends included', () => {
		const range = { minValue: 0, maxValue: 3 };
		expect([readWholeNumber('overlap', 0, range), readWholeNumber('overlap', '3', range)]).toEqual([0, 3]);
		for (const value of [-1, 4]) {
			const { rule } = violationOf(() => readWholeNumber('overlap', value, range));
			expect(rule).toBe('it must be a whole number of at least 0 and at most 3.');
		}
	});
});

describe('a text', () => {
	test('stays as it is, and a number becomes its digits', () => {
		const values = ['a', ' a\r\n', '', 5, 2.5, -0, Number.MAX_SAFE_INTEGER, 12345678901234567890n];
		const texts = ['a', ' a\r\n', '', '5', '2.5', '0', '9007199254740991', '12345678901234567890'];
		expect(values.map((value) => readText('memo', value))).toEqual(texts);
	});

	test.each([
		[NaN, 'NaN, because its expression did not return a value'],
		[-Infinity, '-Infinity, because its expression did not return a value'],
		[2 ** 53, 'the number 9007199254740992 and may have lost digits'],
		[1e300, 'the number 1e+300 and may have lost digits'],
		[true, 'true, which is not text'],
		[null, 'null, which is not text'],
		[undefined, 'undefined, which is not text'],
		[['a'], '["a"], which is not text'],
		[new Date(0), '"1970-01-01T00:00:00.000Z", which is not text'],
	])('is not %p', (value, said) => {
		const objection = { parameter: 'memo', message: `memo is ${said}` };
		expect(violationOf(() => readText('memo', value))).toMatchObject(objection);
	});
});

describe('an id', () => {
	test('is a text without the white space around it and what nobody sees, or a whole number', () => {
		const values = [' 71000000000000\u200b00293 \ufeff', 1002345, 7100000000000000293n];
		const ids = ['7100000000000000293', '1002345', '7100000000000000293'];
		expect(values.map((value) => readId('businessCardId', value))).toEqual(ids);
	});

	test.each<[RegExp, unknown[]]>([
		[/have lost digits/, [Number('7100000000000000293')]],
		[/NaN/, [NaN]],
		[/not an ID/, [1.5, ' .. ', '1\n2', '.\u200b.']],
		[/not text/, [true]],
		[/empty/, ['', null, undefined, '\u200b', '\u3164']],
		[/half of a character/, ['a\ud842']],
	])('%p is said of what would be another record, or none: %p', (message, values) => {
		for (const value of values) {
			const objection = violationOf(() => readId('businessCardId', value));
			expect(objection).toMatchObject({ parameter: 'businessCardId', message: expect.stringMatching(message) });
		}
	});
});

test.each<[unknown, string]>([
	[['t1', 't 2'], 't1|t 2'],
	[' t1 , t 2 ,', 't1|t 2'],
	['["t1, x", "5"]', 't1, x|5'],
	// The text of a category, say, and not the JSON of a number.
	['[2024]', '[2024]'],
	['[1.0], [true]', '[1.0]|[true]'],
	['[["a"]]', '[["a"]]'],
	['[null]', '[null]'],
	[7, '7'],
	['', ''],
	['[]', ''],
	[[' ', '\u3164'], ''],
])('the list %j has the entries %j', (value, entries) => {
	expect(readList('category', value)).toEqual(entries === '' ? [] : entries.split('|'));
});

test('a list of ids may be JSON of numbers, too, as long as they have their digits', () => {
	expect(readIds('tagId', '[5, "7100000000000000293", 6]')).toEqual(['5', '7100000000000000293', '6']);
	expect(violationOf(() => readIds('tagId', '[7100000000000000293]')).message).toContain('have lost digits');
});

/** White space of every kind, zero-width spaces, soft hyphens, fillers, blank signs, variation selectors, tags. */
const UNSEEN =
	'\t\n\x85\xa0\u1680\u2028\u3000 \0\xad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200d\u2060\u2800\u3164'.concat(
		'\ufe0f\ufeff\uffa0\ufff9\u{1d159}\u{1d173}\u{e0020}\u{e0100}',
	);

test('a text shows nothing when nobody sees any of its characters', () => {
	const texts = ['', UNSEEN, ...UNSEEN];
	expect(texts.filter((text) => !showsNothing(text))).toEqual([]);
	expect(['a', '・', '\ufffc', '\u0301', `${UNSEEN}.`].filter(showsNothing)).toEqual([]);
});

test('blank is nothing, what shows nothing, and a list of such', () => {
	const blank = [undefined, null, '', ' \n\u3000', '\u200b', [], [''], ['', ' ', '\u3164']];
	const others = [0, false, NaN, 'a', {}, ['a', ''], [undefined], [null], new Date(0)];
	expect([blank.filter((value) => !isBlank(value)), others.filter(isBlank)]).toEqual([[], []]);
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
