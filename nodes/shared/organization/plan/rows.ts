import { quote } from '../../values/show';
import { unencodable } from '../../csv/encoding';
import { cellProblem } from '../cells';
import { fieldsOf, ID_FIELD } from '../fields';
import type { OrganizationField, OrganizationRecordKind } from '../fields';
import { sameForm } from '../identity';
import { actionOf, append, before, comparable, departmentIds, parentText, referenceTo, refuseItem, wanted } from './draft';
import type { Department, Draft, User } from './draft';
import { OWN_COLUMNS } from './limits';
import type { Change, FieldChange, PlannedJob, PlannedRow } from './types';
import { UNIQUE_COLUMNS } from './users';

type Texts = Readonly<Record<string, string>>;

/** Columns that say how a row is imported and nothing about the record. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['TempId', 'DeleteFlag', 'CrmIntegrationPrivilege']);

function kindOf(record: User | Department): OrganizationRecordKind {
	return 'departments' in record ? 'user' : 'department';
}

/** The texts that a record is to have. */
function textsAfter(record: User | Department): Texts {
	if (!('departments' in record)) {
		return { ...record.row, ...record.changed, DepartmentName: record.name, ParentDepartmentId: parentText(record) };
	}
	const departments = record.departments?.map(referenceTo).join(';') ?? before(record, 'DepartmentId');
	return { ...record.row, ...record.changed, DepartmentId: departments };
}

/** What a text stands for, in the form in which lists give it. */
function valueOf({ type }: OrganizationField, text: string): string | number | null {
	if (text === '') return null;
	return type === 'int' ? Number(text) : text;
}

/** The columns of which a record loses, gains or changes the text. */
function fieldChanges(record: User | Department, after: Texts): Record<string, FieldChange> {
	const changes: Record<string, FieldChange> = {};
	const kind = kindOf(record);
	for (const field of fieldsOf(kind)) {
		if (NOT_SHOWN.has(field.name) || field.name === ID_FIELD[kind]) continue;
		const from = before(record, field.name);
		const to = record.deletion ? '' : (after[field.name] ?? '');
		if (from !== to) changes[field.name] = { from: valueOf(field, from), to: valueOf(field, to) };
	}
	return changes;
}

/**
 * The row of an import: a whole record, less what need not be sent. A blank that is documented to change nothing (spec: user
 * record) is sent where nothing changes, so that what somebody else changes at the same time stays.
 */
function cellsOf(record: User | Department, after: Texts): Record<string, string> {
	const kind = kindOf(record);
	const isNeedless = ({ name, type, blank }: OrganizationField) =>
		type === 'none' || (record.row && kind === 'user' && blank?.editing !== undefined && before(record, name) === after[name]);
	const cells = fieldsOf(kind).map((field) => [field.name, isNeedless(field) ? '' : (after[field.name] ?? '')] as const);
	const own = { TempId: record.tempId, [ID_FIELD[kind]]: record.id, DeleteFlag: record.deletion ? '1' : '' };
	return { ...Object.fromEntries(cells), ...own };
}

function move(from: readonly string[], to: readonly string[]): string | undefined {
	const [left, entered] = [from, to].map((paths) => [...paths].sort().join('; '));
	return left === entered ? undefined : `${left} → ${entered}`;
}

function moveOf(draft: Draft, record: User | Department): string | undefined {
	if (!('departments' in record)) return move([record.pathBefore], [record.path]);
	if (!record.departments) return undefined;
	const left = departmentIds(record).flatMap((id) => draft.departmentsById.get(sameForm(id))?.pathBefore ?? []);
	return move(left, record.departments.map(({ path }) => path));
}

/** The row and the change of a record that is added, edited or deleted. */
function plannedRow(draft: Draft, record: User | Department): PlannedRow | undefined {
	const action = actionOf(record);
	if (!action) return undefined;
	const after = textsAfter(record);
	const isUser = 'departments' in record;
	const named = isUser ? [] : [...record.namedBy].sort((a, b) => a - b);
	const change: Change = {
		kind: kindOf(record),
		action,
		key: isUser ? wanted(record, draft.rules.matchUsersBy) : record.deletion ? record.pathBefore : record.path,
		name: isUser ? wanted(record, 'UserName') : record.deletion ? before(record, 'DepartmentName') : record.name,
		id: record.id,
		fields: fieldChanges(record, after),
		itemIndexes: record.item ? [record.item.itemIndex] : named,
		move: action === 'edited' ? moveOf(draft, record) : undefined,
	};
	return { change, cells: cellsOf(record, after) };
}

/** Compares as JavaScript compares texts: the same on every machine. */
function inOrder<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
	const keyed = entries.map((entry) => [keyOf(entry), entry] as const);
	return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, entry]) => entry);
}

/** Departments first; parents that are added stand before their children, as their paths are shorter. */
function rankOf({ change: { kind, action, key, id } }: PlannedRow): string {
	return [kind, { added: '0', edited: '1', deleted: '2' }[action], key, id].join('\0');
}

