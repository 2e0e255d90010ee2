import {
	parameterError,
	filled,
	isBlank,
	isBlankRow,
	isObject,
	misspeltInEither,
	readItem,
	recogniseRecord,
	RECORD_KINDS,
	shownValue,
} from '../../../shared';
import type { JsonRecord, OrganizationRecordKind, ParameterError, ReadItem } from '../../../shared';
import type { Run } from '../../resources/operation';
import { columnsOf, inputItems, mapped } from '../inputItems';

/* Input items of an import or a sync, read as users and departments. */

/** The input items, and how many of each kind are blank rows. */
export interface OrganizationInput {
	readonly items: readonly ReadItem[];
	readonly skipped: Readonly<Record<OrganizationRecordKind, number>>;
}

/**
 * Reads all input items.
 *
 * @throws ParameterError for a mapping that is none, and for an item of which nobody can say what it is
 */
export function readInput(run: Run): OrganizationInput {
	const { functions } = run;
	const zone = functions.getTimezone();
	const items: ReadItem[] = [];
	const skipped = { user: 0, department: 0 };

	for (const [itemIndex, item] of inputItems(functions).entries()) {
		const json = columnsOf(item, itemIndex);
		const columns = mappedColumns(run, json, itemIndex);
		const recordType = recordTypeOf(run, itemIndex);
		const kind = kindOf(run, recordType, columns);

		if (isBlankRow(json, columns)) skipped[kind ?? 'user'] += 1;
		else if (kind) items.push(readItem({ itemIndex, kind }, columns, zone));
		else throw unknownKind(recordType, columns, itemIndex);
	}
	return { items, skipped };
}

/** The record type that is chosen for an item: an expression may say another one for each item, or none. */
function recordTypeOf(run: Run, itemIndex: number): unknown {
	const { recordType = 'detect' } = run.functions.getNode().parameters;
	const chosen = evaluated(run, recordType, itemIndex);
	return isBlank(chosen) ? 'detect' : chosen;
}

function kindOf(run: Run, recordType: unknown, columns: JsonRecord): OrganizationRecordKind | undefined {
	if (recordType === 'detect') return recogniseRecord(columns, run.operation.value === 'sync');
	return RECORD_KINDS.find((kind) => kind === recordType);
}

function unknownKind(recordType: unknown, columns: JsonRecord, itemIndex: number): ParameterError {
	const rule = 'use the column names of the service, or choose a Record Type.';
	if (recordType !== 'detect') {
		return parameterError('recordType', `recordType is ${shownValue(recordType)}`, rule, { itemIndex });
	}

	const message = `The columns of item ${itemIndex} do not show whether it is a user or a department`;
	const [misspelt] = misspeltInEither(columns);
	if (misspelt === undefined) return parameterError('recordType', message, rule, { itemIndex });
	return parameterError('recordType', `${message}. ${misspelt.message}`, undefined, { itemIndex });
}

/** Evaluates a stored parameter for one item; n8n does so for the first item alone, which makes the import. */
function evaluated(run: Run, stored: unknown, itemIndex: number): unknown {
	if (typeof stored === 'string' && stored.startsWith('=')) {
		return run.functions.evaluateExpression(stored.slice(1), itemIndex);
	}
	if (!isObject(stored)) return stored;

	const values: JsonRecord = {};
	for (const [name, value] of Object.entries(stored)) values[name] = evaluated(run, value, itemIndex);
	return values;
}

/** The columns of an item, or what is mapped to them: empty there says nothing (contract: Additions of 0.2). */
function mappedColumns(run: Run, json: JsonRecord, itemIndex: number): JsonRecord {
	if (run.parameters.values.dataMode !== 'mapColumns') return json;

	const { columns: mapping } = run.functions.getNode().parameters;
	const columns = mapped(evaluated(run, mapping, itemIndex), json);
	const isAutomatic = columns === json;
	if (isAutomatic || Object.keys(columns).length > 0) return filled(columns);

	const rule = 'map at least the column that identifies the record, or choose Use Input as It Is as Data Mode.';
	throw parameterError('columns', 'No column is mapped under Values to Send', rule);
}
