import type { Encoding } from '../api/versions';
import { isEmpty } from '../base/json';
import { unencodable } from '../csv/encoding';
import { fieldProblems } from '../fields/rules';
import { ColumnNames } from '../values/columnNames';
import { jsonArray, wholeNumberOf } from '../values/readers';
import { quote } from '../values/show';
import { cellOf } from './cells';
import type { OrganizationItem } from './cells';
import { recordKey } from './csv';
import type { PresentRecord } from './csv';
import { columnLabel, fieldNames, fieldsOf, ID_FIELD, RECORD_KINDS } from './fields';
import type { OrganizationField, OrganizationRecordKind } from './fields';
import { append, sameForm } from './identity';

/** What an input item says of a record, with its cells as texts. */
export interface ReadItem {
	readonly itemIndex: number;
	readonly kind: OrganizationRecordKind;
	/** The columns that the item has; blank ones as the empty text. */
	readonly cells: Readonly<Partial<Record<string, string>>>;
	/** The paths that the item has, for a sync; none when that cell is blank. */
	readonly paths: readonly string[];
	/** Whether the item asks for the record's deletion. */
	readonly deletes: boolean;
}

/** What is wrong with an item, or with a parameter. */
export interface ItemViolation {
	/** The column of the item, or the parameter of the node. */
	readonly parameter: string;
	/** One sentence without its full stop. */
	readonly message: string;
	readonly itemIndex?: number;
}

/** The column of an item that only a sync has: names of departments from the top down, joined by a separator. */
export const DEPARTMENT_PATH = 'DepartmentPath';

/** A path is a text like those of the record tables. */
const PATH_FIELD: OrganizationField = { name: DEPARTMENT_PATH, type: 'string' };

/** How the columns of each kind are found misspelt. */
const NAMES = {
	user: new ColumnNames([...fieldNames('user'), DEPARTMENT_PATH]),
	department: new ColumnNames([...fieldNames('department'), DEPARTMENT_PATH]),
};

/** Item numbers as a sentence names them. */
export function itemsNamed(indexes: Iterable<number>): string {
	const sorted = [...indexes].sort((a, b) => a - b);
	const last = sorted.pop();
	return sorted.length === 0 ? `Item ${last}` : `Items ${sorted.join(', ')} and ${last}`;
}

/** Refuses several items that are about the same record (contract: Rows do not contradict each other). */
export function refuseTwice(
	items: readonly ReadItem[],
	parameter: string,
	rule: string,
	{ violations }: Pick<RowChecks, 'violations'>,
): void {
	if (items.length < 2) return;
	const message = `${itemsNamed(items.map(({ itemIndex }) => itemIndex))} ${rule}`;
	violations.push({ parameter, message });
}

/** The keys of an item that look like a column of the kind and are none, each with a sentence. */
export function misspeltColumns(kind: OrganizationRecordKind, item: OrganizationItem): ItemViolation[] {
	return NAMES[kind].misspeltIn(item).map(({ given, message }) => ({ parameter: given, message }));
}

const ONLY = {
	user: fieldNames('user').filter((name) => !fieldNames('department').includes(name)),
	department: fieldNames('department').filter((name) => !fieldNames('user').includes(name)),
};

/**
 * Which kind of record an item is, by the fields that only one of the two tables has. Filled fields count first, so
 * that a row of a sheet with the columns of both kinds is recognised by what it holds. In a sync, an item that has a
 * place among departments and nothing of a user, however spelt, is a department.
 * @returns undefined when the fields speak for both kinds or for none
 */
export function recogniseRecord(item: OrganizationItem, isSync: boolean): OrganizationRecordKind | undefined {
	const names = Object.keys(item).filter((name) => item[name] !== undefined);
	const isFilled = (name: string) => !isEmpty(item[name]);
	const kindsOf = (own: readonly string[]) =>
		RECORD_KINDS.filter((kind) => own.some((name) => ONLY[kind].includes(name)));
	const byContent = kindsOf(names.filter(isFilled));
	const [kind, another] = byContent.length > 0 ? byContent : kindsOf(names);
	if (kind && !another) return kind;
	const hasPlace = isFilled(DEPARTMENT_PATH) || isFilled('DepartmentId');
	const isPlace = isSync && hasPlace && byContent.length === 0 && misspeltColumns('user', item).length === 0;
	return isPlace ? 'department' : undefined;
}

