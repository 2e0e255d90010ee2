import { formatCount, joined, quote } from '../../values/show';
import { fieldsOf } from '../fields';
import type { OrganizationRecordKind } from '../fields';
import { LOOK_ALIKE_ADVICE, lookOf, sameForm } from '../identity';
import { actionOf, append, before, canonical, comparable, departmentIds, refuseItem, wanted } from './draft';
import type { Department, Draft, User } from './draft';
import type { Kept, Refusal } from './types';

/** What a sync never does (contract: Never), and the limits that a person sets. */

const IS_PROTECTED = 'is one of the Protected User IDs';

const IS_ADMINISTRATOR = 'is a system administrator, and Include Administrators is off';

/** Whether a UserType is that of a system administrator (spec: user record), in whatever spelling of the number. */
function isAdministrator(userType: string): boolean {
	return canonical({ type: 'int' }, userType) === '1';
}

/** Who is protected; an entry that only looks like a user's id would protect nobody without anybody noticing. */
function protectedUsers({ users, rules, violations }: Draft): Set<User> {
	const present = users.filter(({ row }) => row !== undefined);
	const byId = new Map(present.map((user) => [sameForm(before(user, 'UserId')), user]));
	const byLook = new Map(present.map((user) => [lookOf(before(user, 'UserId')), user]));
	return new Set(
		rules.protectedUserIds.flatMap((entry) => {
			const found = byId.get(sameForm(entry));
			const similar = found ? undefined : byLook.get(lookOf(entry));
			if (similar) {
				const message = `Protected User IDs: ${quote(entry)} looks like ${quote(before(similar, 'UserId'))}, but is not the same`;
				violations.push({ parameter: 'protectedUserIds', message: `${message}; ${LOOK_ALIKE_ADVICE}` });
			}
			return found ?? [];
		}),
	);
}

/** Refuses items that ask for what never happens to a user. */
function refuseTouched(draft: Draft, user: User, isGuarded: boolean): void {
	if (!user.item) return;
	const { itemIndex } = user.item;
	const isProtectedAdministrator = !draft.rules.includeAdministrators && isAdministrator(before(user, 'UserType'));
	const who = `The user ${before(user, 'UserId')}`;
	if (user.deletion && isGuarded) refuseItem(draft, itemIndex, 'DeleteFlag', `${who} ${IS_PROTECTED} and is never deleted`);
	if (!isProtectedAdministrator) return;
	if (user.deletion) refuseItem(draft, itemIndex, 'DeleteFlag', `${who} ${IS_ADMINISTRATOR}`);
	else if (!isAdministrator(wanted(user, 'UserType'))) refuseItem(draft, itemIndex, 'UserType', `${who} ${IS_ADMINISTRATOR}`);
}

/**
 * Marks what no item names as missing, where missing records are deleted. Protected users and administrators stay, and so do
 * the departments that they are in.
 * @returns what stays all the same
 */
export function markMissing(draft: Draft): Kept[] {
	const { users, departments, departmentsById, rules } = draft;
	const guarded = protectedUsers(draft);
	const kept: Kept[] = [];
	for (const user of users) {
		refuseTouched(draft, user, guarded.has(user));
		if (rules.missing.user === 'keep' || user.item) continue;
		const isSafe = !rules.includeAdministrators && isAdministrator(before(user, 'UserType'));
		if (!guarded.has(user) && !isSafe) user.deletion = 'missing';
		else {
			const reason = guarded.has(user) ? IS_PROTECTED : IS_ADMINISTRATOR;
			kept.push({ kind: 'user', key: before(user, rules.matchUsersBy), name: before(user, 'UserName'), reason });
			for (const id of departmentIds(user)) keepFor(user, departmentsById.get(sameForm(id)), kept, draft);
		}
	}
	for (const department of departments) {
		const isKept = kept.some(({ kind, key }) => kind === 'department' && key === department.path);
		if (rules.missing.department === 'delete' && department.namedBy.size === 0 && !isKept) department.deletion ??= 'missing';
	}
	return kept.sort((a, b) => (a.kind + a.key < b.kind + b.key ? -1 : 1));
}

/** Keeps a missing department, and all above it, for a user who stays in it. What stands above a named one is named as well. */
function keepFor(user: User, department: Department | undefined, kept: Kept[], { rules }: Draft): void {
	const reason = `the user ${before(user, 'UserId')}, who is kept, is in it`;
	for (let each = department; each && each.namedBy.size === 0 && !each.deletion; each = each.parent) {
		const { path, name } = each;
		if (rules.missing.department === 'keep' || kept.some(({ kind, key }) => kind === 'department' && key === path)) return;
		kept.push({ kind: 'department', key: path, name, reason });
	}
}

/** How a person finds a record: its id, and its name. */
function nameOf(record: User | Department): string {
	if ('departments' in record) return `user ${joined([wanted(record, 'UserId'), wanted(record, 'UserName')], ' ')}`;
	return `department ${joined([record.id, record.row ? record.pathBefore : record.path], ' ')}`;
}

