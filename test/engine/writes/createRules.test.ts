import type { IDataObject } from 'n8n-workflow';
import { CARD_FIELDS } from '../../../nodes/shared';
import { worldPerTest } from '../../support/engine/world';
import { mapping, oneByOne, WAYS } from './cardWays';
import { failureOf, jsonOf, onlyCall, outputOf } from './support';
import { told } from '../labels';

/** The rules of the card registration: what breaks one is refused before any call, and says which. */

const world = worldPerTest();

const CREATE = { resource: 'businessCard', operation: 'create' };

/** Two UTF-16 units and one character. */
const WIDE = '𠮷';
const LINE = 250;

/** Field, a value that breaks its rule, and what the message says: the field, the rule, the character or the length. */
type Refusal = readonly [field: string, value: unknown, message: string];

const TOO_LONG: Refusal[] = [
	...['companyName', 'lastName', 'firstName', 'departmentName', 'title', 'prefecture', 'city', 'street', 'building', 'url'].map(
		(field): Refusal => [field, WIDE.repeat(LINE + 1), `${field} must be at most 250 characters; it has 251`],
	),
	...['lastNameReading', 'firstNameReading', 'email'].map(
		(field): Refusal => [field, 'a'.repeat(LINE + 1), `${field} must be at most 250 characters; it has 251`],
	),
	...['mobile', 'tel', 'secondTel', 'fax'].map(
		(field): Refusal => [field, '0'.repeat(31), `${field} must be at most 30 characters; it has 31`],
	),
	['memo', WIDE.repeat(2_001), 'memo must be at most 2,000 characters; it has 2,001'],
	['postalCode', '1234-567 8901', 'postalCode must be at most 10 characters, not counting hyphens and spaces; it has 11'],
];

const READING = 'must not contain Chinese characters, hiragana or full-width letters and digits';
const PHONE = 'may contain only digits (0-9) and the symbols + and -';
const EMAIL = 'may contain only one-byte letters, digits and symbols, without spaces';

const WRONG_CHARACTERS: Refusal[] = [
	['lastNameReading', 'タカ橋', `lastNameReading ${READING}; found "橋" (U+6A4B) at position 3`],
	['firstNameReading', 'たかはし', `firstNameReading ${READING}; found "た" (U+305F) at position 1`],
	['lastNameReading', 'Ｔakahashi', `lastNameReading ${READING}; found "Ｔ" (U+FF34) at position 1`],
	['firstNameReading', 'A２', `firstNameReading ${READING}; found "２" (U+FF12) at position 2`],
	['lastNameReading', `ア${WIDE}`, `lastNameReading ${READING}; found "𠮷" (U+20BB7) at position 2`],
	['postalCode', '〒100', 'postalCode may contain only English letters, digits, hyphens and spaces; found "〒" (U+3012) at position 1'],
	['postalCode', '100ー0001', 'postalCode may contain only English letters, digits, hyphens and spaces; found "ー" (U+30FC) at position 4'],
	['email', 'ａ@example.com', `email ${EMAIL}; found "ａ" (U+FF41) at position 1`],
	['email', 'a b@example.com', `email ${EMAIL}; found U+0020 at position 2`],
	...['mobile', 'tel', 'secondTel', 'fax'].map(
		(field): Refusal => [field, '03(1234)', `${field} ${PHONE}; found "(" (U+0028) at position 3`],
	),
	['tel', '０３', `tel ${PHONE}; found "０" (U+FF10) at position 1`],
];

/** A text that was cut by its length in UTF-16 units: what arrives would hold a replacement character. */
const CUT: Refusal[] = ['companyName', 'lastName', 'lastNameReading', 'memo', 'building', 'url'].map((field) => [
	field,
	'a\ud842',
	`${field} contains U+D842, half of a character: the text was cut in the middle of it`,
]);

const COUNTRY = 'countryCode must be a country code of ISO 3166-1 alpha-2 in upper case, such as JP';
const DATE = 'exchangeDate must be a date that exists, in the form YYYY-MM-DD';

