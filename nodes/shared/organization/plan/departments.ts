import { quote } from '../../values/show';
import type { PresentRecord } from '../csv';
import { columnLabel } from '../fields';
import { sameForm } from '../identity';
import { DEPARTMENT_PATH, itemsNamed, refuseTwice } from '../items';
import type { ReadItem } from '../items';
import { before, idOf, isChanged, isGiven, newDepartment, takeOver, wanted } from './draft';
import type { Department, Draft } from './draft';

/** The parent's path, undefined at the top, and the name. */
function split(path: string, { rules: { pathSeparator } }: Draft): readonly [above: string | undefined, name: string] {
	const at = path.lastIndexOf(pathSeparator);
	return at < 0 ? [undefined, path] : [path.slice(0, at), path.slice(at + pathSeparator.length)];
}

/**
 * A department and those above it, up to one that an item puts somewhere; undefined where they go round in a circle.
 */
function lineOf(department: Department): Department[] | undefined {
	const line: Department[] = [];
	let each: Department | undefined = department;
	for (; each; each = each.pin === undefined ? each.parent : undefined) {
		if (line.includes(each)) return undefined;
		line.push(each);
	}
	return line;
}

function pathOf(department: Department, draft: Draft): string {
	const line = lineOf(department) ?? [];
	const names = line.map((each) => each.pin ?? draft.normalised(wanted(each, 'DepartmentName')));
	return names.reverse().join(draft.rules.pathSeparator);
}

/** Takes in the departments of the service; refused, and `false`, where they are no tree. */
export function readTree(draft: Draft, rows: readonly PresentRecord[]): boolean {
	const { departments, departmentIds, violations } = draft;
	for (const row of rows) departments.push(newDepartment(row));
	for (const department of departments) departmentIds.add(idOf(department), department);
	for (const department of departments) {
		[department.parent] = departmentIds.all(before(department, 'ParentDepartmentId'));
		department.parentBefore = department.parent;
	}
	for (const department of departments) department.pathBefore = pathOf(department, draft);
	const circle = departments.filter((department) => !lineOf(department));
	if (circle.length === 0) return true;
	const names = circle.map((department) => `${wanted(department, 'DepartmentName')} (${idOf(department)})`).join(', ');
	const message = `The service shows departments that are each other's parent: ${names}`;
	violations.push({ parameter: 'ParentDepartmentId', message: `${message}. Correct their parents in the service` });
	return false;
}

/** Marks a department and all above it as named: what stands above a department is needed for it. */
export function nameBy(department: Department, itemIndex: number): void {
	for (const each of lineOf(department) ?? []) each.namedBy.add(itemIndex);
}

/**
 * The department of an id that an item names; undefined, and a violation, where there is none. One that is not there
 * any more needs no deletion.
 */
export function departmentOfId(draft: Draft, item: ReadItem, column: string, id: string): Department | undefined {
	const [found] = draft.departmentIds.all(id);
	const lookAlike = draft.departmentIds.lookAlike(id);
	if (found || (item.deletes && lookAlike === undefined)) return found;
	const problem = lookAlike ?? `the service shows no department with the ID ${quote(id)}`;
	return draft.refuse(item, column, `${columnLabel(column)}: ${problem}`);
}

/**
 * The department of a wanted path, made with its parents where it may be; undefined, and a violation, where not. None
 * is made to be deleted.
 */
export function departmentOfPath(
	draft: Draft,
	item: ReadItem,
	given: string,
	mayBeMade: boolean,
): Department | undefined {
	const { departmentPaths, departments, rules } = draft;
	const path = draft.normalised(given);
	const all = departmentPaths.all(path);
	const staying = all.filter(({ deletion }) => !deletion);
	const [found, ...others] = staying.length > 0 ? staying : all;
	const refused = (problem: string) => draft.refuse(item, DEPARTMENT_PATH, `Department Path: the path ${problem}`);
	if (others.length > 0) {
		const ids = all.map(idOf).sort().join(', ');
		return refused(`${quote(path)} fits ${all.length} departments (${ids}); give the Department ID instead`);
	}
	if (found) return found;
	const lookAlike = departmentPaths.lookAlike(path);
	if (lookAlike !== undefined) return refused(lookAlike);
	if (item.deletes) return undefined;
	if (!mayBeMade) return refused(`${quote(path)} fits no department, and Create Missing Departments is off`);
	if (path.split(rules.pathSeparator).includes('')) return refused(`${quote(path)} has a blank name in it`);
	const [above, name] = split(path, draft);
	const parent = above === undefined ? undefined : departmentOfPath(draft, item, above, true);
	if (above !== undefined && !parent) return undefined;
	const made: Department = { ...newDepartment(), parent, path };
	made.cells.DepartmentName = name;
	departments.push(made);
	departmentPaths.add(path, made, false);
	return made;
}

const hasId = ({ cells }: ReadItem) => (cells.DepartmentId ?? '') !== '';

/** Brings the items about departments, all but deletions by path, into the tree that they want. */
export function placeDepartments(draft: Draft, items: readonly ReadItem[]): void {
	// All renames and moves first: paths are those of the wanted tree.
	for (const item of items) if (hasId(item)) placeById(draft, item);
	settle(draft);
	for (const item of items) if (!hasId(item) && !item.deletes) placeByPath(draft, item);
	for (const department of draft.departments) {
		for (const item of department.items) if (!item.deletes) nameBy(department, item.itemIndex);
	}
}

