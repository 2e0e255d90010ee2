import type { EmulatorClock } from '../clock';
import { formatDate, isDate, parseDateTime } from '../dateTime';
import type { Switches } from '../switches';
import { KINDS, type ColumnRule, type RecordKind } from './columns';
import type { Rows } from './csv';
import { departmentIdsOf, type Directory, type Organization, type OrganizationRecord } from './directory';

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

/** The column order in force. */
export function columnOrder(kind: RecordKind, { csvColumnOrder }: Switches): readonly string[] {
	const names = KINDS[kind].columns.map(({ name }) => name);
	return csvColumnOrder === 'fieldTable' ? names : names.reverse();
}

/** One row of an uploaded CSV on its way through the checks. */
interface Row {
	readonly kind: RecordKind;
	readonly cells: OrganizationRecord;
	/** The record that the row edits; undefined in rows that add one. */
	readonly existing: OrganizationRecord | undefined;
	readonly id: string;
	readonly deletes: boolean;
	readonly errors: string[];
}

/** The calendar date of a RFC 3339 date or date-time, or undefined. */
function dateOf(value: string): string | undefined {
	if (isDate(value)) return value;
	const time = parseDateTime(value);
	return time === undefined ? undefined : formatDate(time);
}

function checkEffectiveDate(value: string, before: string | undefined, today: string): string | undefined {
	const date = dateOf(value);
	if (date === undefined) return 'EffectiveDateFrom is not a RFC 3339 date';
	if (date === before) return undefined;
	if (before !== undefined && before <= today) return 'EffectiveDateFrom cannot be changed once use has begun';
	return date < today ? 'EffectiveDateFrom must be today or later' : undefined;
}

/** What is wrong with a cell by its column's own rules (spec: the record tables). */
function checkCell(column: ColumnRule, value: string, existing: OrganizationRecord | undefined, today: string) {
	const { name, maxLength = Infinity, characters: [pattern, what] = [/^/, ''], upTo } = column;
	if (column.ignored) return undefined;
	if (value === '') {
		const isMissing = column.required === 'always' || (column.required === 'adding' && !existing);
		// A row without TempId and id has been told so already.
		return isMissing && name !== 'TempId' ? `${name} is required` : undefined;
	}
	if ([...value].length > maxLength) return `${name} is longer than ${maxLength} characters`;
	if (!pattern.test(value)) return `${name} may hold ${what} only`;
	if (upTo !== undefined && !(/^\d$/.test(value) && Number(value) <= upTo)) return `${name} is not one of 0 to ${upTo}`;
	if (column.fixed && existing && existing[name] !== value) return `${name} cannot be changed`;
	return name === 'EffectiveDateFrom' ? checkEffectiveDate(value, existing?.[name], today) : undefined;
}

/** Checks and applies uploads of departments and users, all rows or none. */
export class Importer {
	constructor(
		private readonly organization: Organization,
		clock: EmulatorClock,
		private readonly switches: Switches,
		/** The service's day, YYYY-MM-DD; Japan's by default. */
		private readonly today = () => formatDate(clock.now()),
	) {}

	/**
	 * Tries an upload out against the company as it is.
	 *
	 * @param stopAtDepartments leave users unchecked when departments have errors (endpoint 14)
	 */
	try(upload: Upload, stopAtDepartments = false): Outcome {
		const { department, user } = this.organization.directory;
		// A change is tried out on a copy, so that it happens whole or not at all.
		const next: Directory = { department: new Map(department), user: new Map(user) };
		const departments = this.open('department', upload.department ?? []);
		const users = this.open('user', upload.user ?? []);
		const temporary = new Map(departments.map(({ cells, id }) => [`tempId:${cells.TempId}`, id]));
		for (const row of [...departments, ...users]) this.apply(next, row, temporary);
		this.checkDepartments(next, departments);
		this.checkUsers(next, users);
		const isStopped = stopAtDepartments && departments.some(({ errors }) => errors.length > 0);
		const rows = isStopped ? departments : [...departments, ...users];
		const valid = rows.every(({ errors }) => errors.length === 0);
		return { valid, directory: next, records: rows.map((row) => resultOf(row, valid)) };
	}

	private open(kind: RecordKind, rows: Rows): Row[] {
		const { columns, idColumn } = KINDS[kind];
		const order = columnOrder(kind, this.switches);
		const today = this.today();
		const opened = rows.map((given): Row => {
			const cells = Object.fromEntries(order.map((name, index) => [name, given[index] ?? '']));
			const { [idColumn]: id = '', TempId = '', DeleteFlag } = cells;
			const existing = this.organization.directory[kind].get(id);
			const errors: string[] = [];
			if (given.length !== order.length) errors.push(`The row has ${given.length} columns instead of ${order.length}`);
			if (id === '' && TempId === '') errors.push(`TempId is required when adding, ${idColumn} when editing`);
			if (id !== '' && TempId !== '') errors.push('TempId must be blank when editing');
			if (id !== '' && !existing) errors.push(`${idColumn} ${id} does not exist`);
			errors.push(...columns.flatMap((column) => checkCell(column, cells[column.name] ?? '', existing, today) ?? []));
			return { kind, cells, existing, errors, id: id || this.organization.newId(kind), deletes: DeleteFlag === '1' };
		});
		const all = opened.map(({ cells }) => cells);
		for (const name of ['TempId', idColumn]) refuseShared(opened, all, name, 'stands in several rows');
		return opened;
	}

