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
import { columnsOf } from '../inputItems';
import { readMapping } from '../mapping';
import { parameter } from '../run';
import type { OperationRun } from '../run';

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
function fromInput(run: OperationRun): GivenParameters {
	const json = columnsOf(run.functions.getInputData(), run.itemIndex);
	refuseMisspelt(json);
	return Object.fromEntries(Object.entries(json).filter(([name]) => COLUMN_NAMES.has(name)));
}

/** Brings the permissions, a column each, together into the object that the service takes. */
function gathered(columns: GivenParameters): GivenParameters {
	const entries = Object.entries(columns).filter(([, value]) => !isEmpty(value));
	const isPermission = ([name]: readonly [string, unknown]) => name.startsWith(SHARING_PERMISSION_PREFIX);
	const fields = Object.fromEntries(entries.filter((entry) => !isPermission(entry)));
	const permissions = entries
		.filter(isPermission)
		.map(([name, value]) => [name.slice(SHARING_PERMISSION_PREFIX.length), value] as const);
	if (permissions.length === 0) return fields;
	const whole = isObject(fields.sharingPermissions) ? fields.sharingPermissions : {};
	return { ...fields, sharingPermissions: { ...whole, ...Object.fromEntries(permissions) } };
}

function mappedFields(run: OperationRun): GivenParameters {
	const mapping = readMapping(parameter(run, 'columns'));
	return mapping === 'automatically' ? fromInput(run) : mapping;
}

/**
 * The fields of a card as the person gives them: one by one, or mapped from the columns of the input. Nothing is checked
 * here; both ways meet the same rules after it.
 *
 * @throws ParameterError for a mapping that is none
 */
export function givenFields(run: OperationRun): GivenParameters {
	return parameter(run, 'dataMode') === 'mapColumns' ? gathered(mappedFields(run)) : run.given.body;
}
