import { quote } from '../../values/show';
import type { PresentRecord } from '../csv';
import { columnLabel } from '../fields';
import { LOOK_ALIKE_ADVICE, lookOf, sameForm } from '../identity';
import { append, DEPARTMENT_PATH, itemsNamed, refuseTwice } from '../items';
import type { ReadItem } from '../items';
import { before, contradict, idOf, isChanged, isGiven, newDepartment, refuse, takeOver, wanted } from './draft';
import type { Department, Draft } from './draft';
import type { SyncRules } from './types';

/*
 * Paths are texts and not lists of names, so that a department whose name holds the separator is found under the path
 * that a person writes for it.
 */

/** A path in the one form of its names. */
function normalised(path: string, { pathSeparator }: SyncRules): string {
	return path.split(pathSeparator).map(sameForm).join(pathSeparator);
}

/** What a path has in common with those that look like it. */
function lookOfPath(path: string, { pathSeparator }: SyncRules): string {
	const separator = lookOf(pathSeparator) || pathSeparator;
	return path.split(pathSeparator).map(lookOf).join(separator);
}

/** The parent's path, undefined at the top, and the name. A name that holds the separator is known to be one. */
function split(
	path: string,
	{ pathSeparator }: SyncRules,
	name = '',
): readonly [above: string | undefined, name: string] {
	if (path === name) return [undefined, name];
	const at = path.length - name.length - pathSeparator.length;
	const isKnown = name !== '' && path.indexOf(pathSeparator + name, at) === at;
	const end = isKnown ? at : path.lastIndexOf(pathSeparator);
	return end < 0 ? [undefined, path] : [path.slice(0, end), path.slice(end + pathSeparator.length)];
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

function pathOf(department: Department, rules: SyncRules): string {
	const line = lineOf(department) ?? [];
	const names = line.map((each) => each.pin ?? normalised(wanted(each, 'DepartmentName'), rules));
	return names.reverse().join(rules.pathSeparator);
}

/** Takes in the departments of the service as a tree. */
export function readTree(
	{ departments, departmentsById, rules, violations }: Draft,
	rows: readonly PresentRecord[],
): void {
	for (const row of rows) departments.push(newDepartment(row));
	for (const department of departments) departmentsById.set(sameForm(idOf(department)), department);
	for (const department of departments) {
		department.parent = departmentsById.get(sameForm(before(department, 'ParentDepartmentId')));
		department.parentBefore = department.parent;
	}
	for (const department of departments) department.pathBefore = pathOf(department, rules);
	const circle = departments.filter((department) => !lineOf(department));
	if (circle.length === 0) return;
	const names = circle.map((department) => `${wanted(department, 'DepartmentName')} (${idOf(department)})`).join(', ');
	const message = `The service shows departments that are each other's parent: ${names}`;
	violations.push({ parameter: 'ParentDepartmentId', message: `${message}. Correct their parents in the service` });
}

function register({ departmentsByPath, departmentsByLook, rules }: Draft, department: Department, path: string): void {
	department.path = path;
	append(departmentsByPath, path, department);
	if (department.row) departmentsByLook.set(lookOfPath(path, rules), department);
}

/** Marks a department and all above it as named: what stands above a department is needed for it. */
export function nameBy(department: Department, itemIndex: number): void {
	for (const each of lineOf(department) ?? []) each.namedBy.add(itemIndex);
}

/**
 * The department of an id that an item names; undefined, and a violation, where there is none. One that is not there any
 * more needs no deletion.
 */
export function departmentOfId(draft: Draft, item: ReadItem, column: string, id: string): Department | undefined {
	const { departmentsById } = draft;
	const found = departmentsById.get(sameForm(id));
	if (found) return found;
	const look = lookOf(id);
	const similar = [...departmentsById.keys()].find((each) => lookOf(each) === look);
	if (similar === undefined && item.deletes) return undefined;
	const unknown = `the service shows no department with the ID ${quote(id)}`;
	const lookAlike = `${quote(id)} looks like ${quote(similar ?? '')}, but is not the same; ${LOOK_ALIKE_ADVICE}`;
	return refuse(draft, item, column, `${columnLabel(column)}: ${similar === undefined ? unknown : lookAlike}`);
}

/**
 * The department of a wanted path, made with its parents where it may be; undefined, and a violation, where not. None is
 * made to be deleted.
 */
export function departmentOfPath(
	draft: Draft,
	item: ReadItem,
	given: string,
	mayBeMade: boolean,
): Department | undefined {
	const { departmentsByPath, departmentsByLook, departments, rules } = draft;
	const path = normalised(given, rules);
	const refused = (problem: string) =>
		refuse(draft, item, DEPARTMENT_PATH, `Department Path: the path ${quote(path)} ${problem}`);
	const all = departmentsByPath.get(path) ?? [];
	const staying = all.filter(({ deletion }) => !deletion);
	const fitting = staying.length > 0 ? staying : all;
	if (fitting.length > 1) {
		const ids = fitting.map(idOf).sort().join(', ');
		return refused(`fits ${fitting.length} departments (${ids}); give the Department ID instead`);
	}
	if (fitting[0]) return fitting[0];
	const similar = departmentsByLook.get(lookOfPath(path, rules));
	if (similar) {
		return refused(`looks like ${quote(similar.path)} (${idOf(similar)}), but is not the same; ${LOOK_ALIKE_ADVICE}`);
	}
	if (item.deletes) return undefined;
	if (!mayBeMade) return refused('fits no department, and Create Missing Departments is off');
	if (path.split(rules.pathSeparator).includes('')) return refused('has a blank name in it');
	const [above, name] = split(path, rules);
	const made = newDepartment();
	rename(made, name);
	made.parent = above === undefined ? undefined : departmentOfPath(draft, item, above, true);
	departments.push(made);
	register(draft, made, path);
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

const PARENT = { type: 'string' } as const;

/** A department that an item names by its id: deleted, renamed or moved. */
function placeById(draft: Draft, item: ReadItem): void {
	const { DepartmentId = '', DepartmentName = '', ParentDepartmentId: parentId } = item.cells;
	const department = departmentOfId(draft, item, 'DepartmentId', DepartmentId);
	if (!department) return;
	take(draft, department, item);
	if (item.deletes) return;
	rename(department, sameForm(DepartmentName));
	const [path] = item.paths;
	if (path !== undefined) department.pin = normalised(path, draft.rules);
	else if (isGiven(PARENT, parentId, draft.rules)) {
		const parent = parentId === '' ? undefined : departmentOfId(draft, item, 'ParentDepartmentId', parentId);
		if (parent || parentId === '') department.parent = parent;
	}
}

function rename(department: Department, name: string): void {
	const { cells } = department;
	if (name !== '' && name !== sameForm(cells.DepartmentName ?? '')) cells.DepartmentName = name;
}

/** Gives every department its wanted path, and those that are put somewhere their parents. */
function settle(draft: Draft): void {
	const { departments, rules } = draft;
	for (const department of departments.filter((each) => !lineOf(each))) {
		for (const item of department.items) {
			refuse(draft, item, 'ParentDepartmentId', 'Parent Department ID must not lead back to the department itself');
		}
		// Nothing comes of the plan any more, but what else is wrong is to be told, too.
		department.parent = department.parentBefore;
	}
	const pinned = departments.filter(({ pin }) => pin !== undefined);
	for (const department of departments) register(draft, department, pathOf(department, rules));
	for (const department of pinned) placeAtPin(draft, department);
}

/** A move or a rename to a path; none where the department stands there anyway. */
function placeAtPin(draft: Draft, department: Department): void {
	const [item] = department.items;
	const [above, name] = split(
		department.path,
		draft.rules,
		normalised(wanted(department, 'DepartmentName'), draft.rules),
	);
	department.pin = undefined;
	if (!item) return;
	if (name === '') refuse(draft, item, DEPARTMENT_PATH, 'Department Path has a blank name in it');
	contradictName(draft, item, name);
	rename(department, name);
	if (above === department.parent?.path) return;
	department.parent = above === undefined ? undefined : departmentOfPath(draft, item, above, true);
}

/** A name that is not the last one of the path. */
function contradictName(draft: Draft, item: ReadItem, name: string): void {
	const { DepartmentName: given = '' } = item.cells;
	const isOther = given !== '' && normalised(given, draft.rules) !== normalised(name, draft.rules);
	if (isOther) contradict(draft, item, 'DepartmentName', given);
}

/** A department that an item names by its path alone: the one that has it, or one that is made. */
function placeByPath(draft: Draft, item: ReadItem): void {
	const [path] = item.paths;
	if (path === undefined) {
		return refuse(draft, item, DEPARTMENT_PATH, 'a department needs Department Path or Department ID');
	}
	const department = departmentOfPath(draft, item, path, true);
	if (!department) return;
	contradictName(draft, item, wanted(department, 'DepartmentName'));
	take(draft, department, item);
}

/** What two items, or an item and itself, want of a department and cannot both have. Asked when all is in its place. */
export function refuseContradictions(draft: Draft): void {
	for (const department of draft.departments) {
		const { items, path, parent, deletion, namedBy } = department;
		const [item] = items;
		if (!item) continue;
		refuseTwice(items, DEPARTMENT_PATH, path, draft.violations);
		if (deletion && namedBy.size > 0) {
			const message = `The department ${quote(path)} is deleted by its item, but also named by`;
			refuse(draft, item, 'DeleteFlag', `${message} ${itemsNamed(namedBy).toLowerCase()}`);
		}
		if (deletion) continue;
		const { ParentDepartmentId: parentId = '' } = item.cells;
		const isElsewhere = parentId !== '' && sameForm(parentId) !== sameForm(parent ? idOf(parent) : '');
		if (isElsewhere && item.paths.length > 0) contradict(draft, item, 'ParentDepartmentId', parentId);
		refuseTakenPlace(draft, department, item);
	}
}

/** A path would fit both a department that comes to it and the one that is there. */
function refuseTakenPlace(draft: Draft, department: Department, item: ReadItem): void {
	const { path, parent, parentBefore, row } = department;
	const isMoved = row && (isChanged(department, 'DepartmentName') || parent !== parentBefore);
	const there = draft.departmentsByPath.get(path) ?? [];
	const others = there.filter((other) => other !== department && !other.deletion);
	if (!isMoved || others.length === 0) return;
	const ids = others.map((other) => idOf(other) || 'one that is being added').sort();
	refuse(draft, item, DEPARTMENT_PATH, `Department Path ${quote(path)} would fit this department and ${ids.join(', ')}`);
}
