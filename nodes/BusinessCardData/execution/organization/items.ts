import type { IDataObject } from 'n8n-workflow';
import {
	DEPARTMENT_PATH,
	fault,
	fieldNames,
	isBlank,
	isObject,
	listedLines,
	misspeltColumns,
	ParameterError,
	readItem,
	recogniseRecord,
	rowHint,
	sameForm,
	shownValue,
} from '../../../shared';
import type { ItemViolation, OrganizationRecordKind, ReadItem } from '../../../shared';
import { columnsOf, inputItems } from '../inputItems';
import { readMapping } from '../mapping';
import { parameter } from '../run';
import type { Run } from '../run';

/** What the input items say of records. */
export interface Input {
	readonly items: ReadItem[];
	/** What is wrong with them. */
	readonly violations: ItemViolation[];
	/** How many of each kind say nothing. */
	readonly skipped: Readonly<Record<OrganizationRecordKind, number>>;
}

/** @throws ParameterError for a mapping that is none, and for an item of which nobody can say what it is */
export function readInput(run: Run): Input {
	const { functions, operation } = run;
	const recordType = functions.getNode().parameters.recordType ?? 'detect';
	const columnsIn = columnMapping(run);
	const items: ReadItem[] = [];
	const violations: ItemViolation[] = [];
	const zone = functions.getTimezone();
	const skipped = { user: 0, department: 0 };
	for (const [itemIndex, item] of inputItems(functions).entries()) {
		const json = columnsOf(item, itemIndex);
		const columns = columnsIn(json, itemIndex);
		// An expression may say another kind for each item.
		const type = evaluated(run, recordType, json, itemIndex);
		const detected = type === 'detect' ? recogniseRecord(columns, operation.value === 'sync') : undefined;
		const kind = type === 'user' || type === 'department' ? type : detected;
		if (isBlankRow(json, columns)) skipped[kind ?? 'user'] += 1;
		else if (kind) items.push(readItem({ itemIndex, kind }, columns, zone, violations));
		else throw unrecognised(type, columns, itemIndex);
	}
	return { items, violations, skipped };
}

/** The error for an item of which neither Record Type nor its columns tell what it is. */
function unrecognised(type: unknown, columns: IDataObject, itemIndex: number): ParameterError {
	const unknown = `The columns of item ${itemIndex} do not show whether it is a user or a department`;
	const problem = type === 'detect' ? unknown : `recordType is ${shownValue(type)}`;
	const message = [problem, ...slipsOf(columns).slice(0, 1)].join(': ');
	const rule = 'use the column names of the service, or choose a Record Type.';
	return new ParameterError({ parameter: 'recordType', message, rule, itemIndex });
}

/** What is said of the keys of an item that look like a column of either kind. */
function slipsOf(columns: IDataObject): string[] {
	return [...misspeltColumns('user', columns), ...misspeltColumns('department', columns)].map(({ message }) => message);
}

const COLUMNS: ReadonlySet<string> = new Set([...fieldNames('user'), ...fieldNames('department'), DEPARTMENT_PATH]);

/** What of an object says something: invisible characters do not. */
function filled(columns: object): IDataObject {
	const saysNothing = (value: unknown) => isBlank(typeof value === 'string' ? sameForm(value) : value);
	return Object.fromEntries(Object.entries(columns).filter(([, value]) => !saysNothing(value))) as IDataObject;
}

/**
 * Whether an item is a blank row, as spreadsheets have them at their end: nothing in any of its columns. One without
 * any of our columns is blank only when it has nothing else either, but for the number that n8n's Google Sheets node
 * gives each row; a column that nobody mapped must not pass for a blank sheet.
 */
function isBlankRow(json: IDataObject, columns: IDataObject): boolean {
	const said = filled(columns);
	if (Object.keys(said).some((name) => COLUMNS.has(name))) return false;
	const others = Object.keys(filled(json)).filter((name) => name !== 'row_number');
	const hasColumns = Object.keys(columns).some((name) => COLUMNS.has(name));
	return others.length === 0 || (hasColumns && slipsOf(said).length === 0);
}

