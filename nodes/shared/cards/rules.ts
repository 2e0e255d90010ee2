import { isCalendarDate } from '../values/calendarDate';
import {
	CHARACTER_CLASSES,
	characterProblem,
	countCharacters,
	describeType,
	formatCount,
	halfCharacterProblem,
	lengthProblem,
	quote,
	type CharacterClassName,
} from '../values/characters';
import { COUNTRY_CODES } from './countryCodes';
import type { Violation } from '../base/violation';

/** The keys of `sharingPermissions`, in the specification's order. */
export const SHARING_PERMISSION_KEYS = [
	'companyInformation',
	'name',
	'exchangeDate',
	'contact',
	'mobile',
	'email',
	'memo',
	'others',
] as const;

/** What one of these keys is called where it stands on its own, as in messages and as a column. */
export const SHARING_PERMISSION_PREFIX = 'sharingPermissions.';

const MAX_MEMO_CHARACTERS = 2_000;

/** What the card registration table says about one field. `text` lengths are in characters, counted as code points. */
export type CardFieldRule =
	| {
			readonly kind: 'text';
			readonly nullable: true;
			readonly max: number;
			readonly characters?: CharacterClassName;
			/** Characters that do not count towards `max`, and how the message names them. */
			readonly uncounted?: { readonly pattern: RegExp; readonly label: string };
	  }
	| { readonly kind: 'date' | 'country' | 'id'; readonly nullable: true }
	| { readonly kind: 'sharingPermissions'; readonly nullable: false };

const line = { kind: 'text', nullable: true, max: 250 } as const;
const reading = { ...line, characters: 'reading' } as const;
const phone = { kind: 'text', nullable: true, max: 30, characters: 'phone' } as const;

/** "Card registration request body" as data, in the specification's order. */
export const CARD_FIELDS = {
	exchangeDate: { kind: 'date', nullable: true },
	lastName: line,
	firstName: line,
	lastNameReading: reading,
	firstNameReading: reading,
	departmentName: line,
	title: line,
	companyName: line,
	countryCode: { kind: 'country', nullable: true },
	postalCode: {
		kind: 'text',
		nullable: true,
		max: 10,
		characters: 'postalCode',
		uncounted: { pattern: /[- ]/gu, label: 'not counting hyphens and spaces' },
	},
	prefecture: line,
	city: line,
	street: line,
	building: line,
	email: { ...line, characters: 'asciiWithoutSpace' },
	mobile: phone,
	tel: phone,
	secondTel: phone,
	fax: phone,
	url: line,
	memo: { kind: 'text', nullable: true, max: MAX_MEMO_CHARACTERS },
	tagId: { kind: 'id', nullable: true },
	sharingPermissions: { kind: 'sharingPermissions', nullable: false },
} as const satisfies Record<string, CardFieldRule>;

/** The name of a field of the card registration body. */
export type CardFieldName = keyof typeof CARD_FIELDS;

/** The fields of which at least one must be filled. */
const NAME_FIELDS: readonly CardFieldName[] = ['companyName', 'firstName', 'lastName'];

/** The rules by the names of the fields; whatever else a body has, has none. */
export const CARD_RULES: ReadonlyMap<string, CardFieldRule> = new Map(Object.entries(CARD_FIELDS));

/**
 * Checks a body for POST /bizCards against every rule of "Card registration request body".
 *
 * Fields that are `undefined` count as absent; `null` is allowed for every field but
 * `sharingPermissions`. An empty string is a text without characters and passes where the rule is
 * about characters, but is no date, no country and no tag id. Country codes must be upper case, as
 * ISO 3166-1 writes them.
 * @param body the request body as it would be sent
 * @returns one violation per field that breaks a rule, in the body's order; empty when it may be sent
 */
export function checkCardRegistration(body: Record<string, unknown>): Violation[] {
	const violations: Violation[] = [];
	if (!NAME_FIELDS.some((field) => isFilled(body[field]))) {
		violations.push({
			field: 'companyName',
			message: 'at least one of companyName, firstName and lastName must be filled',
		});
	}
	for (const [field, value] of Object.entries(body)) {
		if (value === undefined) continue;
		const rule = CARD_RULES.get(field);
		if (!rule) {
			violations.push({ field, message: `${field} is not a field of a card` });
			continue;
		}
		violations.push(...checkCardField(field, rule, value));
	}
	return violations;
}

function isFilled(value: unknown): boolean {
	return typeof value === 'string' && value.trim() !== '';
}

/**
 * Checks one filled field against its row of the table.
 * @param field the name that messages use
 */
export function checkCardField(field: string, rule: CardFieldRule, value: unknown): Violation[] {
	if (rule.kind === 'sharingPermissions') return checkSharingPermissions(field, value);
	if (value === null) return [];
	if (typeof value !== 'string') {
		return [{ field, message: `${field} must be a string or null; got ${describeType(value)}` }];
	}
	return textProblems(field, rule, value).map((message) => ({ field, message }));
}

function textProblems(
	field: string,
	rule: Exclude<CardFieldRule, { kind: 'sharingPermissions' }>,
	text: string,
): string[] {
	switch (rule.kind) {
		case 'date':
			return isCalendarDate(text)
				? []
				: [`${field} must be a date that exists, in the form YYYY-MM-DD; got ${quote(text)}`];
		case 'country':
			return COUNTRY_CODES.has(text) ? [] : [countryProblem(field, text)];
		case 'id':
			return text.trim() === '' ? [`${field} must be one ID; it is blank`] : [];
		case 'text':
			return [
				limitProblem(field, rule, text),
				halfProblem(field, text),
				rule.characters && characterProblem(field, text, CHARACTER_CLASSES[rule.characters]),
			].filter((problem) => problem !== undefined);
	}
}

function halfProblem(field: string, text: string): string | undefined {
	const half = halfCharacterProblem(text);
	return half && `${field} ${half}: the text was cut in the middle of it`;
}

function limitProblem(
	field: string,
	rule: Extract<CardFieldRule, { kind: 'text' }>,
	text: string,
): string | undefined {
	if (!rule.uncounted) return lengthProblem(field, text, rule.max);
	const counted = countCharacters(text.replace(rule.uncounted.pattern, ''));
	if (counted <= rule.max) return undefined;
	return `${field} must be at most ${rule.max} characters, ${rule.uncounted.label}; it has ${formatCount(counted)}`;
}

function countryProblem(field: string, text: string): string {
	const rule = `${field} must be a country code of ISO 3166-1 alpha-2 in upper case, such as JP`;
	const upper = text.trim().toUpperCase();
	const hint = COUNTRY_CODES.has(upper) ? `, write ${upper}` : '';
	return `${rule}; got ${quote(text)}${hint}`;
}

function checkSharingPermissions(field: string, value: unknown): Violation[] {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		return [{ field, message: `${field} must be an object; got ${describeType(value)}` }];
	}
	const keys: readonly string[] = SHARING_PERMISSION_KEYS;
	const violations: Violation[] = [];
	for (const [key, permission] of Object.entries(value)) {
		const name = `${field}.${key}`;
		if (!keys.includes(key)) {
			violations.push({
				field: name,
				message: `${name} does not exist; the keys are ${keys.map(quote).join(', ')}`,
			});
		} else if (permission !== undefined && permission !== null && typeof permission !== 'boolean') {
			const got = describeType(permission);
			violations.push({ field: name, message: `${name} must be true, false or null; got ${got}` });
		}
	}
	return violations;
}
