import { quote } from '../../values/show';
import type { PresentRecord } from '../csv';
import { columnLabel } from '../fields';
import { LOOK_ALIKE_ADVICE, lookOf, sameForm } from '../identity';
import { DEPARTMENT_PATH } from '../items';
import type { ReadItem } from '../items';
import {
	append,
	before,
	contradict,
	isGiven,
	itemsNamed,
	newDepartment,
	noteChanges,
	refuse,
	refuseTwice,
} from './draft';
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
	return path
		.split(pathSeparator)
		.map(lookOf)
		.join(lookOf(pathSeparator) || pathSeparator);
}

/** The parent's path, undefined at the top, and the name. */
function split(path: string, { pathSeparator }: SyncRules): readonly [above: string | undefined, name: string] {
	const at = path.lastIndexOf(pathSeparator);
	return at < 0 ? [undefined, path] : [path.slice(0, at), path.slice(at + pathSeparator.length)];
}

/** Names from the top down, or from where an item puts a department; undefined where that leads round in a circle. */
function pathOf(department: Department, rules: SyncRules): string | undefined {
	const names: string[] = [];
	const seen = new Set<Department>();
	for (let each: Department | undefined = department; each; each = each.parent) {
		if (each.pin !== undefined) return [each.pin, ...names].join(rules.pathSeparator);
		if (seen.has(each)) return undefined;
		seen.add(each);
		names.unshift(normalised(each.name, rules));
	}
	return names.join(rules.pathSeparator);
}

/** Takes in the departments of the service as a tree. */
export function readTree(draft: Draft, rows: readonly PresentRecord[]): void {
	const { departments, departmentsById, rules, violations } = draft;
	for (const row of rows) departments.push(newDepartment(row.DepartmentName ?? '', row));
	for (const department of departments) departmentsById.set(sameForm(department.id), department);
	for (const department of departments) {
		department.parent = departmentsById.get(sameForm(before(department, 'ParentDepartmentId')));
		department.parentBefore = department.parent;
	}
	for (const department of departments) department.pathBefore = pathOf(department, rules) ?? '';
	const circle = departments.filter(({ pathBefore }) => pathBefore === '').map(({ id, name }) => `${name} (${id})`);
	if (circle.length === 0) return;
	const message = `The service shows departments that are each other's parent: ${circle.join(', ')}`;
	violations.push({ parameter: 'ParentDepartmentId', message: `${message}. Correct their parents in the service` });
}

function register({ departmentsByPath, departmentsByLook, rules }: Draft, department: Department, path: string): void {
	department.path = path;
	append(departmentsByPath, path, department);
	if (department.row) departmentsByLook.set(lookOfPath(path, rules), department);
}

/** Marks a department and all above it as named: what stands above a department is needed for it. */
export function nameBy(department: Department, itemIndex: number): void {
	let each: Department | undefined = department;
	for (; each && !each.namedBy.has(itemIndex); each = each.parent) each.namedBy.add(itemIndex);
}

/** The department of an id that an item names; undefined, and a violation, where there is none. */
export function departmentOfId(draft: Draft, item: ReadItem, column: string, id: string): Department | undefined {
	const found = draft.departmentsById.get(sameForm(id));
	if (found) return found;
	const similar = similarId(draft, id);
	const reason =
		similar === undefined
			? `the service shows no department with the ID ${quote(id)}`
			: `${quote(id)} looks like ${quote(similar)}, but is not the same; ${LOOK_ALIKE_ADVICE}`;
	refuse(draft, item, column, `${columnLabel(column)}: ${reason}`);
	return undefined;
}

function similarId({ departmentsById }: Draft, id: string): string | undefined {
	const look = lookOf(id);
	return [...departmentsById.keys()].find((each) => lookOf(each) === look);
}

/** The department of a wanted path, made with its parents where it may be; undefined, and a violation, where not. */
export function departmentOfPath(
	draft: Draft,
	item: ReadItem,
	path: string,
	mayBeMade: boolean,
): Department | undefined {
	const found = departmentAt(draft, normalised(path, draft.rules), mayBeMade);
	if (typeof found !== 'string') return found;
	refuse(draft, item, DEPARTMENT_PATH, `Department Path: ${found}`);
	return undefined;
}

