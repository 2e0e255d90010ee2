import { joined, quote } from '../../values/show';
import { columnLabel } from '../fields';
import { comparable, sameForm } from '../identity';
import { DEPARTMENT_PATH, twice } from '../items';
import type { ReadItem } from '../items';
import { before, idOf, idsIn, isChanged, labelsOf, lineOf, newRecord, put, takeOver, wanted } from './draft';
import type { Draft, Subject } from './draft';

/** Brings items together with the records that they mean. Paths are those of the wanted tree: moves come first. */
export function placeItems(draft: Draft): void {
	const { departments, items, rules } = draft;
	for (const department of departments) department.pathBefore = pathOf(department, draft);
	const hasId = ({ kind, cells }: ReadItem) => kind === 'department' && (cells.DepartmentId ?? '') !== '';
	for (const item of items.filter(hasId)) placeById(draft, item);
	settle(draft);
	// What others make or name is not deleted: deletions come last, users after the departments that items describe.
	const turnOf = ({ deletes, kind }: ReadItem) => (deletes ? 2 : kind === 'user' ? 1 : 0);
	const others = items.filter((item) => !hasId(item)).sort((a, b) => turnOf(a) - turnOf(b));
	for (const item of others) (item.kind === 'user' ? placeUser : placeByPath)(draft, item);
	for (const department of departments) {
		for (const item of department.items) if (!item.deletes) nameBy(department, item);
	}
	for (const record of draft.all()) {
		const parameter = record.kind === 'user' ? rules.matchUsersBy : DEPARTMENT_PATH;
		draft.violations.push(...twice(record.items, parameter, labelsOf(record, rules).key));
	}
}

function pathOf(department: Subject, draft: Draft): string {
	const names = lineOf(department).map((each) => each.pin ?? draft.normalised(wanted(each, 'DepartmentName')));
	return names.reverse().join(draft.rules.pathSeparator);
}

/** Notes who names a department: what stands above it is needed for it. */
function nameBy(department: Subject, { itemIndex }: ReadItem): void {
	for (const each of lineOf(department)) each.namedBy.add(itemIndex);
}

/** The department of an id that an item names. One that is not there any more needs no deletion. */
function departmentOfId(draft: Draft, item: ReadItem, column: string, id: string): readonly Subject[] {
	const found = draft.meant(item, column, draft.departmentIds, id);
	if (found?.length === 0 && !item.deletes) {
		draft.refuse(item, column, `${columnLabel(column)}: the service shows no department with the ID ${quote(id)}`);
	}
	return found ?? [];
}

/**
 * The department of a wanted path, made with its parents where it may be; none, and a violation, where not. None is
 * made to be deleted.
 */
function departmentOfPath(draft: Draft, item: ReadItem, given: string, mayBeMade: boolean): readonly Subject[] {
	const { departmentPaths, departments } = draft;
	const path = draft.normalised(given);
	const found = draft.meant(item, DEPARTMENT_PATH, departmentPaths, path);
	if (!found || found.length > 0 || item.deletes) return found ?? [];
	if (!mayBeMade) {
		const message = `Department Path ${quote(path)} fits no department, and Create Missing Departments is off`;
		draft.refuse(item, DEPARTMENT_PATH, message);
		return [];
	}
	const made = { ...newRecord('department'), path };
	departments.push(made);
	departmentPaths.add(path, made, false);
	putAtPath(draft, item, made);
	return [made];
}

/** Gives a department the name and the parent that its path says. */
function putAtPath(draft: Draft, item: ReadItem, department: Subject): void {
	const { pathSeparator } = draft.rules;
	const names = department.path.split(pathSeparator);
	if (names.includes('')) {
		return draft.refuse(item, 'DepartmentName', `Department Path ${quote(department.path)} has a blank name in it`);
	}
	rename(department, names.pop() ?? '');
	put(department, names.length === 0 ? [] : departmentOfPath(draft, item, names.join(pathSeparator), true));
}

function rename(department: Subject, name: string): void {
	if (name !== '' && name !== sameForm(wanted(department, 'DepartmentName'))) department.cells.DepartmentName = name;
}

function take(record: Subject, item: ReadItem): void {
	record.items.push(item);
	if (item.deletes) record.deletion = 'asked';
	else takeOver(record, item);
}

/** Deletes, renames or moves the department that an item names by its id. */
function placeById(draft: Draft, item: ReadItem): void {
	const { DepartmentId = '', DepartmentName = '', ParentDepartmentId: parentId } = item.cells;
	const [path] = item.paths;
	const [department] = departmentOfId(draft, item, 'DepartmentId', DepartmentId);
	if (!department) return;
	take(department, item);
	if (item.deletes) return;
	rename(department, sameForm(DepartmentName));
	if (path !== undefined) department.pin = draft.normalised(path);
	else if (parentId) put(department, departmentOfId(draft, item, 'ParentDepartmentId', parentId));
	else if (parentId === '') put(department, []);
}

/** Takes, or makes, the department that an item names by its path alone. */
function placeByPath(draft: Draft, item: ReadItem): void {
	const [path] = item.paths;
	if (path === undefined) {
		return draft.refuse(item, DEPARTMENT_PATH, 'a department needs Department Path or Department ID');
	}
	for (const department of departmentOfPath(draft, item, path, true)) take(department, item);
}

