import type { EmulatorClock } from '../clock';
import { formatDate } from '../dateTime';
import type { Switches } from '../switches';
import { KINDS, type RecordKind } from './columns';
import type { Rows } from './csv';
import {
	departmentIdsOf,
	type Directory,
	type Organization,
	type OrganizationRecord,
} from './directory';
import { checkCells, mergeRow, openRow, type CellScene, type Row } from './rowChecks';

/** The uploaded CSVs, read; a kind that was not uploaded is left out. */
export type Upload = Partial<Readonly<Record<RecordKind, Rows>>>;

/** One result record (spec: "Organization import result record"). */
export interface ResultRecord {
	readonly kind: RecordKind;
	readonly id: string;
	readonly tempId: string;
	readonly completed: boolean;
	readonly errorMessage: string;
	/** Whether the record itself was at fault, and not only another one of the import. */
	readonly faulty: boolean;
}

/** What became of an upload. */
export interface Outcome {
	readonly valid: boolean;
	/** Departments as uploaded, then users as uploaded. */
	readonly records: readonly ResultRecord[];
	/** The directory as it would be; only to be used when everything is valid. */
	readonly directory: Directory;
}

const TEMP_REFERENCE = 'tempId:';
const NOT_IMPORTED = 'Not imported because other records have errors';
const MAX_DEPTH = 100;

/** The column order in force. */
export function columnOrder(kind: RecordKind, switches: Switches): readonly string[] {
	const names = KINDS[kind].columns.map((column) => column.name);
	return switches.csvColumnOrder === 'fieldTable' ? names : names.reverse();
}

interface OpenRow extends Row {
	readonly kind: RecordKind;
	readonly id: string;
	readonly merged: OrganizationRecord;
	readonly deletes: boolean;
}

/** Checks and applies uploads of departments and users, all rows or none. */
export class Importer {
	constructor(
		private readonly organization: Organization,
		private readonly clock: EmulatorClock,
		private readonly switches: Switches,
	) {}

	/**
	 * Tries an upload out against the company as it is.
	 *
	 * @param upload the CSVs
	 * @param stopAtDepartments leave users unchecked when departments have errors (endpoint 14)
	 */
	try(upload: Upload, stopAtDepartments = false): Outcome {
		const next = this.organization.directory.copy();
		const departments = this.open('department', upload.department ?? []);
		const users = this.open('user', upload.user ?? []);
		const temporary = new Map(departments.map(({ cells, id }) => [cells.TempId ?? '', id]));
		temporary.delete('');
		this.apply(next, departments, (row) => this.resolveParent(row, temporary));
		this.apply(next, users, (row) => this.resolveDepartments(row, temporary));
		this.checkReferences(next, departments, users);
		const departmentsValid = departments.every((row) => row.errors.length === 0);
		const rows = stopAtDepartments && !departmentsValid ? departments : [...departments, ...users];
		const valid = rows.every((row) => row.errors.length === 0);
		return { valid, directory: next, records: rows.map((row) => resultOf(row, valid)) };
	}

	private open(kind: RecordKind, rows: Rows): OpenRow[] {
		const spec = KINDS[kind];
		const order = columnOrder(kind, this.switches);
		const { timestampOffset: offset, blankOnEdit } = this.switches;
		const today = formatDate(this.clock.now(), offset);
		const known = this.organization.directory.of(kind);
		const opened = rows.map((cells): OpenRow => {
			const row = openRow(cells, spec, order, known);
			const scene: CellScene = { row, today, offset, blankOnEdit };
			checkCells(spec.columns, scene);
			const given = row.cells[spec.idColumn] ?? '';
			const id = given === '' ? this.organization.newId(kind) : given;
			const merged = { ...mergeRow(spec.columns, scene), [spec.idColumn]: id };
			return { ...row, kind, id, merged, deletes: row.cells.DeleteFlag === '1' };
		});
		refuseRepeats(opened, 'TempId', (row) => row.cells.TempId ?? '');
		refuseRepeats(opened, spec.idColumn, (row) => row.cells[spec.idColumn] ?? '');
		return opened;
	}

	/** Writes rows into the directory, their references resolved. */
	private apply(
		next: Directory,
		rows: readonly OpenRow[],
		resolve: (row: OpenRow) => OrganizationRecord,
	): void {
		for (const row of rows) {
			const records = next.of(row.kind);
			if (row.deletes) records.delete(row.id);
			else records.set(row.id, { ...row.merged, ...resolve(row) });
		}
	}

	private resolve(row: OpenRow, reference: string, temporary: ReadonlyMap<string, string>): string {
		if (!reference.startsWith(TEMP_REFERENCE)) return reference;
		const tempId = reference.slice(TEMP_REFERENCE.length);
		const id = temporary.get(tempId);
		if (id === undefined)
			row.errors.push(`There is no department with the TempId ${tempId} in this import`);
		return id ?? '';
	}

	private resolveParent(row: OpenRow, temporary: ReadonlyMap<string, string>): OrganizationRecord {
		return { ParentDepartmentId: this.resolve(row, row.cells.ParentDepartmentId ?? '', temporary) };
	}