/** One text for each whole number, however it is spelt, so that `01` is no change of `1`. */
export function canonical({ type }: Pick<OrganizationField, 'type'>, text: string): string {
	return type === 'int' ? String(wholeNumberOf(text) ?? text) : text;
}

/**
 * Reads an item. What is wrong with a name or a value is added to the violations, and counts as if the item lacked it.
 * @param zone the IANA zone in which the day of a date is taken
 */
export function readItem(
	{ itemIndex, kind }: Pick<ReadItem, 'itemIndex' | 'kind'>,
	columns: OrganizationItem,
	zone: string,
	violations: ItemViolation[],
): ReadItem {
	const complain = (parameter: string, message: string) => violations.push({ itemIndex, parameter, message });
	for (const { parameter, message } of misspeltColumns(kind, columns)) complain(parameter, message);
	const cells: Record<string, string> = {};
	for (const field of fieldsOf(kind)) {
		const given = columns[field.name];
		const value = field.departments === 'several' ? (listMeant(given)?.join(';') ?? given) : given;
		if (value === undefined) continue;
		const cell = cellOf(field, value, zone);
		if (cell.problem !== undefined) complain(field.name, cell.problem);
		else cells[field.name] = canonical(field, cell.text);
	}
	const { DeleteFlag: flag = '' } = cells;
	if (!['', '0', '1'].includes(flag)) {
		complain('DeleteFlag', `Delete Flag must be 1 (deleted), 0 or blank (not deleted); got ${quote(flag)}`);
	}
	const paths = readPaths(kind, columns[DEPARTMENT_PATH]);
	if (typeof paths === 'string') complain(DEPARTMENT_PATH, paths);
	return { itemIndex, kind, cells, paths: typeof paths === 'string' ? [] : paths, deletes: flag === '1' };
}

/** A list, or one that came as text: cut at semicolons alone, it would be one name in brackets. */
function listMeant(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	return typeof value === 'string' ? jsonArray(value) : undefined;
}

/**
 * The paths of an item: for a user several as a list or separated by semicolons, for a department one. Blank entries of
 * a list are left out, as they come from directories.
 * @returns the paths, or what is wrong as a sentence
 */
function readPaths(kind: OrganizationRecordKind, value: unknown): string[] | string {
	const list = listMeant(value);
	const paths: string[] = [];
	for (const entry of list ?? [value]) {
		const cell = cellOf(PATH_FIELD, entry);
		if (cell.problem !== undefined) return cell.problem;
		const texts = kind === 'user' && !list ? cell.text.split(';') : [cell.text];
		paths.push(...texts.filter((path) => sameForm(path) !== ''));
	}
	return kind === 'department' && paths.length > 1 ? `Department Path takes one path; got ${paths.length}` : paths;
}

/** A row of a CSV that is sent. */
export interface Row {
	readonly kind: OrganizationRecordKind;
	/** By what a person knows the record. */
	readonly key: string;
	readonly itemIndex: number | undefined;
	readonly cells: Readonly<Partial<Record<string, string>>>;
}

/** What rows are held against besides the tables, and what gets the things that are wrong. */
export interface RowChecks {
	readonly encoding: Encoding;
	/** In the workflow's zone, `YYYY-MM-DD`. */
	readonly today: string;
	readonly violations: ItemViolation[];
}

/**
 * Checks a row before it is sent: by the record tables in the columns that somebody asks for, and in all of them
 * whether the encoding has the characters. What the service has already is not judged, and nothing more is said about a
 * cell that is named in the violations.
 */
