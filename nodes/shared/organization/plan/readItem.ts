import { quote } from '../../values/characters';
import { misspeltProblem } from '../../values/columnNames';
import { jsonArray } from '../../values/listText';
import { ColumnSpelling } from '../columns';
import { fieldsOf } from '../fields';
import type { OrganizationField, OrganizationRecordKind } from '../fields';
import { sameForm } from '../identity';
import { cellOf } from '../values';
import { canonical, DEPARTMENT_PATH } from './columns';
import type { SyncRules, WantedItem } from './types';
import type { Violations } from './violations';

const FLAGS: ReadonlySet<string> = new Set(['', '0', '1']);

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

/** Reads the cells of items, and says what is wrong with a name or a value. */
export class ItemReader {
	private readonly spelling = new ColumnSpelling([DEPARTMENT_PATH]);

	constructor(
		private readonly rules: SyncRules,
		private readonly violations: Violations,
	) {}

	/** Reads one item; what cannot be read counts as if the item did not have it. */
	read({ itemIndex, kind, columns }: WantedItem): ReadItem {
		const complain = (column: string, message: string) => this.violations.ofItem(itemIndex, column, message);
		for (const slip of this.spelling.misspelt(kind, columns)) complain(slip.given, misspeltProblem(slip));
		const cells: Record<string, string> = {};
		for (const field of fieldsOf(kind)) {
			const value = field.departments === 'several' ? listMeant(columns[field.name]) : columns[field.name];
			if (value === undefined) continue;
			const cell = cellOf(field, isListOfDepartments(field, value) ? value.join(';') : value, this.rules.zone);
			if (cell.problem === undefined) cells[field.name] = canonical(field, isKey(field) ? sameForm(cell.text) : cell.text);
			else complain(field.name, cell.problem);
		}
		const { DeleteFlag: flag = '' } = cells;
		if (!FLAGS.has(flag)) complain('DeleteFlag', `DeleteFlag must be 1 (deleted), 0 or blank (not deleted); got ${quote(flag)}`);
		const paths = readPaths(kind, listMeant(columns[DEPARTMENT_PATH]));
		if (typeof paths === 'string') complain(DEPARTMENT_PATH, paths);
		return {
			itemIndex,
			kind,
			cells,
			paths: typeof paths === 'string' ? [] : paths,
			deletes: flag === '1',
		};
	}
}

/** Whether a column is an id, an address or a name of a path: what tells records apart. */
function isKey({ name, type, characters, departments }: OrganizationField): boolean {
	return type === 'uuid' || characters !== undefined || departments !== undefined || /^Department(?:Id|Name)$/.test(name);
}

/** A list that came as text: cut at semicolons alone, it would be one name in brackets. */
function listMeant(value: unknown): unknown {
	return typeof value === 'string' ? (jsonArray(value) ?? value) : value;
}

function isListOfDepartments(field: OrganizationField, value: unknown): value is unknown[] {
	return field.departments === 'several' && Array.isArray(value);
}

/** A path is a text like those of the record tables: what no cell can be is no path either, `NaN` for one. */
const PATH_FIELD: OrganizationField = { name: DEPARTMENT_PATH, type: 'string', required: 'never' };

/**
 * The paths of an item: for a user several as a list or separated by semicolons, for a department one. Blank entries of a
 * list are left out, as they come from directories.
 * @returns the paths, or what is wrong as a sentence
 */
function readPaths(kind: OrganizationRecordKind, value: unknown): string[] | string {
	const texts: string[] = [];
	for (const entry of Array.isArray(value) ? (value as unknown[]) : [value]) {
		const cell = cellOf(PATH_FIELD, entry);
		if (cell.problem !== undefined) return cell.problem;
		texts.push(cell.text);
	}
	const isOneText = kind === 'user' && !Array.isArray(value);
	const paths = (isOneText ? texts.flatMap((text) => text.split(';')) : texts).filter((path) => sameForm(path) !== '');
	if (kind === 'department' && paths.length > 1) return `${DEPARTMENT_PATH} takes one path; got ${paths.length}`;
	return paths;
}