/** @returns a sentence where there is none */
function departmentAt(draft: Draft, path: string, mayBeMade: boolean): Department | string {
	const { departmentsByPath, departmentsByLook, departments, rules } = draft;
	const found = departmentsByPath.get(path) ?? [];
	const staying = found.filter(({ deletion }) => deletion === undefined);
	const [only = found[0]] = staying;
	if (only && (found.length === 1 || staying.length === 1)) return only;
	if (only) {
		const ids = found
			.map(({ id }) => id)
			.sort()
			.join(', ');
		return `the path ${quote(path)} fits ${found.length} departments (${ids}); give the Department ID instead`;
	}
	const similar = departmentsByLook.get(lookOfPath(path, rules));
	if (similar) {
		const present = `${quote(similar.path)} (${similar.id})`;
		return `the path ${quote(path)} looks like ${present}, but is not the same; ${LOOK_ALIKE_ADVICE}`;
	}
	if (!mayBeMade) return `no department has the path ${quote(path)}, and Create Missing Departments is off`;
	if (path.split(rules.pathSeparator).includes('')) return `the path ${quote(path)} has a blank name in it`;
	const [above, name] = split(path, rules);
	const parent = above === undefined ? undefined : departmentAt(draft, above, true);
	if (typeof parent === 'string') return parent;
	const made = newDepartment(name, undefined, parent);
	departments.push(made);
	register(draft, made, path);
	return made;
}

/** Brings the items about departments, all but deletions by path, into the tree that they want. */
export function placeDepartments(draft: Draft, items: readonly ReadItem[]): void {
	const hasId = ({ cells }: ReadItem) => (cells.DepartmentId ?? '') !== '';
	// All renames and moves first: paths are those of the wanted tree.
	for (const item of items) if (hasId(item)) placeById(draft, item);
	settle(draft);
	for (const item of items) if (!hasId(item) && !item.deletes) placeByPath(draft, item);
	for (const department of draft.departments) {
		for (const item of department.items) if (!item.deletes) nameBy(department, item.itemIndex);
	}
}

function take(draft: Draft, department: Department, item: ReadItem): void {
	department.items.push(item);
	if (item.deletes) department.deletion = 'asked';
	else noteChanges(department, item, draft.rules.blankCells);
}

const PARENT = { type: 'string' } as const;

/** A department that an item names by its id: deleted, renamed or moved. */
function placeById(draft: Draft, item: ReadItem): void {
	const { DepartmentId: id = '', ParentDepartmentId: parentId } = item.cells;
	const name = sameForm(item.cells.DepartmentName ?? '');
	// One that is not there any more needs no deletion.
	if (item.deletes && !draft.departmentsById.has(sameForm(id)) && similarId(draft, id) === undefined) return;
	const department = departmentOfId(draft, item, 'DepartmentId', id);
	if (!department) return;
	take(draft, department, item);
	if (item.deletes) return;
	if (name !== '' && name !== sameForm(department.name)) department.name = name;
	const [path] = item.paths;
	if (path !== undefined) department.pin = normalised(path, draft.rules);
	else if (isGiven(PARENT, parentId, draft.rules.blankCells)) {
		const parent = parentId ? departmentOfId(draft, item, 'ParentDepartmentId', parentId) : undefined;
		if (parent || parentId === '') department.parent = parent;
	}
}

/** Gives every department its wanted path, and those that are put somewhere their parents. */
function settle(draft: Draft): void {
	const { departments, rules } = draft;
	const circle = departments.filter((department) => pathOf(department, rules) === undefined);
	for (const item of circle.flatMap(({ items }) => items)) {
		refuse(draft, item, 'ParentDepartmentId', 'Parent Department ID must not lead back to the department itself');
	}
	// Nothing comes of the plan any more, but what else is wrong is to be told, too.
	for (const department of circle) department.parent = department.parentBefore;
	for (const department of departments) register(draft, department, pathOf(department, rules) ?? '');
	for (const department of departments.filter(({ pin }) => pin !== undefined)) placeAtPin(draft, department);
}

