import { quote } from './characters';
import { FindingList, type FindingReport } from './finding';
import { cellProblems, type DateContext } from './organizationCells';
import {
	DEPARTMENT_FIELDS,
	ID_FIELD,
	ORGANIZATION_FIELDS,
	USER_FIELDS,
	type OrganizationField,
	type OrganizationRecordKind,
} from './organizationFields';
import { DepartmentReferences, type JobRow } from './organizationReferences';
import { cellOf, type OrganizationItem } from './organizationValues';

/** What one import job holds: the rows of both files, either of which may be empty. */
export interface OrganizationJob {
	departments: readonly OrganizationItem[];
	users: readonly OrganizationItem[];
}

/** The names that only one of the two tables has. */
const OWN_NAMES: ReadonlyArray<readonly [OrganizationRecordKind, ReadonlySet<string>]> = [
	['user', namesOnlyIn(USER_FIELDS, DEPARTMENT_FIELDS)],
	['department', namesOnlyIn(DEPARTMENT_FIELDS, USER_FIELDS)],
];

/**
 * Which kind of record an item is, by the fields it has: names that only one of the two tables has decide.
 *
 * Filled fields count first, so that a row of a sheet with the columns of both kinds is recognised by what it
 * holds; when they decide nothing, the names alone count.
 * @returns undefined when the fields speak for both kinds or for none
 */
export function recogniseRecord(item: OrganizationItem): OrganizationRecordKind | undefined {
	const names = Object.keys(item);
	const filled = names.filter(
		(name) => item[name] !== null && item[name] !== undefined && item[name] !== '',
	);
	const byContent = kindsWith(filled);
	const kinds = byContent.length > 0 ? byContent : kindsWith(names);
	return kinds.length === 1 ? kinds[0] : undefined;
}

/**
 * Checks all rows of an import job against both record tables before anything is sent.
 *
 * A row adds when its id (UserUuid, DepartmentId) is blank, and edits otherwise. A row with DeleteFlag 1 is an
 * edit: it needs its id and the columns that are always required, as the tables make no exception for it, but
 * its values no longer count as taken when duplicates are looked for. Duplicates are exact, including upper and
 * lower case. Checked besides the tables: `tempId:` references, circles of parents, references to a department
 * that the same job deletes, and deleting what is only being added.
 * @param job the rows as they came from the workflow; fields that the tables do not have are ignored, and so
 * is CrmIntegrationPrivilege
 * @param dates today, and the zone of date-times
 * @returns the first findings, departments before users and in the order of rows, and how many there are
 */
export function checkOrganizationJob(job: OrganizationJob, dates: DateContext): FindingReport {
	const list = new FindingList();
	const files = (
		[
			['department', job.departments],
			['user', job.users],
		] as const
	).map(([kind, items]) => items.map((item, index) => readRow(kind, item, index + 1, dates)));
	const references = new DepartmentReferences((files[0] ?? []).map(({ row }) => row));
	for (const file of files) {
		const duplicates = new Duplicates();
		for (const { row, unreadable } of file) {
			for (const field of fieldsOf(row.kind)) {
				const wrongType = unreadable.get(field.name);
				const problems =
					wrongType === undefined
						? [
								...cellProblems(field, row, dates),
								...references.problems(field, row),
								...duplicates.problems(field, row),
							]
						: [wrongType];
				for (const message of problems) {
					list.add({ field: field.name, message, row: row.row, file: row.kind });
				}
			}
		}
	}
	return list.report();
}

/** Remembers the values of unique columns of one file. */
class Duplicates {
	private readonly rows = new Map<string, Map<string, number>>();

	problems(field: OrganizationField, row: JobRow): string[] {
		const text = row.cells[field.name] ?? '';
		if (!field.unique || text === '' || row.deletes) return [];
		let rows = this.rows.get(field.name);
		if (!rows) this.rows.set(field.name, (rows = new Map()));
		const first = rows.get(text);
		if (first !== undefined)
			return [`${field.name} must be unique; ${quote(text)} is already in row ${first}`];
		rows.set(text, row.row);
		return [];
	}
}

interface ReadRow {
	readonly row: JobRow;
	/** The message for each column whose value cannot stand in a CSV. */
	readonly unreadable: ReadonlyMap<string, string>;
}

function readRow(
	kind: OrganizationRecordKind,
	item: OrganizationItem,
	row: number,
	dates: DateContext,
): ReadRow {
	const cells: Record<string, string> = {};
	const unreadable = new Map<string, string>();
	for (const field of fieldsOf(kind)) {
		const cell = cellOf(field, item[field.name], dates.zone);
		if (cell.problem === undefined) cells[field.name] = cell.text;
		else unreadable.set(field.name, cell.problem);
	}
	const id = ID_FIELD[kind];
	// An id of a wrong type still says that the row means an existing record.
	const adds = cells[id] === '';
	return { row: { kind, row, cells, adds, deletes: cells['DeleteFlag'] === '1' }, unreadable };
}

function fieldsOf(kind: OrganizationRecordKind): readonly OrganizationField[] {
	return ORGANIZATION_FIELDS[kind];
}

function kindsWith(names: readonly string[]): OrganizationRecordKind[] {
	return OWN_NAMES.filter(([, own]) => names.some((name) => own.has(name))).map(([kind]) => kind);
}

function namesOnlyIn(
	own: readonly OrganizationField[],
	other: readonly OrganizationField[],
): ReadonlySet<string> {
	const taken = new Set(other.map(({ name }) => name));
	return new Set(own.map(({ name }) => name).filter((name) => !taken.has(name)));
}