const WRONG_VALUES: Refusal[] = [
	['countryCode', 'XX', `${COUNTRY}; got "XX"`],
	['countryCode', 'jp', `${COUNTRY}; got "jp", write JP`],
	['countryCode', 'JPN', `${COUNTRY}; got "JPN"`],
	['exchangeDate', '2025-02-29', `${DATE}; got "2025-02-29"`],
	['exchangeDate', '1 April', `${DATE}; got "1 April"`],
	['exchangeDate', '04/01/2026', `${DATE}; got "04/01/2026"`],
	['sharingPermissions', { name: 'yes' }, 'sharingPermissions.name is "yes", which is neither true nor false: it must be true or false'],
	['tagId', ['1', '2'], 'tagId must be a string or null; got a list'],
	['tagId', ' ', 'tagId must be one ID; it is blank'],
	['title', { de: 'Leiter' }, 'title must be a string or null; got an object'],
	['companyName', true, 'companyName must be a string or null; got a boolean'],
];

const REFUSALS = [...TOO_LONG, ...CUT, ...WRONG_CHARACTERS, ...WRONG_VALUES];

/** One for each field: enough where only the way to the same check is another. */
const ONE_EACH = [...new Map(REFUSALS.map((refusal) => [refusal[0], refusal])).values()];

describe.each(WAYS)('fields that are %s', (_way, giving) => {
	it.each(giving === oneByOne ? REFUSALS : ONE_EACH)(
		'%s is refused before any call: %j',
		async (field, value, message) => {
			const { emulator, run } = world;
			const error = failureOf(await run(...giving({ companyName: 'A', [field]: value } as IDataObject)));
			expect(error.name).toBe('NodeOperationError');
			expect(error.message).toContain(told(CREATE, message));
			expect(String(error.context?.parameter)).toMatch(new RegExp(`^${field}`));
			expect(error.description).toMatch(/^Nothing was sent\. Correct the parameter '.*' of item 0\.$/);
			expect(emulator.calls).toHaveLength(0);
		},
	);

	it('refuses a card without any of the three names, and one whose names are white space', async () => {
		const { emulator, run } = world;
		for (const companyName of ['', ' ', '\u3000']) {
			const error = failureOf(await run(...giving({ companyName, title: '部長' })));
			expect(error.message).toContain("at least one of 'Company Name', 'First Name' and 'Last Name' must be filled");
		}
		expect(emulator.calls).toHaveLength(0);
	});

	it('names every field that breaks a rule at once', async () => {
		const { emulator, run } = world;
		const { message } = failureOf(await run(...giving({ tel: 'x', countryCode: 'ZZ', lastNameReading: '山' })));
		for (const label of ['Phone', 'Country Code', 'Last Name Reading']) expect(message).toContain(`'${label}' m`);
		expect(emulator.calls).toHaveLength(0);
	});

	it('takes the longest that each field may be, counted in characters', async () => {
		const { emulator, run } = world;
		const longest = {
			...Object.fromEntries(['lastName', 'departmentName', 'title', 'prefecture', 'city', 'street', 'building', 'url'].map((name) => [name, WIDE.repeat(LINE)])),
			lastNameReading: 'ァ'.repeat(LINE),
			firstNameReading: 'ｶﾅ Kana・ー '.repeat(25),
			email: `${'a'.repeat(LINE - 12)}@example.com`,
			...Object.fromEntries(['mobile', 'tel', 'secondTel', 'fax'].map((name) => [name, '+'.padEnd(30, '0-')])),
			postalCode: 'EC1A - 1BB - 234',
			memo: WIDE.repeat(2_000),
			countryCode: 'GB',
			exchangeDate: '2024-02-29',
		};
		outputOf(await run(...giving({ companyName: 'A', ...longest })));
		expect(jsonOf(onlyCall(emulator))).toEqual({ companyName: 'A', ...longest });
	});
});

it.each(['one by one', 'mapped'])('refuses a permission that there is not (%s)', async (way) => {
	const { emulator, run } = world;
	const ran = way === 'mapped'
		? await run(mapping({ companyName: 'A', 'sharingPermissions.salary': true }))
		: await run(...oneByOne({ companyName: 'A', sharingPermissions: { salary: true, name: false } }));
	const error = failureOf(ran);
	expect(error.message).toContain('sharingPermissions.salary does not exist; the keys are "companyInformation", "name",');
	expect(emulator.calls).toHaveLength(0);
});

it('has a case for every field of the table', () => {
	const tried = new Set(REFUSALS.map(([field]) => field));
	expect([...tried].sort()).toEqual(Object.keys(CARD_FIELDS).sort());
});
