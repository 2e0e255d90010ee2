import { fieldsOf, ID_FIELD, TEMP_ID_PREFIX } from '../fields';
import type { OrganizationField } from '../fields';
import { actionOf, append, before, comparable, departmentsBefore, wanted } from './draft';
import type { Department, Draft, Subject, User } from './draft';
import type { Change, PlannedJob, PlannedRow, SyncRules } from './types';
import { UNIQUE_COLUMNS } from './users';

/** Columns that say how a row is imported and nothing about the record. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['TempId', 'DeleteFlag', 'CrmIntegrationPrivilege']);

/** How rows of an import refer to a department. */
function referenceTo({ row, id, tempId }: Department): string {
	return row ? id : `${TEMP_ID_PREFIX}${tempId}`;
}

/** Compares as JavaScript compares texts: the same on every machine. */
function inOrder<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
	const keyed = entries.map((entry) => [keyOf(entry), entry] as const);
	return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, entry]) => entry);
}

/** Notes names and places among the columns that change, when all departments are known. */
export function notePlaces({ departments, users }: Draft): void {
	const made = inOrder(
		departments.filter(({ row }) => !row),
		({ path }) => path,
	);
	const joining = inOrder(
		users.filter(({ row }) => !row),
		(user) => wanted(user, 'UserId'),
	);
	for (const [index, each] of made.entries()) each.tempId = `d${index + 1}`;
	for (const [index, each] of joining.entries()) each.tempId = `u${index + 1}`;
	for (const department of departments) {
		const { name, parent, parentBefore, changed } = department;
		if (name !== before(department, 'DepartmentName')) changed.DepartmentName = name;
		if (parent !== parentBefore) changed.ParentDepartmentId = parent ? referenceTo(parent) : '';
	}
	for (const { departments: own, changed } of users) if (own) changed.DepartmentId = own.map(referenceTo).join(';');
}

/** What a text stands for, in the form in which lists give it. */
function valueOf({ type }: OrganizationField, text: string): string | number | null {
	if (text === '') return null;
	return type === 'int' ? Number(text) : text;
}

/** The columns of which a record loses, gains or changes the text. */
function fieldChanges(record: Subject): Change['fields'] {
	const changes: Record<string, Change['fields'][string]> = {};
	for (const field of fieldsOf(record.kind)) {
		const { name } = field;
		const from = before(record, name);
		const to = record.deletion ? '' : wanted(record, name);
		const isShown = name !== ID_FIELD[record.kind] && !NOT_SHOWN.has(name);
		if (isShown && from !== to) changes[name] = { from: valueOf(field, from), to: valueOf(field, to) };
	}
	return changes;
}

/**
 * The row of an import: a whole record, less what need not be sent. A blank that is documented to change nothing (spec:
 * user record) is sent where nothing changes, so that what somebody else changes at the same time stays.
 */
function cellsOf(record: Subject): Record<string, string> {
	const { kind, row, changed, tempId, id, deletion } = record;
	const isNeedless = ({ name, type, blankKeeps }: OrganizationField) =>
		type === 'none' || (row && blankKeeps && !Object.hasOwn(changed, name));
	const cells = fieldsOf(kind).map((field) => [field.name, isNeedless(field) ? '' : wanted(record, field.name)]);
	return { ...Object.fromEntries(cells), TempId: tempId, [ID_FIELD[kind]]: id, DeleteFlag: deletion ? '1' : '' };
}

/** Where a record leaves one place for another, for a person. */
function moveOf(draft: Draft, record: Subject): string | undefined {
	const isUser = record.kind === 'user';
	const own = isUser ? departmentsBefore(draft, record) : [record];
	const next = isUser ? record.departments : [record];
	const from = own
		.map(({ pathBefore }) => pathBefore)
		.sort()
		.join('; ');
	const to =
		next
			?.map(({ path }) => path)
			.sort()
			.join('; ') ?? from;
	return from === to ? undefined : `${from} → ${to}`;
}

/** By what a person knows a record. */
export function labelsOf(record: Subject, { matchUsersBy }: SyncRules): Pick<Change, 'kind' | 'key' | 'name'> {
	const { kind } = record;
	if (kind === 'user') return { kind, key: wanted(record, matchUsersBy), name: wanted(record, 'UserName') };
	return { kind, key: record.path, name: record.deletion ? before(record, 'DepartmentName') : record.name };
}

function changeOf(draft: Draft, record: Subject, action: Change['action']): Change {
	const {
		kind,
		id,
		tempId,
		items: [item],
	} = record;
	const named = kind === 'department' ? [...record.namedBy].sort((a, b) => a - b) : [];
	const itemIndexes = item ? [item.itemIndex] : named;
	const move = action === 'edited' ? moveOf(draft, record) : undefined;
	return { ...labelsOf(record, draft.rules), action, id, tempId, fields: fieldChanges(record), itemIndexes, move };
}

/**
 * Says in which job each record's row stands, 1 for the first: as early as can be, so that there are as few jobs as can
 * be. Departments that are added may be referred to in the very job (spec: `tempId:`).
 *
 * Whether the service judges a deletion before or after the other rows of its job is not shown. So a department is
 * deleted in a later job than the one in which the last user or child leaves it, and users are added and edited in a
 * later job than the deletions when one of them takes over an address from somebody who is deleted.
 */
function jobsOf(draft: Draft): (record: Subject) => number {
	const contents = new Map<Department, Subject[]>();
	const known = new Map<Department, number>();
	const freed = new Set<string>();
	for (const department of draft.departments) {
		if (department.parentBefore) append(contents, department.parentBefore, department);
	}
	for (const user of draft.users) {
		for (const department of departmentsBefore(draft, user)) append(contents, department, user);
		if (!user.deletion) continue;
		for (const column of UNIQUE_COLUMNS) freed.add(`${column} ${comparable(column, before(user, column))}`);
	}
	const takesOver = ({ changed }: User) =>
		UNIQUE_COLUMNS.some((column) => changed[column] && freed.has(`${column} ${comparable(column, changed[column])}`));
	const jobOfUsers = draft.users.some(takesOver) ? 2 : 1;
	const jobOf = (record: Subject): number => {
		if (record.kind === 'user') return record.deletion ? 1 : jobOfUsers;
		if (!record.deletion) return 1;
		const job = known.get(record) ?? 1 + Math.max(0, ...(contents.get(record) ?? []).map(jobOf));
		known.set(record, job);
		return job;
	};
	return jobOf;
}

const RANK = { added: '0', edited: '1', deleted: '2' };

/** The jobs of a plan, and its changes in their order: parents before their children, as their paths are shorter. */
export function plannedJobs(draft: Draft): { jobs: PlannedJob[]; changes: Change[] } {
	const jobOf = jobsOf(draft);
	const placed = [...draft.departments, ...draft.users].flatMap((record) => {
		const action = actionOf(record);
		if (!action) return [];
		return [{ change: changeOf(draft, record, action), cells: cellsOf(record), job: jobOf(record) }];
	});
	const sorted = inOrder(placed, ({ change: { kind, action, key, id } }) => [kind, RANK[action], key, id].join('\0'));
	const jobs: Array<Record<Subject['kind'], PlannedRow[]>> = [];
	for (const { job, ...row } of sorted) {
		while (jobs.length < job) jobs.push({ department: [], user: [] });
		jobs[job - 1]?.[row.change.kind].push(row);
	}
	return { jobs, changes: sorted.map(({ change }) => change) };
}
