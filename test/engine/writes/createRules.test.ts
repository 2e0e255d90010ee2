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
		(field): Refusal => [field, WIDE.repeat(LINE + 1), `${field} may have at most 250 characters; it has 251`],
	),
	...['lastNameReading', 'firstNameReading', 'email'].map(
		(field): Refusal => [field, 'a'.repeat(LINE + 1), `${field} may have at most 250 characters; it has 251`],
	),
	...['mobile', 'tel', 'secondTel', 'fax'].map(
		(field): Refusal => [field, '0'.repeat(31), `${field} may have at most 30 characters; it has 31`],
	),
	['memo', WIDE.repeat(2_001), 'memo may have at most 2,000 characters; it has 2,001'],
	['postalCode', '1234-567 8901', 'postalCode may have at most 10 characters, not counting hyphens and spaces; it has 11'],
];

const READING = 'must not contain kanji, hiragana or full-width letters and digits';
const PHONE = 'may contain only half-width digits, + and -';
const EMAIL = 'may contain only half-width letters, digits and symbols';

const WRONG_CHARACTERS: Refusal[] = [
	['lastNameReading', 'タカ橋', `lastNameReading ${READING}; found '橋'`],
	['firstNameReading', 'たかはし', `firstNameReading ${READING}; found 'た'`],
	['lastNameReading', 'Ｔakahashi', `lastNameReading ${READING}; found 'Ｔ'`],
	['firstNameReading', 'A２', `firstNameReading ${READING}; found '２'`],
	['lastNameReading', `ア${WIDE}`, `lastNameReading ${READING}; found '𠮷'`],
	['postalCode', '〒100', "postalCode may contain only half-width letters, digits, hyphens and spaces; found '〒'"],
	['postalCode', '100ー0001', "postalCode may contain only half-width letters, digits, hyphens and spaces; found 'ー'"],
	['email', 'ａ@example.com', `email ${EMAIL}; found 'ａ'`],
	['email', 'a b@example.com', `email ${EMAIL}; found a space`],
	...['mobile', 'tel', 'secondTel', 'fax'].map(
		(field): Refusal => [field, '03(1234)', `${field} ${PHONE}; found '('`],
	),
	['tel', '０３', `tel ${PHONE}; found '０'`],
];

/** A text that was cut by its length in UTF-16 units: what arrives would hold a replacement character. */
const CUT: Refusal[] = ['companyName', 'lastName', 'lastNameReading', 'memo', 'building', 'url'].map((field) => [
	field,
	'a\ud842',
	`${field} contains half of a character, because the text was cut there`,
]);

const COUNTRY = 'countryCode must be a country code of two capital letters, such as JP';
const DATE = 'exchangeDate must be a date that exists, such as 2026-04-01';

const WRONG_VALUES: Refusal[] = [
	['countryCode', 'XX', `${COUNTRY}; got "XX"`],
	['countryCode', 'jp', `${COUNTRY}; got "jp", write JP`],
	['countryCode', 'JPN', `${COUNTRY}; got "JPN"`],
	['exchangeDate', '2025-02-29', `${DATE}; got "2025-02-29"`],
	['exchangeDate', '1 April', `${DATE}; got "1 April"`],
	['exchangeDate', '04/01/2026', `${DATE}; got "04/01/2026"`],
	['sharingPermissions', { name: 'yes' }, 'sharingPermissions.name is "yes", which is neither true nor false: it must be true or false'],
	['tagId', ['1', '2'], 'tagId must be a text; got a list'],
	['tagId', ' ', 'tagId must be an ID; it is blank'],
	['title', { de: 'Leiter' }, 'title must be a text; got an object'],
	['companyName', true, 'companyName must be a text; got a boolean'],
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
			expect(error.description).toBe('Nothing was sent.');
			expect(emulator.calls).toHaveLength(0);
		},
	);

	it('refuses a card without any of the three names, and one whose names are white space', async () => {
		const { emulator, run } = world;
		for (const companyName of ['', ' ', '\u3000']) {
			const error = failureOf(await run(...giving({ companyName, title: '部長' })));
			expect(error.message).toBe('Fill in Company Name, Last Name or First Name');
		}
		expect(emulator.calls).toHaveLength(0);
	});

	it('names every field that breaks a rule at once', async () => {
		const { emulator, run } = world;
		const { message, description, context } = failureOf(await run(...giving({ tel: 'x', countryCode: 'ZZ', lastNameReading: '山' })));
		expect(message).toBe('4 fields are not valid');
		for (const label of ['Fill in Company Name', 'Phone', 'Country Code', 'Last Name Reading']) {
			expect(description).toMatch(new RegExp(`^${label}.*<br>$`, 'm'));
		}
		expect(context?.causes).toHaveLength(4);
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
	expect(error.message).toContain('sharingPermissions.salary does not exist; the permissions are "companyInformation", "name",');
	expect(emulator.calls).toHaveLength(0);
});

it('has a case for every field of the table', () => {
	const tried = new Set(REFUSALS.map(([field]) => field));
	expect([...tried].sort()).toEqual(Object.keys(CARD_FIELDS).sort());
});
