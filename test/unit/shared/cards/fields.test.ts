import { CARD_RULES, checkCard, normaliseCard } from '../../../../nodes/shared/cards/fields';

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
	[{ lastNameReading: 'ヤマダ', email: 'a@example.com' }, false],
])('%j has one of the three names: %j', (fields, hasName) => {
	const missing = { parameter: 'companyName', message: 'Fill in companyName, lastName or firstName' };
	expect(checkCard(fields)).toEqual(hasName ? [] : [missing]);
});

test('all that is wrong is told, in the order of the fields', () => {
	const fields = { lastName: 'x'.repeat(251), tel: 'x', mobile: 'y'.repeat(31) };
	expect(checkCard(fields).map(({ parameter }) => parameter)).toEqual(['lastName', 'tel', 'mobile', 'mobile']);
});

test.each([
	['companyName', ' ㈱ＡＢＣ１（有）㈾ﾎﾟｶﾞ゛　', '株式会社ABC1有限会社合資会社ポガ゛'],
	['companyName', '㍿(医)(x)', '株式会社医療法人(x)'],
	['title', '㈲(株)ＣＥＯ＆カﾞ', '有限会社(株)CEO＆ガ'],
	['lastNameReading', 'たかはしゞ Ａ', 'タカハシヾ A'],
	['lastName', 'たかはし', 'たかはし'],
	['tel', '＋８１（０３）［１２］．３４ー５６−７８', '+81031234-56-78'],
	['postalCode', '〒１００‐０００１', '100-0001'],
	['email', 'ａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'a@example.com'],
	['url', 'ｈｔｔｐｓ：／／ｘ', 'https://x'],
	['countryCode', 'ＪＰ', 'JP'],
	['memo', '\n １行目　ﾒﾓ㈱ ', '１行目　ﾒﾓ㈱'],
	['tagId', ' １ ', '１'],
	['owner', ' Ａ ', ' Ａ '],
	['tel', 3, 3],
])('with Normalize %s of %j becomes %j', (field, given, normalized) => {
	expect(normaliseCard({ [field]: given })).toEqual({ [field]: normalized });
});