	private resolveDepartments(
		row: OpenRow,
		temporary: ReadonlyMap<string, string>,
	): OrganizationRecord {
		const ids = departmentIdsOf(row.cells).map((reference) =>
			this.resolve(row, reference, temporary),
		);
		return { DepartmentId: ids.filter((id) => id !== '').join(';') };
	}

	/** What only the whole shows: references, uniqueness, and deletions that leave something behind. */
	private checkReferences(
		next: Directory,
		departments: readonly OpenRow[],
		users: readonly OpenRow[],
	): void {
		const present = this.organization.directory;
		// What still counts for a deletion and for what it would set free.
		const judged = this.switches.deletionsJudged === 'before' ? [present, next] : [next];
		const populated = new Set(judged.flatMap(({ users: all }) => [...all.values()].flatMap(departmentIdsOf)));
		const parents = new Set(
			judged.flatMap((each) => [...each.departments.values()].map((record) => record.ParentDepartmentId ?? '')),
		);
		const standing = this.standing(next, departments);
		for (const row of departments) {
			if (row.deletes) {
				if (parents.has(row.id)) row.errors.push('The department has child departments');
				if (populated.has(row.id)) row.errors.push('The department has users');
				continue;
			}
			const parent = next.departments.get(row.id)?.ParentDepartmentId ?? '';
			if (parent !== '' && !next.departments.has(parent))
				row.errors.push(`ParentDepartmentId ${parent} does not exist`);
			if (isOwnAncestor(next, row.id))
				row.errors.push('ParentDepartmentId makes the department its own ancestor');
			if (this.switches.equalDepartmentNames === 'refused' && (standing.get(placeOf(next.departments.get(row.id))) ?? 0) > 1)
				row.errors.push('Another department below the same parent has this name');
		}
		for (const row of users) {
			if (row.deletes) continue;
			for (const id of departmentIdsOf(next.users.get(row.id) ?? {})) {
				if (!next.departments.has(id)) row.errors.push(`DepartmentId ${id} does not exist`);
			}
		}
		for (const { name, unique } of KINDS.user.columns) {
			if (unique) refuseTaken([...next.users.values(), ...this.leaving('user', users)], users, name);
		}
	}

	/** Records that the job deletes and that still hold what they have. */
	private leaving(kind: RecordKind, rows: readonly OpenRow[]): OrganizationRecord[] {
		if (this.switches.deletionsJudged === 'after') return [];
		const deleted = rows.filter((row) => row.deletes);
		return deleted.map((row) => this.organization.directory.of(kind).get(row.id)).filter((record) => record !== undefined);
	}

	/** How many departments stand at each place. */
	private standing(next: Directory, rows: readonly OpenRow[]): ReadonlyMap<string, number> {
		const places = [...next.departments.values(), ...this.leaving('department', rows)].map(placeOf);
		const counts = new Map<string, number>();
		for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
		return counts;
	}
}

function refuseRepeats(
	rows: readonly OpenRow[],
	name: string,
	valueOf: (row: OpenRow) => string,
): void {
	const seen = new Set<string>();
	for (const row of rows) {
		const value = valueOf(row);
		if (value === '') continue;
		if (seen.has(value)) row.errors.push(`${name} ${value} stands in several rows`);
		seen.add(value);
	}
}

/** Where a department stands, and under which name. */
function placeOf(record: OrganizationRecord | undefined): string {
	return JSON.stringify([record?.ParentDepartmentId ?? '', record?.DepartmentName ?? '']);
}

/** Complains about values that another user of the resulting company has as well. */
function refuseTaken(all: readonly OrganizationRecord[], rows: readonly OpenRow[], name: string): void {
	const holders = new Map<string, number>();
	for (const user of all) {
		const value = user[name] ?? '';
		if (value !== '') holders.set(value, (holders.get(value) ?? 0) + 1);
	}
	for (const row of rows) {
		const value = row.merged[name] ?? '';
		if (!row.deletes && (holders.get(value) ?? 0) > 1)
			row.errors.push(`${name} ${value} is used by another user`);
	}
}

function isOwnAncestor(next: Directory, id: string): boolean {
	let parent = next.departments.get(id)?.ParentDepartmentId ?? '';
	for (let depth = 0; depth < MAX_DEPTH && parent !== ''; depth += 1) {
		if (parent === id) return true;
		parent = next.departments.get(parent)?.ParentDepartmentId ?? '';
	}
	return parent !== '';
}

function resultOf(row: OpenRow, valid: boolean): ResultRecord {
	const requested = row.cells[KINDS[row.kind].idColumn] ?? '';
	return {
		kind: row.kind,
		id: valid ? row.id : requested,
		tempId: row.cells.TempId ?? '',
		completed: valid,
		errorMessage: valid ? '' : row.errors.length > 0 ? row.errors.join(';') : NOT_IMPORTED,
		faulty: row.errors.length > 0,
	};
}
