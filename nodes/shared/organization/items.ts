import { refuse } from '../base/errors';
import type { Objection } from '../base/errors';
import { isBlank, isEmpty, showsNothing } from '../base/json';
import type { JsonRecord } from '../base/json';
import { unencodable } from '../csv/encoding';
import type { Encoding } from '../csv/encoding';
import { fieldProblems } from '../fields/rules';
import type { FieldUse } from '../fields/rules';
import { misspellings } from '../values/columnNames';
import { jsonTexts } from '../values/readers';
import { quote } from '../values/show';
import { cellOf, columnLabel, fieldNames, ID_FIELD, ORGANIZATION_FIELDS, RECORD_KINDS, ROW_ONLY } from './fields';
import type { Cells, OrganizationField, OrganizationRecordKind } from './fields';
import { append, comparable, Keys } from './identity';

/** What an input item says of a record, with its cells as texts. */
export interface ReadItem {
	readonly itemIndex: number;
	readonly kind: OrganizationRecordKind;
	/** Of the record; empty where the item has none. */
	readonly id: string;
	/** The columns that the item has; blank ones as the empty text. */
	readonly cells: Cells;
	/** The paths that the item has, for a sync; none when that cell is blank. */
	readonly paths: readonly string[];
	/** The cell with the paths, where it is a text that happens to be a list in JSON: a department may be called so. */
	readonly pathText?: string;
	/** Whether the item asks for the record's deletion. */
	readonly deletes: boolean;
	/** What is wrong with its names and values. */
	readonly violations: readonly ItemViolation[];
}

/** What is wrong with an item, or with a parameter. */
export type ItemViolation = Pick<Objection, 'parameter' | 'message' | 'itemIndex'>;

/** The column of an item that only a sync has: names of departments from the top down, joined by a separator. */
export const DEPARTMENT_PATH = 'DepartmentPath';

/** The kinds that have a column. */
const KINDS_OF = new Map<string, OrganizationRecordKind[]>([[DEPARTMENT_PATH, [...RECORD_KINDS]]]);
for (const kind of RECORD_KINDS) for (const name of fieldNames(kind)) append(KINDS_OF, name, kind);

/** How the columns of each kind are found misspelt. */
const MISSPELLINGS = {
	user: misspellings([...fieldNames('user'), DEPARTMENT_PATH]),
	department: misspellings([...fieldNames('department'), DEPARTMENT_PATH]),
};

/** What is wrong with several items that are about one record (contract: Rows do not contradict each other). */
export function twice(items: readonly ReadItem[], parameter: string, key: string): ItemViolation[] {
	const numbers = items.map(({ itemIndex }) => itemIndex).sort((a, b) => a - b);
	const last = numbers.pop();
	if (numbers.length === 0) return [];
	const message = `Items ${numbers.join(', ')} and ${last} are about the same ${items[0]?.kind}, ${quote(key)}`;
	return [{ parameter, message: `${message}; give it one item` }];
}

/** The keys of an item that look like a column of either kind, each with a sentence. */
export function misspelt(item: JsonRecord) {
	return RECORD_KINDS.flatMap((kind) => MISSPELLINGS[kind](item));
}

/** What of an item says something: invisible characters do not. */
export function filled(item: JsonRecord): JsonRecord {
	return Object.fromEntries(Object.entries(item).filter(([, value]) => !isBlank(value)));
}

/**
 * Which kind of record an item is, by the columns that only one of the two tables has, filled ones first; undefined
 * where they speak for both or for none. In a sync, an item that has a place among departments and nothing of a user,
 * however spelt, is a department.
 */
export function recogniseRecord(item: JsonRecord, isSync: boolean): OrganizationRecordKind | undefined {
	const kindsOf = (row: JsonRecord) => {
		const kinds = Object.keys(row).map((name) => KINDS_OF.get(name) ?? []);
		return [...new Set(kinds.filter(({ length }) => length === 1).flat())];
	};
	const said = filled(item);
	const byContent = kindsOf(said);
	const [kind, another] = byContent.length > 0 ? byContent : kindsOf(item);
	if (kind && !another) return kind;
	const saysNoUser = byContent.length === 0 && MISSPELLINGS.user(item).length === 0;
	return isSync && saysNoUser && (DEPARTMENT_PATH in said || 'DepartmentId' in said) ? 'department' : undefined;
}

/**
 * Whether an item is a blank row, as spreadsheets have them at their end: nothing in any of its columns. One without
 * any of our columns is blank only when it has nothing else either, but for the number that n8n's Google Sheets node
 * gives each row; a column that nobody mapped must not pass for a blank sheet.
 * @param columns those of the item, or what is mapped to them
 */
