import { ViolationList } from '../base/violation';
import { unencodable } from '../csv/encoding';
import type { Encoding } from '../api/versions';
import { quote } from '../values/show';
import { ColumnNames, misspeltProblem } from '../values/columnNames';
import { cellOf, cellProblem } from './cells';
import type { OrganizationItem, RowUse } from './cells';
import { recordKey } from './csv';
import type { PresentRecord } from './csv';
import { fieldNames, fieldsOf, ID_FIELD, PLURAL } from './fields';
import type { OrganizationRecordKind } from './fields';

/** A row of an import with the texts of its cells. */
export interface JobRow extends RowUse {
	/** 1-based row of its CSV. */
	readonly row: number;
	/** Index of the input item that it is made of. */
	readonly item: number;
	/** The text of each documented column; blank where the item has none. */
	readonly cells: Readonly<Record<string, string>>;
	/** The columns whose cell is the service's to say: the row edits a record, and its item has no such column. */
	readonly lacks: readonly string[];
	/** What is wrong with single values or keys of the item, under the name of the column. */
	readonly problems: ReadonlyArray<readonly [column: string, problem: string]>;
}

/** The rows of one import; either kind may have none. */
export type JobRows = Readonly<Record<OrganizationRecordKind, readonly JobRow[]>>;

/** What a check of rows needs to know. */
export interface CheckContext {
	/** Today in the workflow's zone, `YYYY-MM-DD`. */
	readonly today: string;
	/** What the CSV is written in. */
	readonly encoding: Encoding;
}

/**
 * Which kind of record an item is, by the fields that only one of the two tables has. Filled fields count first, so that a
 * row of a sheet with the columns of both kinds is recognised by what it holds.
 * @returns undefined when the fields speak for both kinds or for none
 */
export function recogniseRecord(item: OrganizationItem): OrganizationRecordKind | undefined {
	const names = Object.keys(item).filter((name) => item[name] !== undefined);
	const kindsWith = (given: readonly string[]) => {
		const has = { user: new Set(fieldNames('user')), department: new Set(fieldNames('department')) };
		const isUser = given.some((name) => has.user.has(name) && !has.department.has(name));
		const isDepartment = given.some((name) => has.department.has(name) && !has.user.has(name));
		return [...(isUser ? ['user' as const] : []), ...(isDepartment ? ['department' as const] : [])];
	};
	const byContent = kindsWith(names.filter((name) => item[name] !== null && item[name] !== ''));
	const kinds = byContent.length > 0 ? byContent : kindsWith(names);
	return kinds.length === 1 ? kinds[0] : undefined;
}

/** How the columns of each kind are found misspelt. */
const NAMES = { user: new ColumnNames(fieldNames('user')), department: new ColumnNames(fieldNames('department')) };

/** The keys of an item that look like a column of the kind and are none, each with a sentence. */
export function misspeltColumns(kind: OrganizationRecordKind, item: OrganizationItem): Array<readonly [column: string, problem: string]> {
	return NAMES[kind].misspeltIn(item).map((slip) => [slip.column, misspeltProblem(slip)]);
}

/**
 * Reads an item as a row of an import. A row with a blank id adds a record, any other edits or deletes one. Columns that its
 * item does not have (no such key, or undefined) are the service's to say; `null` and "" are blank. A deletion changes no
 * column, so that it lacks only what is always required.
 * @param zone the IANA zone in which the day of a date is taken
 */
export function readRow(values: OrganizationItem, place: Pick<JobRow, 'kind' | 'row' | 'item'>, zone: string): JobRow {
	const { kind } = place;
	const cells: Record<string, string> = {};
	const problems = misspeltColumns(kind, values);
	for (const field of fieldsOf(kind)) {
		const cell = cellOf(field, values[field.name], zone);
		if (cell.problem === undefined) cells[field.name] = cell.text;
		else problems.push([field.name, cell.problem]);
	}
	// An id that cannot be written still says that the row means an existing record.
	const adds = cells[ID_FIELD[kind]] === '';
	const deletes = cells.DeleteFlag === '1';
	const needed = adds ? [] : fieldsOf(kind).filter(({ required, absent }) => (deletes ? required === 'always' : absent !== 'blank'));
	const lacks = needed.map(({ name }) => name).filter((name) => values[name] === undefined);
	return { ...place, cells, adds, deletes, lacks, problems };
}

