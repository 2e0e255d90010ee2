import type { PresentRecord } from '../csv';
import { fieldsOf, ID_FIELD } from '../fields';
import type { OrganizationField, OrganizationRecordKind } from '../fields';
import { append } from '../identity';
import { checkRow } from '../items';
import type { ItemViolation, ReadItem } from '../items';
import { deleteByPath, placeDepartments, readTree, refuseContradictions } from './departments';
import { actionOf, before, comparable, Draft, idOf, isChanged, wanted } from './draft';
import type { Department, Subject, User } from './draft';
import { markMissing, refusalsOf } from './limits';
import type { Change, OrganizationPlan, Refusal, SyncRules } from './types';
import { placeUsers, refuseShared, UNIQUE_COLUMNS } from './users';

/**
 * Plans what makes the organization what the items say (contract: `organization.sync`). The order of the items makes no
 * difference. Applying the plan and planning again gives a plan without jobs.
 *
 * @param present what the service has (spec: E11, E12); every record has its id
 * @param items what its records are to be; records that no item names stay or go as the rules say
 * @param found what is wrong with the items already
 * @returns the jobs and their changes, or every reason why no plan can be made
 */
export function planOrganization(
	present: Readonly<Record<'departments' | 'users', readonly PresentRecord[]>>,
	items: readonly ReadItem[],
	found: readonly ItemViolation[],
	rules: SyncRules,
): OrganizationPlan {
	const draft = new Draft(rules, found);
	// No path can be told in a tree that has a circle.
	if (!readTree(draft, present.departments)) return finished(draft, []);
	const ofKind = (kind: OrganizationRecordKind) => items.filter((item) => item.kind === kind);
	placeDepartments(draft, ofKind('department'));
	placeUsers(draft, present.users, ofKind('user'));
	deleteByPath(draft, ofKind('department'));
	markMissing(draft);
	notePlaces(draft);
	refuseContradictions(draft);
	refuseShared(draft);
	return finished(draft, refusalsOf(draft, new Set(items.map(({ kind }) => kind))));
}

function finished(draft: Draft, refusals: readonly Refusal[]): OrganizationPlan {
	const { departments, users, rules, violations } = draft;
	const { jobs, changes } = plannedJobs(draft);
	for (const change of changes) {
		const { action, fields, itemIndexes } = change;
		// Where a department cannot be found, that has been said.
		const isAsked = (name: string) =>
			name !== 'DepartmentId' && (action === 'added' || (action === 'edited' && Object.hasOwn(fields, name)));
		checkRow({ ...change, itemIndex: itemIndexes[0] }, isAsked, { ...rules, violations });
	}
	const last = Number.MAX_SAFE_INTEGER;
	violations.sort((a, b) => (a.itemIndex ?? last) - (b.itemIndex ?? last));
	const kept = [...departments, ...users].flatMap((record) => {
		return record.kept === undefined ? [] : [{ ...labelsOf(record, rules), reason: record.kept }];
	});
	return {
		...(violations.length > 0 ? { jobs: [], changes: [] } : { jobs, changes }),
		counts: { user: countsOf(users), department: countsOf(departments) },
		kept: inOrder(kept, ({ kind, key }) => kind + key),
		refusals,
		violations,
	};
}

function countsOf(records: readonly Subject[]): OrganizationPlan['counts']['user'] {
	const count = (action: Change['action'] | undefined) => records.filter((each) => actionOf(each) === action).length;
	const isNamed = (each: Subject) => (each.kind === 'user' ? each.items.length > 0 : each.namedBy.size > 0);
	return {
		added: count('added'),
		edited: count('edited'),
		deleted: count('deleted'),
		unchanged: records.filter((each) => isNamed(each) && actionOf(each) === undefined).length,
		kept: records.filter(({ kept }) => kept !== undefined).length,
	};
}

/** Columns that say how a row is imported and nothing about the record. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['TempId', 'DeleteFlag', 'CrmIntegrationPrivilege']);

/** Compares as JavaScript compares texts: the same on every machine. */
function inOrder<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
	const keyed = entries.map((entry) => [keyOf(entry), entry] as const);
	return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, entry]) => entry);
}

function giveTempIds<T extends Subject>(records: readonly T[], letter: string, keyOf: (record: T) => string): void {
	const added = records.filter(({ row }) => !row);
	for (const [index, { cells }] of inOrder(added, keyOf).entries()) cells.TempId = `${letter}${index + 1}`;
}

/** How rows of an import refer to a department. */
function referenceTo(department: Department): string {
	return idOf(department) || `tempId:${wanted(department, 'TempId')}`;
}

/** Notes the places among the columns that are wanted, when all departments are known. */
function notePlaces({ departments, users }: Draft): void {
	giveTempIds(departments, 'd', ({ path }) => path);
	giveTempIds(users, 'u', (user) => wanted(user, 'UserId'));
	for (const { parent, parentBefore, cells } of departments) {
		if (parent !== parentBefore) cells.ParentDepartmentId = parent ? referenceTo(parent) : '';
	}
	for (const { departments: own, departmentsBefore, cells } of users) {
		if (own !== departmentsBefore) cells.DepartmentId = own.map(referenceTo).join(';');
	}
}

