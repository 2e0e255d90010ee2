import { quote } from '../../values/characters';
import { LOOK_ALIKE_ADVICE, lookOf, sameForm } from '../identity';
import { isAdministrator } from './administrators';
import type { Department } from './department';
import type { DepartmentTree } from './departmentTree';
import type { Kept, SyncRules } from './types';
import type { User } from './user';
import type { Violations } from './violations';

const PROTECTED = 'is one of the Protected User IDs';
const ADMINISTRATOR = 'is a system administrator, and Include Administrators is off';

/** Who is protected; an entry that only looks like a user's id would protect nobody without anybody noticing. */
function protectedUsers(users: readonly User[], { protectedUserIds }: SyncRules, violations: Violations): Set<User> {
	const present = users.filter(({ row }) => row !== undefined);
	const byId = new Map(present.map((user) => [sameForm(user.before('UserId')), user]));
	const byLook = new Map(present.map((user) => [lookOf(user.before('UserId')), user]));
	return new Set(
		protectedUserIds.flatMap((entry) => {
			const found = byId.get(sameForm(entry));
			const similar = found ? undefined : byLook.get(lookOf(entry));
			if (similar) {
				const message = `Protected User IDs: ${quote(entry)} looks like ${quote(similar.before('UserId'))}, but is not the same`;
				violations.ofPlan('protectedUserIds', `${message}; ${LOOK_ALIKE_ADVICE}`);
			}
			return found ?? [];
		}),
	);
}

/** The users among the missing ones who stay, and why. */
function keptUsers(users: readonly User[], rules: SyncRules, guarded: ReadonlySet<User>): Map<User, string> {
	const reasons = new Map<User, string>();
	if (rules.missing.user === 'keep') return reasons;
	for (const user of users) {
		if (user.item) continue;
		if (guarded.has(user)) reasons.set(user, PROTECTED);
		else if (!rules.includeAdministrators && isAdministrator(user)) reasons.set(user, ADMINISTRATOR);
	}
	return reasons;
}

/** The missing departments in which somebody is who is kept, with all above them. */
function keptDepartments(users: Iterable<User>, tree: DepartmentTree, rules: SyncRules): Map<Department, string> {
	const reasons = new Map<Department, string>();
	if (rules.missing.department === 'keep') return reasons;
	for (const user of users) {
		for (const id of user.idsBefore) {
			let each = tree.withId(id);
			// What stands above a department that is named is named as well.
			while (each && !each.isNamed && each.deletion === undefined && !reasons.has(each)) {
				reasons.set(each, `the user ${user.before('UserId')}, who is kept, is in it`);
				each = each.parent;
			}
		}
	}
	return reasons;
}

/**
 * Marks what no item names as missing, where missing records are deleted.
 * @returns what stays all the same
 */
export function markMissing(users: readonly User[], tree: DepartmentTree, rules: SyncRules, violations: Violations): Kept[] {
	const guarded = protectedUsers(users, rules, violations);
	for (const user of users) {
		if (!guarded.has(user) || user.deletion !== 'asked') continue;
		violations.ofItem(user.item?.itemIndex ?? 0, 'DeleteFlag', `The user ${user.before('UserId')} ${PROTECTED} and is never deleted`);
	}
	const usersKept = keptUsers(users, rules, guarded);
	const departmentsKept = keptDepartments(usersKept.keys(), tree, rules);
	if (rules.missing.user === 'delete') {
		for (const user of users) if (!user.item && !usersKept.has(user)) user.deletion = 'missing';
	}
	if (rules.missing.department === 'delete') {
		for (const department of tree.departments) {
			if (!department.isNamed && !departmentsKept.has(department)) department.deletion ??= 'missing';
		}
	}
	return [
		...[...departmentsKept].map(([{ path, name }, reason]): Kept => ({ kind: 'department', key: path, name, reason })),
		...[...usersKept].map(([user, reason]): Kept => {
			return { kind: 'user', key: user.before(rules.matchUsersBy), name: user.before('UserName'), reason };
		}),
	].sort((a, b) => (a.kind + a.key < b.kind + b.key ? -1 : 1));
}
