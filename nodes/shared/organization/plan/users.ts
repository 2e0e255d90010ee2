import { quote } from '../../values/show';
import type { PresentRecord } from '../csv';
import { columnLabel } from '../fields';
import { append, Keys, sameForm } from '../identity';
import { DEPARTMENT_PATH, refuseTwice } from '../items';
import type { ReadItem } from '../items';
import { departmentOfId, departmentOfPath, nameBy } from './departments';
import { before, comparable, idOf, idsIn, isChanged, newUser, takeOver, wanted } from './draft';
import type { Department, Draft, User } from './draft';

/** Columns of which two users cannot have the same value (spec: user record). */
export const UNIQUE_COLUMNS = ['UserId', 'Email', 'SamlNameId'] as const;

/** Brings items together with the users that they mean. */
export function placeUsers(draft: Draft, rows: readonly PresentRecord[], items: readonly ReadItem[]): void {
	const { users, userIds, rules } = draft;
	const { matchUsersBy: column } = rules;
	const keys = new Keys<User>((text) => comparable(column, text));
	for (const user of rows.map((row) => newUser(draft, row))) {
		users.push(user);
		userIds.add(before(user, 'UserId'), user);
		keys.add(before(user, column), user);
	}
	const itemsOfKey = new Map<string, ReadItem[]>();
	for (const item of items) append(itemsOfKey, comparable(column, item.cells[column] ?? ''), item);
	const label = columnLabel(column);
	const nameless = itemsOfKey.get('') ?? [];
	if (items.length > 0 && nameless.length === items.length) {
		const message = `No item has a value for ${label}. Does your sheet have such a column?`;
		draft.violations.push({ parameter: column, message });
		return;
	}
	for (const item of nameless) draft.refuse(item, column, `${label} is empty. Map a column to it, or fill the cell`);
	itemsOfKey.delete('');
	for (const [key, same] of itemsOfKey) {
		refuseTwice(same, column, `have the same ${label}, ${quote(key)}; give each user one item`, draft);
		for (const item of same.slice(0, 1)) place(draft, item, keys);
	}
}

/** Edits, deletes or adds the user that an item means. */
function place(draft: Draft, item: ReadItem, keys: Keys<User>): void {
	const { matchUsersBy: column } = draft.rules;
	const { [column]: key = '', UserId = '' } = item.cells;
	const found = keys.all(key);
	const [user, ...others] = found;
	const [lookAlike, idLookAlike] = [keys.lookAlike(key), draft.userIds.lookAlike(UserId)];
	if (others.length > 0) {
		const ids = found.map(idOf).sort();
		draft.refuse(item, column, `${columnLabel(column)} ${quote(key)} fits ${ids.length} users (${ids.join(', ')})`);
	} else if (user) edit(draft, user, item);
	else if (lookAlike !== undefined) draft.refuse(item, column, `${columnLabel(column)} ${lookAlike}`);
	else if (idLookAlike !== undefined) draft.refuse(item, 'UserId', `${columnLabel('UserId')} ${idLookAlike}`);
	else if (!item.deletes) add(draft, item);
}

function edit(draft: Draft, user: User, item: ReadItem): void {
	user.items.push(item);
	for (const column of ['UserId', 'UserUuid'] as const) {
		const given = item.cells[column] ?? '';
		const own = before(user, column);
		if (given === '' || comparable(column, given) === comparable(column, own)) continue;
		const by = columnLabel(draft.rules.matchUsersBy);
		const whose = `the user whom ${by} matches, which is ${quote(own)} and never changes`;
		draft.refuse(item, column, `${columnLabel(column)} ${quote(given)} is not that of ${whose}`);
	}
	if (item.deletes) {
		user.deletion = 'asked';
		return;
	}
	takeOver(user, item, draft.rules);
	const departments = departmentsOf(draft, item);
	const own = new Set(idsIn(before(user, 'DepartmentId')));
	const isSame = departments.size === own.size && [...departments].every((each) => own.has(sameForm(idOf(each))));
	if (departments.size > 0 && !isSame) user.departments = [...departments];
}

function add(draft: Draft, item: ReadItem): void {
	const { cells, paths } = item;
	const { matchUsersBy, today } = draft.rules;
	if ((cells.UserUuid ?? '') !== '') {
		const key = quote(cells[matchUsersBy] ?? '');
		draft.refuse(item, 'UserUuid', `User UUID is filled, but no user has the ${columnLabel(matchUsersBy)} ${key}`);
	}
	if (paths.length === 0 && (cells.DepartmentId ?? '') === '') {
		draft.refuse(item, DEPARTMENT_PATH, 'Department Path or Department ID is required when a user is added');
	}
	const user = newUser(draft);
	draft.users.push(user);
	user.items.push(item);
	takeOver(user, item, draft.rules);
	user.cells.EffectiveDateFrom ??= today;
	user.departments = [...departmentsOf(draft, item)];
}

/** The departments that an item puts its user into; none where it does not say. */
function departmentsOf(draft: Draft, item: ReadItem): Set<Department> {
	const { createMissingDepartments } = draft.rules;
	const byPath = item.paths.flatMap((path) => departmentOfPath(draft, item, path, createMissingDepartments) ?? []);
	const ids = idsIn(item.cells.DepartmentId);
	const byId = ids.flatMap((id) => departmentOfId(draft, item, 'DepartmentId', id) ?? []);
	const all = new Set([...byPath, ...byId]);
	for (const department of all) nameBy(department, item.itemIndex);
	const areOthers = [byPath, byId].some((some) => some.length > 0 && new Set(some).size < all.size);
	if (areOthers) draft.contradict(item, 'DepartmentId');
	return all;
}

/** What no two users may share: asked of those who stay, and of what the plan writes. */
export function refuseShared(draft: Draft): void {
	for (const column of UNIQUE_COLUMNS) {
		const holders = new Map<string, User[]>();
		for (const user of draft.users) if (!user.deletion) append(holders, comparable(column, wanted(user, column)), user);
		holders.delete('');
		for (const [text, sharing] of [...holders].filter(([, { length }]) => length > 1)) {
			for (const user of sharing.filter((each) => isChanged(each, column))) {
				const [item] = user.items;
				const others = sharing.filter((other) => other !== user);
				const names = others.map((other) => wanted(other, column === 'UserId' ? 'Email' : 'UserId')).sort();
				const message = `is also used by ${names.join(', ')}; each user needs their own`;
				if (item) draft.refuse(item, column, `${columnLabel(column)} ${quote(text)} ${message}`);
			}
		}
	}
}
