import fc from 'fast-check';
import {
	CARD_FIELDS,
	checkCardRegistration,
	SHARING_PERMISSION_KEYS,
} from '../../../../nodes/shared/cards/rules';
import { seedOf, timesOf } from '../../../seed';

/** A body that has one of the names, so that a field can be checked by itself. */
const withName = (body: Record<string, unknown>) => ({ companyName: 'Acme', ...body });

const messages = (body: Record<string, unknown>) =>
	checkCardRegistration(body).map(({ message }) => message);

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
const STRINGS = Object.keys(CARD_FIELDS).filter((field) => field !== 'sharingPermissions');

test('the table has every field of the specification', () => {
	expect(Object.keys(CARD_FIELDS).sort()).toEqual(
		[
			...LINES,
			...READINGS,
			...PHONES,
			'countryCode',
			'email',
			'exchangeDate',
			'memo',
			'postalCode',
			'sharingPermissions',
			'tagId',
		].sort(),
	);
});

describe('at least one of the three names', () => {
	test.each([
		[{ companyName: 'Acme' }],
		[{ firstName: '太郎' }],
		[{ lastName: '山田', firstName: null }],
		[{ lastName: '', firstName: ' ', companyName: 'x' }],
	])('%j has one', (body) => {
		expect(checkCardRegistration(body)).toEqual([]);
	});

	test.each([
		[{}],
		[{ companyName: '' }],
		[{ companyName: '   ', firstName: '\u3000', lastName: null }],
		[{ lastNameReading: 'ヤマダ', email: 'a@example.com' }],
	])('%j has none', (body) => {
		expect(checkCardRegistration(body)).toEqual([
			{
				field: 'companyName',
				message: 'at least one of companyName, firstName and lastName must be filled',
			},
		]);
	});
});

describe('types', () => {
	test.each(STRINGS)('%s must be a string, null or absent', (field) => {
		const names = { companyName: 'Acme', lastName: 'Doe' };
		for (const blank of [null, undefined]) expect(checkCardRegistration({ ...names, [field]: blank })).toEqual([]);
		for (const [value, type] of [
			[5, 'a number'],
			[false, 'a boolean'],
			[['x'], 'a list'],
			[{}, 'an object'],
		]) {
			expect(checkCardRegistration({ ...names, [field]: value })).toEqual([
				{ field, message: `${field} must be a string or null; got ${String(type)}` },
			]);
		}
	});

	test.each(['phone', 'LastName', 'id', 'constructor', 'toString'])('the field %s is unknown', (field) => {
		expect(checkCardRegistration(withName({ [field]: 'x' }))).toEqual([{ field, message: `${field} is not a field of a card` }]);
	});

	test('a __proto__ key is unknown and does no harm', () => {
		const body = JSON.parse('{"companyName":"Acme","__proto__":{"x":1}}') as Record<string, unknown>;
		expect(messages(body)).toEqual(['__proto__ is not a field of a card']);
	});
});

describe('lengths are counted in characters', () => {
	const cases = [
		...LINES.map((field) => [field, '𠮷', 250] as const),
		...READINGS.map((field) => [field, 'ア', 250] as const),
		...PHONES.map((field) => [field, '1', 30] as const),
		['email', 'a', 250] as const,
		['memo', '🍣', 2000] as const,
		['postalCode', '1', 10] as const,
	];

	test.each(cases)('%s takes %s up to %i times, and refuses one more', (field, character, max) => {
		expect(messages(withName({ [field]: character.repeat(max) }))).toEqual([]);
		const uncounted = field === 'postalCode' ? ', not counting hyphens and spaces' : '';
		const [limit, found] = [max, max + 1].map((count) => count.toLocaleString('en-US'));
		expect(checkCardRegistration(withName({ [field]: character.repeat(max + 1) }))).toEqual([
			{ field, message: `${field} must be at most ${limit} characters${uncounted}; it has ${found}` },
		]);
	});

	test('the hyphens and spaces of a postal code do not count', () => {
		expect(messages(withName({ postalCode: '12345 - 67890' }))).toEqual([]);
		expect(messages(withName({ postalCode: '12345 - 678901' }))).toEqual([
			'postalCode must be at most 10 characters, not counting hyphens and spaces; it has 11',
		]);
	});
});

