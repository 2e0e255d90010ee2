import { wholeNumberOf } from '../../values/readers';
import { formatCount, joined, quote } from '../../values/show';
import { columnLabel } from '../fields';
import type { OrganizationRecordKind } from '../fields';
import { append } from '../identity';
import { actionOf, before, comparable, idOf, wanted } from './draft';
import type { Department, Draft, Subject, User } from './draft';
import type { Refusal } from './types';

/* What a sync never does (contract: Never), and the limits that a person sets. */

const IS_PROTECTED = 'is one of the Protected User IDs';
const IS_ADMINISTRATOR = 'is a system administrator, and Include Administrators is off';

/** Whether a UserType is that of a system administrator (spec: user record), in whatever spelling of the number. */
function isAdministrator(userType: string): boolean {
	return wholeNumberOf(userType) === 1;
}

/** Who is protected; an entry that only looks like a user's id would protect nobody without anybody noticing. */
function protectedUsers({ userIds, rules, violations }: Draft): Set<User> {
	const parameter = 'protectedUserIds';
	for (const lookAlike of rules.protectedUserIds.map((entry) => userIds.lookAlike(entry))) {
		if (lookAlike !== undefined) violations.push({ parameter, message: `Protected User IDs: ${lookAlike}` });
	}
	return new Set(rules.protectedUserIds.flatMap((entry) => userIds.all(entry)));
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
		if (item && user.deletion) for (const why of reasons) draft.refuse(item, 'DeleteFlag', `${who} ${why}`);
		else if (item && isSafe && !isAdministrator(wanted(user, 'UserType'))) {
			draft.refuse(item, 'UserType', `${who} ${IS_ADMINISTRATOR}`);
		}
		if (item || rules.missing.user === 'keep') continue;
		[user.kept] = reasons;
		if (user.kept === undefined) user.deletion = 'missing';
		else if (rules.missing.department === 'delete') keepDepartments(user);
	}
	if (rules.missing.department === 'keep') return;
	for (const department of departments) {
		if (department.namedBy.size === 0 && department.kept === undefined) department.deletion ??= 'missing';
	}
}

/** Keeps the departments of a user who stays and all above them, as far as no item says something else of them. */
function keepDepartments(user: User): void {
	for (const department of user.departments) {
		let each: Department | undefined = department;
		for (; each && each.namedBy.size === 0 && !each.deletion; each = each.parent) {
			each.kept ??= `the user ${before(user, 'UserId')}, who is kept, is in it`;
		}
	}
}

/** How a person finds a record: its id, and its name. */
function nameOf(record: Subject): string {
	if (record.kind === 'user') return `user ${joined([wanted(record, 'UserId'), wanted(record, 'UserName')], ' ')}`;
	return `department ${joined([idOf(record), record.path], ' ')}`;
}

/** Whoever is added with an address of somebody who goes as missing is the same person under a damaged key. */
function takenIdentities({ users }: Draft): string[] {
	const leaving = users.filter(({ deletion }) => deletion === 'missing');
	return ['Email', 'SamlNameId'].flatMap((column) => {
		const holders = new Map(leaving.map((user) => [comparable(column, before(user, column)), user]));
		holders.delete('');
		return users.flatMap((user) => {
			const holder = user.row ? undefined : holders.get(comparable(column, wanted(user, column)));
			return holder ? [`${nameOf(user)} has the ${columnLabel(column)} of ${nameOf(holder)}`] : [];
		});
	});
}

/** Deletions of departments in which somebody or something stays: refused to their items, else what the plan breaks. */
function leftBehind(draft: Draft): Refusal[] {
	const left = new Map<Department, string[]>();
	for (const record of [...draft.departments, ...draft.users].filter(({ deletion }) => !deletion)) {
		const places = record.kind === 'user' ? record.departments : [record.parent];
		for (const place of places) if (place?.deletion) append(left, place, nameOf(record));
	}
	return [...left].flatMap(([{ items, path, namedBy }, names]) => {
		const [item] = items;
		const records = names.sort();
		const message = `The department ${quote(path)} cannot be deleted while it has`;
		const advice = 'move or delete these as well, or keep it';
		if (!item) return [{ parameter: 'missingDepartments', message: `${message} contents; ${advice}`, records }];
		// One that other items name is refused for that.
		if (namedBy.size === 0) draft.refuse(item, 'DeleteFlag', `${message} ${records.join(', ')}; ${advice}`);
		return [];
	});
}

const NO_USERS = 'Missing Users deletes nobody when no item is about a user';
const SAME_PERSON = 'A user who would be added has the address of one who would be deleted as missing';
const NO_DEPARTMENTS = 'Missing Departments deletes nothing when no item is about a department';

function beyond(verb: string, records: readonly Subject[], label: string, most: number): [string, string[]] {
	const { length } = records;
	const count = `${formatCount(length)} record${length === 1 ? '' : 's'}`;
	const message = `The plan would ${verb} ${count}; ${label} allows ${formatCount(most)}`;
	return [message, length > most ? records.map(nameOf) : []];
}

/**
 * The limits that a plan breaks. It can be looked at all the same.
 * @param kinds of which there are items
 */
export function refusalsOf(draft: Draft, kinds: ReadonlySet<OrganizationRecordKind>): Refusal[] {
	const { matchUsersBy: key, maxDeletions, maxChanges } = draft.rules;
	const changed = [...draft.departments, ...draft.users].filter((record) => actionOf(record) !== undefined);
	const deleted = changed.filter(({ deletion }) => deletion);
	const missing = (kind: OrganizationRecordKind) =>
		deleted.filter((record) => record.kind === kind && record.deletion === 'missing' && !kinds.has(kind)).map(nameOf);
	const limits: ReadonlyArray<readonly [parameter: string, message: string, records: string[]]> = [
		['missingUsers', NO_USERS, missing('user')],
		['missingDepartments', NO_DEPARTMENTS, missing('department')],
		[key, `${SAME_PERSON}; correct the ${columnLabel(key)}`, takenIdentities(draft)],
		['maxDeletions', ...beyond('delete', deleted, 'Max Deletions', maxDeletions)],
		['maxChanges', ...beyond('change', changed, 'Max Changes', maxChanges || Infinity)],
	];
	const broken = limits.filter(([, , records]) => records.length > 0);
	return [
		...leftBehind(draft),
		...broken.map(([parameter, message, records]) => ({ parameter, message, records: records.sort() })),
	];
}
