import { fieldProblems, type FieldRule, type FieldUse } from '../../../../nodes/shared/fields/rules';

/** Every rule that a table of the specification can have, once; the tables themselves are tested with what they describe. */

const ADDING: FieldUse = { action: 'adding', when: 'when a user is added', today: '2026-04-01' };
const EDITING: FieldUse = { action: 'editing', when: 'when a user is edited', today: '2026-04-01' };

const text = (rule: Partial<FieldRule> = {}): FieldRule => ({ type: 'string', ...rule });
const READING = text({ characters: 'reading' });
const PHONE = text({ characters: 'phone' });
const ASCII = text({ characters: 'ascii' });
const POSTAL = text({ max: 10, characters: 'postalCode', areSeparatorsFree: true });
const DAY: FieldRule = { type: 'date' };
const COUNTRY: FieldRule = { type: 'country' };
const WHOLE: FieldRule = { type: 'int' };
const FLAG: FieldRule = { type: 'int', values: { 0: 'no', 1: 'yes' } };
const FUTURE: FieldRule = { type: 'date', notBeforeToday: true };

const READINGS = [
	'ヤマダ',
	'サトー',
	'ﾔﾏﾀﾞ',
	'ヴァン・ゴッホ',
	'Smith-Jones 3',
	"O'Neil",
	'Müller',
	'김',
	'Иван',
	'ヶヵ',
	'゛',
];

const TAKEN: ReadonlyArray<[FieldRule, string, FieldUse?]> = [
	[text(), 'any 字\n🍣'],
	[text(), ''],
	[text({ required: 'adding' }), '', EDITING],
	[text({ required: 'editing' }), ''],
	[text({ blankWhen: 'adding' }), 'x', EDITING],
	[text({ max: 3 }), '𠮷野家'],
	[POSTAL, '12345 - 67890'],
	[POSTAL, 'SW1A 1AA'],
	...READINGS.map((reading): [FieldRule, string] => [READING, reading]),
	[PHONE, '+81-3-1234-5678'],
	[ASCII, "a.b+c_d!#$%&'*/=?^`{|}~-@example.com"],
	[text({ characters: 'alphanumeric' }), 'aZ9'],
	[text({ characters: 'userId' }), 'a.b-c_d&9'],
	[DAY, '2024-02-29'],
	[COUNTRY, 'TW'],
	[WHOLE, '-7'],
	[FLAG, '1'],
	[FUTURE, '2026-04-01', ADDING],
	[FUTURE, '2020-01-01', EDITING],
];

// Without a use Jest would give its own callback in its place.
test.each(TAKEN.map(([rule, value, use]) => [rule, value, use] as const))('%j takes %j', (rule, value, use) => {
	expect(fieldProblems(rule, value, use)).toEqual([]);
});

const NO_READING = 'must not contain kanji, hiragana, or full-width letters or digits; found';
const NO_PHONE = 'may contain only half-width digits, + and -; found';
const NO_ASCII = 'may contain only half-width letters, digits and symbols; found';
const NO_POSTAL = 'may contain only half-width letters, digits, hyphens and spaces; found';
const NO_COUNTRY = 'must be a two-letter country code in capitals, such as JP; got';
const NO_DAY = 'must be a valid date, such as 2026-04-01; got';

const REFUSED: ReadonlyArray<[FieldRule, string, string, FieldUse?]> = [
	[text({ required: 'always' }), '', 'is required, but empty'],
	[text({ required: 'adding' }), '', 'is required when a user is added, but it is empty', ADDING],
	[text({ blankWhen: 'editing' }), 'x', 'must be empty when a user is edited', EDITING],
	[text({ max: 3 }), '𠮷野家屋', 'may have at most 3 characters; it has 4'],
	[text({ max: 2_000 }), 'a'.repeat(2_001), 'may have at most 2,000 characters; it has 2,001'],
	[POSTAL, '12345 - 678901', 'may have at most 10 characters, not counting hyphens and spaces; it has 11'],
	[READING, 'ヤマ山', `${NO_READING} '山'`],
	[READING, 'サ々', `${NO_READING} '々'`],
	[READING, '🍣𠮷', `${NO_READING} '𠮷'`],
	[READING, 'ヤまダ', `${NO_READING} 'ま'`],
	[READING, 'ヤＡ', `${NO_READING} 'Ａ'`],
	[READING, 'ｚ', `${NO_READING} 'ｚ'`],
	[READING, '０', `${NO_READING} '０'`],
	[PHONE, '03 1234', `${NO_PHONE} a space`],
	[PHONE, '03\u30001234', `${NO_PHONE} a full-width space`],
	[PHONE, '(03)', `${NO_PHONE} '('`],
	[PHONE, '03ー12', `${NO_PHONE} 'ー'`],
	[ASCII, 'ａ＠example.com', `${NO_ASCII} 'ａ'`],
	[ASCII, 'a@example.com\n', `${NO_ASCII} a line break`],
	[ASCII, 'a\tb', `${NO_ASCII} a tab`],
	[ASCII, 'a\u200b', `${NO_ASCII} an invisible character (U+200B)`],
	[POSTAL, '〒100', `${NO_POSTAL} '〒'`],
	[POSTAL, '100−0001', `${NO_POSTAL} '−'`],
	[text({ characters: 'alphanumeric' }), 'u-1', "may contain only half-width letters and digits; found '-'"],
	[text({ characters: 'userId' }), 'a@b', "may contain only half-width letters, digits and . - _ &; found '@'"],
	[DAY, '2025-02-29', `${NO_DAY} "2025-02-29"`],
	[DAY, '2025-04-01T00:00:00Z', `${NO_DAY} "2025-04-01T00:00:00Z"`],
	[COUNTRY, 'jp', `${NO_COUNTRY} "jp"`],
	[COUNTRY, ' JP', `${NO_COUNTRY} " JP"`],
	[COUNTRY, 'UK', `${NO_COUNTRY} "UK"`],
	[WHOLE, '1.5', 'must be a whole number; got "1.5"'],
	[WHOLE, '9007199254740993', 'must be a whole number; got "9007199254740993"'],
	[FLAG, '2', 'must be one of 0 (no), 1 (yes); got "2"'],
	[FLAG, 'toString', 'must be one of 0 (no), 1 (yes); got "toString"'],
	[FUTURE, '2026-03-31', 'must be today (2026-04-01) or later when a user is added; got "2026-03-31"', ADDING],
];

test.each(REFUSED.map(([rule, value, problem, use]) => [rule, value, problem, use] as const))(
	'%j refuses %j: %s',
	(rule, value, problem, use) => {
		expect(fieldProblems(rule, value, use)).toEqual([problem]);
	},
);

test('several things that are wrong with one text are all told', () => {
	expect(fieldProblems({ type: 'string', max: 2, characters: 'phone' }, '0a0')).toHaveLength(2);
});