export function isBlankRow(item: JsonRecord, columns: JsonRecord): boolean {
	const said = filled(columns);
	const hasColumn = (row: JsonRecord) => Object.keys(row).some((name) => KINDS_OF.has(name));
	if (hasColumn(said)) return false;
	const isEmptyRow = Object.keys(filled(item)).every((name) => name === 'row_number');
	return isEmptyRow || (hasColumn(columns) && misspelt(said).length === 0);
}

/**
 * Reads an item. A value with which something is wrong counts as if the item lacked it.
 * @param zone the IANA zone in which the day of a date is taken
 */
export function readItem(
	{ itemIndex, kind }: Pick<ReadItem, 'itemIndex' | 'kind'>,
	columns: JsonRecord,
	zone: string,
): ReadItem {
	const violations: ItemViolation[] = [];
	const complain = (parameter: string, message: string) => violations.push({ itemIndex, parameter, message });
	for (const { given, message } of MISSPELLINGS[kind](columns)) complain(given, message);
	const cells: Record<string, string> = {};
	for (const field of ORGANIZATION_FIELDS[kind]) {
		const { name } = field;
		const value = columns[name];
		if (value === undefined) continue;
		const list = field.isList ? listMeant(value) : undefined;
		const { text = '', problem } = list ? listCell(field, list) : cellOf(field, value, zone);
		if (problem === undefined) cells[name] = text;
		else complain(name, `${columnLabel(name)} ${problem}`);
	}
	const { DeleteFlag: flag = '' } = cells;
	if (!['', '0', '1'].includes(flag)) {
		complain('DeleteFlag', `Delete Flag must be 1 (deleted), 0 or blank (not deleted); got ${quote(flag)}`);
	}
	const { paths, pathText, problem } = readPaths(kind, columns[DEPARTMENT_PATH]);
	if (problem !== undefined) complain(DEPARTMENT_PATH, `Department Path ${problem}`);
	const id = comparable(ID_FIELD[kind], cells[ID_FIELD[kind]] ?? '');
	return { itemIndex, kind, id, cells, paths, pathText, deletes: flag === '1', violations };
}

/** A list, or one that came as text: cut at semicolons alone, it would be one name in brackets. */
function listMeant(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	return typeof value === 'string' ? jsonTexts(value) : undefined;
}

/** The cell of a column that takes several ids, each read like a cell; blank entries are left out. */
function listCell(field: OrganizationField, entries: readonly unknown[]): ReturnType<typeof cellOf> {
	const cells = entries.map((entry) => cellOf(field, entry));
	const problem = cells.find((cell) => cell.problem !== undefined)?.problem;
	const texts = cells.flatMap(({ text = '' }) => (text === '' ? [] : [text]));
	return { text: texts.join(';'), problem };
}

/**
 * The paths of an item: for a user several as a list or separated by semicolons, for a department one. Blank entries of
 * a list are left out, as they come from directories.
 */
function readPaths(
	kind: OrganizationRecordKind,
	value: unknown,
): Pick<ReadItem, 'paths' | 'pathText'> & { readonly problem?: string } {
	const list = listMeant(value);
	const pathText = list && typeof value === 'string' ? value : undefined;
	const cells = (list ?? [value]).map((entry) => cellOf({ name: DEPARTMENT_PATH, type: 'string' }, entry));
	const texts = cells.flatMap(({ text = '' }) => (kind === 'user' && !list ? text.split(';') : [text]));
	const paths = texts.filter((path) => !showsNothing(path));
	return { paths, pathText, problem: cells.find(({ problem }) => problem !== undefined)?.problem };
}

/** What rows are held against besides the tables. */
export interface RowChecks {
	readonly encoding: Encoding;
	/** In the workflow's zone, `YYYY-MM-DD`. */
	readonly today: string;
}

/**
 * What is wrong with a row before it is sent: by the record tables in the columns that somebody asks for, and in all of
 * them whether the encoding has the characters. What the service has already is not judged.
 */
