import { formatCount, joined, quote } from '../../values/show';
import { columnLabel, PLACE_FIELD } from '../fields';
import type { OrganizationRecordKind } from '../fields';
import { append, comparable, Keys, lookOf, sameForm } from '../identity';
import { DEPARTMENT_PATH } from '../items';
import type { Draft } from './draft';
import type { Subject } from './subject';
import type { Refusal } from './types';

/* What a sync never does (contract: Never), and the limits that a person sets. */

const IS_PROTECTED = 'is one of the Protected User IDs';
const IS_ADMINISTRATOR = 'is a system administrator, and Include Administrators is off';

/** The UserType of a system administrator (spec: user record). */
const ADMINISTRATOR = '1';

/**
 * Marks what no item names as missing, where missing records are deleted. Protected users and administrators stay, and
 * so do the departments that they are in. Items that ask for what never happens to a user are refused.
 */
export function markMissing(draft: Draft): void {
	const { users, userKeys, departments, rules } = draft;
	const guarded = new Set(rules.protectedUserIds.flatMap((entry) => userKeys.UserId.all(entry)));
	// An entry that only looks like a user's id would protect nobody without anybody noticing.
	for (const problem of rules.protectedUserIds.flatMap((entry) => userKeys.UserId.lookAlike(entry) ?? [])) {
		draft.violations.push({ parameter: 'protectedUserIds', message: `Protected User IDs: ${problem}` });
	}
	for (const user of users) {
		const isSafe = !rules.includeAdministrators && user.before('UserType') === ADMINISTRATOR;
		const reason = guarded.has(user) ? IS_PROTECTED : isSafe ? IS_ADMINISTRATOR : undefined;
		const who = `The user ${user.before('UserId')}`;
		const [item] = user.items;
		if (item && user.deletion && reason !== undefined) draft.refuse(item, 'DeleteFlag', `${who} ${reason}`);
		if (item && isSafe && user.wanted('UserType') !== ADMINISTRATOR) {
			draft.refuse(item, 'UserType', `${who} ${IS_ADMINISTRATOR}`);
		}
		if (item || rules.missing.user !== 'delete') continue;
		user.kept = reason;
		if (reason === undefined) user.deletion = 'missing';
		else if (rules.missing.department === 'delete') keepDepartments(user);
	}
	if (rules.missing.department !== 'delete') return;
	for (const department of departments) {
		if (department.namedBy.size === 0 && department.kept === undefined) department.deletion ??= 'missing';
	}
}

/** Says why a department stays that exists twice and is empty, and which one is meant by its path. */
export function explainTwins({ departments }: Draft): void {
	for (const department of departments) {
		const { id, twinInUse, namedBy, deletion } = department;
		if (!twinInUse || deletion || namedBy.size > 0) continue;
		const advice = `delete ${id} in the service, or by an item with its Department ID and Delete Flag 1`;
		department.kept ??= `exists twice, as ${twinInUse.id}, which is in use and is taken, and as ${id}, which is empty; ${advice}`;
	}
}

/** Keeps the departments of a user who stays and all above them, as far as no item says something else of them. */
function keepDepartments(user: Subject): void {
	for (const each of user.places.flatMap((place) => place.line())) {
		const isFree = each.namedBy.size === 0 && !each.deletion;
		if (isFree) each.kept ??= `the user ${user.before('UserId')}, who is kept, is in it`;
	}
}

/** The columns of which each user has a value of their own (spec: user record). */
const OWN_COLUMNS = ['UserId', 'Email', 'SamlNameId'];

/**
 * The users who come to a value of which there is only one, and which somebody leaves by being deleted. The values of
 * users who stay are refused.
 */
export function successors(draft: Draft): Subject[] {
	return OWN_COLUMNS.flatMap((column) => {
		const holders = Keys.ofTexts<Subject>((text) => comparable(column, text));
		for (const user of draft.users) holders.add(user.wanted(column), user, false);
		const comers = draft.users.filter((user) => user.isChanged(column) && user.wanted(column) !== '');
		return comers.flatMap((user) => {
			const all = holders.all(user.wanted(column));
			const staying = all.find((other) => other !== user && !other.deletion);
			if (!staying) return all.some((other) => other !== user) ? [user] : [];
			const whose = `is also used by ${staying.wanted(column === 'UserId' ? 'Email' : 'UserId')}`;
			const message = `${columnLabel(column)} ${quote(user.wanted(column))} ${whose}; each user needs their own`;
			for (const item of user.items) draft.refuse(item, column, message);
			return [];
		});
	});
}

