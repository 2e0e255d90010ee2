import {
	countCharacters,
	describeType,
	quote,
} from '../../../../nodes/shared/values/characters';

test.each([
	['', 0],
	['abc', 3],
	['𠮷野家', 3],
	['🍣', 1],
	['か\u3099', 2],
	['👨‍👩‍👧', 5],
	['\ud842', 1],
	['\udfb7x', 2],
])('%j has %i characters', (text, count) => {
	expect(countCharacters(text)).toBe(count);
	expect(countCharacters(text)).toBe([...text].length);
});

test.each<[unknown, string]>([
	[null, 'null'],
	[undefined, 'nothing'],
	[[], 'a list'],
	[{}, 'an object'],
	[1, 'a number'],
	[true, 'a boolean'],
])('the type of %j reads "%s"', (value, shown) => {
	expect(describeType(value)).toBe(shown);
});

test('a quoted text stays on one line and short', () => {
	expect(quote('a\r\nb\tc')).toBe('"a b c"');
	expect(quote('x'.repeat(40))).toBe(`"${'x'.repeat(40)}"`);
	expect(quote('𠮷'.repeat(1000))).toBe(`"${'𠮷'.repeat(40)}…"`);
});