export function checkRow(row: Row, isAsked: (column: string) => boolean, checks: RowChecks): void {
	const { kind, key, itemIndex, cells } = row;
	const { encoding, today, violations } = checks;
	const adds = isEmpty(cells[ID_FIELD[kind]]);
	const shown = `${columnLabel(ID_FIELD[kind])} is ${adds ? 'empty' : 'filled'}`;
	const when = `when a ${kind} is ${adds ? 'added' : 'edited'} (${shown})`;
	for (const field of fieldsOf(kind)) {
		const { name: parameter } = field;
		const text = cells[parameter] ?? '';
		const asked = isAsked(parameter);
		const problems = asked ? fieldProblems(field, text, { action: adds ? 'adding' : 'editing', when, today }) : [];
		const problem = unencodable(text, encoding) ?? problems[0];
		const isTold = () => violations.some((told) => told.itemIndex === itemIndex && told.parameter === parameter);
		if (problem === undefined || isTold()) continue;
		const whose = asked ? '' : ` of the ${kind} ${quote(key)}`;
		violations.push({ itemIndex, parameter, message: `${columnLabel(parameter)}${whose} ${problem}` });
	}
}

function idOf({ kind, cells }: ReadItem): string {
	return cells[ID_FIELD[kind]] ?? '';
}

/**
 * The columns of an item that are to be completed with what the service has. An item without an id adds a record, any
 * other edits or deletes one: a blank cell might empty what the item does not speak of, and a blank parent would move a
 * department to the top. A deletion lacks only what is always required.
 */
export function lackedBy(item: ReadItem): string[] {
	if (idOf(item) === '') return [];
	const needed = fieldsOf(item.kind).filter(({ required, absentIsBlank }) =>
		item.deletes ? required === 'always' : !absentIsBlank,
	);
	return needed.map(({ name }) => name).filter((name) => item.cells[name] === undefined);
}

/**
 * Checks the items of an import before anything is read or sent. Everything that is not refused here is the service's
 * to judge, which imports no row if one is wrong.
 *
 * @param items of that kind
 */
export function checkItems(kind: OrganizationRecordKind, items: readonly ReadItem[], checks: RowChecks): void {
	const itemsOf = new Map<string, ReadItem[]>();
	for (const item of items) {
		const { cells, itemIndex } = item;
		const lacked = lackedBy(item);
		const row = { kind, cells, itemIndex, key: idOf(item) };
		checkRow(row, (column) => !lacked.includes(column), checks);
		append(itemsOf, recordKey(kind, row.key), item);
	}
	itemsOf.delete('');
	for (const [key, same] of itemsOf) {
		refuseTwice(same, ID_FIELD[kind], `are about the same ${kind}, ${quote(key)}; give it one item`, checks);
	}
}

/**
 * The cells of the rows of an import: an edit changes only the columns that its item has.
 *
 * @param items of that kind
 * @param present the records of the kind; undefined where no item lacks anything
 */
export function completedRows(
	kind: OrganizationRecordKind,
	items: readonly ReadItem[],
	present: readonly PresentRecord[] | undefined,
	checks: RowChecks,
): Array<Row['cells']> {
	const parameter = ID_FIELD[kind];
	const byId = new Map(present?.map((record) => [recordKey(kind, record[parameter] ?? ''), record]));
	return items.map((item) => {
		const { itemIndex } = item;
		const key = idOf(item);
		const record = byId.get(recordKey(kind, key));
		if (!present || key === '') return item.cells;
		if (!record) {
			const message = `The service shows no ${kind} with the ${columnLabel(parameter)} ${quote(key)}`;
			checks.violations.push({ itemIndex, parameter, message: `${message}, so there is nothing to edit or delete` });
			return item.cells;
		}
		const lacked = lackedBy(item).map((name) => [name, record[name]]);
		// A UUID in capitals is the same id, but who knows whether the service takes it for the same.
		const cells: Row['cells'] = { ...item.cells, ...Object.fromEntries(lacked), [parameter]: record[parameter] };
		checkRow({ kind, key, itemIndex, cells }, () => false, checks);
		return cells;
	});
}