/**
 * Checks the rows of an import before anything is sent: what protects data, and what a glance at the tables saves a round
 * trip for. Everything else is the service's to judge, which imports no row if one is wrong.
 * @returns the first violations, departments before users and in the order of rows, and how many there are
 */
export function checkJob(job: JobRows, { today, encoding }: CheckContext): ViolationList {
	const list = new ViolationList();
	for (const rows of [job.department, job.user]) {
		const byId = new Map<string, JobRow>();
		for (const row of rows) {
			const find = (field: string, message: string) => list.add({ field, message, row: row.row, file: row.kind });
			for (const [column, problem] of row.problems) find(column, problem);
			refuseSecond(row, byId, find);
			for (const field of fieldsOf(row.kind)) {
				const text = row.cells[field.name];
				// A value that cannot be written is among the row's problems; what is the service's is not judged.
				if (text === undefined || row.lacks.includes(field.name)) continue;
				const problem = cellProblem(field, text, row, today);
				if (problem !== undefined) find(field.name, problem);
				const encodingProblem = unencodable(text, encoding);
				if (encodingProblem !== undefined) find(field.name, `${field.name} ${encodingProblem}`);
			}
		}
	}
	return list;
}

/** Two rows about the same record: nobody could say which of them counts. */
function refuseSecond(row: JobRow, byId: Map<string, JobRow>, find: (field: string, message: string) => void): void {
	const column = ID_FIELD[row.kind];
	const id = row.cells[column] ?? '';
	const key = recordKey(row.kind, id);
	const earlier = byId.get(key);
	if (id === '') return;
	if (!earlier) {
		byId.set(key, row);
		return;
	}
	const what = `which ${earlier.deletes ? 'deletes' : 'edits'} it${earlier.deletes === row.deletes ? ' too' : ''}`;
	find(column, `${column} ${quote(id)} is already in row ${earlier.row} (item ${earlier.item}), ${what}: an import takes one row for each record`);
}

/**
 * Fills what rows lack with the service's present values, so that an edit changes only the columns that its item has, and a
 * deletion needs no more than an id: a blank parent would move a department to the top.
 * @returns the rows, and a violation for each record that the service does not show, each value that is required and missing,
 *   and each that the encoding cannot hold
 */
export function completeRows(
	kind: OrganizationRecordKind,
	rows: readonly JobRow[],
	present: readonly PresentRecord[],
	encoding: Encoding,
): { rows: JobRow[]; violations: ViolationList } {
	const violations = new ViolationList();
	const column = ID_FIELD[kind];
	const byId = new Map(present.map((record) => [recordKey(kind, record[column] ?? ''), record]));
	const completed = rows.map((row): JobRow => {
		if (row.adds) return row;
		const find = (field: string, message: string) => violations.add({ field, message, row: row.row, file: kind });
		const id = row.cells[column] ?? '';
		const record = byId.get(recordKey(kind, id));
		if (!record) {
			find(column, `${column} ${quote(id)} is not among the ${PLURAL[kind]} that the service shows, so there is nothing to edit or delete`);
			return row;
		}
		// A UUID in capitals is the same id, but who knows whether the service takes it for the same.
		const cells: Record<string, string> = { ...row.cells, [column]: record[column] ?? '' };
		for (const name of row.lacks) {
			cells[name] = record[name] ?? '';
			const isRequired = fieldsOf(kind).some((field) => field.name === name && field.required === 'always');
			const problem = cells[name] === '' && isRequired ? 'is required, and neither the item nor the service has one' : undefined;
			const encodingProblem = unencodable(cells[name], encoding);
			if (problem !== undefined) find(name, `${name} ${problem}`);
			if (encodingProblem !== undefined) find(name, `${name} ${encodingProblem} (the value comes from the service)`);
		}
		return { ...row, cells };
	});
	return { rows: completed, violations };
}
