import { formatCount, joined, quote } from '../../values/characters';
import type { OrganizationRecordKind } from '../fields';
import { isAdministrator, isAdministrators } from './administrators';
import { comparable, fieldOf } from './columns';
import type { Department } from './department';
import type { DepartmentTree } from './departmentTree';
import { append } from './lists';
import type { PlannedRecord } from './plannedRecord';
import type { Kept, Refusal, SyncRules } from './types';
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
	/** What would be missing and stays. */
	readonly kept: readonly Kept[];
}

/** How a person finds a user: the id, and the name. */
function userName(user: User): string {
	return `user ${joined([user.text('UserId'), user.text('UserName')], ' ')}`;
}

function departmentName(department: Department, tree: DepartmentTree): string {
	return `department ${joined([department.id, tree.pathBefore(department) ?? department.path], ' ')}`;
}

function listed(names: readonly string[]): string {
	return [...names].sort().join(', ');
}

/** Names of the records that a filter leaves, users and departments together. */
function namesOf({ users, departments, tree }: Draft, isMeant: (record: PlannedRecord) => boolean): string[] {
	const ofDepartments = departments.filter(isMeant).map((department) => departmentName(department, tree)).sort();
	return [...ofDepartments, ...users.filter(isMeant).map(userName).sort()];
}

/** An empty or broken directory must not empty the organization. */
function withoutItems(draft: Draft): Refusal[] {
	const refusals: Refusal[] = [];
	const users = draft.users.filter(({ deletion }) => deletion === 'missing');
	const departments = draft.departments.filter(({ deletion }) => deletion === 'missing');
	if (draft.items.user === 0 && users.length > 0) {
		const message = 'Missing Users deletes nobody when no item is about a user';
		refusals.push({ parameter: 'missingUsers', message, records: users.map(userName).sort() });
	}
	if (draft.items.department === 0 && departments.length > 0) {
		const message = 'Missing Departments deletes nothing when no item is about a department';
		const records = departments.map((department) => departmentName(department, draft.tree)).sort();
		refusals.push({ parameter: 'missingDepartments', message, records });
	}
	return refusals;
}

/** Whoever is added with an address of somebody who goes as missing is the same person under a damaged key. */
function takenIdentities({ users, rules }: Draft): Refusal[] {
	const records = ['Email', 'SamlNameId'].flatMap((column) => {
		const field = fieldOf('user', column);
		const leaving = users.filter(({ deletion }) => deletion === 'missing');
		const holders = new Map(leaving.map((user) => [comparable(field, user.before(column)), user]));
		return users.flatMap((user) => {
			const text = user.isAdded ? comparable(field, user.text(column)) : '';
			const holder = text === '' ? undefined : holders.get(text);
			return holder ? [`${userName(user)} has the ${column} of ${userName(holder)}`] : [];
		});
	});
	if (records.length === 0) return [];
	const message = `A user who is added has the address of one who is deleted as missing: most likely the same person whose ${rules.matchUsersBy} is wrong`;
	return [{ parameter: rules.matchUsersBy, message, records }];
}

function tooManyDeletions(draft: Draft): Refusal[] {
	const records = namesOf(draft, ({ deletion }) => deletion !== undefined);
	const { maxDeletions } = draft.rules;
	if (records.length <= maxDeletions) return [];
	const message = `The plan would delete ${recordCount(records.length)}; Max Deletions allows ${formatCount(maxDeletions)}`;
	return [{ parameter: 'maxDeletions', message, records }];
}

function tooManyChanges(draft: Draft): Refusal[] {
	const records = namesOf(draft, ({ isChanged }) => isChanged);
	const { maxChanges } = draft.rules;
	if (maxChanges === 0 || records.length <= maxChanges) return [];
	const message = `The plan would change ${recordCount(records.length)}; Max Changes allows ${formatCount(maxChanges)}`;
	return [{ parameter: 'maxChanges', message, records }];
}

function recordCount(count: number): string {
	return `${formatCount(count)} record${count === 1 ? '' : 's'}`;
}

/** The limits that a plan breaks (contract: Never). It can be looked at all the same. */
export function refusalsOf(draft: Draft): Refusal[] {
	return [withoutItems, withContents, takenIdentities, tooManyDeletions, tooManyChanges].flatMap((limit) => limit(draft));
}

function neverAdministrators({ users, rules }: Draft, violations: Violations): void {
	if (rules.includeAdministrators) return;
	for (const user of users) {
		if (!user.item || !isAdministrator(user)) continue;
		const { itemIndex } = user.item;
		if (user.deletion !== undefined) {
			const message = `The user ${user.text('UserId')} is a system administrator, who is not deleted unless Include Administrators is on`;
			violations.ofItem(itemIndex, 'DeleteFlag', message);
		} else if (!isAdministrators(user.text('UserType'))) {
			const message = `The user ${user.text('UserId')} is a system administrator, and stays one unless Include Administrators is on`;
			violations.ofItem(itemIndex, 'UserType', message);
		}
	}
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
function withContents(draft: Draft): Refusal[] {
	return [...leftBehind(draft)].flatMap(([department, records]) => {
		if (department.item) return [];
		const message = `The department ${quote(department.path)} cannot be deleted while somebody is in it; move or delete them as well, or keep it`;
		return [{ parameter: 'missingDepartments', message, records: [...records].sort() }];
	});
}

function neverWithContents(draft: Draft, violations: Violations): void {
	for (const [department, names] of leftBehind(draft)) {
		if (!department.item) continue;
		const path = quote(draft.tree.pathBefore(department) ?? department.path);
		const message = `The department ${path} cannot be deleted while it has ${listed(names)}; move or delete these as well, or keep it`;
		violations.ofItem(department.item.itemIndex, 'DeleteFlag', message);
	}
	for (const department of draft.departments) {
		if (department.deletion !== 'asked' || !department.isNamed) continue;
		const message = `The department ${quote(department.path)} is deleted by its item and named by ${itemsNamed([...department.namedBy])}`;
		violations.ofItem(department.item?.itemIndex ?? 0, 'DeleteFlag', message);
	}
}

/** Refuses items that ask for what a sync never does (contract: Never). */
export function checkItems(draft: Draft, violations: Violations): void {
	neverAdministrators(draft, violations);
	neverWithContents(draft, violations);
}