/** A move or a rename to a path; none where the department stands there anyway. */
function placeAtPin(draft: Draft, department: Department): void {
	const {
		items: [item],
		parent,
		name,
		path,
	} = department;
	const own = normalised(name, draft.rules);
	if (!item || path === (parent ? parent.path + draft.rules.pathSeparator + own : own)) return;
	const [above, last] = split(path, draft.rules);
	const given = sameForm(item.cells.DepartmentName ?? '');
	if (given !== '' && given !== last) return contradict(draft, item, 'DepartmentName', given);
	if (last === '') {
		return refuse(draft, item, DEPARTMENT_PATH, `Department Path: the path ${quote(path)} has a blank name in it`);
	}
	const wanted = above === undefined ? undefined : departmentOfPath(draft, item, above, true);
	if (above !== undefined && !wanted) return;
	department.name = last === sameForm(name) ? name : last;
	department.parent = wanted;
}

/** The path of an item that has no id. */
function onlyPath(draft: Draft, item: ReadItem): string | undefined {
	const [path] = item.paths;
	if (path !== undefined) return normalised(path, draft.rules);
	refuse(draft, item, DEPARTMENT_PATH, 'a department needs Department Path or Department ID');
	return undefined;
}

/** A department that an item names by its path alone: the one that has it, or one that is made. */
function placeByPath(draft: Draft, item: ReadItem): void {
	const path = onlyPath(draft, item);
	const department = path === undefined ? undefined : departmentOfPath(draft, item, path, true);
	if (path === undefined || !department) return;
	const { DepartmentName: name = '' } = item.cells;
	const isOther = name !== '' && normalised(name, draft.rules) !== normalised(department.name, draft.rules);
	if (isOther) contradict(draft, item, 'DepartmentName', name);
	else take(draft, department, item);
}

/** Deletions by path, when all else is in its place; one of a department that there is not asks for nothing. */
export function deleteByPath(draft: Draft, items: readonly ReadItem[]): void {
	for (const item of items) {
		if (!item.deletes || (item.cells.DepartmentId ?? '') !== '') continue;
		const path = onlyPath(draft, item);
		if (path === undefined) continue;
		const isThere = draft.departmentsByPath.has(path) || draft.departmentsByLook.has(lookOfPath(path, draft.rules));
		const department = isThere ? departmentOfPath(draft, item, path, false) : undefined;
		if (department) take(draft, department, item);
	}
}

/** What two items, or an item and itself, want of a department and cannot both have. Asked when all is in its place. */
export function refuseContradictions(draft: Draft): void {
	for (const department of draft.departments) {
		const {
			items: [item],
			items,
			path,
			parent,
			deletion,
			namedBy,
		} = department;
		if (!item) continue;
		refuseTwice(draft, items, DEPARTMENT_PATH, `are about the same department, ${quote(path)}; give it one item`);
		const { ParentDepartmentId: parentId = '' } = item.cells;
		const isElsewhere = parentId !== '' && sameForm(parentId) !== sameForm(parent?.id ?? '');
		if (!deletion && isElsewhere && item.paths.length > 0) contradict(draft, item, 'ParentDepartmentId', parentId);
		if (!deletion) refuseTakenPlace(draft, department, item);
		if (!deletion || namedBy.size === 0) continue;
		const message = `The department ${quote(path)} is deleted by its item, but also named by`;
		refuse(draft, item, 'DeleteFlag', `${message} ${itemsNamed(namedBy).toLowerCase()}`);
	}
}

/** A path would fit both a department that comes to it and the one that is there. */
function refuseTakenPlace({ departmentsByPath, violations }: Draft, department: Department, item: ReadItem): void {
	const { path, parent, parentBefore, row, name } = department;
	const isMoved = row && (name !== row.DepartmentName || parent !== parentBefore);
	const others = (departmentsByPath.get(path) ?? []).filter((other) => other !== department && !other.deletion);
	if (!isMoved || others.length === 0) return;
	const ids = others
		.map(({ id }) => id || 'one that is being added')
		.sort()
		.join(', ');
	const message = `Department Path ${quote(path)} would fit this department and ${ids}`;
	violations.push({ itemIndex: item.itemIndex, parameter: DEPARTMENT_PATH, message });
}