/** Gives every department its wanted path, and those that are put somewhere their parents. */
function settle(draft: Draft): void {
	const { departments, departmentPaths, rules } = draft;
	refuseCircles(draft);
	for (const department of departments) {
		department.path = pathOf(department, draft);
		departmentPaths.add(department.path, department);
	}
	for (const department of departments.filter(({ pin }) => pin !== undefined)) {
		const [item] = department.items;
		const [parent] = department.places;
		const own = draft.normalised(wanted(department, 'DepartmentName'));
		department.pin = undefined;
		const isThere = department.path === joined([parent?.path, own], rules.pathSeparator);
		if (item && !isThere) putAtPath(draft, item, department);
	}
}

/** No path can be told in a tree that has a circle. */
function refuseCircles({ departments, violations }: Draft): void {
	const circle = departments.filter((each) => {
		return lineOf(each).some(({ pin, places }) => pin === undefined && places.includes(each));
	});
	const parameter = 'ParentDepartmentId';
	const names = circle.map((each) => `${wanted(each, 'DepartmentName')} (${idOf(each)})`).join(', ');
	const rule = 'Parent Department ID must not lead back to the department itself';
	const message = `${rule}. In the items or in the service, these are each other's parent: ${names}`;
	for (const { items } of circle) violations.push({ itemIndex: items[0]?.itemIndex, parameter, message });
}

/** Edits, deletes or adds the user that an item means. */
function placeUser(draft: Draft, item: ReadItem): void {
	const { matchUsersBy: column, today } = draft.rules;
	const { [column]: key = '', UserId = '', DepartmentId = '' } = item.cells;
	if (key === '') {
		return draft.refuse(item, column, `${columnLabel(column)} is empty. Map a column to it, or fill the cell`);
	}
	const found = draft.meant(item, column, draft.userKeys, key);
	const lookAlike = found?.length === 0 ? draft.userIds.lookAlike(UserId) : undefined;
	if (lookAlike !== undefined) return draft.refuse(item, 'UserId', `${columnLabel('UserId')} ${lookAlike}`);
	if (!found || (found.length === 0 && item.deletes)) return;
	const [user = newRecord('user')] = found;
	take(user, item);
	// More than one item are refused.
	if (user.items.length > 1) return;
	refuseOtherIds(draft, user, item, key);
	if (!item.deletes) placeIn(draft, user, item);
	if (user.row) return;
	if (item.paths.length === 0 && DepartmentId === '') {
		draft.refuse(item, DEPARTMENT_PATH, 'Department Path or Department ID is required when a user is added');
	}
	user.cells.EffectiveDateFrom ??= today;
	draft.users.push(user);
	draft.userKeys.add(key, user, false);
}

/** A user's ids never change, and one with a UUID is not new. */
function refuseOtherIds(draft: Draft, user: Subject, item: ReadItem, key: string): void {
	const by = columnLabel(draft.rules.matchUsersBy);
	for (const column of user.row ? ['UserId', 'UserUuid'] : ['UserUuid']) {
		const given = item.cells[column] ?? '';
		const own = before(user, column);
		if (given === '' || comparable(column, given) === comparable(column, own)) continue;
		const problem = user.row
			? `is not that of the user whom ${by} matches, which is ${quote(own)} and never changes`
			: `is filled, but no user has the ${by} ${quote(key)}`;
		draft.refuse(item, column, `${columnLabel(column)} ${quote(given)} ${problem}`);
	}
}

/** Puts a user into the departments that its item names; where it names none, the user stays where it is. */
function placeIn(draft: Draft, user: Subject, item: ReadItem): void {
	const { createMissingDepartments } = draft.rules;
	const byPath = item.paths.flatMap((path) => departmentOfPath(draft, item, path, createMissingDepartments));
	const byId = idsIn(item.cells.DepartmentId).flatMap((id) => departmentOfId(draft, item, 'DepartmentId', id));
	const all = new Set([...byPath, ...byId]);
	for (const department of all) nameBy(department, item);
	const areOthers = [byPath, byId].some((some) => some.length > 0 && new Set(some).size < all.size);
	if (areOthers) draft.contradict(item, 'DepartmentId');
	if (all.size > 0) put(user, [...all]);
}

/** What items want of a department and cannot have. Asked when all is in its place. */
export function refuseContradictions(draft: Draft): void {
	for (const department of draft.departments) {
		const { items, path, row, deletion, places, placesBefore } = department;
		const [item] = items;
		if (!item) continue;
		for (const column of item.paths.length > 0 ? ['DepartmentName', 'ParentDepartmentId'] : []) {
			const [given, own] = [item.cells[column] ?? '', wanted(department, column)].map((text) => draft.normalised(text));
			if (given !== '' && given !== own) draft.contradict(item, column);
		}
		// A path would fit both a department that comes to it and the one that is there.
		const isMoved = row && !deletion && (isChanged(department, 'DepartmentName') || places !== placesBefore);
		const others = draft.departmentPaths.all(path).filter((other) => other !== department && !other.deletion);
		if (!isMoved || others.length === 0) continue;
		const ids = ['this department', ...others.map((other) => idOf(other) || 'one that is being added').sort()];
		draft.refuse(item, DEPARTMENT_PATH, `Department Path ${quote(path)} would fit ${ids.join(' and ')}`);
	}
}
