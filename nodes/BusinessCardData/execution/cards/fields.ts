import type { IDataObject, PreSendAction } from 'n8n-workflow';
import {
	CARD_RULES,
	checkCard,
	checkFields,
	ColumnNames,
	fault,
	isBlank,
	isEmpty,
	isObject,
	normaliseCard,
	readDay,
	readId,
	readSwitch,
	readText,
	refuse,
	SHARING_PERMISSION_KEYS,
	SHARING_PERMISSION_PREFIX,
	shownValue,
} from '../../../shared';
import type { GivenParameters } from '../../../shared';
import { columnsOf } from '../inputItems';
import { readMapping } from '../mapping';
import { checkedOf } from '../request';

/* What becomes of the fields of a card before they are sent (spec: Card registration request body). */

/** Every column that means something: the fields of a card, and each permission on its own. */
const COLUMNS = [...CARD_RULES.keys(), ...SHARING_PERMISSION_KEYS.map((key) => `${SHARING_PERMISSION_PREFIX}${key}`)];

const COLUMN_NAMES = new ColumnNames(COLUMNS);

/**
 * The columns of the input that are fields of a card. The others are most likely meant for something else, but one that
 * seems to be a field, misspelt, is refused: the card would lack it, and nobody would be told.
 */
function fromInput(json: IDataObject): GivenParameters {
	const misspelt = COLUMN_NAMES.misspeltIn(json).find(({ given }) => !isBlank(json[given]));
	if (misspelt) {
		const rule = 'rename the column, remove it before this node, or map the columns one by one.';
		throw fault(misspelt.column, misspelt.message, rule);
	}
	return Object.fromEntries(Object.entries(json).filter(([name]) => COLUMNS.includes(name)));
}

/** The fields as they are mapped from columns; the permissions, a column each, come together in one object. */
function mappedFields(columns: unknown, json: IDataObject): IDataObject {
	const mapping = readMapping(columns);
	const fields = { ...(mapping === 'automatically' ? fromInput(json) : mapping) } as IDataObject;
	const permissions = { ...(fields.sharingPermissions as IDataObject) };
	for (const key of SHARING_PERMISSION_KEYS) {
		const name = `${SHARING_PERMISSION_PREFIX}${key}`;
		if (name in fields) permissions[key] = fields[name];
		delete fields[name];
	}
	return { ...fields, sharingPermissions: permissions };
}

const isNothing = (value: unknown) => isEmpty(value) || (Array.isArray(value) && value.length === 0);

/** Only what says something: a permission that is blank keeps the setting of the service. */
function readPermissions(parameter: string, value: unknown): IDataObject | undefined {
	if (!isObject(value)) {
		throw fault(parameter, `${parameter} is ${shownValue(value)}`, 'it must be an object of permissions.');
	}
	const given = Object.entries(value).filter(([, permission]) => !isNothing(permission));
	const read = given.map(([key, permission]) => {
		const name = `${SHARING_PERMISSION_PREFIX}${key}`;
		if (SHARING_PERMISSION_KEYS.includes(key)) return [key, readSwitch(name, permission)] as const;
		throw fault(name, `${name} does not exist`, `the permissions are ${SHARING_PERMISSION_KEYS.join(', ')}.`);
	});
	return read.length > 0 ? Object.fromEntries(read) : undefined;
}

/** What a value is as it is sent: of a date its day, of a number its digits. The rules of the card judge the text. */
function toSend(name: string, value: unknown, zone: string): unknown {
	const type = CARD_RULES.get(name)?.type;
	if (type === undefined || isNothing(value)) return value;
	if (type === 'object') return readPermissions(name, value);
	if (type === 'id') return readId(name, value);
	return (type === 'date' ? readDay(value, zone) : undefined) ?? readText(name, value);
}

/** The fields in the form in which they are sent, blanks left out. */
function completed(fields: Readonly<Record<string, unknown>>, zone: string): IDataObject {
	const sent = Object.entries(fields).map(([name, value]) => [name, toSend(name, value, zone)] as const);
	return Object.fromEntries(sent.filter(([, value]) => !isNothing(value))) as IDataObject;
}

/**
 * Makes the body of a card of its fields or of the columns that are mapped, with *Normalize* in the notation of the
 * service, and checks it against every rule (spec: Card registration request body).
 */
export const cardPrepared: PreSendAction = async function prepareCard(options) {
	const { dataMode, columns, options: chosen } = checkedOf(options).given.values;
	const { normalize } = (chosen ?? {}) as { normalize?: boolean };
	const row = () => columnsOf(this.getInputData(), this.getItemIndex());
	const fields = dataMode === 'mapColumns' ? mappedFields(columns, row()) : (options.body as IDataObject);
	const card = completed(normalize === true ? normaliseCard(fields) : fields, this.getTimezone());
	// What is wrong without the option and right with it; nothing where it is on.
	const left = new Set(checkCard(normaliseCard(card)).map(({ parameter }) => parameter));
	const objections = checkCard(card).map(({ parameter, message }) => {
		return { parameter, message: left.has(parameter) ? message : `${message}. The option Normalize corrects it` };
	});
	refuse(objections);
	options.body = card;
	return options;
};

/** The same for what is sent beside the image of a card (spec: Image registration request). */
export const imageFieldsPrepared: PreSendAction = async function prepareImageFields(options) {
	const fields = completed(options.body as IDataObject, this.getTimezone());
	const { length } = (fields.language ?? []) as string[];
	const message = `language may have at most 2 values; it has ${length}`;
	refuse([...checkFields(fields), ...(length > 2 ? [{ parameter: 'language', message }] : [])]);
	options.body = fields;
	return options;
};
