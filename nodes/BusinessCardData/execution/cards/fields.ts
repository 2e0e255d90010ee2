import type { IDataObject } from 'n8n-workflow';
import {
	CARD_RULES,
	checkCard,
	checkFields,
	fault,
	isBlank,
	isObject,
	misspellings,
	normaliseCard,
	readDay,
	readId,
	readSwitch,
	readText,
	refuse,
	shownValue,
	unknownNames,
} from '../../../shared';
import type { JsonRecord, Objection } from '../../../shared';
import { columnsOf, mapped } from '../inputItems';
import { checkedBy } from '../run';

/* What becomes of the fields of a card before they are sent (spec: Card registration request body). */

/** What holds the permissions of a card, each of which is a field of its own in the rules and a column of an input. */
const PERMISSIONS = 'sharingPermissions';

const COLUMNS = [...CARD_RULES.keys(), PERMISSIONS];

/** The permissions of a card, without what holds them. */
const PERMISSION_NAMES = COLUMNS.flatMap((column) => {
	const [holder, name] = column.split('.');
	return holder === PERMISSIONS && name !== undefined ? [{ name }] : [];
});

const misspeltIn = misspellings(COLUMNS);

/**
 * The columns that are fields of a card. The others are most likely meant for something else, but one that seems to be
 * a field, misspelt, is refused: the card would lack it, and nobody would be told.
 */
function fromColumns(json: JsonRecord): JsonRecord {
	const misspelt = misspeltIn(json).find(({ given }) => !isBlank(json[given]));
	if (misspelt) {
		const rule = 'rename the column, remove it before this node, or map the columns one by one.';
		throw fault(misspelt.column, misspelt.message, rule);
	}
	return Object.fromEntries(Object.entries(json).filter(([name]) => COLUMNS.includes(name)));
}

/** What a value is as it is sent: of a date its day, of a number its digits. The rules of the card judge the text. */
function toSend(name: string, value: unknown, zone: string): unknown {
	const type = CARD_RULES.get(name)?.type;
	if (type === 'bool') return readSwitch(name, value);
	if (type === 'id') return readId(name, value);
	if (type === 'date') return readDay(value, zone) ?? readText(name, value);
	return type === undefined ? value : readText(name, value);
}

/**
 * The fields in the form in which they are sent. What is blank is left out: a permission that nobody gives keeps the
 * setting of the service.
 */
function completed({ [PERMISSIONS]: permissions = {}, ...fields }: JsonRecord, zone: string): IDataObject {
	if (!isObject(permissions) && !isBlank(permissions)) {
		const rule = 'add permissions from the list of the node.';
		throw fault(PERMISSIONS, `${PERMISSIONS} is ${shownValue(permissions)}`, rule);
	}
	const added = isObject(permissions) ? permissions : {};
	const unknown = unknownNames({ name: PERMISSIONS, options: PERMISSION_NAMES }, Object.keys(added));
	refuse(unknown.map(({ name, message }) => ({ parameter: `${PERMISSIONS}.${name}`, message })));

	const named = Object.entries(added).map(([key, value]) => [`${PERMISSIONS}.${key}`, value] as const);
	const body: IDataObject = {};
	for (const [name, value] of [...Object.entries(fields), ...named]) {
		if (isBlank(value)) continue;
		const [field = '', key] = name.split('.');
		const sent = toSend(name, value, zone) as IDataObject[string];
		body[field] = key === undefined ? sent : { ...(body[field] as IDataObject), [key]: sent };
	}
	return body;
}

/** What is sent of the fields of a card, and what is wrong with it. */
interface CheckedCard {
	readonly card: IDataObject;
	readonly objections: readonly Objection[];
}

/** Reads and checks a card with *Normalize*. */
function normalised(fields: JsonRecord, zone: string): CheckedCard {
	const { fields: inNotation, objections } = normaliseCard(fields);
	const card = completed(inNotation, zone);

	const known = new Set(objections.map(({ parameter }) => parameter));
	const others = checkCard(card).filter(({ parameter }) => !known.has(parameter));
	return { card, objections: [...objections, ...others] };
}

/** Reads and checks a card without *Normalize*; an objection that the option would have avoided says so. */
function asGiven(fields: JsonRecord, zone: string): CheckedCard {
	const card = completed(fields, zone);
	const found = checkCard(card);
	if (found.length === 0) return { card, objections: [] };

	const remaining = new Set(normalised(card, zone).objections.map(({ parameter }) => parameter));
	const objections = found.map(({ parameter, message }) => {
		const advice = remaining.has(parameter) ? '' : '. The option Normalize corrects it';
		return { parameter, message: `${message}${advice}` };
	});
	return { card, objections };
}

/**
 * Makes the body of a card of its fields or of the columns that are mapped, with *Normalize* in the notation of the
 * service, and checks it against every rule (spec: Card registration request body).
 */
export const cardPrepared = checkedBy(({ parameters, functions }) => {
	const { dataMode, columns, options } = parameters.values;
	const { normalize } = (options ?? {}) as { normalize?: boolean };

	const json = () => columnsOf(functions.getInputData(), functions.getItemIndex());
	const fields = dataMode === 'mapColumns' ? fromColumns(mapped(columns, json())) : parameters.body;
	const prepare = normalize === true ? normalised : asGiven;
	const { card, objections } = prepare(fields, functions.getTimezone());

	refuse(objections);
	parameters.body = card;
});

/** The same for what is sent beside the image of a card (spec: Image registration request). */
export const imageFieldsPrepared = checkedBy(({ parameters, functions }) => {
	const fields = completed(parameters.body, functions.getTimezone());
	const { length } = (fields.language ?? []) as string[];
	const message = `language may have at most 2 values; it has ${length}`;
	refuse([...checkFields(fields), ...(length > 2 ? [{ parameter: 'language', message }] : [])]);
	parameters.body = fields;
});
