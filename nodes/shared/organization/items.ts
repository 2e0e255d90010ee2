import { isEmpty } from '../base/json';
import { quote } from '../values/show';
import { ColumnNames, misspeltProblem } from '../values/columnNames';
import { jsonArray, wholeNumberOf } from '../values/readers';
import { cellOf } from './cells';
import type { OrganizationItem } from './cells';
import { fieldNames, fieldsOf } from './fields';
import type { OrganizationField, OrganizationRecordKind } from './fields';
import { sameForm } from './identity';

/** What one input item says of a record, before it is read. */
export interface WantedItem {
	readonly itemIndex: number;
	readonly kind: OrganizationRecordKind;
	readonly columns: OrganizationItem;
}

/** An item with its cells as texts. */
export interface ReadItem extends Omit<WantedItem, 'columns'> {
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

/** Adds an entry to the list of a key. */
export function append<K, T>(lists: Map<K, T[]>, key: K, entry: T): void {
	const list = lists.get(key);
	if (list) list.push(entry);
	else lists.set(key, [entry]);
}

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
	key: string,
	violations: ItemViolation[],
): void {
	const indexes = items.map(({ itemIndex }) => itemIndex);
	const [{ kind } = {}] = items;
	if (indexes.length < 2) return;
	const message = `${itemsNamed(indexes)} are about the same ${kind}, ${quote(key)}; give it one item`;
	violations.push({ itemIndex: Math.min(...indexes), parameter, message });
}

/** The keys of an item that look like a column of the kind and are none, each with a sentence. */
export function misspeltColumns(kind: OrganizationRecordKind, item: OrganizationItem): ItemViolation[] {
	return NAMES[kind].misspeltIn(item).map((slip) => ({ parameter: slip.given, message: misspeltProblem(slip) }));
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
		(['user', 'department'] as const).filter((kind) => own.some((name) => ONLY[kind].includes(name)));
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
export function readItem(item: WantedItem, zone: string, violations: ItemViolation[]): ReadItem {
	const { itemIndex, kind, columns } = item;
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
