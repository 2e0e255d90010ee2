import { isObject } from '../base/json';
import type { Objection } from '../base/errors';
import { fieldProblems } from '../fields/rules';
import type { FieldRule } from '../fields/rules';
import { describeType, quote } from '../values/show';

/** The keys of `sharingPermissions`, in the specification's order. */
export const SHARING_PERMISSION_KEYS: readonly string[] =
	'companyInformation name exchangeDate contact mobile email memo others'.split(' ');

/** What one of these keys is called where it stands on its own, as in messages and as a column. */
export const SHARING_PERMISSION_PREFIX = 'sharingPermissions.';

/** The values of `language` in an image registration, of which an image may have two. */
const IMAGE_LANGUAGES: readonly string[] =
	'Japanese English Chinese Korean Spanish Portuguese German French Thai Indonesian Vietnamese'.split(' ');

const line = { type: 'string', max: 250 } as const;
const reading = { ...line, characters: 'reading' } as const;
const phone = { type: 'string', max: 30, characters: 'phone' } as const;

/** "Card registration request body" as data, in the specification's order. */
export const CARD_FIELDS = {
	exchangeDate: { type: 'date' },
	lastName: line,
	firstName: line,
	lastNameReading: reading,
	firstNameReading: reading,
	departmentName: line,
	title: line,
	companyName: line,
	countryCode: { type: 'country' },
	postalCode: { type: 'string', max: 10, characters: 'postalCode', areSeparatorsFree: true },
	prefecture: line,
	city: line,
	street: line,
	building: line,
	email: { ...line, characters: 'ascii' },
	mobile: phone,
	tel: phone,
	secondTel: phone,
	fax: phone,
	url: line,
	memo: { type: 'string', max: 2_000 },
	tagId: { type: 'id' },
	sharingPermissions: { type: 'object' },
} as const satisfies Record<string, FieldRule>;

/** The name of a field of the card registration body. */
export type CardFieldName = keyof typeof CARD_FIELDS;

/** The rules by the names of the fields; whatever else a body has, has none. */
export const CARD_RULES: ReadonlyMap<string, FieldRule> = new Map(Object.entries(CARD_FIELDS));

/** The fields of which at least one must be filled. */
const NAME_FIELDS = ['companyName', 'lastName', 'firstName'];

/**
 * Checks the fields of a card before they are registered (spec: Card registration request body).
 *
 * @param fields as they would be sent, blank ones left out
 * @returns one objection per broken rule, in the order of the fields; none when the card may be sent
 */
export function checkCard(fields: Readonly<Record<string, unknown>>): Objection[] {
	const objections = checkCardFields(fields);
	if (NAME_FIELDS.some((name) => String(fields[name] ?? '').trim() !== '')) return objections;
	return [{ parameter: 'companyName', message: 'Fill in companyName, lastName or firstName' }, ...objections];
}

/** The same for some fields of a card, such as those that go with an image (spec: Image registration request). */
export function checkCardFields(fields: Readonly<Record<string, unknown>>): Objection[] {
	return Object.entries(fields).flatMap(([name, value]) => {
		const rule = CARD_RULES.get(name);
		if (rule === undefined || value === undefined || value === null) return [];
		if (rule.type === 'object') return checkSharingPermissions(name, value);
		const wrongType = `must be a text; got ${describeType(value)}`;
		const problems = typeof value === 'string' ? fieldProblems(rule, value) : [wrongType];
		return problems.map((problem) => ({ parameter: name, message: `${name} ${problem}` }));
	});
}

function checkSharingPermissions(parameter: string, value: unknown): Objection[] {
	if (!isObject(value)) return [{ parameter, message: `${parameter} must be an object; got ${describeType(value)}` }];
	const known = SHARING_PERMISSION_KEYS.map(quote).join(', ');
	const unknown = Object.keys(value).filter((key) => !SHARING_PERMISSION_KEYS.includes(key));
	return unknown.map((key) => {
		const name = `${SHARING_PERMISSION_PREFIX}${key}`;
		return { parameter: name, message: `${name} does not exist; the permissions are ${known}` };
	});
}

/** Checks the languages of an image: two of the documented ones at most, each once (spec: Image registration request). */
export function checkLanguages(languages: readonly string[]): Objection[] {
	const unknown = languages.find((language) => !IMAGE_LANGUAGES.includes(language));
	const problems = [
		unknown !== undefined && `${quote(unknown)} does not exist; the languages are ${IMAGE_LANGUAGES.join(', ')}`,
		languages.length > 2 && `may have at most 2 values; it has ${languages.length}`,
		new Set(languages).size < languages.length && 'has the same value twice',
	];
	const [problem] = problems.filter((each) => each !== false);
	return problem === undefined ? [] : [{ parameter: 'language', message: `language ${problem}` }];
}
