import type { IDataObject } from 'n8n-workflow';
import {
	DEPARTMENT_PATH,
	fieldNames,
	isBlank,
	misspeltColumns,
	ParameterError,
	readRow,
	recogniseRecord,
	sameForm,
	shownValue,
} from '../../../shared';
import type { JobRow, JobRows, OrganizationRecordKind, WantedItem } from '../../../shared';
import { columnsOf, inputItems } from '../inputItems';
import { columnsOfItems } from './mapping';
import { listed } from '../run';
import type { Run } from '../run';

/** What the parameter Record Type says for an item; an expression may say another thing for each. */
function recordTypes(run: Pick<Run, 'functions'>): (index: number) => unknown {
	const raw = run.functions.getNode().parameters.recordType ?? 'detect';
	if (typeof raw !== 'string' || !raw.startsWith('=')) return () => raw;
	return (index) => run.functions.evaluateExpression(raw.slice(1), index);
}

/** The error for an item whose fields do not tell what it is; the reason may be a misspelt column. */
function unrecognised(json: IDataObject, index: number): ParameterError {
	const problems = new Set(slipsOf(json).map(([, problem]) => problem));
	const message = `The columns of item ${index} do not show whether it is a user or a department`;
	return new ParameterError({
		parameter: 'recordType',
		message: problems.size === 0 ? message : `${message}: ${listed([...problems])}`,
		rule: 'use the column names of the service, or choose a Record Type.',
		itemIndex: index,
	});
}

/** Tells the kind of an item by its fields. */
export type Recognise = (json: IDataObject) => OrganizationRecordKind | undefined;

/** The keys of an item that look like a column of either kind, and what is said of them. */
function slipsOf(json: IDataObject): Array<readonly [column: string, problem: string]> {
	return [...misspeltColumns('user', json), ...misspeltColumns('department', json)];
}

/**
 * The kind of record that an item is.
 *
 * @param type what the parameter Record Type says for it
 * @throws ParameterError where neither the parameter nor the fields of the item tell
 */
function kindOf(type: unknown, json: IDataObject, index: number, recognise: Recognise): OrganizationRecordKind {
	if (type === 'user' || type === 'department') return type;
	if (type === 'detect') {
		const recognised = recognise(json);
		if (recognised) return recognised;
		throw unrecognised(json, index);
	}
	throw new ParameterError({
		parameter: 'recordType',
		message: `recordType is ${shownValue(type)}`,
		rule: 'use the column names of the service, or choose a Record Type.',
		itemIndex: index,
	});
}

/** The items that say something, and how many of each kind say nothing. */
export interface GivenItems {
	readonly items: readonly WantedItem[];
	readonly skipped: Readonly<Record<OrganizationRecordKind, number>>;
}

/** The columns that a sync or an import reads, of either kind. */
const COLUMNS: ReadonlySet<string> = new Set([...fieldNames('user'), ...fieldNames('department'), DEPARTMENT_PATH]);

/** Whether a value says nothing, invisible characters included. */
function saysNothing(value: unknown): boolean {
	return isBlank(typeof value === 'string' ? sameForm(value) : value);
}

/**
 * Whether an item is a blank row, as spreadsheets have them at their end: nothing in any of its columns. One without any of our
 * columns is blank only when it has nothing else either, but for the number that n8n's Google Sheets node gives each row; a
 * column that nobody mapped must not pass for a blank sheet.
 */
function isBlankRow(json: IDataObject, columns: IDataObject): boolean {
	const own = Object.keys(columns).filter((name) => COLUMNS.has(name));
	if (!own.every((name) => saysNothing(columns[name]))) return false;
	const others = Object.entries(json).filter(([name, value]) => name !== 'row_number' && !saysNothing(value));
	if (others.length === 0) return true;
	const filled = Object.fromEntries(Object.entries(columns).filter(([, value]) => !saysNothing(value))) as IDataObject;
	return own.length > 0 && slipsOf(filled).length === 0;
}

/** The kind of a blank row, to count it: what its columns or the parameter say, else a user. */
function kindOfBlank(type: unknown, columns: IDataObject): OrganizationRecordKind {
	return type === 'department' || (type !== 'user' && recogniseRecord(columns) === 'department') ? 'department' : 'user';
}

/**
 * What the input items say of records, and of which kind each is.
 *
 * @throws ParameterError for a mapping that is none, and for an item of which nobody can say what it is
 */
export function wantedItems(run: Run, recognise: Recognise): GivenItems {
	const typeOf = recordTypes(run);
	const mapped = columnsOfItems(run);
	const items: WantedItem[] = [];
	const skipped = { user: 0, department: 0 };
	for (const [itemIndex, item] of inputItems(run.functions).entries()) {
		const json = columnsOf(item, itemIndex);
		const columns = mapped(json, itemIndex);
		const type = typeOf(itemIndex);
		if (isBlankRow(json, columns)) skipped[kindOfBlank(type, columns)] += 1;
		else items.push({ itemIndex, kind: kindOf(type, columns, itemIndex, recognise), columns });
	}
	return { items, skipped };
}

/** The error for input whose items are all blank. */
function nothingToImport(): ParameterError {
	return new ParameterError({
		parameter: 'source',
		message: 'No item has anything in a column of a user or a department',
		rule: 'check the node that gives the items.',
	});
}

/** The rows of an import that input items are, the order of the items kept in each kind. Nothing is checked yet. */
export function rowsFromItems(run: Run): JobRows {
	const rows: Record<OrganizationRecordKind, JobRow[]> = { department: [], user: [] };
	const { items } = wantedItems(run, recogniseRecord);
	if (items.length === 0) throw nothingToImport();
	for (const { itemIndex: item, kind, columns } of items) {
		rows[kind].push(readRow(columns, { kind, row: rows[kind].length + 1, item }, run.functions.getTimezone()));
	}
	return rows;
}
