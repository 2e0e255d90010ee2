import { quote } from '../../values/show';
import type { PresentRecord } from '../csv';
import { columnLabel } from '../fields';
import { LOOK_ALIKE_ADVICE, lookOf, sameForm } from '../identity';
import { DEPARTMENT_PATH } from '../items';
import type { ReadItem } from '../items';
import { departmentOfId, departmentOfPath, nameBy } from './departments';
import { append, before, comparable, contradict, newUser, noteChanges, refuse, refuseTwice, wanted } from './draft';
import type { Department, Draft, User } from './draft';

/** Columns of which two users cannot have the same value (spec: user record). */
export const UNIQUE_COLUMNS = ['UserId', 'Email', 'SamlNameId'] as const;

/** Brings items together with the users that they mean. */
export function placeUsers(draft: Draft, rows: readonly PresentRecord[], items: readonly ReadItem[]): void {
	const {
		users,
		rules: { matchUsersBy: column },
	} = draft;
	const label = columnLabel(column);
	for (const row of rows) users.push(newUser(row));
	const byKey = new Map<string, User[]>();
	for (const user of users) append(byKey, comparable(column, before(user, column)), user);
	const looks = [...new Set([column, 'UserId'])].map((name) => {
		return [name, new Map(users.map((user) => [lookOf(before(user, name)), user]))] as const;
	});
	const itemsOfKey = new Map<string, ReadItem[]>();
	for (const item of items) append(itemsOfKey, comparable(column, item.cells[column] ?? ''), item);
	const [first] = items;
	if (first && itemsOfKey.get('')?.length === items.length) {
		return refuse(draft, first, column, `No item has a value for ${label}. Does your sheet have such a column?`);
	}
	for (const [key, same] of itemsOfKey) {
		const [item] = same;
		if (key === '') {
			for (const each of same) refuse(draft, each, column, `${label} is empty. Map a column to it, or fill the cell`);
		} else if (item) {
			const found = byKey.get(key) ?? [];
			if (found[0]) edit(draft, found, item);
			else if (!refuseLookAlike(draft, item, looks) && !item.deletes) add(draft, item);
			refuseTwice(draft, same, column, `have the same ${label}, ${quote(key)}; give each user one item`);
		}
	}
}

/** Whether an item that fits nobody looks as if it meant somebody. */
function refuseLookAlike(
	draft: Draft,
	item: ReadItem,
	looks: ReadonlyArray<readonly [column: string, users: ReadonlyMap<string, User>]>,
): boolean {
	return looks.some(([column, users]) => {
		const given = item.cells[column] ?? '';
		const similar = given === '' ? undefined : users.get(lookOf(given));
		const present = similar && before(similar, column);
		if (present === undefined || sameForm(present) === given) return false;
		const message = `looks like that of a user, ${quote(present)}, but is not the same; ${LOOK_ALIKE_ADVICE}`;
		refuse(draft, item, column, `${columnLabel(column)} ${quote(given)} ${message}`);
		return true;
	});
}

function edit(draft: Draft, [user, ...others]: readonly User[], item: ReadItem): void {
	const { matchUsersBy, blankCells } = draft.rules;
	if (!user) return;
	if (others.length > 0) {
		const ids = [user, ...others].map(({ id }) => id).sort();
		const given = quote(item.cells[matchUsersBy] ?? '');
		const message = `${columnLabel(matchUsersBy)} ${given} fits ${ids.length} users (${ids.join(', ')})`;
		return refuse(draft, item, matchUsersBy, message);
	}
	user.items.push(item);
	for (const column of ['UserId', 'UserUuid'] as const) {
		const given = item.cells[column] ?? '';
		const own = before(user, column);
		if (given === '' || comparable(column, given) === comparable(column, own)) continue;
		const whose = `the user whom ${columnLabel(matchUsersBy)} matches, which is ${quote(own)} and never changes`;
		refuse(draft, item, column, `${columnLabel(column)} ${quote(given)} is not that of ${whose}`);
	}
	if (item.deletes) {
		user.deletion = 'asked';
		return;
	}
	noteChanges(user, item, blankCells);
	const departments = departmentsOf(draft, item);
	const own = new Set(
		before(user, 'DepartmentId')
			.split(';')
			.filter((id) => id !== ''),
	);
	const isSame = departments.size === own.size && [...departments].every(({ id }) => own.has(id));
	if (departments.size > 0 && !isSame) user.departments = [...departments];
}

function add(draft: Draft, item: ReadItem): void {
	const { cells, paths } = item;
	const { matchUsersBy, today } = draft.rules;
	if ((cells.UserUuid ?? '') !== '') {
		const key = quote(cells[matchUsersBy] ?? '');
		refuse(draft, item, 'UserUuid', `User UUID is filled, but no user has the ${columnLabel(matchUsersBy)} ${key}`);
	}
	const user = newUser();
	draft.users.push(user);
	user.items.push(item);
	noteChanges(user, item, 'keep');
	for (const column of ['UserId', 'EffectiveDateFrom']) if (cells[column]) user.changed[column] = cells[column];
	user.changed.EffectiveDateFrom ??= today;
	user.departments = [...departmentsOf(draft, item)];
	if (paths.length > 0 || (cells.DepartmentId ?? '') !== '') return;
	refuse(draft, item, DEPARTMENT_PATH, 'Department Path or Department ID is required when a user is added');
}

/** The departments that an item puts its user into; none where it does not say. */
function departmentsOf(draft: Draft, item: ReadItem): Set<Department> {
	const { createMissingDepartments } = draft.rules;
	const ids = (item.cells.DepartmentId ?? '')
		.split(';')
		.map(sameForm)
		.filter((id) => id !== '');
	const byPath = item.paths.flatMap((path) => departmentOfPath(draft, item, path, createMissingDepartments) ?? []);
	const byId = ids.flatMap((id) => departmentOfId(draft, item, 'DepartmentId', id) ?? []);
	const all = new Set([...byPath, ...byId]);
	for (const department of all) nameBy(department, item.itemIndex);
	const areOthers = [byPath, byId].some((some) => some.length > 0 && new Set(some).size < all.size);
	if (areOthers) contradict(draft, item, 'DepartmentId', item.cells.DepartmentId ?? '');
	return all;
}

/** What no two users may share: asked of those who stay, and of what the plan writes. */
export function refuseShared(draft: Draft): void {
	const staying = draft.users.filter(({ deletion }) => !deletion);
	for (const column of UNIQUE_COLUMNS) {
		const holders = new Map<string, User[]>();
		for (const user of staying) append(holders, comparable(column, wanted(user, column)), user);
		for (const user of staying) {
			const {
				items: [item],
				changed,
			} = user;
			const text = comparable(column, changed[column] ?? '');
			if (!item || text === '') continue;
			const others = (holders.get(text) ?? []).filter((other) => other !== user);
			if (others.length === 0) continue;
			const names = others
				.map((other) => wanted(other, column === 'UserId' ? 'Email' : 'UserId'))
				.sort()
				.join(', ');
			const message = `is also used by ${names}; each user needs their own`;
			refuse(draft, item, column, `${columnLabel(column)} ${quote(text)} ${message}`);
		}
	}
}