export function rowViolations(
	{ kind, cells, itemIndex }: Pick<ReadItem, 'kind' | 'cells'> & Pick<ItemViolation, 'itemIndex'>,
	isAsked: (column: string) => boolean,
	{ encoding, today }: RowChecks,
): ItemViolation[] {
	const adds = isEmpty(cells[ID_FIELD[kind]]);
	const [done, shown] = adds ? ['added', 'empty'] : ['edited', 'filled'];
	const when = `when a ${kind} is ${done} (${columnLabel(ID_FIELD[kind])} is ${shown})`;
	const use: FieldUse = { action: adds ? 'adding' : 'editing', when, today };
	const violations: ItemViolation[] = [];

	for (const field of ORGANIZATION_FIELDS[kind]) {
		const { name: parameter } = field;
		const text = cells[parameter] ?? '';
		const asked = isAsked(parameter);
		if (text === '' && !asked) continue;

		const [broken] = asked ? fieldProblems(field, text, use) : [];
		const problem = unencodable(text, encoding) ?? broken;
		if (problem === undefined) continue;
		const whose = asked ? '' : ` of the ${kind} ${quote(cells.UserId ?? cells.DepartmentId ?? '')}`;
		violations.push({ itemIndex, parameter, message: `${columnLabel(parameter)}${whose} ${problem}` });
	}
	return violations;
}

/** What has been said, and what is found of other cells: nothing more is said about the same cell. */
export function withFound(said: readonly ItemViolation[], found: readonly ItemViolation[]): ItemViolation[] {
	const cellOf = ({ itemIndex, parameter }: ItemViolation) => `${itemIndex} ${parameter}`;
	const cells = new Set(said.map(cellOf));
	return [...said, ...found.filter((violation) => !cells.has(cellOf(violation)))];
}

/**
 * The columns of an item with an id that are to be completed with what the service has: a blank cell might empty what
 * the item does not speak of. A deletion lacks only what is always required.
 */
export function lackedBy({ kind, id, cells, deletes }: ReadItem): string[] {
	const needed = ORGANIZATION_FIELDS[kind].filter(({ name, required }) => {
		// A blank start of use changes nothing, and it could not be changed.
		return deletes ? required === 'always' : !ROW_ONLY.has(name) && name !== 'EffectiveDateFrom';
	});
	return needed.map(({ name }) => name).filter((name) => id !== '' && cells[name] === undefined);
}

/**
 * Checks the items of an import before anything is read or sent. Everything that is not refused here is the service's
 * to judge, which imports no row if one is wrong.
 * @throws ParameterError for all that is wrong with items
 */
export function checkItems(items: readonly ReadItem[], checks: RowChecks): void {
	const found: ItemViolation[] = [];
	for (const kind of RECORD_KINDS) {
		const itemsOf = new Map<string, ReadItem[]>();
		for (const item of items.filter((each) => each.kind === kind)) {
			const lacked = lackedBy(item);
			found.push(...rowViolations(item, (column) => !lacked.includes(column), checks));
			append(itemsOf, item.id, item);
		}
		itemsOf.delete('');
		for (const [id, same] of itemsOf) found.push(...twice(same, ID_FIELD[kind], id));
	}
	const said = items.flatMap(({ violations }) => violations);
	refuseItems(withFound(said, found));
}

/**
 * The cells of the rows of one kind: an edit changes only the columns that its item has.
 * @param present the records of the kind
 * @throws ParameterError for records that the service does not show, and characters that the encoding does not have
 */
export function completedRows(
	kind: OrganizationRecordKind,
	items: readonly ReadItem[],
	present: readonly Cells[],
	checks: RowChecks,
): Cells[] {
	const parameter = ID_FIELD[kind];
	const keys = Keys.ofTexts<Cells>((key) => comparable(parameter, key));
	for (const record of present) keys.add(record[parameter] ?? '', record);
	const violations: ItemViolation[] = [];
	const rows = items.map((item) => {
		const { itemIndex, id } = item;
		const [record] = keys.all(id);
		if (id === '') return item.cells;
		if (!record) {
			const label = columnLabel(parameter);
			const similar = keys.lookAlike(id);
			const unknown = `The service shows no ${kind} with the ${label} ${quote(id)}, so there is nothing to edit or delete`;
			violations.push({ itemIndex, parameter, message: similar ? `${label} ${similar}` : unknown });
			return item.cells;
		}
		// A UUID in capitals is the same id, but who knows whether the service takes it for the same.
		const own = [parameter, ...lackedBy(item)].map((name) => [name, record[name] ?? '']);
		const cells: Cells = { ...item.cells, ...Object.fromEntries(own) };
		violations.push(...rowViolations({ ...item, cells }, () => false, checks));
		return cells;
	});
	refuseItems(violations);
	return rows;
}

/** Refuses items before anything is written. @throws ParameterError unless there is no violation */
export function refuseItems(violations: readonly ItemViolation[]): void {
	refuse(violations, ({ reasons }) => `The items have ${reasons} errors`);
}
