import { refuse } from '../base/errors';
import type { Violation } from '../base/errors';
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
export type ItemViolation = Pick<Violation, 'parameter' | 'message' | 'itemIndex'>;

/** The paths in a cell, and the rule that one of them breaks. */
type ReadPaths = Pick<ReadItem, 'paths' | 'pathText'> & Pick<Cell, 'problem'>;

/** The column of the paths, which no table has. */
const PATH_FIELD: OrganizationField = { name: DEPARTMENT_PATH, type: 'string' };

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
	const complain = (parameter: string, message: string) =>
		violations.push({
			itemIndex,
			parameter,
			message,
		});

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

	const { DeleteFlag = '' } = cells;
	if (!DELETE_FLAGS.includes(DeleteFlag)) {
		const rule = 'Delete Flag must be 1 (deleted), 0 or blank (not deleted)';
		complain('DeleteFlag', `${rule}; got ${quote(DeleteFlag)}`);
	}

	const { paths, pathText, problem } = readPaths(kind, columns[DEPARTMENT_PATH]);
	if (problem !== undefined) complain(DEPARTMENT_PATH, `Department Path ${problem}`);

	const idColumn = ID_FIELD[kind];
	const id = comparable(idColumn, cells[idColumn] ?? '');
	return {
		itemIndex,
		kind,
		id,
		cells,
		paths,
		pathText,
		deletes: DeleteFlag === '1',
		violations,
	};
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
	const texts = textsOf(cells);
	const ids = texts.filter((text) => text !== '');

	return {
		text: ids.join(';'),
		problem: firstProblem(cells),
	};
}

/** The texts of cells, empty where one breaks a rule. */
function textsOf(cells: readonly Cell[]): string[] {
	return cells.map((cell) => cell.text ?? '');
}

/**
 * Reads the paths of an item: of a user several, as a list or separated by semicolons; of a department one. Blank
 * entries of a list are left out, as directories have them.
 */
function readPaths(kind: OrganizationRecordKind, value: unknown): ReadPaths {
	const list = listIn(value);
	const entries = list ?? [value];
	const cells = entries.map((entry) => cellOf(PATH_FIELD, entry));

	const texts = textsOf(cells);
	const isSeparated = kind === 'user' && !list;
	const paths = isSeparated ? texts.flatMap((text) => text.split(';')) : texts;
	const isListInJson = list !== undefined && typeof value === 'string';

	return {
		paths: paths.filter((path) => !showsNothing(path)),
		pathText: isListInJson ? value : undefined,
		problem: firstProblem(cells),
	};
}

function firstProblem(cells: readonly Cell[]): string | undefined {
	const problems = cells.map((cell) => cell.problem);
	return problems.find((problem) => problem !== undefined);
}

/**
 * The violation of several items that are about one record (contract: Rows do not contradict each other); none where
 * there is one item.
 *
 * @param parameter the column, or parameter, that the error names
 * @param key the record as a person knows it
 */
export function severalForOne(items: readonly ReadItem[], parameter: string, key: string): ItemViolation[] {
	const [first] = items;
	if (!first || items.length === 1) return [];

	const numbers = items.map((item) => item.itemIndex);
	numbers.sort((one, other) => one - other);
	const last = numbers.pop();

	const several = `Items ${numbers.join(', ')} and ${last}`;
	const record = `the same ${first.kind}, ${quote(key)}`;
	const message = `${several} are about ${record}; give it one item`;
	return [{ parameter, message }];
}

/** Adds violations to others, but for those of a cell of which something is said already. */
export function withFurther(violations: readonly ItemViolation[], further: readonly ItemViolation[]): ItemViolation[] {
	const placeOf = (violation: ItemViolation) => `${violation.itemIndex} ${violation.parameter}`;
	const places = new Set(violations.map(placeOf));
	const added = further.filter((violation) => {
		const place = placeOf(violation);
		return !places.has(place);
	});

	return [...violations, ...added];
}

/** Refuses items before anything is written. @throws ParameterError unless there is no violation */
export function refuseItems(violations: readonly ItemViolation[]): void {
	refuse(violations, (extent) => `The items have ${extent.reasons} errors`);
}
