import type { Objection } from '../base/errors';
import type { JsonRecord } from '../base/json';
import { fieldProblems } from '../fields/rules';
import type { FieldRule } from '../fields/rules';
import { ASCII, COMPANY_NAME, PHONE, POSTAL_CODE, READING, TEXT } from './notation';
import type { Change } from './notation';

/** The keys of `sharingPermissions`, in the specification's order. */
const PERMISSIONS = 'companyInformation name exchangeDate contact mobile email memo others'.split(' ');

interface CardRule extends FieldRule {
	/** What *Normalize* changes besides the white space at the ends. */
	readonly changes: readonly Change[];
}

const line: CardRule = { type: 'string', max: 250, changes: TEXT };
const reading: CardRule = { ...line, characters: 'reading', changes: READING };
const phone: CardRule = { type: 'string', max: 30, characters: 'phone', changes: PHONE };
const permission: CardRule = { type: 'bool', changes: [] };

/**
 * "Card registration request body" as data, in the specification's order. Each permission is a field of its own, as it
 * is in messages and as a column: `sharingPermissions.memo`.
 */
export const CARD_RULES: ReadonlyMap<string, CardRule> = new Map(
	Object.entries<CardRule>({
		exchangeDate: { type: 'date', changes: ASCII },
		lastName: line,
		firstName: line,
		lastNameReading: reading,
		firstNameReading: reading,
		departmentName: line,
		title: line,
		companyName: { ...line, changes: COMPANY_NAME },
		countryCode: { type: 'country', changes: ASCII },
		postalCode: { type: 'string', max: 10, characters: 'postalCode', areSeparatorsFree: true, changes: POSTAL_CODE },
		prefecture: line,
		city: line,
		street: line,
		building: line,
		email: { ...line, characters: 'ascii', changes: ASCII },
		mobile: phone,
		tel: phone,
		secondTel: phone,
		fax: phone,
		url: { ...line, changes: ASCII },
		// What somebody wrote down in their own words stays so, and an id is what the service made it.
		memo: { type: 'string', max: 2_000, changes: [] },
		tagId: { type: 'id', changes: [] },
		...Object.fromEntries(PERMISSIONS.map((key) => [`sharingPermissions.${key}`, permission])),
	}),
);

/** Brings the texts of a card into the notation that the service takes (contract: normalize); the rest stays. */
export function normaliseCard(fields: JsonRecord): JsonRecord {
	const normalised = Object.entries(fields).map(([name, value]) => {
		const rule = CARD_RULES.get(name);
		if (!rule || typeof value !== 'string') return [name, value] as const;
		return [name, rule.changes.reduce((text, change) => text.replace(...change), value).trim()] as const;
	});
	return Object.fromEntries(normalised);
}

/**
 * Checks fields that go with an image, as they would be sent (spec: Image registration request): one objection for each
 * broken rule, in the order of the fields.
 */
export function checkFields(fields: JsonRecord): Objection[] {
	return Object.entries(fields).flatMap(([name, value]) => {
		const rule = CARD_RULES.get(name);
		const problems = rule && typeof value === 'string' ? fieldProblems(rule, value) : [];
		return problems.map((problem) => ({ parameter: name, message: `${name} ${problem}` }));
	});
}

/** The same for a whole card, of whose three names one must be filled (spec: Card registration request body). */
export function checkCard(fields: JsonRecord): Objection[] {
	const isNamed = ['companyName', 'lastName', 'firstName'].some((name) => String(fields[name] ?? '').trim() !== '');
	const unnamed = { parameter: 'companyName', message: 'Fill in companyName, lastName or firstName' };
	return [...(isNamed ? [] : [unnamed]), ...checkFields(fields)];
}