/** Deletions by path, when all else is in its place. */
export function deleteByPath(draft: Draft, items: readonly ReadItem[]): void {
	for (const item of items) if (!hasId(item) && item.deletes) placeByPath(draft, item);
}

function take(draft: Draft, department: Department, item: ReadItem): void {
	department.items.push(item);
	if (item.deletes) department.deletion = 'asked';
	else takeOver(department, item, draft.rules);
}

/** A department that an item names by its id: deleted, renamed or moved. */
function placeById(draft: Draft, item: ReadItem): void {
	const { DepartmentId = '', DepartmentName = '', ParentDepartmentId: parentId } = item.cells;
	const department = departmentOfId(draft, item, 'DepartmentId', DepartmentId);
	if (!department) return;
	take(draft, department, item);
	if (item.deletes) return;
	rename(department, sameForm(DepartmentName));
	const [path] = item.paths;
	if (path !== undefined) department.pin = draft.normalised(path);
	else if (parentId) department.parent = departmentOfId(draft, item, 'ParentDepartmentId', parentId);
	else if (isGiven({ type: 'string' }, parentId, draft.rules)) department.parent = undefined;
}

function rename(department: Department, name: string): void {
	if (name !== '' && name !== sameForm(wanted(department, 'DepartmentName'))) department.cells.DepartmentName = name;
}

/** Gives every department its wanted path, and those that are put somewhere their parents. */
function settle(draft: Draft): void {
	const { departments, departmentPaths } = draft;
	for (const department of departments.filter((each) => !lineOf(each))) {
		for (const item of department.items) {
			draft.refuse(item, 'ParentDepartmentId', 'Parent Department ID must not lead back to the department itself');
		}
		// Nothing comes of the plan any more, but what else is wrong is to be told, too.
		department.parent = department.parentBefore;
	}
	for (const department of departments) {
		department.path = pathOf(department, draft);
		departmentPaths.add(department.path, department);
	}
	for (const department of departments.filter(({ pin }) => pin !== undefined)) placeAtPin(draft, department);
}

/** A move or a rename to a path; none where the department stands there anyway. */
function placeAtPin(draft: Draft, department: Department): void {
	const { parent, path } = department;
	const [item] = department.items;
	const own = draft.normalised(wanted(department, 'DepartmentName'));
	const [above, name] = split(path, draft);
	department.pin = undefined;
	if (!item || path === (parent ? parent.path + draft.rules.pathSeparator + own : own)) return;
	if (name === '')
		draft.refuse(item, DEPARTMENT_PATH, `Department Path: the path ${quote(path)} has a blank name in it`);
	if (isContradicted(draft, item, name)) return;
	const next = above === undefined ? undefined : departmentOfPath(draft, item, above, true);
	if (above !== undefined && !next) return;
	rename(department, name);
	department.parent = next;
}

/** Refuses an item whose name is not the last one of its path. */
function isContradicted(draft: Draft, item: ReadItem, name: string): boolean {
	const { DepartmentName: given = '' } = item.cells;
	const isOther = given !== '' && draft.normalised(given) !== draft.normalised(name);
	if (isOther) draft.contradict(item, 'DepartmentName');
	return isOther;
}

/** A department that an item names by its path alone: the one that has it, or one that is made. */
function placeByPath(draft: Draft, item: ReadItem): void {
	const [path] = item.paths;
	if (path === undefined) draft.refuse(item, DEPARTMENT_PATH, 'a department needs Department Path or Department ID');
	const department = path === undefined ? undefined : departmentOfPath(draft, item, path, true);
	if (department && !isContradicted(draft, item, wanted(department, 'DepartmentName'))) take(draft, department, item);
}

/** What two items, or an item and itself, want of a department and cannot both have. Asked when all is in its place. */
export function refuseContradictions(draft: Draft): void {
	for (const department of draft.departments) {
		const { items, path, parent, deletion, namedBy } = department;
		const [item] = items;
		if (!item) continue;
		refuseTwice(items, DEPARTMENT_PATH, `are about the same department, ${quote(path)}; give it one item`, draft);
		if (deletion && namedBy.size > 0) {
			const message = `The department ${quote(path)} is deleted by its item, but also named by`;
			draft.refuse(item, 'DeleteFlag', `${message} ${itemsNamed(namedBy).toLowerCase()}`);
		}
		if (deletion) continue;
		const { ParentDepartmentId: parentId = '' } = item.cells;
		const isElsewhere = parentId !== '' && draft.departmentIds.all(parentId)[0] !== parent;
		if (isElsewhere && item.paths.length > 0) draft.contradict(item, 'ParentDepartmentId');
		refuseTakenPlace(draft, department, item);
	}
}

/** A path would fit both a department that comes to it and the one that is there. */
function refuseTakenPlace(draft: Draft, department: Department, item: ReadItem): void {
	const { path, parent, parentBefore, row } = department;
	const isMoved = row && (isChanged(department, 'DepartmentName') || parent !== parentBefore);
	const others = draft.departmentPaths.all(path).filter((other) => other !== department && !other.deletion);
	if (!isMoved || others.length === 0) return;
	const ids = others.map((other) => idOf(other) || 'one that is being added').sort();
	draft.refuse(item, DEPARTMENT_PATH, `Department Path ${quote(path)} would fit this department and ${ids.join(', ')}`);
}