/** What a text stands for, in the form in which lists give it. */
function valueOf({ type }: OrganizationField, text: string): string | number | null {
	if (text === '') return null;
	return type === 'int' ? Number(text) : text;
}

/** The columns of which a record loses, gains or changes the text. */
function fieldChanges(record: Subject): Change['fields'] {
	const shown = fieldsOf(record.kind).flatMap((field) => {
		const { name } = field;
		const [from, to] = [before(record, name), record.deletion ? '' : wanted(record, name)];
		if (from === to || name === ID_FIELD[record.kind] || NOT_SHOWN.has(name)) return [];
		return [[name, { from: valueOf(field, from), to: valueOf(field, to) }] as const];
	});
	return Object.fromEntries(shown);
}

/**
 * The row of an import: a whole record, less what need not be sent. A blank that is documented to change nothing (spec:
 * user record) is sent where nothing changes, so that what somebody else changes at the same time stays.
 */
function cellsOf(record: Subject): Record<string, string> {
	const cells = fieldsOf(record.kind).map(({ name, type, blankKeeps }) => {
		const isNeedless = type === 'none' || (record.row && blankKeeps && !isChanged(record, name));
		return [name, isNeedless ? '' : wanted(record, name)];
	});
	return { ...Object.fromEntries(cells), DeleteFlag: record.deletion ? '1' : '' };
}

/** Where a record leaves one place for another, for a person. */
function moveOf(record: Subject): string | undefined {
	const isUser = record.kind === 'user';
	if (isUser && record.departments === record.departmentsBefore) return undefined;
	const from = (isUser ? record.departmentsBefore : [record]).map(({ pathBefore }) => pathBefore).sort();
	const to = (isUser ? record.departments : [record]).map(({ path }) => path).sort();
	return from.join() === to.join() ? undefined : `${from.join('; ')} → ${to.join('; ')}`;
}

/** By what a person knows a record. */
function labelsOf(record: Subject, { matchUsersBy }: SyncRules): Pick<Change, 'kind' | 'key' | 'name'> {
	const { kind } = record;
	if (kind === 'user') return { kind, key: wanted(record, matchUsersBy), name: wanted(record, 'UserName') };
	const name = record.deletion ? before(record, 'DepartmentName') : wanted(record, 'DepartmentName');
	return { kind, key: record.path, name };
}

function changeOf(record: Subject, action: Change['action'], rules: SyncRules): Change {
	const [item] = record.items;
	const named = record.kind === 'department' ? [...record.namedBy].sort((a, b) => a - b) : [];
	return {
		...labelsOf(record, rules),
		action,
		id: idOf(record),
		fields: fieldChanges(record),
		itemIndexes: item ? [item.itemIndex] : named,
		move: action === 'edited' ? moveOf(record) : undefined,
		cells: cellsOf(record),
	};
}

/** Whether somebody takes over an address from somebody who is deleted. */
function isTakenOver(users: readonly User[]): boolean {
	return UNIQUE_COLUMNS.some((column) => {
		const leaving = users.filter(({ deletion }) => deletion);
		const freed = new Set(leaving.map((user) => comparable(column, before(user, column))));
		freed.delete('');
		return users.some((user) => isChanged(user, column) && freed.has(comparable(column, wanted(user, column))));
	});
}

/**
 * Says in which job each record's row stands, 0 for the first: as early as can be, so that there are as few jobs as can
 * be. Departments that are added may be referred to in the very job (spec: `tempId:`).
 *
 * Whether the service judges a deletion before or after the other rows of its job is not shown. So a department is
 * deleted in a later job than the one in which the last user or child leaves it, and users are added and edited in a
 * later job than the deletions when one of them takes over an address from somebody who is deleted.
 */
function jobOfEach({ departments, users }: Draft): (record: Subject) => number {
	const contents = new Map<Department, Subject[]>();
	for (const each of departments) if (each.parentBefore) append(contents, each.parentBefore, each);
	for (const user of users) for (const department of user.departmentsBefore) append(contents, department, user);
	const jobOfUsers = isTakenOver(users) ? 1 : 0;
	return function jobOf(record): number {
		if (record.kind === 'user') return record.deletion ? 0 : jobOfUsers;
		return record.deletion ? 1 + Math.max(-1, ...(contents.get(record) ?? []).map(jobOf)) : 0;
	};
}

const RANK = { added: '0', edited: '1', deleted: '2' };

/** The jobs of a plan, and its changes in their order: parents before their children, as their paths are shorter. */
function plannedJobs(draft: Draft): Pick<OrganizationPlan, 'jobs' | 'changes'> {
	const jobOf = jobOfEach(draft);
	const placed = [...draft.departments, ...draft.users].flatMap((record) => {
		const action = actionOf(record);
		return action ? [{ change: changeOf(record, action, draft.rules), job: jobOf(record) }] : [];
	});
	const sorted = inOrder(placed, ({ change: { kind, action, key, id } }) => [kind, RANK[action], key, id].join('\0'));
	const jobs: Change[][] = [];
	for (const { job, change } of sorted) {
		while (jobs.length <= job) jobs.push([]);
		jobs[job]?.push(change);
	}
	return { jobs, changes: sorted.map(({ change }) => change) };
}
