import { quote } from '../../values/characters';
import { ColumnNames, misspeltProblem } from '../../values/columnNames';
import { jsonArray } from '../../values/listText';
import { cellOf } from '../cells';
import { fieldNames, fieldsOf } from '../fields';
import type { OrganizationField, OrganizationRecordKind } from '../fields';
import { sameForm } from '../identity';
import { canonical, DEPARTMENT_PATH } from './draft';
import type { ReadItem } from './draft';
import type { PlanViolation, SyncRules, WantedItem } from './types';

/** A path is a text like those of the record tables. */
const PATH_FIELD: OrganizationField = { name: DEPARTMENT_PATH, type: 'string', required: 'never' };

const NAMES = {
	user: new ColumnNames([...fieldNames('user'), DEPARTMENT_PATH]),
	department: new ColumnNames([...fieldNames('department'), DEPARTMENT_PATH]),
};

/** Reads an item. What is wrong with a name or a value is a violation, and counts as if the item lacked it. */
export function readItem(item: WantedItem, { zone }: SyncRules, violations: PlanViolation[]): ReadItem {
	const { itemIndex, kind, columns } = item;
	const complain = (parameter: string, message: string) => violations.push({ itemIndex, parameter, message });
	for (const slip of NAMES[kind].misspeltIn(columns)) complain(slip.given, misspeltProblem(slip));
	const cells: Record<string, string> = {};
	for (const field of fieldsOf(kind)) {
		const given = columns[field.name];
		const value = field.departments === 'several' ? (listMeant(given)?.join(';') ?? given) : given;
		if (value === undefined) continue;
		const cell = cellOf(field, value, zone);
		if (cell.problem !== undefined) complain(field.name, cell.problem);
		else cells[field.name] = canonical(field, field.name === 'DepartmentName' ? sameForm(cell.text) : cell.text);
	}
	const { DeleteFlag: flag = '' } = cells;
	if (!['', '0', '1'].includes(flag)) {
		complain('DeleteFlag', `DeleteFlag must be 1 (deleted), 0 or blank (not deleted); got ${quote(flag)}`);
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
	return kind === 'department' && paths.length > 1 ? `${DEPARTMENT_PATH} takes one path; got ${paths.length}` : paths;
}
