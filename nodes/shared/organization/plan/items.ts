import { quote } from '../../values/show';
import { ColumnNames, misspeltProblem } from '../../values/columnNames';
import { jsonArray } from '../../values/readers';
import { fieldNames, fieldsOf } from '../fields';
import type { OrganizationField, OrganizationRecordKind } from '../fields';
import { sameForm } from '../identity';
import { cellOf } from '../cells';
import { canonical, refuseItem } from './draft';
import type { Draft } from './draft';
import type { WantedItem } from './types';

/** The column of an item that only a sync has: names of departments from the top down, joined by a separator. */
export const DEPARTMENT_PATH = 'DepartmentPath';

/** A path is a text like those of the record tables. */
const PATH_FIELD: OrganizationField = { name: DEPARTMENT_PATH, type: 'string', required: 'never' };

/** An item with its cells as texts. */
export interface ReadItem {
	readonly itemIndex: number;
	readonly kind: OrganizationRecordKind;
	/** The columns that the item has; blank ones as the empty text. */
	readonly cells: Readonly<Partial<Record<string, string>>>;
	/** The paths that the item has; none when that cell is blank. */
	readonly paths: readonly string[];
	/** Whether the item asks for the record's deletion. */
	readonly deletes: boolean;
}

/** Reads items, and says what is wrong with a name or a value; what cannot be read counts as if the item did not have it. */
export function readItems(draft: Draft, items: readonly WantedItem[]): ReadItem[] {
	const names = (kind: OrganizationRecordKind) => new ColumnNames([...fieldNames(kind), DEPARTMENT_PATH]);
	const spelling = { user: names('user'), department: names('department') };
	return items.map(({ itemIndex, kind, columns }) => {
		const complain = (column: string, message: string) => refuseItem(draft, itemIndex, column, message);
		for (const slip of spelling[kind].misspeltIn(columns)) complain(slip.given, misspeltProblem(slip));
		const cells: Record<string, string> = {};
		for (const field of fieldsOf(kind)) {
			const value = field.departments === 'several' ? joinedList(columns[field.name]) : columns[field.name];
			if (value === undefined) continue;
			const cell = cellOf(field, value, draft.rules.zone);
			if (cell.problem === undefined) cells[field.name] = canonical(field, field.name === 'DepartmentName' ? sameForm(cell.text) : cell.text);
			else complain(field.name, cell.problem);
		}
		const { DeleteFlag: flag = '' } = cells;
		if (!['', '0', '1'].includes(flag)) {
			complain('DeleteFlag', `DeleteFlag must be 1 (deleted), 0 or blank (not deleted); got ${quote(flag)}`);
		}
		const paths = readPaths(kind, columns[DEPARTMENT_PATH]);
		if (typeof paths === 'string') complain(DEPARTMENT_PATH, paths);
		return { itemIndex, kind, cells, paths: typeof paths === 'string' ? [] : paths, deletes: flag === '1' };
	});
}

/** A list, or one that came as text: cut at semicolons alone, it would be one name in brackets. */
function listMeant(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	return typeof value === 'string' ? jsonArray(value) : undefined;
}

function joinedList(value: unknown): unknown {
	return listMeant(value)?.join(';') ?? value;
}

/**
 * The paths of an item: for a user several as a list or separated by semicolons, for a department one. Blank entries of a
 * list are left out, as they come from directories.
 * @returns the paths, or what is wrong as a sentence
 */
function readPaths(kind: OrganizationRecordKind, value: unknown): string[] | string {
	const list = listMeant(value);
	const cells = (list ?? [value]).map((entry) => cellOf(PATH_FIELD, entry));
	const problem = cells.find((cell) => cell.problem !== undefined)?.problem;
	if (problem !== undefined) return problem;
	const texts = cells.map((cell) => ('text' in cell ? cell.text : ''));
	const paths = (kind === 'user' && !list ? texts.flatMap((text) => text.split(';')) : texts).filter((path) => sameForm(path) !== '');
	return kind === 'department' && paths.length > 1 ? `${DEPARTMENT_PATH} takes one path; got ${paths.length}` : paths;
}