	/** Writes a row into the directory, its references resolved. */
	private apply(next: Directory, row: Row, temporary: ReadonlyMap<string, string>): void {
		if (row.deletes) return void next[row.kind].delete(row.id);
		const resolve = (reference: string): string => {
			const [, tempId] = /^tempId:(.*)$/.exec(reference) ?? [];
			if (tempId === undefined) return reference;
			const id = tempId === '' ? undefined : temporary.get(reference);
			if (id === undefined) row.errors.push(`There is no department with the TempId ${tempId} in this import`);
			return id ?? '';
		};
		const departments = departmentIdsOf(row.cells).map(resolve);
		const references: OrganizationRecord =
			row.kind === 'department'
				? { ParentDepartmentId: resolve(row.cells.ParentDepartmentId ?? '') }
				: { DepartmentId: departments.filter((id) => id !== '').join(';') };
		next[row.kind].set(row.id, { ...this.merged(row), ...references });
	}

	/** The record that results from a row: blank cells keep or default what their column says. */
	private merged({ kind, cells, existing, id }: Row): OrganizationRecord {
		const { columns, idColumn } = KINDS[kind];
		const entries = columns.map(({ name, ignored, blankKeeps, blankMeans = '' }) => {
			const given = ignored ? '' : (cells[name] ?? '');
			const value = name === 'EffectiveDateFrom' ? (dateOf(given) ?? given) : given;
			const kept = blankKeeps || this.switches.blankOnEdit === 'keeps' ? existing?.[name] : undefined;
			return [name, value === '' ? (kept ?? (existing ? '' : blankMeans)) : value];
		});
		return { ...Object.fromEntries(entries), [idColumn]: id, TempId: '', DeleteFlag: '' };
	}

	private checkDepartments(next: Directory, rows: readonly Row[]): void {
		const judged = this.switches.deletionsJudged === 'before' ? [this.organization.directory, next] : [next];
		const populated = new Set(judged.flatMap(({ user }) => [...user.values()].flatMap(departmentIdsOf)));
		const parents = new Set(judged.flatMap(({ department }) => [...department.values()].map(parentOf)));
		for (const { id, deletes, errors } of rows) {
			if (deletes && parents.has(id)) errors.push('The department has child departments');
			if (deletes && populated.has(id)) errors.push('The department has users');
			const parent = parentOf(next.department.get(id));
			if (parent !== '' && !next.department.has(parent)) errors.push(`ParentDepartmentId ${parent} does not exist`);
			if (isOwnAncestor(next, id)) errors.push('ParentDepartmentId makes the department its own ancestor');
		}
	}

	private checkUsers(next: Directory, rows: readonly Row[]): void {
		for (const { id, errors } of rows) {
			const unknown = departmentIdsOf(next.user.get(id) ?? {}).filter((department) => !next.department.has(department));
			errors.push(...unknown.map((department) => `DepartmentId ${department} does not exist`));
		}
		// Where deletions are judged by what is there before, a user that leaves with the same job still holds what they have.
		const leaving = this.switches.deletionsJudged === 'before' ? rows.filter(({ deletes }) => deletes) : [];
		const holders = [...next.user.values(), ...leaving.map(({ existing = {} }) => existing)];
		const staying = rows.filter(({ deletes }) => !deletes);
		for (const { name, unique } of KINDS.user.columns) {
			if (unique) refuseShared(staying, holders, name, 'is used by another user');
		}
	}
}

function parentOf(department: OrganizationRecord | undefined): string {
	return department?.ParentDepartmentId ?? '';
}

/** Complains about values that several records have. */
function refuseShared(
	rows: readonly Row[],
	records: readonly OrganizationRecord[],
	name: string,
	complaint: string,
): void {
	const counts = new Map<string, number>();
	for (const { [name]: value = '' } of records) counts.set(value, (counts.get(value) ?? 0) + 1);
	for (const { cells, errors } of rows) {
		const value = cells[name] ?? '';
		if (value !== '' && (counts.get(value) ?? 0) > 1) errors.push(`${name} ${value} ${complaint}`);
	}
}

function isOwnAncestor({ department }: Directory, id: string): boolean {
	const seen = new Set<string>();
	for (let parent = parentOf(department.get(id)); parent !== ''; parent = parentOf(department.get(parent))) {
		if (parent === id || seen.has(parent)) return true;
		seen.add(parent);
	}
	return false;
}

function resultOf({ kind, cells, id, errors }: Row, valid: boolean): ResultRecord {
	return {
		kind,
		id: valid ? id : (cells[KINDS[kind].idColumn] ?? ''),
		tempId: cells.TempId ?? '',
		completed: valid,
		errorMessage: valid ? '' : errors.join(';') || 'Not imported because other records have errors',
		faulty: errors.length > 0,
	};
}