describe('values', () => {
	const readingRule = 'must not contain Chinese characters, hiragana or full-width letters and digits';
	const phoneRule = 'may contain only digits (0-9) and the symbols + and -';
	const emailRule = 'may contain only one-byte letters, digits and symbols, without spaces';
	const postalRule = 'may contain only English letters, digits, hyphens and spaces';
	const dateRule = 'must be a date that exists, in the form YYYY-MM-DD';
	const countryRule = 'must be a country code of ISO 3166-1 alpha-2 in upper case, such as JP';
	const READ = ['ヤマダ', 'サトー', 'ﾔﾏﾀﾞ', 'ヴァン・ゴッホ', 'Smith-Jones 3', "O'Neil", 'Müller', '김', 'Иван', 'ヶヵ', '゛', ''];

	test.each([
		...READINGS.flatMap((field) => READ.map((text) => [field, text])),
		...PHONES.flatMap((field) => ['+81-3-1234-5678', '09012345678', ''].map((text) => [field, text])),
		['email', "a.b+c_d!#$%&'*/=?^`{|}~-@example.com"],
		['email', ''],
		['postalCode', '100-0001'],
		['postalCode', 'SW1A 1AA'],
		['postalCode', ''],
		['url', 'https://例え.jp/パス?q=値 と'],
		['memo', '一行目\n二行目\t🍣'],
		['exchangeDate', '2024-02-29'],
		['countryCode', 'TW'],
		['tagId', '123'],
	])('%s takes %j', (field, text) => {
		expect(messages(withName({ [field]: text }))).toEqual([]);
	});

	test.each([
		...READINGS.flatMap((field) => [
			[field, 'ヤマ山', readingRule, '; found "山" (U+5C71) at position 3'],
			[field, 'サ々', readingRule, '; found "々" (U+3005) at position 2'],
			[field, '𠮷', readingRule, '; found "𠮷" (U+20BB7) at position 1'],
			[field, '🍣𠮷', readingRule, '; found "𠮷" (U+20BB7) at position 2'],
			[field, 'ヤまダ', readingRule, '; found "ま" (U+307E) at position 2'],
			[field, 'ヤＡ', readingRule, '; found "Ａ" (U+FF21) at position 2'],
			[field, 'ｚ', readingRule, '; found "ｚ" (U+FF5A) at position 1'],
			[field, '０', readingRule, '; found "０" (U+FF10) at position 1'],
			[field, '９', readingRule, '; found "９" (U+FF19) at position 1'],
		]),
		...PHONES.flatMap((field) => [
			[field, '03 1234', phoneRule, '; found U+0020 at position 3'],
			[field, '(03)', phoneRule, '; found "(" (U+0028) at position 1'],
			[field, '０3', phoneRule, '; found "０" (U+FF10) at position 1'],
			[field, '03ー12', phoneRule, '; found "ー" (U+30FC) at position 3'],
		]),
		['email', 'a b@example.com', emailRule, '; found U+0020 at position 2'],
		['email', 'ａ@example.com', emailRule, '; found "ａ" (U+FF41) at position 1'],
		['email', 'a@example.com\n', emailRule, '; found U+000A at position 14'],
		['email', 'a\u007f', emailRule, '; found U+007F at position 2'],
		['postalCode', '〒100', postalRule, '; found "〒" (U+3012) at position 1'],
		['postalCode', '100−0001', postalRule, '; found "−" (U+2212) at position 4'],
		['postalCode', '100_0001', postalRule, '; found "_" (U+005F) at position 4'],
		...['2025-02-29', '2025-04-01T00:00:00Z', ''].map((text) => ['exchangeDate', text, dateRule, `; got "${text}"`]),
		['countryCode', 'jp', countryRule, '; got "jp", write JP'],
		['countryCode', ' JP', countryRule, '; got " JP", write JP'],
		...['JPN', 'UK', ''].map((text) => ['countryCode', text, countryRule, `; got "${text}"`]),
		...['', ' '].map((text) => ['tagId', text, 'must be one ID', '; it is blank']),
	])('%s refuses %j', (field = '', text, rule, rest) => {
		expect(checkCardRegistration(withName({ [field]: text }))).toEqual([{ field, message: `${field} ${rule}${rest}` }]);
	});
});

describe('sharingPermissions', () => {
	test.each(SHARING_PERMISSION_KEYS)('%s is true, false or null, and nothing else', (key) => {
		for (const value of [true, false, null, undefined]) {
			expect(messages(withName({ sharingPermissions: { [key]: value } }))).toEqual([]);
		}
		const field = `sharingPermissions.${key}`;
		expect(checkCardRegistration(withName({ sharingPermissions: { [key]: 'true' } }))).toEqual([
			{ field, message: `${field} must be true, false or null; got a string` },
		]);
	});

	test('there are eight keys and no other', () => {
		expect(SHARING_PERMISSION_KEYS).toHaveLength(8);
		expect(messages(withName({ sharingPermissions: {} }))).toEqual([]);
		expect(messages(withName({ sharingPermissions: { tel: true } }))).toEqual([
			'sharingPermissions.tel does not exist; the keys are "companyInformation", "name", "exchangeDate", "contact", "mobile", "email", "memo", "others"',
		]);
	});

	test.each([
		[null, 'null'],
		['x', 'a string'],
		[true, 'a boolean'],
		[[true], 'a list'],
	])('%j is no object', (sharingPermissions, type) => {
		expect(messages(withName({ sharingPermissions }))).toEqual([
			`sharingPermissions must be an object; got ${type}`,
		]);
	});
});

test('every broken field is found, in the order of the body', () => {
	const body = { lastName: 'x'.repeat(251), tel: 'x', nope: 1, mobile: 'y'.repeat(31) };
	expect(checkCardRegistration(body).map(({ field }) => field)).toEqual([
		'lastName',
		'tel',
		'nope',
		'mobile',
		'mobile',
	]);
});

test('any text of allowed characters within the limit passes, and the first other character is named', () => {
	const allowed = fc.array(fc.constantFrom(...'0123456789+-'), { maxLength: 8 });
	const other = fc
		.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
		.filter((text) => !/^[0-9+-]/u.test(text));
	fc.assert(
		fc.property(allowed, other, allowed, (before, character, after) => {
			expect(messages(withName({ tel: before.join('') }))).toEqual([]);
			const text = [...before, character, ...after].join('');
			expect(messages(withName({ tel: text }))[0]).toMatch(
				new RegExp(`at position ${before.length + 1}$`, 'u'),
			);
		}),
		{ seed: seedOf('card phone characters'), numRuns: timesOf(100) },
	);
});
