import { CARD_RULES, fieldNames, misspellings } from '../../../../nodes/shared';

/** Every look of every column is found, and nothing else is taken for one. */

const TABLES: ReadonlyArray<readonly [string, readonly string[]]> = [
	['user', fieldNames('user')],
	['department', fieldNames('department')],
	['card', [...CARD_RULES.keys()]],
];

/** White space, hyphens and what cannot be seen: zero width, soft hyphen, word joiner, direction marks, byte order mark. */
const SEPARATORS = [' ', '_', '-', '\u2010', '\u2212', '\u3000', '\u00a0', ' - ', '\n'];
const INVISIBLE = ['\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u00ad', '\u2060', '\u061c', '\ufeff'];

/** Names that look the same to a person. */
function looksOf(name: string): string[] {
	const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
	const apart = SEPARATORS.map((by) => words.replaceAll(' ', by));
	const others = [name.toUpperCase(), ` ${name} `, ...apart].flatMap((each) => [each, each.toLowerCase()]);
	const hidden = INVISIBLE.flatMap((each) => [`${each}${name}`, `${name.slice(0, 2)}${each}${name.slice(2)}`]);
	return [...others, ...hidden].filter((look) => look !== name);
}

describe.each(TABLES)('of a %s', (_, names) => {
	const misspeltIn = misspellings(names);

	test.each(names)('%s: each look is found, unless the column itself is there', (name) => {
		for (const given of looksOf(name)) {
			expect(misspeltIn({ [given]: null })).toMatchObject([{ given, column: name }]);
			expect(misspeltIn({ [given]: 'x', [name]: null })).toEqual([]);
			expect(misspeltIn({ [given]: undefined })).toEqual([]);
		}
	});

	test.each(names)('%s: another letter or digit makes another name', (name) => {
		const start = name.slice(0, -1);
		const others = [`${name}2`, `x${name}`, `${name}s`, name.slice(1), start, `${start}あ`, `${start}x${name.slice(-1)}`];
		for (const other of others.filter((each) => !names.includes(each))) expect(misspeltIn({ [other]: 'x' })).toEqual([]);
	});

	test('no column is a look of another', () => {
		expect(misspeltIn(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
	});
});

test.each([
	['e-mail', '"e-mail" is not a column name, but looks like "Email"'],
	['\u200bEmail', '"Email" is not the column name "Email", because it contains an invisible character'],
])('of %j is said: %s', (given, message) => {
	expect(misspellings(['Email'])({ [given]: 'x' })).toEqual([{ given, column: 'Email', message }]);
});
