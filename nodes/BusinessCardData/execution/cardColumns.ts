import type { ResourceMapperValue } from 'n8n-workflow';
import { CARD_FIELDS, isObject, SHARING_PERMISSION_KEYS, SHARING_PERMISSION_PREFIX } from '../../shared';
import type { GivenParameters } from '../../shared';
import { parameter } from './run';
import type { OperationRun } from './run';

/** Every column that means something: the fields of a card, and each permission on its own. */
const COLUMN_NAMES: ReadonlySet<string> = new Set([
	...Object.keys(CARD_FIELDS),
	...SHARING_PERMISSION_KEYS.map((key) => `${SHARING_PERMISSION_PREFIX}${key}`),
]);

/** A row of a table or a CSV has a switch as text. */
const SWITCHES: ReadonlyMap<unknown, boolean> = new Map([
	['true', true],
	['false', false],
]);

/** Columns of the input that are no field of a card are most likely meant for something else. */
function fromInput(run: OperationRun): GivenParameters {
	const { json } = run.functions.getInputData();
	return Object.fromEntries(Object.entries(json).filter(([name]) => COLUMN_NAMES.has(name)));
}

/** Brings the permissions, a column each, together into the object that the service takes. */
function gathered(columns: GivenParameters): GivenParameters {
	const entries = Object.entries(columns).filter(([, value]) => value !== null && value !== undefined && value !== '');
	const isPermission = ([name]: readonly [string, unknown]) => name.startsWith(SHARING_PERMISSION_PREFIX);
	const fields = Object.fromEntries(entries.filter((entry) => !isPermission(entry)));
	const permissions = entries
		.filter(isPermission)
		.map(([name, value]) => [name.slice(SHARING_PERMISSION_PREFIX.length), SWITCHES.get(value) ?? value]);
	if (permissions.length === 0) return fields;
	const whole = isObject(fields.sharingPermissions) ? fields.sharingPermissions : {};
	return { ...fields, sharingPermissions: { ...whole, ...Object.fromEntries(permissions) } };
}

/**
 * The fields of a card as the person gives them: one by one, as routing has gathered them, or mapped from the columns
 * of the input. Nothing is checked here; both ways meet the same rules after it.
 */
export function givenFields(run: OperationRun): GivenParameters {
	if (parameter(run, 'dataMode') !== 'mapColumns') return run.body;
	const { mappingMode, value } = parameter(run, 'columns') as ResourceMapperValue;
	return gathered(mappingMode === 'autoMapInputData' ? fromInput(run) : (value ?? {}));
}
