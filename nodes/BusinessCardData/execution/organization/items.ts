import {
	fault,
	filled,
	isBlankRow,
	isObject,
	joined,
	misspelt,
	readItem,
	recogniseRecord,
	RECORD_KINDS,
	shownValue,
} from '../../../shared';
import type { ItemViolation, JsonRecord, ReadItem } from '../../../shared';
import { columnsOf, inputItems, readMapping } from '../inputItems';
import type { Run } from '../run';

/**
 * What the input items say of records, what is wrong with them, and how many of each kind say nothing.
 * @throws ParameterError for a mapping that is none, and for an item of which nobody can say what it is
 */
export function readInput(run: Run) {
	const { functions, operation } = run;
	const recordType = functions.getNode().parameters.recordType ?? 'detect';
	const items: ReadItem[] = [];
	const violations: ItemViolation[] = [];
	const skipped = { user: 0, department: 0 };
	for (const [itemIndex, item] of inputItems(functions).entries()) {
		const json = columnsOf(item, itemIndex);
		const columns = mappedColumns(run, json, itemIndex);
		// An expression may say another kind for each item.
		const type = evaluated(run, recordType, itemIndex);
		const given = RECORD_KINDS.find((each) => each === type);
		const kind = type === 'detect' ? recogniseRecord(columns, operation.value === 'sync') : given;
		if (isBlankRow(json, columns)) skipped[kind ?? 'user'] += 1;
		else if (kind) items.push(readItem({ itemIndex, kind }, columns, functions.getTimezone(), violations));
		else {
			const unknown = `The columns of item ${itemIndex} do not show whether it is a user or a department`;
			const problem = type === 'detect' ? unknown : `recordType is ${shownValue(type)}`;
			const message = joined([problem, misspelt(columns)[0]?.message], ': ');
			throw fault('recordType', message, 'use the column names of the service, or choose a Record Type.', { itemIndex });
		}
	}
	return { items, violations, skipped };
}

/** What a stored parameter says for one item; n8n evaluates it for the first item alone, which makes the job. */
function evaluated(run: Run, stored: unknown, index: number): unknown {
	if (typeof stored === 'string' && stored.startsWith('=')) {
		return run.functions.evaluateExpression(stored.slice(1), index);
	}
	if (!isObject(stored)) return stored;
	return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, evaluated(run, value, index)]));
}

/**
 * The columns of an item, or what is mapped to them. What is empty in a mapping says nothing (contract: Additions of
 * 0.2). @throws ParameterError for a mapping that is none, or maps nothing
 */
function mappedColumns(run: Run, json: JsonRecord, index: number): JsonRecord {
	if (run.given.values.dataMode !== 'mapColumns') return json;
	const mapping = readMapping(evaluated(run, run.functions.getNode().parameters.columns, index));
	if (mapping === 'automatically') return filled(json);
	if (Object.keys(mapping).length > 0) return filled(mapping);
	const rule = 'map at least the column that names the record, or choose Map Automatically.';
	throw fault('columns', 'No column is mapped under Values to Send', rule);
}
