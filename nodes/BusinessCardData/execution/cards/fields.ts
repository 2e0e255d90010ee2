import type { IDataObject, PreSendAction } from 'n8n-workflow';
import {
	CARD_FIELDS,
	CARD_RULES,
	checkCard,
	checkCardFields,
	checkLanguages,
	ColumnNames,
	fault,
	isBlank,
	isEmpty,
	isObject,
	misspeltProblem,
	normaliseCard,
	readDay,
	readId,
	readSwitch,
	readText,
	refuse,
	SHARING_PERMISSION_KEYS,
	SHARING_PERMISSION_PREFIX,
} from '../../../shared';
import type { GivenParameters } from '../../../shared';
import { columnsOf } from '../inputItems';
import { readMapping } from '../mapping';
import { checkedOf } from '../request';

/* What becomes of the fields of a card before they are sent (spec: Card registration request body). */

/** Every column that means something: the fields of a card, and each permission on its own. */
const COLUMNS = [
	...Object.keys(CARD_FIELDS),
	...SHARING_PERMISSION_KEYS.map((key) => `${SHARING_PERMISSION_PREFIX}${key}`),
];

const COLUMN_NAMES = new ColumnNames(COLUMNS);

/**
 * The columns of the input that are fields of a card. The others are most likely meant for something else, but one that
 * seems to be a field, misspelt, is refused: the card would lack it, and nobody would be told.
 */
function fromInput(json: IDataObject): GivenParameters {
	const misspelt = COLUMN_NAMES.misspeltIn(json).find(({ given }) => !isBlank(json[given]));
	if (misspelt) {
		const rule = 'rename the column, remove it before this node, or map the columns one by one.';
		throw fault(misspelt.column, misspeltProblem(misspelt), rule);
	}
	return Object.fromEntries(Object.entries(json).filter(([name]) => COLUMNS.includes(name)));
}

/** The fields as they are mapped from columns; the permissions, a column each, come together in one object. */
function mappedFields(columns: unknown, json: IDataObject): GivenParameters {
	const mapping = readMapping(columns);
	const fields = mapping === 'automatically' ? fromInput(json) : mapping;
	const body: Record<string, unknown> = {};
	const permissions: Record<string, unknown> = isObject(fields.sharingPermissions)
		? { ...fields.sharingPermissions }
		: {};
	for (const [name, value] of Object.entries(fields)) {
		if (!name.startsWith(SHARING_PERMISSION_PREFIX)) body[name] = value;
		else if (!isEmpty(value)) permissions[name.slice(SHARING_PERMISSION_PREFIX.length)] = value;
	}
	return Object.keys(permissions).length > 0 ? { ...body, sharingPermissions: permissions } : body;
}

/** Fills the body from the columns of the input, where these are mapped. */
export const columnsMapped: PreSendAction = async function mapColumns(options) {
	const { values } = checkedOf(options).given;
	if (values.dataMode === 'mapColumns') {
		const json = columnsOf(this.getInputData(), this.getItemIndex());
		options.body = mappedFields(values.columns, json) as IDataObject;
	}
	return options;
};

function isNothing(value: unknown): boolean {
	return isEmpty(value) || (Array.isArray(value) && value.length === 0);
}

/** Only what says something: a permission that is blank keeps the setting of the service. */
function permissionsIn(value: Readonly<Record<string, unknown>>): unknown {
	const given = Object.entries(value).filter(([, permission]) => !isNothing(permission));
	if (given.length === 0) return undefined;
	return Object.fromEntries(
		given.map(([key, permission]) => [key, readSwitch(`${SHARING_PERMISSION_PREFIX}${key}`, permission)]),
	);
}

/**
 * What a value is as it is sent. A number that an expression gave for a phone number or an id becomes its digits; what
 * cannot be sent stays as it is, for the rules of the card to refuse.
 */
function toSend(name: string, value: unknown, zone: string): unknown {
	const type = CARD_RULES.get(name)?.type;
	if (isNothing(value) || type === undefined) return value;
	if (type === 'object') return isObject(value) ? permissionsIn(value) : value;
	if (type === 'date') return readDay(value, zone) ?? value;
	const isNumber = typeof value === 'number' || typeof value === 'bigint';
	if (type === 'id') return isNumber || (typeof value === 'string' && !isBlank(value)) ? readId(name, value) : value;
	return isNumber ? readText(name, value) : value;
}

/**
 * Brings the fields into the form in which they are sent: blanks left out, the date without its time, numbers as text;
 * with *Normalize* into the notation of the service as well.
 */
export const cardCompleted: PreSendAction = async function completeCard(options) {
	const { normalize } = (checkedOf(options).given.values.options ?? {}) as { normalize?: boolean };
	const given = isObject(options.body) ? options.body : {};
	const fields = Object.entries(normalize === true ? normaliseCard(given) : given);
	const sent = fields.map(([name, value]) => [name, toSend(name, value, this.getTimezone())] as const);
	options.body = Object.fromEntries(sent.filter(([, value]) => !isNothing(value))) as IDataObject;
	return options;
};

/** Checks a card against every rule of the service (spec: Card registration request body). */
export const cardChecked: PreSendAction = async function checkRules(options) {
	const fields = options.body as IDataObject;
	// What is wrong without the option and right with it; nothing where it is on.
	const left = new Set(checkCard(normaliseCard(fields)).map(({ parameter }) => parameter));
	const objections = checkCard(fields).map(({ parameter, message }) => {
		return { parameter, message: left.has(parameter) ? message : `${message}. The option Normalize corrects it` };
	});
	refuse(objections);
	return options;
};

/** Checks what is sent beside the image of a card (spec: Image registration request). */
export const imageFieldsChecked: PreSendAction = async function checkFields(options) {
	const fields = options.body as IDataObject;
	refuse([...checkCardFields(fields), ...checkLanguages((fields.language ?? []) as string[])]);
	return options;
};
