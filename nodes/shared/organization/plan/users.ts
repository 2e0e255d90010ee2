import { quote } from '../../values/show';
import { LOOK_ALIKE_ADVICE, lookOf, sameForm } from '../identity';
import type { PresentRecord } from '../csv';
import { append, before, comparable, departmentIds, noteChanges, refuseItem, refuseTwice, wanted } from './draft';
import type { Department, Draft, User } from './draft';
import { departmentOfId, departmentOfPath, nameBy } from './departments';
import { DEPARTMENT_PATH } from './items';
import type { ReadItem } from './items';

/** Columns of which two users cannot have the same value (spec: user record). */
export const UNIQUE_COLUMNS = ['UserId', 'Email', 'SamlNameId'] as const;

/** What the panel calls the column that matches users. */
const KEY_LABELS = { UserId: 'User ID', Email: 'Email' } as const;

function newUser(row: PresentRecord | undefined): User {
	return { row, id: row?.UserUuid ?? '', item: undefined, changed: {}, deletion: undefined, tempId: '', departments: undefined };
}

/** How the items of users are brought together with users. */
interface Lookup {
	readonly byKey: ReadonlyMap<string, User[]>;
	readonly byLook: ReadonlyMap<string, User>;
	/** By what their `UserId` has in common with those that look like it, where another column matches users. */
	readonly byUserId: ReadonlyMap<string, User>;
}

/** Brings items together with the users that they mean. */
export function placeUsers(draft: Draft, rows: readonly PresentRecord[], items: readonly ReadItem[]): void {
	const column = draft.rules.matchUsersBy;
	const byKey = new Map<string, User[]>();
	for (const row of rows) draft.users.push(newUser(row));
	for (const user of draft.users) append(byKey, comparable(column, before(user, column)), user);
	const looks = (name: string) => new Map(draft.users.map((user) => [lookOf(before(user, name)), user]));
	const lookup = { byKey, byLook: looks(column), byUserId: looks('UserId') };
	const keyed = items.filter(({ cells }) => (cells[column] ?? '') !== '');
	if (keyed.length === 0 && items[0]) {
		const message = `No item has a value for ${KEY_LABELS[column]}. Does your sheet have such a column?`;
		return refuseItem(draft, items[0].itemIndex, column, message);
	}
	const about = new Map<string, number[]>();
	for (const item of items) {
		const key = comparable(column, item.cells[column] ?? '');
		if (key === '') {
			const message = `${KEY_LABELS[column]} is empty. Map a column to it, or fill the cell`;
			refuseItem(draft, item.itemIndex, column, message);
			continue;
		}
		append(about, key, item.itemIndex);
		if (about.get(key)?.length === 1) placeUser(draft, item, key, lookup);
	}
	refuseTwice(draft, about, column, (key) => `have the same ${KEY_LABELS[column]}, ${quote(key)}; give each user one item`);
}

function placeUser(draft: Draft, item: ReadItem, key: string, lookup: Lookup): void {
	const column = draft.rules.matchUsersBy;
	const { itemIndex, cells } = item;
	const given = cells[column] ?? '';
	const found = lookup.byKey.get(key) ?? [];
	const [user] = found;
	if (user && found.length === 1) return edit(draft, user, item);
	if (user) {
		const ids = found.map(({ id }) => id).sort().join(', ');
		return refuseItem(draft, itemIndex, column, `${column} ${quote(given)} fits ${found.length} users (${ids})`);
	}
	const similar = lookup.byLook.get(lookOf(given));
	if (similar) return refuseItem(draft, itemIndex, column, lookAlike(column, given, similar));
	if (!item.deletes) add(draft, item, lookup);
}

function lookAlike(column: string, given: string, similar: User): string {
	const present = quote(before(similar, column));
	return `${column} ${quote(given)} looks like that of a user, ${present}, but is not the same; ${LOOK_ALIKE_ADVICE}`;
}

