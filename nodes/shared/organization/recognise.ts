import { isBlank } from '../base/json';
import type { JsonRecord } from '../base/json';
import { misspellings } from '../values/columnNames';
import { fieldNames, RECORD_KINDS } from './fields';
import type { OrganizationRecordKind } from './fields';
import { append } from './identity';

/* The kind of an item by its columns: a user, a department or a blank row; and names of columns that are misspelt. */

/** The column of an item that only a sync has: names of departments from the top down, joined by a separator. */
export const DEPARTMENT_PATH = 'DepartmentPath';

/** The column that n8n's Google Sheets node adds to each row. */
const ROW_NUMBER = 'row_number';

/** The kinds of record that have a column, by its name. */
const KINDS_OF_COLUMN = new Map<string, OrganizationRecordKind[]>([[DEPARTMENT_PATH, [...RECORD_KINDS]]]);
for (const kind of RECORD_KINDS) {
	for (const name of fieldNames(kind)) append(KINDS_OF_COLUMN, name, kind);
}

/** The finders of misspelt columns of each kind. */
const MISSPELLINGS = {
	user: misspellings([...fieldNames('user'), DEPARTMENT_PATH]),
	department: misspellings([...fieldNames('department'), DEPARTMENT_PATH]),
};

/** The keys of an item that look like a column of a kind which it does not have, each with that column and a sentence. */
export function misspeltColumns(item: JsonRecord, kind: OrganizationRecordKind) {
	return MISSPELLINGS[kind](item);
}

/** The keys of an item that look like a column of either kind. */
export function misspeltInEither(item: JsonRecord) {
	return RECORD_KINDS.flatMap((kind) => MISSPELLINGS[kind](item));
}

/** The columns of an item that are not blank. */
export function filled(item: JsonRecord): JsonRecord {
	const entries = Object.entries(item).filter(([, value]) => !isBlank(value));
	return Object.fromEntries(entries);
}

/** The kinds that an item may be by the columns which only one of the two tables has. */
function kindsBy(columns: JsonRecord): OrganizationRecordKind[] {
	const names = Object.keys(columns);
	const kindsOfEach = names.map((name) => KINDS_OF_COLUMN.get(name) ?? []);
	const telling = kindsOfEach.filter((kinds) => kinds.length === 1);
	return [...new Set(telling.flat())];
}

/**
 * Recognises which kind of record an item is: by the columns that only one of the two tables has, filled ones first. In
 * a sync, an item that has a place among departments and nothing of a user, however spelt, is a department.
 *
 * @returns `undefined` where the columns speak for both kinds or for none
 */
export function recogniseRecord(item: JsonRecord, isSync: boolean): OrganizationRecordKind | undefined {
	const filledColumns = filled(item);
	const byContent = kindsBy(filledColumns);
	const kinds = byContent.length > 0 ? byContent : kindsBy(item);
	if (kinds.length === 1) return kinds[0];

	const saysNothingOfUser = byContent.length === 0 && misspeltColumns(item, 'user').length === 0;
	const hasPlace = DEPARTMENT_PATH in filledColumns || 'DepartmentId' in filledColumns;
	return isSync && saysNothingOfUser && hasPlace ? 'department' : undefined;
}

/**
 * Whether an item is a blank row, as spreadsheets have them at their end: nothing in any of its columns. One without
 * any of our columns is blank only when it has nothing else either; a column that nobody mapped must not pass for a
 * blank sheet.
 *
 * @param columns the columns of the item, or what is mapped to them
 */
export function isBlankRow(item: JsonRecord, columns: JsonRecord): boolean {
	const filledColumns = filled(columns);
	if (hasOwnColumn(filledColumns)) return false;

	const names = Object.keys(filled(item));
	const isEmptyRow = names.every((name) => name === ROW_NUMBER);
	if (isEmptyRow) return true;
	return hasOwnColumn(columns) && misspeltInEither(filledColumns).length === 0;
}

function hasOwnColumn(row: JsonRecord): boolean {
	return Object.keys(row).some((name) => KINDS_OF_COLUMN.has(name));
}
