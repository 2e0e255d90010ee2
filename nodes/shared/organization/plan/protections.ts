import { formatCount, quote } from '../../values/characters';
import type { OrganizationRecordKind } from '../fields';
import { canonical, fieldOf } from './columns';
import type { Department } from './department';
import type { DepartmentTree } from './departmentTree';
import { append } from './lists';
import type { PlannedRecord } from './plannedRecord';
import type { SyncRules } from './types';
import type { User } from './user';
import { itemsNamed } from './violations';
import type { Violations } from './violations';

/** A plan before it is allowed. */
export interface Draft {
	readonly users: readonly User[];
	readonly departments: readonly Department[];
	readonly tree: DepartmentTree;
	/** How many items of each kind came in. */
	readonly items: Readonly<Record<OrganizationRecordKind, number>>;
	readonly rules: SyncRules;
}

type Protection = (draft: Draft, violations: Violations) => void;

/** `UserType` of a system administrator (spec: user record). */
const ADMINISTRATOR = '1';

const USER_TYPE = fieldOf('user', 'UserType');

function userName(user: User): string {
	return `user ${user.text('UserId')}`;
}

function departmentName(department: Department, tree: DepartmentTree): string {
	return `department ${tree.pathBefore(department) ?? department.path}`;
}

function listed(names: readonly string[]): string {
	return [...names].sort().join(', ');
}

function deletedUsers({ users }: Draft): User[] {
	return users.filter(({ deletion }) => deletion !== undefined);
}

function deletedDepartments({ departments }: Draft): Department[] {
	return departments.filter(({ deletion }) => deletion !== undefined);
}

function deletedNames(draft: Draft): string[] {
	const departments = deletedDepartments(draft).map((department) => departmentName(department, draft.tree));
	return [...departments, ...deletedUsers(draft).map(userName)];
}

/** Whether a UserType is that of a system administrator, in whatever spelling of the number. */
function isAdministrators(userType: string): boolean {
	return canonical(USER_TYPE, userType) === ADMINISTRATOR;
}

function isAdministrator(user: User): boolean {
	return isAdministrators(user.before('UserType'));
}

/** An empty or broken directory must not empty the organization. */
function neverWithoutItems(draft: Draft, violations: Violations): void {
	const users = draft.users.filter(({ deletion }) => deletion === 'missing').map(userName);
	const departments = draft.departments
		.filter(({ deletion }) => deletion === 'missing')
		.map((department) => departmentName(department, draft.tree));
	if (draft.items.user === 0 && users.length > 0) {
		violations.ofPlan('missingUsers', `Missing Users deletes nobody when no item is about a user; it would have deleted ${listed(users)}`);
	}
	if (draft.items.department === 0 && departments.length > 0) {
		const would = `it would have deleted ${listed(departments)}`;
		violations.ofPlan('missingDepartments', `Missing Departments deletes nothing when no item is about a department; ${would}`);
	}
}

function neverAdministrators(draft: Draft, violations: Violations): void {
	if (draft.rules.includeAdministrators) return;
	const deleted = deletedUsers(draft).filter(isAdministrator);
	if (deleted.length > 0) {
		const rule = 'System administrators are not deleted unless Include Administrators is on';
		violations.ofPlan('includeAdministrators', `${rule}; the plan would delete ${listed(deleted.map(userName))}`);
	}
	const demoted = draft.users.filter((user) => user.isEdited && isAdministrator(user) && !isAdministrators(user.text('UserType')));
	if (demoted.length === 0) return;
	const rule = 'System administrators keep their UserType unless Include Administrators is on';
	const names = demoted.map((user) => `${userName(user)} (${itemsNamed([user.item?.itemIndex ?? 0])})`);
	violations.ofPlan('includeAdministrators', `${rule}; the plan would demote ${listed(names)}`);
}

function neverProtectedUsers(draft: Draft, violations: Violations): void {
	const ids = new Set(draft.rules.protectedUserIds.map((id) => id.toLowerCase()));
	const deleted = deletedUsers(draft).filter((user) => ids.has(user.text('UserId').toLowerCase()));
	if (deleted.length === 0) return;
	const names = listed(deleted.map(userName));
	violations.ofPlan('protectedUserIds', `Protected User IDs are never deleted; the plan would delete ${names}`);
}

function neverTooManyDeletions(draft: Draft, violations: Violations): void {
	const names = deletedNames(draft);
	const { maxDeletions } = draft.rules;
	if (names.length <= maxDeletions) return;
	const counts = `the plan would delete ${formatCount(names.length)}`;
	violations.ofPlan('maxDeletions', `Max Deletions is ${formatCount(maxDeletions)}, and ${counts}: ${listed(names)}`);
}

function neverTooManyChanges({ users, departments, tree, rules }: Draft, violations: Violations): void {
	const isChanged = (record: PlannedRecord) => record.isChanged;
	const names = [
		...departments.filter(isChanged).map((department) => departmentName(department, tree)),
		...users.filter(isChanged).map(userName),
	];
	if (rules.maxChanges === 0 || names.length <= rules.maxChanges) return;
	const counts = `the plan would change ${formatCount(names.length)} records`;
	violations.ofPlan('maxChanges', `Max Changes is ${formatCount(rules.maxChanges)}, and ${counts}: ${listed(names)}`);
}

/** Who would still be in a department that goes, or below it, by the department. */
function leftBehind({ users, departments, tree }: Draft): Map<Department, string[]> {
	const left = new Map<Department, string[]>();
	const note = (department: Department | undefined, name: string) => {
		if (department?.deletion !== undefined) append(left, department, name);
	};
	for (const department of departments) {
		if (department.deletion === undefined) note(department.parent, departmentName(department, tree));
	}
	for (const user of users) {
		if (user.deletion !== undefined) continue;
		const wanted = user.departments ?? user.idsBefore.flatMap((id) => tree.withId(id) ?? []);
		for (const department of wanted) note(department, userName(user));
	}
	return left;
}

/** A department goes only when everybody and everything in it goes or moves as well. */
function neverWithContents(draft: Draft, violations: Violations): void {
	for (const [department, names] of leftBehind(draft)) {
		const path = quote(draft.tree.pathBefore(department) ?? department.path);
		const message = `The department ${path} cannot be deleted while it has ${listed(names)}; move or delete these as well, or keep it`;
		if (department.item) violations.ofItem(department.item.itemIndex, 'DeleteFlag', message);
		else violations.ofPlan('missingDepartments', message);
	}
	for (const department of draft.departments) {
		if (department.deletion !== 'asked' || !department.isNamed) continue;
		const message = `The department ${quote(department.path)} is deleted by its item and named by ${itemsNamed([...department.namedBy])}`;
		violations.ofItem(department.item?.itemIndex ?? 0, 'DeleteFlag', message);
	}
}

/** What a sync never does (contract: Never), and the limits that a person sets. */
const PROTECTIONS: readonly Protection[] = [
	neverWithoutItems,
	neverAdministrators,
	neverProtectedUsers,
	neverTooManyDeletions,
	neverTooManyChanges,
	neverWithContents,
];

/** Says of each protection whether the plan would break it. */
export function checkProtections(draft: Draft, violations: Violations): void {
	for (const protection of PROTECTIONS) protection(draft, violations);
}
