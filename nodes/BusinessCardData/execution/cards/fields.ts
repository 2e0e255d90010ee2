import type { IDataObject } from 'n8n-workflow';
import {
	CARD_RULES,
	checkCard,
	checkFields,
	parameterError,
	isBlank,
	isObject,
	misspellings,
	normalizeCard,
	readDay,
	readId,
	readSwitch,
	readText,
	refuse,
	shownValue,
	unknownNames,
} from '../../../shared';
import type { JsonRecord, Violation } from '../../../shared';
import type { CheckedItem } from '../../resources/operation';
import { columnsOf, mapped } from '../inputItems';
import { checkBeforeSending } from '../routingActions';

/* The fields of a card before they are sent (spec: Card registration request body). */

/** The field that holds the permissions of a card. Each of them has a rule of its own, and a column of its own. */
const PERMISSIONS = 'sharingPermissions';

const COLUMNS = [...CARD_RULES.keys(), PERMISSIONS];

const PERMISSION_PREFIX = `${PERMISSIONS}.`;

/** The permissions by their own names. */
const PERMISSION_NAMES = COLUMNS.filter((column) => column.startsWith(PERMISSION_PREFIX)).map((column) => {
	return { name: column.slice(PERMISSION_PREFIX.length) };
});

const misspeltIn = misspellings(COLUMNS);

/** The most languages of an image (spec: Limits). */
const MAX_LANGUAGES = 2;

/**
 * Takes the columns that are fields of a card, and leaves the others out: they are most likely meant for something else.
 *
 * @throws ParameterError for a column that seems to be a misspelled field: the card would lack it, and nobody would know
 */
function fromColumns(json: JsonRecord): JsonRecord {
	const misspelt = misspeltIn(json).find((misspelling) => !isBlank(json[misspelling.given]));
	if (misspelt) {
		const rule = 'rename the column, remove it before this node, or map the columns one by one.';
		throw parameterError(misspelt.column, misspelt.message, rule);
	}

	const entries = Object.entries(json);
	return Object.fromEntries(entries.filter(([name]) => COLUMNS.includes(name)));
}

/** Reads the value of a field as it is sent: of a date its day, of a number its digits. The rules judge the text. */
function readField(name: string, value: unknown, zone: string): unknown {
	switch (CARD_RULES.get(name)?.type) {
		case undefined:
			return value;
		case 'bool':
			return readSwitch(name, value);
		case 'id':
			return readId(name, value);
		case 'date':
			return readDay(value, zone) ?? readText(name, value);
		default:
			return readText(name, value);
	}
}

/** Reads the permissions, each under its whole name. @throws ParameterError for something else, and for unknown names */
function readPermissions(permissions: unknown): JsonRecord {
	if (isBlank(permissions)) return {};
	if (!isObject(permissions)) {
		const rule = 'add permissions from the list of the node.';
		throw parameterError(PERMISSIONS, `${PERMISSIONS} is ${shownValue(permissions)}`, rule);
	}

	const collection = { name: PERMISSIONS, options: PERMISSION_NAMES };
	const violations: Violation[] = [];
	for (const { name, message } of unknownNames(collection, Object.keys(permissions))) {
		violations.push({ parameter: `${PERMISSION_PREFIX}${name}`, message });
	}
	refuse(violations);

	const named: JsonRecord = {};
	for (const [name, value] of Object.entries(permissions)) {
		named[`${PERMISSION_PREFIX}${name}`] = value;
	}
	return named;
}

/**
 * Makes the body of a card of its fields. Blank ones are left out: a permission that nobody gives keeps the setting of
 * the service.
 *
 * @param zone of the workflow, for the days of dates
 */
function toBody(fields: JsonRecord, zone: string): IDataObject {
	const { [PERMISSIONS]: permissions, ...others } = fields;
	const named = { ...others, ...readPermissions(permissions) };
	const body: IDataObject = {};
	const sentPermissions: IDataObject = {};

	for (const [name, value] of Object.entries(named)) {
		if (isBlank(value)) continue;

		const sent = readField(name, value, zone) as IDataObject[string];
		if (name.startsWith(PERMISSION_PREFIX)) sentPermissions[name.slice(PERMISSION_PREFIX.length)] = sent;
		else body[name] = sent;
	}

	if (Object.keys(sentPermissions).length > 0) body[PERMISSIONS] = sentPermissions;
	return body;
}

/** The body of a card, and the rules that it breaks. */
interface CheckedCard {
	readonly card: IDataObject;
	readonly violations: readonly Violation[];
}

function parametersOf(violations: readonly Violation[]): Set<string> {
	return new Set(violations.map((violation) => violation.parameter));
}

/** Reads and checks a card with *Normalize*. */
function checkNormalized(fields: JsonRecord, zone: string): CheckedCard {
	const { fields: normalized, violations } = normalizeCard(fields);
	const card = toBody(normalized, zone);

	const known = parametersOf(violations);
	const others = checkCard(card).filter((violation) => !known.has(violation.parameter));
	return { card, violations: [...violations, ...others] };
}

/** Reads and checks a card without *Normalize*; an violation that the option would have avoided says so. */
function checkAsGiven(fields: JsonRecord, zone: string): CheckedCard {
	const card = toBody(fields, zone);
	const found = checkCard(card);
	if (found.length === 0) return { card, violations: [] };

	const normalized = checkNormalized(card, zone);
	const remaining = parametersOf(normalized.violations);
	const violations = found.map((violation) => {
		const { parameter, message } = violation;
		if (remaining.has(parameter)) return violation;
		return { parameter, message: `${message}. To convert it, turn on the option Normalize` };
	});
	return { card, violations };
}

/** The fields of a card as *Data Mode* says where they come from. */
function givenFields(item: CheckedItem): JsonRecord {
	const { functions, parameters } = item;
	const { dataMode, columns } = parameters.values;
	const takesColumns = dataMode === 'mapColumns' || dataMode === 'useInput';
	if (!takesColumns) return parameters.body;

	const json = columnsOf(functions.getInputData(), functions.getItemIndex());
	return fromColumns(dataMode === 'useInput' ? json : mapped(columns, json));
}

/**
 * Makes the body of a card, with *Normalize* in the notation of the service, and checks it against every rule (spec: Card
 * registration request body).
 */
export const prepareCard = checkBeforeSending((item) => {
	const { functions, parameters } = item;
	const options = (parameters.values.options ?? {}) as { readonly normalize?: boolean };
	const check = options.normalize === true ? checkNormalized : checkAsGiven;
	const { card, violations } = check(givenFields(item), functions.getTimezone());

	refuse(violations);
	parameters.body = card;
});

/** Makes and checks the fields that are sent beside the image of a card (spec: Image registration request). */
export const prepareImageFields = checkBeforeSending((item) => {
	const { functions, parameters } = item;
	const fields = toBody(parameters.body, functions.getTimezone());
	const violations = checkFields(fields);

	const { length } = (fields.language ?? []) as readonly string[];
	if (length > MAX_LANGUAGES) {
		const message = `Choose at most ${MAX_LANGUAGES} languages; got ${length}`;
		violations.push({ parameter: 'language', message });
	}

	refuse(violations);
	parameters.body = fields;
});
