import { CARD_RULES, checkCard, normalizeCard } from '../../../../nodes/shared/cards/fields';

/** The table of a card, field by field. What each rule refuses is in fields/rules. */

const messages = (fields: Record<string, unknown>) =>
	checkCard({ companyName: 'Acme', ...fields }).map(({ message }) => message);

const LINES = [
	'lastName',
	'firstName',
	'departmentName',
	'title',
	'companyName',
	'prefecture',
	'city',
	'street',
	'building',
	'url',
];
const READINGS = ['lastNameReading', 'firstNameReading'];
const PHONES = ['mobile', 'tel', 'secondTel', 'fax'];

/** Each field with the longest text that it takes, one that is too long, and one of other characters where it has such a rule. */
const CASES: ReadonlyArray<readonly [field: string, longest: string, refused: readonly string[]]> = [
	...LINES.map((field) => [field, '𠮷'.repeat(250), ['𠮷'.repeat(251)]] as const),
	...READINGS.map((field) => [field, 'ア'.repeat(250), ['ア'.repeat(251), '山']] as const),
	...PHONES.map((field) => [field, '+'.padEnd(30, '0-'), ['1'.repeat(31), '(03)']] as const),
	['email', 'a'.repeat(250), ['a'.repeat(251), 'ａ@example.com']],
	['memo', '🍣\n'.repeat(1_000), ['a'.repeat(2_001)]],
	['postalCode', 'EC1A - 1BB - 234', ['12345678901', '〒100']],
	['countryCode', 'JP', ['jp']],
	['exchangeDate', '2024-02-29', ['2025-02-29']],
	['tagId', '123', []],
];

test('every field of the table has a case', () => {
	expect(CASES.map(([field]) => field).sort()).toEqual(
		[...CARD_RULES.keys()].filter((name) => !name.includes('.')).sort(),
	);
});

test.each(CASES)('%s takes %j, and is named where it is refused', (field, longest, refused) => {
	expect(messages({ [field]: longest })).toEqual([]);
	for (const text of refused)
		expect(messages({ [field]: text })).toEqual([expect.stringMatching(new RegExp(`^${field} m`))]);
});

test.each([
	[{ companyName: 'Acme' }, true],
	[{ firstName: '太郎' }, true],
	[{ lastName: ' ', firstName: '', companyName: 'x' }, true],
	[{}, false],
	[{ companyName: '　 ' }, false],
	[{ companyName: '\u200b', lastName: '\u3164\u00ad', firstName: '\u2800' }, false],
	[{ companyName: '\u200b', lastName: '\u3164', firstName: '・' }, true],
	[{ lastNameReading: 'ヤマダ', email: 'a@example.com' }, false],
])('%j has one of the three names: %j', (fields, hasName) => {
	const missing = {
		parameter: 'companyName',
		message: 'A card needs at least one of companyName, lastName and firstName',
	};
	expect(checkCard(fields)).toEqual(hasName ? [] : [missing]);
});

test('all that is wrong is told, in the order of the fields', () => {
	const fields = { lastName: 'x'.repeat(251), tel: 'x', mobile: 'y'.repeat(31) };
	expect(checkCard(fields).map(({ parameter }) => parameter)).toEqual(['lastName', 'tel', 'mobile', 'mobile']);
});

/** Characters by their codes: what nobody sees in a source is no test of it. */
const coded = (...codes: number[]) => codes.map((code) => String.fromCodePoint(code));

const SPACES = [' ', '\t', ...coded(0xa0, 0x1680, 0x2000, 0x2003, 0x2007, 0x2009, 0x200a, 0x202f, 0x205f, 0x3000)];
const INVISIBLE = coded(0xad, 0x61c, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202e, 0x2060, 0x2066, 0xfeff);
const FILLERS = coded(0x3164, 0xffa0, 0x34f);
const HYPHENS = [...'-‐‑‒–—―−ーｰ－─﹣'];
const DAKUTEN = '\u3099';
const HANDAKUTEN = '\u309a';

