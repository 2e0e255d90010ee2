import { quote } from '../../values/show';
import { columnLabel } from '../fields';
import { comparable } from '../identity';
import type { ReadItem } from '../items';
import { DEPARTMENT_PATH } from '../recognise';
import { refuseContradiction } from './contradictions';
import type { DepartmentFinder } from './departments';
import type { Draft } from './draft';
import { idsIn, PlanRecord } from './record';

/** Edits, deletes or adds the user that an item means. */
export function matchUser(draft: Draft, finder: DepartmentFinder, item: ReadItem): void {
	const { matchUsersBy } = draft.rules;
	const key = item.cells[matchUsersBy] ?? '';
	if (key === '') {
		const label = columnLabel(matchUsersBy);
		draft.refuse(item, matchUsersBy, `${label} is empty. Map a column to it, or fill the cell`);
		return;
	}

	const found = draft.theOneMeant(item, matchUsersBy, draft.userKeys[matchUsersBy].find(key));
	if (found === undefined) return;
	if (found.length === 0 && refusesSimilarId(draft, item)) return;

	const [present] = found;
	if (!present && item.deletes) return;
	const user = present ?? new PlanRecord('user');
	user.adopt(item, draft.rules);
	// Several items for one user are refused.
	if (user.items.length > 1) return;

	refuseOtherIds(draft, user, item, key);
	if (!item.deletes) assignDepartments(draft, finder, user, item);
	if (!present) addUser(draft, user, item, key);
}

/** Refuses a new user whose User ID only looks like the one of a present user. @returns whether it does */
function refusesSimilarId(draft: Draft, item: ReadItem): boolean {
	const lookAlike = draft.userKeys.UserId.lookAlike(item.cells.UserId ?? '');
	if (lookAlike === undefined) return false;

	draft.refuse(item, 'UserId', `${columnLabel('UserId')} ${lookAlike}`);
	return true;
}

/** Refuses another id for a user, because ids never change; a user with a UUID is not new. */
function refuseOtherIds(draft: Draft, user: PlanRecord, item: ReadItem, key: string): void {
	const matchedBy = columnLabel(draft.rules.matchUsersBy);
	const columns = user.row ? ['UserId', 'UserUuid'] : ['UserUuid'];

	for (const column of columns) {
		const entered = item.cells[column] ?? '';
		const own = user.before(column);
		if (entered === '' || comparable(column, entered) === comparable(column, own)) continue;

		const problem = user.row
			? `is not that of the user whom ${matchedBy} matches, which is ${quote(own)} and never changes`
			: `is filled, but no user has the ${matchedBy} ${quote(key)}`;
		draft.refuse(item, column, `${columnLabel(column)} ${quote(entered)} ${problem}`);
	}
}

/** Moves a user into the departments that its item names; where it names none, the user stays where it is. */
function assignDepartments(draft: Draft, finder: DepartmentFinder, user: PlanRecord, item: ReadItem): void {
	const { createMissingDepartments } = draft.rules;
	const byPath = item.paths.flatMap((path) => finder.byPath(item, path, createMissingDepartments));
	const ids = idsIn(item.cells.DepartmentId);
	const byId = ids.flatMap((id) => finder.byId(item, 'DepartmentId', id));

	const departments = new Set([...byPath, ...byId]);
	for (const department of departments) department.namedBy.add(item.itemIndex);

	const isOnlyPartOfThem = (some: readonly PlanRecord[]) => some.length > 0 && new Set(some).size < departments.size;
	if (isOnlyPartOfThem(byPath) || isOnlyPartOfThem(byId)) refuseContradiction(draft, item, 'DepartmentId');
	if (departments.size > 0) user.moveTo([...departments]);
}

function addUser(draft: Draft, user: PlanRecord, item: ReadItem, key: string): void {
	const { matchUsersBy, today } = draft.rules;
	const hasDepartment = item.paths.length > 0 || (item.cells.DepartmentId ?? '') !== '';
	if (!hasDepartment) {
		draft.refuse(item, DEPARTMENT_PATH, 'Department Path or Department ID is required when a user is added');
	}

	user.cells.EffectiveDateFrom ??= today;
	draft.users.push(user);
	draft.userKeys[matchUsersBy].addNew(key, user);
}