/** How a person finds a record: its id, and its name. */
function nameOf({ kind, path, id, cells }: Subject): string {
	return joined([kind, ...(kind === 'user' ? [cells.UserId, cells.UserName] : [id, path])], ' ');
}

/** Deletions of departments in which somebody or something stays: refused to their items, else what the plan breaks. */
function leftBehind(draft: Draft): Refusal[] {
	const left = new Map<Subject, string[]>();
	for (const record of draft.all().filter(({ deletion }) => !deletion)) {
		for (const place of record.places) if (place.deletion) append(left, place, nameOf(record));
	}
	return [...left].flatMap(([{ items, path }, records]) => {
		const [item] = items;
		const message = `The department ${quote(path)} cannot be deleted while it has`;
		const advice = 'move or delete these as well, or keep it';
		if (!item) return [{ parameter: 'missingDepartments', message: `${message} contents; ${advice}`, records }];
		draft.refuse(item, 'DeleteFlag', `${message} ${records.sort().join(', ')}; ${advice}`);
		return [];
	});
}

/** What Entra puts before the address of an account that was deleted: the id of the account, without its hyphens. */
const TOMBSTONE = /^[0-9a-f]{32}(?=[^@])/i;

/** What the keys of one person have in common under which a directory may show them. */
function personOf(key: string): string {
	return lookOf(sameForm(key).replace(TOMBSTONE, ''));
}

/** Users who would be added although they look like somebody who would be deleted as missing: the same person. */
function samePersons({ users }: Draft): string[] {
	const missing = users.filter(({ deletion }) => deletion === 'missing');
	const added = users.filter(({ row }) => !row);
	return OWN_COLUMNS.flatMap((column) => {
		const leavers = new Map(missing.map((user) => [personOf(user.before(column)), user]));
		return added.flatMap((user) => {
			const person = personOf(user.wanted(column));
			const leaver = person === '' ? undefined : leavers.get(person);
			return leaver ? [`${nameOf(user)} has the ${columnLabel(column)} of ${nameOf(leaver)}`] : [];
		});
	});
}

/** Who and what is shown in departments that the list of departments lacks, where one of these might be made again. */
function misplacedIn({ departments, misplaced }: Draft): string[] {
	const areMade = departments.some(({ row }) => !row);
	return areMade ? misplaced.map((record) => `${nameOf(record)} in ${record.before(PLACE_FIELD[record.kind])}`) : [];
}

/** The limits that a plan breaks. It can be looked at all the same. */
export function refusalsOf(draft: Draft): Refusal[] {
	const { matchUsersBy: key, maxDeletions, maxChanges } = draft.rules;
	const changed = draft.all().filter(({ action }) => action !== undefined);
	const deleted = changed.filter(({ deletion }) => deletion);
	const unasked = (parameter: string, kind: OrganizationRecordKind, what: string): Refusal => {
		const missing = deleted.filter((record) => record.kind === kind && record.deletion === 'missing');
		const isNamed = draft.items.some((item) => item.kind === kind && !item.deletes);
		const message = `${what} when no item is about a ${kind} ${kind === 'user' ? 'who' : 'that'} stays`;
		return { parameter, message, records: isNamed ? [] : missing.map(nameOf) };
	};
	const beyond = (parameter: string, verb: string, records: Subject[], label: string, most: number): Refusal => {
		const count = `${formatCount(records.length)} record${records.length === 1 ? '' : 's'}`;
		const message = `The plan would ${verb} ${count}; ${label} allows ${formatCount(most)}`;
		return { parameter, message, records: records.length > most ? records.map(nameOf) : [] };
	};
	const isSame = 'A user who would be added seems to be one who would be deleted as missing';
	const sameAdvice = key === 'Email' ? 'correct the Email, or match users by User ID' : 'correct the User ID';
	const isLacking = 'The list of departments lacks some in which the service shows users or departments';
	const refusals = [
		...leftBehind(draft),
		unasked('missingUsers', 'user', 'Missing Users deletes nobody'),
		unasked('missingDepartments', 'department', 'Missing Departments deletes nothing'),
		{ parameter: key, message: `${isSame}; ${sameAdvice}`, records: samePersons(draft) },
		{
			parameter: DEPARTMENT_PATH,
			message: `${isLacking}, so that a department might be added a second time; try again later, or move these`,
			records: misplacedIn(draft),
		},
		beyond('maxDeletions', 'delete', deleted, 'Max Deletions', maxDeletions),
		beyond('maxChanges', 'change', changed, 'Max Changes', maxChanges || Infinity),
	];
	return refusals.flatMap(({ records, ...limit }) =>
		records.length > 0 ? [{ ...limit, records: [...records].sort() }] : [],
	);
}
