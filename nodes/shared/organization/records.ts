import { quote } from '../values/characters';
import { unencodable } from '../csv/encodings';
import type { CsvEncoding } from '../csv/text';
import { ViolationList, type ViolationReport } from '../base/violation';
import { cellProblems } from './cells';
import { Contradictions } from './contradictions';
import { fieldNames, fieldsOf, ID_FIELD, type OrganizationField, type OrganizationRecordKind } from './fields';
import { DepartmentReferences } from './references';
import type { JobRow, JobRows } from './rows';
import type { OrganizationItem } from './values';
import type { TimeSlices } from '../base/timeSlices';

const OF_USERS = new Set(fieldNames('user'));
const OF_DEPARTMENTS = new Set(fieldNames('department'));

/** The names that only one of the two tables has. */
const OWN_NAMES: ReadonlyArray<readonly [OrganizationRecordKind, ReadonlySet<string>]> = [
	['user', new Set([...OF_USERS].filter((name) => !OF_DEPARTMENTS.has(name)))],
	['department', new Set([...OF_DEPARTMENTS].filter((name) => !OF_USERS.has(name)))],
];

/**
 * Which kind of record an item is, by the fields it has: names that only one of the two tables has decide.
 *
 * Filled fields count first, so that a row of a sheet with the columns of both kinds is recognised by what it
 * holds; when they decide nothing, the names alone count.
 * @returns undefined when the fields speak for both kinds or for none
 */
export function recogniseRecord(item: OrganizationItem): OrganizationRecordKind | undefined {
	const names = Object.keys(item).filter((name) => item[name] !== undefined);
	const filled = names.filter((name) => item[name] !== null && item[name] !== '');
	const byContent = kindsWith(filled);
	const kinds = byContent.length > 0 ? byContent : kindsWith(names);
	return kinds.length === 1 ? kinds[0] : undefined;
}

/** What a check of rows needs to know. */
export interface CheckContext {
	/** Today in the workflow's zone, `YYYY-MM-DD`. */
	readonly today: string;
	/** What the CSV is written in. */
	readonly encoding: CsvEncoding;
}

/**
 * Checks all rows of an import job against both record tables before anything is sent.
 *
 * A row with DeleteFlag 1 is an edit: it needs its id and the columns that are always required, as the tables make no
 * exception for it, but its values no longer count as taken when duplicates are looked for. Duplicates are exact,
 * including upper and lower case. Checked besides the tables: misspelt columns, several rows for one record,
 * `tempId:` references, circles of parents, references to a department that the same job deletes, deleting what is
 * only being added, and what the encoding cannot hold. Columns that an edit lacks are not looked at before the row is
 * completed.
 * @param job the rows of the workflow's items; columns that the tables do not have are ignored, and so is
 * CrmIntegrationPrivilege
 * @returns the first violations, departments before users and in the order of rows, and how many there are
 */
export async function checkJob(job: JobRows, context: CheckContext, slices: TimeSlices): Promise<ViolationReport> {
	const list = new ViolationList();
	const references = new DepartmentReferences(job.department);
	for (const rows of [job.department, job.user]) {
		const duplicates = new Duplicates();
		const contradictions = new Contradictions();
		for (const row of rows) {
			const find = (field: string, message: string) => list.add({ field, message, row: row.row, file: row.kind });
			for (const [column, problem] of row.faults) find(column, problem);
			const contradiction = contradictions.problem(row);
			if (contradiction !== undefined) find(ID_FIELD[row.kind], contradiction);
			for (const field of fieldsOf(row.kind)) {
				for (const problem of problemsOf(field, row, context, references, duplicates)) find(field.name, problem);
			}
			if (slices.isOver) await slices.rest();
		}
	}
	return list;
}

function problemsOf(
	field: OrganizationField,
	row: JobRow,
	context: CheckContext,
	references: DepartmentReferences,
	duplicates: Duplicates,
): string[] {
	const text = row.cells[field.name];
	// A value that cannot be written is among the row's faults.
	if (text === undefined) return [];
	const problems = [
		...(row.lacks.has(field.name) ? presentProblems(field, text, row) : cellProblems(field, text, row, context.today)),
		...references.problems(field, row),
		...duplicates.problems(field, row),
	];
	const encoding = text === '' ? undefined : unencodable(text, context.encoding);
	if (encoding !== undefined) problems.push(`${field.name} ${encoding}`);
	if (!row.lacks.has(field.name)) return problems;
	return problems.map((problem) => `${problem} (the item lacks this column: the value comes from the service)`);
}

/** A value that the service has is sent back as it is; only where it has none, somebody has to give one. */
function presentProblems(field: OrganizationField, text: string, { isCompleted }: JobRow): string[] {
	const isMissing = isCompleted && text === '' && field.required === 'always';
	return isMissing ? [`${field.name} is required, and neither the item nor the service has one`] : [];
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

function kindsWith(names: readonly string[]): OrganizationRecordKind[] {
	return OWN_NAMES.filter(([, own]) => names.some((name) => own.has(name))).map(([kind]) => kind);
}
