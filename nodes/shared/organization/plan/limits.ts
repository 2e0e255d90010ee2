import { formatCount, joined, quote } from '../../values/show';
import { columnLabel } from '../fields';
import type { OrganizationRecordKind } from '../fields';
import { LOOK_ALIKE_ADVICE, lookOf, sameForm } from '../identity';
import { canonical } from '../items';
import { actionOf, append, before, comparable, departmentsBefore, refuse, wanted } from './draft';
import type { Department, Draft, Subject, User } from './draft';
import type { Refusal } from './types';

/* What a sync never does (contract: Never), and the limits that a person sets. */

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
				const present = quote(before(similar, 'UserId'));
				const message = `Protected User IDs: ${quote(entry)} looks like ${present}, but is not the same`;
				violations.push({ parameter: 'protectedUserIds', message: `${message}; ${LOOK_ALIKE_ADVICE}` });
			}
			return found ?? [];
		}),
	);
}

/**
 * Marks what no item names as missing, where missing records are deleted. Protected users and administrators stay, and
 * so do the departments that they are in. Items that ask for what never happens to a user are refused.
 */
export function markMissing(draft: Draft): void {
	const { users, departments, rules } = draft;
	const guarded = protectedUsers(draft);
	for (const user of users) {
		const isSafe = !rules.includeAdministrators && isAdministrator(before(user, 'UserType'));
		const reasons = [...(guarded.has(user) ? [IS_PROTECTED] : []), ...(isSafe ? [IS_ADMINISTRATOR] : [])];
		const [item] = user.items;
		const who = `The user ${before(user, 'UserId')}`;
		if (item && user.deletion) for (const why of reasons) refuse(draft, item, 'DeleteFlag', `${who} ${why}`);
		else if (item && isSafe && !isAdministrator(wanted(user, 'UserType'))) {
			refuse(draft, item, 'UserType', `${who} ${IS_ADMINISTRATOR}`);
		}
		if (item || rules.missing.user === 'keep') continue;
		[user.kept] = reasons;
		if (user.kept === undefined) user.deletion = 'missing';
	}
	if (rules.missing.department === 'keep') return;
	for (const user of users.filter(({ kept }) => kept !== undefined)) {
		for (const department of departmentsBefore(draft, user)) keepFor(user, department);
	}
	for (const department of departments) {
		if (department.namedBy.size === 0 && department.kept === undefined) department.deletion ??= 'missing';
	}
}

/** Keeps a missing department, and all above it, for a user who stays in it. */
function keepFor(user: User, department: Department): void {
	let each: Department | undefined = department;
	for (; each && each.namedBy.size === 0 && !each.deletion; each = each.parent) {
		each.kept ??= `the user ${before(user, 'UserId')}, who is kept, is in it`;
	}
}

/** How a person finds a record: its id, and its name. */
function nameOf(record: Subject): string {
	if (record.kind === 'user') return `user ${joined([wanted(record, 'UserId'), wanted(record, 'UserName')], ' ')}`;
	return `department ${joined([record.id, record.path], ' ')}`;
}

/** Whoever is added with an address of somebody who goes as missing is the same person under a damaged key. */
function takenIdentities({ users }: Draft): string[] {
	const leaving = users.filter(({ deletion }) => deletion === 'missing');
	return ['Email', 'SamlNameId'].flatMap((column) => {
		const holders = new Map(leaving.map((user) => [comparable(column, before(user, column)), user]));
		return users.flatMap((user) => {
			const text = user.row ? '' : comparable(column, wanted(user, column));
			const holder = text === '' ? undefined : holders.get(text);
			return holder ? [`${nameOf(user)} has the ${columnLabel(column)} of ${nameOf(holder)}`] : [];
		});
	});
}

/** Deletions of departments in which somebody or something stays: refused to their items, else what the plan breaks. */
function leftBehind(draft: Draft): Refusal[] {
	const left = new Map<Department, string[]>();
	for (const department of draft.departments) {
		if (!department.deletion && department.parent?.deletion) append(left, department.parent, nameOf(department));
	}
	for (const user of draft.users.filter(({ deletion }) => !deletion)) {
		const own = user.departments ?? departmentsBefore(draft, user);
		for (const department of own) if (department.deletion) append(left, department, nameOf(user));
	}
	return [...left].flatMap(
		([
			{
				items: [item],
				path,
				namedBy,
			},
			names,
		]) => {
			if (namedBy.size > 0) return [];
			const records = names.sort();
			const message = `The department ${quote(path)} cannot be deleted while it has`;
			const advice = 'move or delete these as well, or keep it';
			if (!item) return [{ parameter: 'missingDepartments', message: `${message} contents; ${advice}`, records }];
			refuse(draft, item, 'DeleteFlag', `${message} ${records.join(', ')}; ${advice}`);
			return [];
		},
	);
}

const NO_USERS = 'Missing Users deletes nobody when no item is about a user';
const SAME_PERSON = 'A user who would be added has the address of one who would be deleted as missing';
const NO_DEPARTMENTS = 'Missing Departments deletes nothing when no item is about a department';

/**
 * The limits that a plan breaks. It can be looked at all the same.
 * @param kinds of which there are items
 */
export function refusalsOf(draft: Draft, kinds: ReadonlySet<OrganizationRecordKind>): Refusal[] {
	const { users, departments, rules } = draft;
	const all = [...departments, ...users];
	const missing = (kind: OrganizationRecordKind) =>
		all.filter((record) => record.kind === kind && record.deletion === 'missing' && !kinds.has(kind)).map(nameOf);
	const beyond = (most: number, records: readonly Subject[]) => (records.length > most ? records.map(nameOf) : []);
	const deleted = beyond(
		rules.maxDeletions,
		all.filter(({ deletion }) => deletion),
	);
	const changed = beyond(
		rules.maxChanges || Infinity,
		all.filter((record) => actionOf(record) !== undefined),
	);
	const would = (verb: string, { length }: readonly string[], label: string, most: number) => {
		const count = `${formatCount(length)} record${length === 1 ? '' : 's'}`;
		return `The plan would ${verb} ${count}; ${label} allows ${formatCount(most)}`;
	};
	const { matchUsersBy: key } = rules;
	const limits: ReadonlyArray<readonly [parameter: string, message: string, records: string[]]> = [
		['missingUsers', NO_USERS, missing('user')],
		['missingDepartments', NO_DEPARTMENTS, missing('department')],
		[key, `${SAME_PERSON}; correct the ${columnLabel(key)}`, takenIdentities(draft)],
		['maxDeletions', would('delete', deleted, 'Max Deletions', rules.maxDeletions), deleted],
		['maxChanges', would('change', changed, 'Max Changes', rules.maxChanges), changed],
	];
	const broken = limits.filter(([, , records]) => records.length > 0);
	return [
		...leftBehind(draft),
		...broken.map(([parameter, message, records]) => ({ parameter, message, records: records.sort() })),
	];
}
