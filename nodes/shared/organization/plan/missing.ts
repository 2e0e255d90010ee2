import type { Draft } from './draft';
import type { PlanRecord } from './record';

/* Records that no item names: the ones that go, the ones that stay, and why (contract: Never). */

const IS_PROTECTED = 'is one of the Protected User IDs';
const IS_ADMINISTRATOR = 'is a system administrator, and Include Administrators is off';

/** The UserType of a system administrator (spec: user record). */
const ADMINISTRATOR = '1';

/**
 * Marks the records that no item names as missing, where missing records are deleted. Protected users and administrators
 * stay, and so do the departments that they are in. Items that ask for what never happens to a user are refused.
 */
export function markMissing(draft: Draft): void {
	const { users, userKeys, departments, rules } = draft;
	refuseSimilarProtection(draft);
	const protectedUsers = new Set(rules.protectedUserIds.flatMap((id) => userKeys.UserId.all(id)));

	for (const user of users) {
		const isAdministrator = !rules.includeAdministrators && user.before('UserType') === ADMINISTRATOR;
		const adminReason = isAdministrator ? IS_ADMINISTRATOR : undefined;
		const reason = protectedUsers.has(user) ? IS_PROTECTED : adminReason;

		refuseForbidden(draft, user, reason, isAdministrator);
		const isMissing = user.items.length === 0 && rules.missing.user === 'delete';
		if (isMissing && reason === undefined) user.deletion = 'missing';
		if (isMissing && reason !== undefined) keepUser(draft, user, reason);
	}

	if (rules.missing.department !== 'delete') return;
	for (const department of departments) {
		const isFree = department.namedBy.size === 0 && department.kept === undefined;
		if (isFree) department.deletion ??= 'missing';
	}
}

/** Refuses protected ids that only look like the id of a user: they would protect nobody without anybody noticing. */
function refuseSimilarProtection({ rules, userKeys, violations }: Draft): void {
	for (const id of rules.protectedUserIds) {
		const lookAlike = userKeys.UserId.lookAlike(id);
		if (lookAlike === undefined) continue;
		violations.push({
			parameter: 'protectedUserIds',
			message: `In Protected User IDs, ${lookAlike}`,
		});
	}
}

/** Refuses the item that deletes a user who stays anyway, or takes the user type away from an administrator. */
function refuseForbidden(draft: Draft, user: PlanRecord, reason: string | undefined, isAdministrator: boolean): void {
	const [item] = user.items;
	if (!item || reason === undefined) return;

	const who = `The user ${user.before('UserId')}`;
	if (!user.stays) draft.refuse(item, 'DeleteFlag', `${who} ${reason}`);
	if (isAdministrator && user.wanted('UserType') !== ADMINISTRATOR) {
		draft.refuse(item, 'UserType', `${who} ${IS_ADMINISTRATOR}`);
	}
}

/** Keeps a user and, as far as no item says something else of them, the departments of the user and all above them. */
function keepUser(draft: Draft, user: PlanRecord, reason: string): void {
	user.kept = reason;
	if (draft.rules.missing.department !== 'delete') return;

	for (const department of user.places.flatMap((place) => place.withAbove())) {
		const isFree = department.namedBy.size === 0 && department.stays;
		if (isFree) department.kept ??= `the user ${user.before('UserId')}, who is kept, is in it`;
	}
}

/** Says why a department stays that exists twice and is empty, and which one its path means. */
export function explainTwins(draft: Draft): void {
	for (const department of draft.departments) {
		const { id, twinInUse, namedBy, stays } = department;
		if (!twinInUse || !stays || namedBy.size > 0) continue;

		const both = `exists twice, as ${twinInUse.id}, which is in use and is taken, and as ${id}, which is empty`;
		const advice = `delete ${id} in the service, or by an item with its Department ID and Delete Flag 1`;
		department.kept ??= `${both}; ${advice}`;
	}
}
