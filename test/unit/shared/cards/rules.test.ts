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
	test.each(STRINGS)('%s may be null and undefined', (field) => {
		const names = { companyName: 'Acme', lastName: 'Doe' };
		expect(checkCardRegistration({ ...names, [field]: null })).toEqual([]);
		expect(checkCardRegistration({ ...names, [field]: undefined })).toEqual([]);
	});

	test.each(STRINGS)('%s must be a string or null', (field) => {
		const names = { companyName: 'Acme', lastName: 'Doe' };
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

	test.each(['phone', 'LastName', 'id', 'constructor', 'toString'])(
		'the field %s is unknown',
		(field) => {
			expect(checkCardRegistration(withName({ [field]: 'x' }))).toEqual([
				{ field, message: `${field} is not a field of a card` },
			]);
		},
	);

	test('a __proto__ key is unknown and does no harm', () => {
		const body = JSON.parse('{"companyName":"Acme","__proto__":{"x":1}}') as Record<
			string,
			unknown
		>;
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

	test.each(cases)('%s takes %s up to %i times', (field, character, max) => {
		expect(checkCardRegistration(withName({ [field]: character.repeat(max) }))).toEqual([]);
	});

	test.each(cases)('%s refuses one %s more', (field, character, max) => {
		const uncounted = field === 'postalCode' ? ', not counting hyphens and spaces' : '';
		const limit = `${max.toLocaleString('en-US')} characters${uncounted}`;
		expect(checkCardRegistration(withName({ [field]: character.repeat(max + 1) }))).toEqual([
			{
				field,
				message: `${field} must be at most ${limit}; it has ${(max + 1).toLocaleString('en-US')}`,
			},
		]);
	});

	test('the hyphens and spaces of a postal code do not count', () => {
		expect(messages(withName({ postalCode: '12345 - 67890' }))).toEqual([]);
		expect(messages(withName({ postalCode: '12345 - 678901' }))).toEqual([
			'postalCode must be at most 10 characters, not counting hyphens and spaces; it has 11',
		]);
	});
});

describe('characters', () => {
	const readingRule =
		'must not contain Chinese characters, hiragana or full-width letters and digits';
	const phoneRule = 'may contain only digits (0-9) and the symbols + and -';
	const emailRule = 'may contain only one-byte letters, digits and symbols, without spaces';
	const postalRule = 'may contain only English letters, digits, hyphens and spaces';

	test.each([
		...READINGS.flatMap((field) =>
			[
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
				'',
			].map((text) => [field, text]),
		),
		...PHONES.flatMap((field) =>
			['+81-3-1234-5678', '09012345678', ''].map((text) => [field, text]),
		),
		['email', "a.b+c_d!#$%&'*/=?^`{|}~-@example.com"],
		['email', ''],
		['postalCode', '100-0001'],
		['postalCode', 'SW1A 1AA'],
		['postalCode', ''],
		['url', 'https://例え.jp/パス?q=値 と'],
		['memo', '一行目\n二行目\t🍣'],
	])('%s takes %j', (field, text) => {
		expect(checkCardRegistration(withName({ [field]: text }))).toEqual([]);
	});

	test.each([
		...READINGS.flatMap((field) => [
			[field, 'ヤマ山', readingRule, '"山" (U+5C71)', 3],
			[field, 'サ々', readingRule, '"々" (U+3005)', 2],
			[field, '𠮷', readingRule, '"𠮷" (U+20BB7)', 1],
			[field, '🍣𠮷', readingRule, '"𠮷" (U+20BB7)', 2],
			[field, 'ヤまダ', readingRule, '"ま" (U+307E)', 2],
			[field, 'ヤＡ', readingRule, '"Ａ" (U+FF21)', 2],
			[field, 'ｚ', readingRule, '"ｚ" (U+FF5A)', 1],
			[field, '０', readingRule, '"０" (U+FF10)', 1],
			[field, '９', readingRule, '"９" (U+FF19)', 1],
		]),
		...PHONES.flatMap((field) => [
			[field, '03 1234', phoneRule, 'U+0020', 3],
			[field, '(03)', phoneRule, '"(" (U+0028)', 1],
			[field, '０3', phoneRule, '"０" (U+FF10)', 1],
			[field, '03ー12', phoneRule, '"ー" (U+30FC)', 3],
		]),
		['email', 'a b@example.com', emailRule, 'U+0020', 2],
		['email', 'ａ@example.com', emailRule, '"ａ" (U+FF41)', 1],
		['email', 'a@example.com\n', emailRule, 'U+000A', 14],
		['email', 'a\u007f', emailRule, 'U+007F', 2],
		['postalCode', '〒100', postalRule, '"〒" (U+3012)', 1],
		['postalCode', '100−0001', postalRule, '"−" (U+2212)', 4],
		['postalCode', '100_0001', postalRule, '"_" (U+005F)', 4],
	])('%s refuses %j', (field, text, rule, shown, position) => {
		expect(checkCardRegistration(withName({ [String(field)]: text }))).toEqual([
			{ field, message: `${field} ${rule}; found ${shown} at position ${position}` },
		]);
	});

	test('the message names field, rule, character and position', () => {
		expect(messages(withName({ lastNameReading: 'ヤマ山' }))).toEqual([
			'lastNameReading must not contain Chinese characters, hiragana or full-width letters and digits; found "山" (U+5C71) at position 3',
		]);
	});
});

describe('exchangeDate', () => {
	test.each(['2025-04-01', '2024-02-29'])('takes %s', (exchangeDate) => {
		expect(messages(withName({ exchangeDate }))).toEqual([]);
	});

	test.each(['2025-02-29', '2025/04/01', '2025-4-1', '2025-04-01T00:00:00Z', ''])(
		'refuses %j',
		(exchangeDate) => {
			expect(messages(withName({ exchangeDate }))).toEqual([
				`exchangeDate must be a date that exists, in the form YYYY-MM-DD; got "${exchangeDate}"`,
			]);
		},
	);
});

describe('countryCode', () => {
	const rule = 'countryCode must be a country code of ISO 3166-1 alpha-2 in upper case, such as JP';

	test.each(['JP', 'US', 'GB', 'TW'])('takes %s', (countryCode) => {
		expect(messages(withName({ countryCode }))).toEqual([]);
	});

	test.each([
		['jp', ', write JP'],
		[' JP', ', write JP'],
		['JPN', ''],
		['UK', ''],
		['XX', ''],
		['', ''],
	])('refuses %j', (countryCode, hint) => {
		expect(messages(withName({ countryCode }))).toEqual([`${rule}; got "${countryCode}"${hint}`]);
	});
});

describe('tagId', () => {
	test('takes one id', () => {
		expect(messages(withName({ tagId: '123' }))).toEqual([]);
	});

	test.each(['', ' '])('refuses %j', (tagId) => {
		expect(messages(withName({ tagId }))).toEqual(['tagId must be one ID; it is blank']);
	});
});

describe('sharingPermissions', () => {
	test.each(SHARING_PERMISSION_KEYS)('%s is true, false or null', (key) => {
		for (const value of [true, false, null, undefined]) {
			expect(messages(withName({ sharingPermissions: { [key]: value } }))).toEqual([]);
		}
	});

	test.each(SHARING_PERMISSION_KEYS)('%s is nothing else', (key) => {
		expect(checkCardRegistration(withName({ sharingPermissions: { [key]: 'true' } }))).toEqual([
			{
				field: `sharingPermissions.${key}`,
				message: `sharingPermissions.${key} must be true, false or null; got a string`,
			},
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