function namesOf(records: ReadonlyArray<User | Department>): string[] {
	return records.map(nameOf).sort();
}

/** An empty or broken directory must not empty the organization. */
function withoutItems({ users, departments }: Draft, kinds: ReadonlySet<OrganizationRecordKind>): Refusal[] {
	const refusal = (kind: OrganizationRecordKind, parameter: string, message: string, records: ReadonlyArray<User | Department>) => {
		const missing = records.filter(({ deletion }) => deletion === 'missing');
		return kinds.has(kind) || missing.length === 0 ? [] : [{ parameter, message, records: namesOf(missing) }];
	};
	return [
		...refusal('user', 'missingUsers', 'Missing Users deletes nobody when no item is about a user', users),
		...refusal('department', 'missingDepartments', 'Missing Departments deletes nothing when no item is about a department', departments),
	];
}

/** Whoever is added with an address of somebody who goes as missing is the same person under a damaged key. */
function takenIdentities({ users, rules }: Draft): Refusal[] {
	const records = ['Email', 'SamlNameId'].flatMap((column) => {
		const leaving = users.filter(({ deletion }) => deletion === 'missing');
		const holders = new Map(leaving.map((user) => [comparable(column, before(user, column)), user]));
		return users.flatMap((user) => {
			const text = user.row ? '' : comparable(column, wanted(user, column));
			const holder = text === '' ? undefined : holders.get(text);
			return holder ? [`${nameOf(user)} has the ${column} of ${nameOf(holder)}`] : [];
		});
	});
	if (records.length === 0) return [];
	const message = `A user who would be added has the address of one who would be deleted as missing; correct the ${rules.matchUsersBy}`;
	return [{ parameter: rules.matchUsersBy, message, records }];
}

function tooMany(draft: Draft): Refusal[] {
	const { maxDeletions, maxChanges } = draft.rules;
	const all = [...draft.departments, ...draft.users];
	const limit = (parameter: string, verb: string, label: string, most: number, records: Array<User | Department>) => {
		if (records.length <= most) return [];
		const count = `${formatCount(records.length)} record${records.length === 1 ? '' : 's'}`;
		return [{ parameter, message: `The plan would ${verb} ${count}; ${label} allows ${formatCount(most)}`, records: namesOf(records) }];
	};
	const changed = all.filter((record) => actionOf(record) !== undefined);
	return [
		...limit('maxDeletions', 'delete', 'Max Deletions', maxDeletions, all.filter(({ deletion }) => deletion)),
		...limit('maxChanges', 'change', 'Max Changes', maxChanges || Infinity, changed),
	];
}

/** Who would still be in a department that goes, or below it, by the department. */
function leftBehind({ users, departments, departmentsById }: Draft): Map<Department, Array<User | Department>> {
	const left = new Map<Department, Array<User | Department>>();
	for (const department of departments) {
		if (!department.deletion && department.parent?.deletion) append(left, department.parent, department);
	}
	for (const user of users) {
		if (user.deletion) continue;
		const own = user.departments ?? departmentIds(user).flatMap((id) => departmentsById.get(sameForm(id)) ?? []);
		for (const department of own) if (department.deletion) append(left, department, user);
	}
	return left;
}

/** Refuses the deletions of departments by items, where somebody or something stays in them. */
export function refuseLeftBehind(draft: Draft): void {
	for (const [{ item, pathBefore }, records] of leftBehind(draft)) {
		if (!item) continue;
		const contents = namesOf(records).join(', ');
		const message = `The department ${quote(pathBefore)} cannot be deleted while it has ${contents}; move or delete these as well, or keep it`;
		refuseItem(draft, item.itemIndex, 'DeleteFlag', message);
	}
}

/** Missing departments that somebody or something stays in. */
function withContents(draft: Draft): Refusal[] {
	return [...leftBehind(draft)].flatMap(([{ item, pathBefore }, records]) => {
		const message = `The department ${quote(pathBefore)} cannot be deleted while somebody is in it; move or delete them as well, or keep it`;
		return item ? [] : [{ parameter: 'missingDepartments', message, records: namesOf(records) }];
	});
}

/** The limits that a plan breaks. It can be looked at all the same. */
export function refusalsOf(draft: Draft, kinds: ReadonlySet<OrganizationRecordKind>): Refusal[] {
	return [...withoutItems(draft, kinds), ...withContents(draft), ...takenIdentities(draft), ...tooMany(draft)];
}

/** Columns of which nothing is checked: the plan fills them in itself, or they have been checked where they are read. */
export const OWN_COLUMNS: ReadonlySet<string> = new Set(
	[...fieldsOf('user'), ...fieldsOf('department')]
		.map(({ name }) => name)
		.filter((name) => /^(?:TempId|UserUuid|DeleteFlag|(?:Parent)?DepartmentId)$/.test(name)),
);
