import type { IDataObject } from 'n8n-workflow';
import {
	CARD_FIELDS,
	ColumnNames,
	ParameterError,
	isBlank,
	isEmpty,
	isObject,
	misspeltProblem,
	SHARING_PERMISSION_KEYS,
	SHARING_PERMISSION_PREFIX,
} from '../../../shared';
import type { GivenParameters } from '../../../shared';
import { readMapping } from '../mapping';

/** Every column that means something: the fields of a card, and each permission on its own. */
const COLUMN_NAMES: ReadonlySet<string> = new Set([
	...Object.keys(CARD_FIELDS),
	...SHARING_PERMISSION_KEYS.map((key) => `${SHARING_PERMISSION_PREFIX}${key}`),
]);

const COLUMNS = new ColumnNames([...COLUMN_NAMES]);

/** Refuses a column that looks like a field of a card and is none. */
function refuseMisspelt(json: IDataObject): void {
	const misspelt = COLUMNS.misspeltIn(json).find(({ given }) => !isBlank(json[given]));
	if (!misspelt) return;
	throw new ParameterError({
		parameter: misspelt.column,
		message: misspeltProblem(misspelt),
		rule: 'rename the column, remove it before this node, or map the columns one by one.',
	});
}

/**
 * Columns of the input that are no field of a card are most likely meant for something else.
 *
 * @throws ParameterError for one that seems to be a field, misspelt: the card would lack it, and nobody would be told
 */
function fromInput(json: IDataObject): GivenParameters {
	refuseMisspelt(json);
	return Object.fromEntries(Object.entries(json).filter(([name]) => COLUMN_NAMES.has(name)));
}

/**
 * The fields of a card as they are mapped from the columns of the input; the permissions, a column each, come together
 * in the object that the service takes. Nothing else is checked here.
 *
 * @param columns the parameter
 * @throws ParameterError for a mapping that is none
 */
export function mappedFields(columns: unknown, json: IDataObject): IDataObject {
	const mapping = readMapping(columns);
	const fields = mapping === 'automatically' ? fromInput(json) : mapping;
	const body: Record<string, unknown> = {};
	const permissions: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(fields)) {
		if (isEmpty(value)) continue;
		if (name.startsWith(SHARING_PERMISSION_PREFIX)) permissions[name.slice(SHARING_PERMISSION_PREFIX.length)] = value;
		else body[name] = value;
	}
	if (Object.keys(permissions).length > 0) {
		body.sharingPermissions = { ...(isObject(body.sharingPermissions) ? body.sharingPermissions : {}), ...permissions };
	}
	return body as IDataObject;
}