/** Each field with a text, and what *Normalize* makes of it. */
const NORMALIZED: ReadonlyArray<readonly [field: string, given: unknown, normalized: unknown]> = [
	['companyName', ' ㈱ＡＢＣ１（有）㈾ﾎﾟｶﾞ゛　', '株式会社ABC1有限会社合資会社ポガ゛'],
	['companyName', '㍿(医)(x)', '株式会社医療法人(x)'],
	['title', '㈲(株)ＣＥＯ＆カﾞ', '有限会社(株)CEO＆ガ'],
	['lastName', 'たかはし', 'たかはし'],
	['email', 'ａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'a@example.com'],
	['url', 'ｈｔｔｐｓ：／／ｘ', 'https://x'],
	['countryCode', 'ＪＰ', 'JP'],
	['memo', '\n １行目　ﾒﾓ㈱\u200b ', '１行目　ﾒﾓ㈱\u200b'],
	['tagId', ' １ ', '１'],
	['owner', ' Ａ ', ' Ａ '],
	['tel', 3, 3],

	// Letters in two parts, as files of a Mac have them, and half-width.
	['lastNameReading', 'たかはしゞ Ａ', 'タカハシヾ A'],
	['lastNameReading', `か${DAKUTEN}んは${HANDAKUTEN}`, 'ガンパ'],
	['lastNameReading', `か\u200b${DAKUTEN}`, 'ガ'],
	['lastNameReading', 'ｶﾞﾝﾊﾟかﾞはﾟ', 'ガンパガパ'],
	['lastNameReading', `ｶ${DAKUTEN}ｳﾞ`, 'ガヴ'],
	['lastName', `はま${DAKUTEN}ｶﾞ`, `はま${DAKUTEN}ガ`],
	['firstName', 'Jose\u0301', 'José'],
	// A name is written with this variant of the character and no other.
	['lastName', '\ufa19\ufa1b葛\u{e0100}', '\ufa19\ufa1b葛\u{e0100}'],

	// What nobody sees.
	...[...INVISIBLE, ...FILLERS].flatMap((character) => [
		['tel', `${character}03${character}-1234-5678${character}`, '03-1234-5678'] as const,
		['postalCode', `100${character}0001`, '1000001'] as const,
		['companyName', `${character} Ac${character}me ${character}`, 'Acme'] as const,
		['email', `a${character}@example.com`, 'a@example.com'] as const,
	]),

	// One phone number in its many notations.
	...HYPHENS.map((hyphen) => ['tel', `03${hyphen}1234${hyphen}5678`, '03-1234-5678'] as const),
	['tel', '03 1234 5678', '0312345678'],
	['tel', '03.1234.5678', '0312345678'],
	['tel', '03 - 1234 - 5678', '03-1234-5678'],
	['tel', '(03) 1234-5678', '031234-5678'],
	['tel', '（０３）１２３４－５６７８', '031234-5678'],
	['tel', '03(1234)5678', '0312345678'],
	['tel', '03)1234-5678', '031234-5678'],
	['tel', '[03] 1234 5678', '0312345678'],
	['tel', '(03-1234-5678)', '03-1234-5678'],
	['tel', '+1 (555) 123-4567', '+1555123-4567'],
	['tel', '+39 06 1234 5678', '+390612345678'],
	['tel', '+44 20 7946 0958', '+442079460958'],
	['tel', '+420 123 456 789', '+420123456789'],
	['tel', '+46-470-12 34 56', '+46-470-123456'],
	['tel', '(+81) 3-1234-5678', '+813-1234-5678'],
	['tel', '\n03-1234-5678\r\n', '03-1234-5678'],

	// The zero that nobody dials from abroad.
	['tel', '+81 (0)3-1234-5678', '+813-1234-5678'],
	['tel', '+81(0)312345678', '+81312345678'],
	['tel', '+81-(0)-3-1234-5678', '+81-3-1234-5678'],
	['tel', '+81 [0] 3 1234 5678', '+81312345678'],
	['tel', '(+81)(0)3-1234-5678', '+813-1234-5678'],
	['tel', '＋８１（０）３－１２３４－５６７８', '+813-1234-5678'],
	['tel', '＋８１（０３）１２３４ー５６−７８', '+8131234-56-78'],
	['tel', '+81 03-1234-5678', '+813-1234-5678'],
	['tel', '+44 (0)20 7946 0958', '+442079460958'],
	['tel', '+49 (0)30/123', '+49 (0)30/123'],

	['postalCode', '〒１００‐０００１', '100-0001'],
	...HYPHENS.map((hyphen) => ['postalCode', `100${hyphen}0001`, '100-0001'] as const),
	...SPACES.map((space) => ['postalCode', `〒${space}１００${space}${space}０００１`, '1000001'] as const),
];

test.each(NORMALIZED)('with Normalize %s of %j becomes %j', (field, given, normalized) => {
	expect(normalizeCard({ [field]: given })).toEqual({ fields: { [field]: normalized }, violations: [] });
});

/** What stands between two numbers. */
const BETWEEN = [
	'\n',
	'\r\n',
	'\t',
	'\v',
	'\u2028',
	' ',
	'  ',
	'　',
	' / ',
	'/',
	',',
	'、',
	';',
	'；',
	'・',
	' or ',
	'～',
	'+',
];

const NO_SINGLE_NUMBER = [
	...BETWEEN.flatMap((between) => [
		`03-1234-5678${between}090-1234-5678`,
		`03 1234 5678${between}03 1234 5679`,
		`555-1234${between}555-1235`,
		`555 1234${between}555 1235`,
	]),
	...[
		' (123)',
		'(123)',
		'（123）',
		' [123]',
		'内線123',
		' 内線 123',
		' ext. 123',
		' x123',
		' #123',
		' 123',
		'.123',
		'(代)',
	].map((extension) => `03-1234-5678${extension}`),
	'03-1234-5678 (090-1234-5678)',
	'(03)1234-5678(123)',
	'03-1234\n5678',
	'0312345678031234567',
	'+81 (3) 1234-5678-0000000',
	'0081 (0)3-1234-5678',
	'81(0)3-1234-5678',
	'+81 3-(0)1234-5678',
	'+39 (06) 1234 5678',
	'+36 (06) 1 234 5678',
	'((03)) 1234-5678',
	'03-1234-5678)',
	'()',
];

test.each(NO_SINGLE_NUMBER)('no phone number is made of %j, and Normalize is not recommended for it', (text) => {
	const { fields, violations } = normalizeCard({ tel: text });
	const refusals = [...violations, ...checkCard({ companyName: 'Acme', ...fields })];
	expect(refusals).toContainEqual(expect.objectContaining({ parameter: 'tel' }));
});

test('a text of any length is refused at once, for its length', () => {
	for (const text of [`+8${' '.repeat(200_000)}0`, `0${'(0)'.repeat(100_000)}`, '1'.repeat(300_000)]) {
		const { fields } = normalizeCard({ tel: text });
		expect(messages(fields)).toContainEqual(expect.stringContaining('at most 30 characters'));
	}
});
