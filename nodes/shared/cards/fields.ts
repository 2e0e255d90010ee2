import type { Violation } from '../base/errors';
import { isBlank } from '../base/json';
import type { JsonRecord } from '../base/json';
import { fieldProblems } from '../fields/rules';
import type { FieldRule } from '../fields/rules';
import { NOTATIONS } from './notation';
import type { Notation } from './notation';

/** The keys of `sharingPermissions`, in the specification's order. */
const PERMISSIONS = ['companyInformation', 'name', 'exchangeDate', 'contact', 'mobile', 'email', 'memo', 'others'];

interface CardRule extends FieldRule {
	/** How *Normalize* writes the field. */
	readonly notation: Notation;
}

const { asWritten, ascii, text, postalCode } = NOTATIONS;

const line: CardRule = { type: 'string', max: 250, notation: text };
const reading: CardRule = { ...line, characters: 'reading', notation: NOTATIONS.reading };
const phone: CardRule = { type: 'string', max: 30, characters: 'phone', notation: NOTATIONS.phone };
const permission: CardRule = { type: 'bool', notation: asWritten };

/**
 * "Card registration request body" as data, in the specification's order. Each permission is a field of its own, as it
 * is in messages and as a column: `sharingPermissions.memo`.
 */
export const CARD_RULES: ReadonlyMap<string, CardRule> = new Map(
	Object.entries<CardRule>({
		exchangeDate: { type: 'date', notation: ascii },
		lastName: line,
		firstName: line,
		lastNameReading: reading,
		firstNameReading: reading,
		departmentName: line,
		title: line,
		companyName: { ...line, notation: NOTATIONS.companyName },
		countryCode: { type: 'country', notation: ascii },
		postalCode: { type: 'string', max: 10, characters: 'postalCode', areSeparatorsFree: true, notation: postalCode },
		prefecture: line,
		city: line,
		street: line,
		building: line,
		email: { ...line, characters: 'ascii', notation: ascii },
		mobile: phone,
		tel: phone,
		secondTel: phone,
		fax: phone,
		url: { ...line, notation: ascii },
		// A memo stays in the words of the person who wrote it, and an ID as the service made it.
		memo: { type: 'string', max: 2_000, notation: asWritten },
		tagId: { type: 'id', notation: asWritten },
		...Object.fromEntries(PERMISSIONS.map((key) => [`sharingPermissions.${key}`, permission])),
	}),
);

/** A card in the notation of the service, with an violation to each field that cannot be brought into it. */
export interface NormalizedCard {
	readonly fields: JsonRecord;
	readonly violations: readonly Violation[];
}

/**
 * Brings the texts of a card into the notation of the service (contract: normalize).
 * @returns its fields; those that are no text, and those that are objected to, as they were
 */
export function normalizeCard(fields: JsonRecord): NormalizedCard {
	const normalized: JsonRecord = {};
	const violations: Violation[] = [];

	for (const [name, value] of Object.entries(fields)) {
		const rule = CARD_RULES.get(name);
		if (!rule || typeof value !== 'string') {
			normalized[name] = value;
			continue;
		}

		const outcome = rule.notation(value);
		if ('text' in outcome) {
			normalized[name] = outcome.text;
		} else {
			normalized[name] = value;
			violations.push({ parameter: name, message: `${name} ${outcome.problem}` });
		}
	}

	return { fields: normalized, violations };
}

/**
 * Checks fields that go with an image, as they would be sent (spec: Image registration request): one violation for each
 * broken rule, in the order of the fields.
 */
export function checkFields(fields: JsonRecord): Violation[] {
	return Object.entries(fields).flatMap(([name, value]) => {
		const rule = CARD_RULES.get(name);
		const problems = rule && typeof value === 'string' ? fieldProblems(rule, value) : [];
		return problems.map((problem) => ({ parameter: name, message: `${name} ${problem}` }));
	});
}

/** The names of a card, of which it needs at least one. */
const NAMES = ['companyName', 'lastName', 'firstName'];

/** Checks a whole card (spec: Card registration request body): its names, and each of its fields. */
export function checkCard(fields: JsonRecord): Violation[] {
	const violations = checkFields(fields);
	const isNamed = NAMES.some((name) => !isBlank(fields[name]));
	if (isNamed) return violations;

	const message = 'A card needs at least one of companyName, lastName and firstName';
	return [{ parameter: 'companyName', message }, ...violations];
}
