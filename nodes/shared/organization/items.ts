import { refuse } from '../base/errors';
import type { Objection } from '../base/errors';
import { showsNothing } from '../base/json';
import type { JsonRecord } from '../base/json';
import { jsonTexts } from '../values/readers';
import { quote } from '../values/show';
import { cellOf } from './cells';
import type { Cell } from './cells';
import { columnLabel, ID_FIELD, ORGANIZATION_FIELDS } from './fields';
import type { Cells, OrganizationField, OrganizationRecordKind } from './fields';
import { comparable } from './identity';
import { DEPARTMENT_PATH, misspeltColumns } from './recognise';

/* Input items about users and departments, read into texts. */

/** An input item about a record, with its cells as texts. */
export interface ReadItem {
	readonly itemIndex: number;
	readonly kind: OrganizationRecordKind;
	/** The id of the record; empty where the item has none. */
	readonly id: string;
	/** The columns that the item has; blank ones as the empty text. */
	readonly cells: Cells;
	/** The paths that the item has, for a sync; none when that cell is blank. */
	readonly paths: readonly string[];
	/** The cell with the paths, where it is a text that happens to be a list in JSON: a department may be called so. */
	readonly pathText?: string;
	/** Whether the item asks for the record's deletion. */
	readonly deletes: boolean;
	/** The rules that its names and values break. */
	readonly violations: readonly ItemViolation[];
}

/** A rule that an item, or a parameter, breaks. */
export type ItemViolation = Pick<Objection, 'parameter' | 'message' | 'itemIndex'>;

/** The paths in a cell, and the rule that one of them breaks. */
type ReadPaths = Pick<ReadItem, 'paths' | 'pathText'> & Pick<Cell, 'problem'>;

/** The values of `DeleteFlag`: blank and 0 keep, 1 deletes. */
const DELETE_FLAGS = ['', '0', '1'];

/**
 * Reads an item. A value that breaks a rule counts as if the item lacked it.
 *
 * @param item the place of the item among the input, and the kind of record that it is about
 * @param columns its columns, or what is mapped to them
 * @param zone the IANA zone in which the day of a date is taken
 */
export function readItem(item: Pick<ReadItem, 'itemIndex' | 'kind'>, columns: JsonRecord, zone: string): ReadItem {
	const { itemIndex, kind } = item;
	const violations: ItemViolation[] = [];
	const complain = (parameter: string, message: string) => violations.push({ itemIndex, parameter, message });

	for (const { given, message } of misspeltColumns(columns, kind)) complain(given, message);

	const cells: Record<string, string> = {};
	for (const field of ORGANIZATION_FIELDS[kind]) {
		const { name } = field;
		const value = columns[name];
		if (value === undefined) continue;

		const { text = '', problem } = readCell(field, value, zone);
		if (problem === undefined) cells[name] = text;
		else complain(name, `${columnLabel(name)} ${problem}`);
	}

	const { DeleteFlag: flag = '' } = cells;
	if (!DELETE_FLAGS.includes(flag)) {
		complain('DeleteFlag', `Delete Flag must be 1 (deleted), 0 or blank (not deleted); got ${quote(flag)}`);
	}

	const { paths, pathText, problem } = readPaths(kind, columns[DEPARTMENT_PATH]);
	if (problem !== undefined) complain(DEPARTMENT_PATH, `Department Path ${problem}`);

	const id = comparable(ID_FIELD[kind], cells[ID_FIELD[kind]] ?? '');
	return { itemIndex, kind, id, cells, paths, pathText, deletes: flag === '1', violations };
}

function readCell(field: OrganizationField, value: unknown, zone: string): Cell {
	const list = field.isList ? listIn(value) : undefined;
	return list ? listCell(field, list) : cellOf(field, value, zone);
}

/** The list that a value is, be it as JSON: cut at semicolons alone, such a text would be one name in brackets. */
function listIn(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	return typeof value === 'string' ? jsonTexts(value) : undefined;
}

/** The cell of a column that takes several ids, each read like a cell; blank entries are left out. */
function listCell(field: OrganizationField, entries: readonly unknown[]): Cell {
	const cells = entries.map((entry) => cellOf(field, entry));
	const texts = cells.flatMap(({ text = '' }) => (text === '' ? [] : text));
	return { text: texts.join(';'), problem: firstProblem(cells) };
}

/**
 * Reads the paths of an item: of a user several, as a list or separated by semicolons; of a department one. Blank
 * entries of a list are left out, as directories have them.
 */
function readPaths(kind: OrganizationRecordKind, value: unknown): ReadPaths {
	const list = listIn(value);
	const cells = (list ?? [value]).map((entry) => cellOf({ name: DEPARTMENT_PATH, type: 'string' }, entry));

	const isSeparated = kind === 'user' && !list;
	const texts = cells.flatMap(({ text = '' }) => (isSeparated ? text.split(';') : text));
	return {
		paths: texts.filter((path) => !showsNothing(path)),
		pathText: list && typeof value === 'string' ? value : undefined,
		problem: firstProblem(cells),
	};
}

function firstProblem(cells: readonly Cell[]): string | undefined {
	return cells.find(({ problem }) => problem !== undefined)?.problem;
}

/**
 * The violation of several items that are about one record (contract: Rows do not contradict each other); none where
 * there is one item.
 *
 * @param parameter the column, or parameter, that the error names
 * @param key the record as a person knows it
 */
export function severalForOne(items: readonly ReadItem[], parameter: string, key: string): ItemViolation[] {
	const numbers = items.map(({ itemIndex }) => itemIndex).sort((a, b) => a - b);
	const last = numbers.pop();
	if (numbers.length === 0) return [];

	const message = `Items ${numbers.join(', ')} and ${last} are about the same ${items[0]?.kind}, ${quote(key)}`;
	return [{ parameter, message: `${message}; give it one item` }];
}

/** Adds violations to others, but for those of a cell of which something is said already. */
export function withFurther(violations: readonly ItemViolation[], further: readonly ItemViolation[]): ItemViolation[] {
	const placeOf = ({ itemIndex, parameter }: ItemViolation) => `${itemIndex} ${parameter}`;
	const places = new Set(violations.map(placeOf));
	return [...violations, ...further.filter((violation) => !places.has(placeOf(violation)))];
}

/** Refuses items before anything is written. @throws ParameterError unless there is no violation */
export function refuseItems(violations: readonly ItemViolation[]): void {
	refuse(violations, ({ reasons }) => `The items have ${reasons} errors`);
}