/**
 * What n8n's editor writes when a column of the input is dragged onto one of ours. It is read without n8n's
 * expressions, which take a quarter of a millisecond for each cell: half a minute for a company of 10,000.
 */
const DRAGGED = /^=\{\{ *\$json(?:\.([\p{L}_][\p{L}\p{N}_]*)|\[(["'])([^"'\\]+)\2\]) *\}\}$/u;

/** What a stored parameter says for one item; n8n evaluates it for the first item alone, which makes the job. */
function evaluated(run: Run, stored: unknown, json: IDataObject, index: number): unknown {
	if (isObject(stored)) {
		return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, evaluated(run, value, json, index)]));
	}
	if (typeof stored !== 'string' || !stored.startsWith('=')) return stored;
	const [, property, , key = property] = DRAGGED.exec(stored) ?? [];
	if (key === undefined) return run.functions.evaluateExpression(stored.slice(1), index);
	return Object.hasOwn(json, key) ? json[key] : undefined;
}

/**
 * How the columns of records come out of input items: the items as they are, or mapped from their columns (contract:
 * Additions of 0.2). What is empty in a mapping says nothing: an empty cell of a sheet must not empty what the service
 * has.
 *
 * @throws ParameterError for a mapping that is none, or maps nothing
 */
function columnMapping(run: Run): (json: IDataObject, index: number) => IDataObject {
	if (parameter(run, 'dataMode') !== 'mapColumns') return (json) => json;
	const mapping = readMapping(parameter(run, 'columns'));
	if (mapping === 'automatically') return filled;
	if (Object.keys(mapping).length === 0) {
		const rule = 'map at least the column that names the record, or choose Map Automatically.';
		throw fault('columns', 'No column is mapped under Values to Send', rule);
	}
	const stored = run.functions.getNode().parameters.columns;
	return (json, index) => {
		const own = readMapping(evaluated(run, stored, json, index));
		return filled(own === 'automatically' ? json : own);
	};
}

/** The error for items that are refused before anything is written: every reason, and what it is about. */
export function refusedItems(violations: readonly ItemViolation[]): ParameterError {
	const [{ parameter = '' } = {}] = violations;
	const reasons = reasonLines(violations);
	const items = new Set(violations.map(({ itemIndex }) => itemIndex));
	const [itemIndex] = items.size === 1 ? items : [];
	const last = violations.reduce((most, violation) => Math.max(most, violation.itemIndex ?? 0), 0);
	// An error about a single item says its row already.
	const hint = itemIndex === undefined && last > 0 ? [rowHint(last)] : [];
	const isOne = reasons.length === 1;
	const message = isOne ? reasons.join() : `The items have ${reasons.length} errors`;
	const causes = [...(isOne ? [] : listedLines(reasons)), ...hint];
	return new ParameterError({ parameter, message, causes, itemIndex });
}

/** A line for each reason, with the items that it is about: a column that is not mapped is missing in each of them. */
function reasonLines(violations: readonly ItemViolation[]): string[] {
	const itemsOf = new Map<string, number[]>();
	for (const { itemIndex = [], message } of violations) {
		itemsOf.set(message, (itemsOf.get(message) ?? []).concat(itemIndex));
	}
	return [...itemsOf].map(([message, items]) => {
		if (items.length === 0) return message;
		return `Item${items.length > 1 ? 's' : ''} ${ranges(items)}: ${message}`;
	});
}

/** Item numbers, those that follow each other as a range. */
function ranges(items: readonly number[]): string {
	const starts = items.filter((item, at) => at === 0 || item > (items[at - 1] ?? 0) + 1);
	const ends = items.filter((item, at) => item + 1 < (items[at + 1] ?? Infinity));
	return starts.map((start, at) => (start === ends[at] ? start : `${start}-${ends[at]}`)).join(', ');
}