/**
 * Says in which job each record's row stands, 1 for the first: as early as can be, so that there are as few jobs as can be.
 *
 * Whether the service judges a deletion before or after the other rows of its job is not shown. A department is therefore
 * deleted in a later job than the one in which the last user leaves it and the last child leaves it or is deleted, and an
 * address or another value that only one user may have passes from a deleted user to another one in a later job than the
 * deletion. Departments that are added may be referred to in the very job (spec: `tempId:`).
 */
function jobsOf({ users, departments }: Draft): (record: User | Department) => number {
	const children = new Map<string, Department[]>();
	const members = new Map<string, User[]>();
	const holders = new Map<string, User>();
	const known = new Map<User | Department, number>();
	for (const department of departments) if (department.row) append(children, before(department, 'ParentDepartmentId'), department);
	for (const user of users) {
		for (const id of departmentIds(user)) append(members, id, user);
		for (const column of UNIQUE_COLUMNS) if (user.row) holders.set(`${column} ${comparable(column, before(user, column))}`, user);
	}
	const takesFromDeleted = (user: User, seen: Set<User>): boolean => {
		if (seen.has(user)) return false;
		seen.add(user);
		return UNIQUE_COLUMNS.some((column) => {
			const text = comparable(column, user.changed[column] ?? '');
			const holder = text === '' ? undefined : holders.get(`${column} ${text}`);
			return holder && holder !== user && (holder.deletion !== undefined || takesFromDeleted(holder, seen));
		});
	};
	const jobOf = (record: User | Department): number => {
		if ('departments' in record) return !record.deletion && takesFromDeleted(record, new Set()) ? 2 : 1;
		if (!record.deletion) return 1;
		const contents = [...(children.get(record.id) ?? []), ...(members.get(record.id) ?? [])];
		const job = known.get(record) ?? 1 + contents.reduce((last, each) => Math.max(last, jobOf(each)), 0);
		known.set(record, job);
		return job;
	};
	return jobOf;
}

/** The jobs of a plan, and its changes in their order. */
export function plannedJobs(draft: Draft): { jobs: PlannedJob[]; changes: Change[] } {
	const added = <T extends User | Department>(records: readonly T[]) => records.filter(({ row }) => !row);
	for (const [index, each] of inOrder(added(draft.departments), ({ path }) => path).entries()) each.tempId = `d${index + 1}`;
	for (const [index, each] of inOrder(added(draft.users), (user) => wanted(user, 'UserId')).entries()) each.tempId = `u${index + 1}`;
	const jobOf = jobsOf(draft);
	const placed = [...draft.departments, ...draft.users].flatMap((record) => {
		const row = plannedRow(draft, record);
		return row ? [{ row, job: jobOf(record) }] : [];
	});
	const sorted = inOrder(placed, ({ row }) => rankOf(row));
	const last = sorted.reduce((most, { job }) => Math.max(most, job), 0);
	const jobs = Array.from({ length: last }, (_, index): PlannedJob => {
		const rows = sorted.filter(({ job }) => job === index + 1).map(({ row }) => row);
		return {
			department: rows.filter(({ change }) => change.kind === 'department'),
			user: rows.filter(({ change }) => change.kind === 'user'),
		};
	});
	return { jobs, changes: sorted.map(({ row }) => row.change) };
}

/** Checks what the plan writes against the record tables; what the service has already is not judged. */
export function checkCells(draft: Draft): void {
	for (const record of [...draft.departments, ...draft.users]) {
		const action = actionOf(record);
		if (action !== 'added' && action !== 'edited') continue;
		const kind = kindOf(record);
		const isRenamed = kind === 'department' && (!record.row || before(record, 'DepartmentName') !== (record as Department).name);
		const texts: Texts = isRenamed ? { ...record.changed, DepartmentName: (record as Department).name } : record.changed;
		const itemIndex = record.item?.itemIndex ?? Math.min(...(record as Department).namedBy);
		for (const field of fieldsOf(kind)) {
			if (OWN_COLUMNS.has(field.name) || (record.row && !Object.hasOwn(texts, field.name))) continue;
			const row = { kind, adds: !record.row, deletes: false };
			const problem = cellProblem(field, texts[field.name] ?? '', row, draft.rules.today);
			if (problem !== undefined) refuseItem(draft, itemIndex, field.name, problem);
		}
	}
}

/** Characters that the CSV cannot hold, also in columns that an edit sends back as they are. */
export function checkEncoding(draft: Draft, jobs: readonly PlannedJob[]): void {
	for (const { change, cells } of jobs.flatMap(({ department, user }) => [...department, ...user])) {
		for (const [column, text] of Object.entries(cells)) {
			const problem = unencodable(text, draft.rules.encoding);
			if (problem === undefined) continue;
			const message = `${column} of the ${change.kind} ${quote(change.key)} ${problem}`;
			draft.violations.push({ itemIndex: change.itemIndexes[0], parameter: column, message });
		}
	}
}