function edit(draft: Draft, user: User, item: ReadItem): void {
	user.item = item;
	for (const column of ['UserId', 'UserUuid'] as const) {
		const given = item.cells[column] ?? '';
		const own = before(user, column);
		if (given === '' || comparable(column, given) === comparable(column, own)) continue;
		const whose = `the user whom ${draft.rules.matchUsersBy} matches, which is ${quote(own)} and never changes`;
		refuseItem(draft, item.itemIndex, column, `${column} ${quote(given)} is not that of ${whose}`);
	}
	if (item.deletes) {
		user.deletion = 'asked';
		return;
	}
	noteChanges(user, item, draft.rules);
	const departments = departmentsOf(draft, item);
	const ids = new Set(departmentIds(user));
	const isSame = departments.size === ids.size && [...departments].every(({ id }) => ids.has(id));
	if (departments.size > 0 && !isSame) user.departments = [...departments];
}

function add(draft: Draft, item: ReadItem, lookup: Lookup): void {
	const { cells, itemIndex } = item;
	refuseMistakenIdentity(draft, item, lookup);
	const user = newUser(undefined);
	draft.users.push(user);
	user.item = item;
	noteChanges(user, item, { ...draft.rules, blankCells: 'keep' });
	for (const column of ['UserId', 'EffectiveDateFrom']) if (cells[column]) user.changed[column] = cells[column];
	user.changed.EffectiveDateFrom ??= draft.rules.today;
	user.departments = [...departmentsOf(draft, item)];
	if (item.paths.length > 0 || (cells.DepartmentId ?? '') !== '') return;
	refuseItem(draft, itemIndex, DEPARTMENT_PATH, `${DEPARTMENT_PATH} or DepartmentId is required when a user is added`);
}

/** A user who would be added although the service shows who is most likely meant. */
function refuseMistakenIdentity(draft: Draft, { itemIndex, cells }: ReadItem, { byUserId }: Lookup): void {
	const { matchUsersBy: key } = draft.rules;
	const { UserId: userId = '', UserUuid: uuid = '' } = cells;
	if (uuid !== '') {
		refuseItem(draft, itemIndex, 'UserUuid', `UserUuid is filled, but no user has the ${key} ${quote(cells[key] ?? '')}`);
	}
	const other = userId === '' ? undefined : byUserId.get(lookOf(userId));
	if (!other) return;
	const isSame = sameForm(before(other, 'UserId')) === userId;
	const email = quote(before(other, 'Email'));
	const message = isSame
		? `UserId ${quote(userId)} is that of a user with the Email ${email}; match users by UserId to change it`
		: lookAlike('UserId', userId, other);
	refuseItem(draft, itemIndex, 'UserId', message);
}

/** The departments that an item puts its user into; none where it does not say. */
function departmentsOf(draft: Draft, item: ReadItem): Set<Department> {
	const ids = (item.cells.DepartmentId ?? '').split(';').map(sameForm).filter((id) => id !== '');
	const { createMissingDepartments: mayBeMade } = draft.rules;
	const byPath = new Set(item.paths.flatMap((path) => departmentOfPath(draft, item, path, mayBeMade) ?? []));
	const byId = new Set(ids.flatMap((id) => departmentOfId(draft, item, 'DepartmentId', id) ?? []));
	for (const department of [...byPath, ...byId]) nameBy(department, item.itemIndex);
	if (byPath.size === 0 || byId.size === 0) return new Set([...byPath, ...byId]);
	if (byPath.size !== byId.size || [...byId].some((department) => !byPath.has(department))) {
		const message = `DepartmentId and ${DEPARTMENT_PATH} name different departments; give one of the two`;
		refuseItem(draft, item.itemIndex, 'DepartmentId', message);
	}
	return byPath;
}

/** What no two users may share: asked of those who stay, and of what the plan writes. */
export function refuseShared(draft: Draft): void {
	for (const column of UNIQUE_COLUMNS) {
		const holders = new Map<string, User[]>();
		for (const user of draft.users) {
			const text = user.deletion ? '' : comparable(column, wanted(user, column));
			if (text !== '') append(holders, text, user);
		}
		for (const [text, sharing] of holders) {
			for (const user of sharing.length > 1 ? sharing : []) {
				if (!user.item || !Object.hasOwn(user.changed, column)) continue;
				const others = sharing.filter((other) => other !== user).map((other) => wanted(other, 'UserId'));
				const message = `${column} ${quote(text)} is also used by ${others.sort().join(', ')}; each user needs their own`;
				refuseItem(draft, user.item.itemIndex, column, message);
			}
		}
	}
}
