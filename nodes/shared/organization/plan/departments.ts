import { quote } from '../../values/show';
import { LOOK_ALIKE_ADVICE, lookOf, sameForm } from '../identity';
import type { PresentRecord } from '../csv';
import { append, before, isGiven, itemsNamed, noteChanges, refuseItem, refuseTwice } from './draft';
import type { Department, Draft } from './draft';
import { DEPARTMENT_PATH } from './items';
import type { ReadItem } from './items';
import type { SyncRules } from './types';

/*
 * Paths are texts and not lists of names, so that a department whose name holds the separator is found under the path that a
 * person writes for it.
 */

/** A path in the one form of its names. */
function normalised(path: string, { pathSeparator }: SyncRules): string {
	return path.split(pathSeparator).map(sameForm).join(pathSeparator);
}

function joined(parent: string | undefined, name: string, rules: SyncRules): string {
	const own = normalised(name, rules);
	return parent === undefined ? own : `${parent}${rules.pathSeparator}${own}`;
}

/** What a path has in common with those that look like it. */
function lookOfPath(path: string, { pathSeparator }: SyncRules): string {
	return path.split(pathSeparator).map(lookOf).join(lookOf(pathSeparator) || pathSeparator);
}

/** Parent's path, undefined at the top, and name: the path taken apart at its last separator. */
function split(path: string, { pathSeparator }: SyncRules): readonly [parent: string | undefined, name: string] {
	const at = path.lastIndexOf(pathSeparator);
	return at < 0 ? [undefined, path] : [path.slice(0, at), path.slice(at + pathSeparator.length)];
}

function newDepartment(row: PresentRecord | undefined, name: string): Department {
	const record = { row, id: row?.DepartmentId ?? '', item: undefined, changed: {}, deletion: undefined, tempId: '' };
	return { ...record, name, parentBefore: undefined, parent: undefined, pin: undefined, pathBefore: '', path: '', namedBy: new Set() };
}

/** Whether a department stands above itself, as far as its place follows from its parents. */
function isAboveItself(department: Department): boolean {
	if (department.pin !== undefined) return false;
	const seen = new Set<Department>();
	for (let each = department.parent; each && each.pin === undefined && !seen.has(each); each = each.parent) {
		if (each === department) return true;
		seen.add(each);
	}
	return false;
}

function pathOf(department: Department, rules: SyncRules): string {
	const names: string[] = [];
	let each: Department | undefined = department;
	for (; each && each.pin === undefined; each = each.parent) names.unshift(normalised(each.name, rules));
	return [...(each?.pin === undefined ? [] : [each.pin]), ...names].join(rules.pathSeparator);
}

/**
 * The departments of the service as a tree.
 * @returns what is wrong with it as a sentence: no path can be told for departments that stand above themselves
 */
export function growTree(draft: Draft, rows: readonly PresentRecord[]): string | undefined {
	for (const row of rows) draft.departments.push(newDepartment(row, row.DepartmentName ?? ''));
	for (const department of draft.departments) draft.departmentsById.set(sameForm(department.id), department);
	for (const department of draft.departments) {
		department.parent = draft.departmentsById.get(sameForm(before(department, 'ParentDepartmentId')));
		department.parentBefore = department.parent;
	}
	const circle = draft.departments.filter(isAboveItself);
	if (circle.length > 0) {
		const names = circle.map(({ id, name }) => `${name} (${id})`).join(', ');
		return `The service shows departments that are each other's parent: ${names}. Correct their parents in the service`;
	}
	for (const department of draft.departments) department.pathBefore = pathOf(department, draft.rules);
	return undefined;
}

function register({ departmentsByPath, departmentsByLook, rules }: Draft, department: Department, path: string): void {
	department.path = path;
	append(departmentsByPath, path, department);
	if (department.row) departmentsByLook.set(lookOfPath(path, rules), department);
}

/** Marks a department and all above it as named: what stands above a department is needed for it. */
export function nameBy(department: Department, itemIndex: number): void {
	for (let each: Department | undefined = department; each && !each.namedBy.has(itemIndex); each = each.parent) {
		each.namedBy.add(itemIndex);
	}
}

/** The department of an id that an item names; undefined, and a violation, where there is none. */
export function departmentOfId(draft: Draft, { itemIndex }: ReadItem, column: string, id: string): Department | undefined {
	const found = draft.departmentsById.get(sameForm(id));
	if (found) return found;
	const similar = lookAlikeId(draft, id);
	const reason = similar === undefined
		? `the service shows no department with the ID ${quote(id)}`
		: `${quote(id)} looks like ${quote(similar)}, but is not the same; ${LOOK_ALIKE_ADVICE}`;
	refuseItem(draft, itemIndex, column, `${column}: ${reason}`);
	return undefined;
}

function lookAlikeId({ departmentsById }: Draft, id: string): string | undefined {
	const look = lookOf(id);
	return [...departmentsById.keys()].find((each) => lookOf(each) === look);
}

/** The department of a wanted path, made with its parents where it may be; undefined, and a violation, where it may not. */
export function departmentOfPath(draft: Draft, item: ReadItem, path: string, mayBeMade: boolean): Department | undefined {
	const found = departmentAt(draft, normalised(path, draft.rules), mayBeMade);
	if (typeof found !== 'string') return found;
	refuseItem(draft, item.itemIndex, DEPARTMENT_PATH, `${DEPARTMENT_PATH}: ${found}`);
	return undefined;
}

/** @returns a sentence where there is none */
function departmentAt(draft: Draft, path: string, mayBeMade: boolean): Department | string {
	const found = draft.departmentsByPath.get(path) ?? [];
	const staying = found.filter(({ deletion }) => deletion === undefined);
	const [only = found[0]] = staying;
	if (only && (found.length === 1 || staying.length === 1)) return only;
	if (found.length > 1) {
		const ids = found.map(({ id }) => id).sort().join(', ');
		return `the path ${quote(path)} fits ${found.length} departments (${ids}); give DepartmentId instead`;
	}
	const similar = draft.departmentsByLook.get(lookOfPath(path, draft.rules));
	if (similar) {
		return `the path ${quote(path)} looks like ${quote(similar.path)} (${similar.id}), but is not the same; ${LOOK_ALIKE_ADVICE}`;
	}
	if (!mayBeMade) return `no department has the path ${quote(path)}, and Create Missing Departments is off`;
	if (path.split(draft.rules.pathSeparator).includes('')) return `the path ${quote(path)} has a blank name in it`;
	const [above, name] = split(path, draft.rules);
	const parent = above === undefined ? undefined : departmentAt(draft, above, true);
	if (typeof parent === 'string') return parent;
	const made = newDepartment(undefined, name);
	made.parent = parent;
	draft.departments.push(made);
	register(draft, made, path);
	return made;
}

/** Brings the items about departments into the tree that they want. */
export function placeDepartments(draft: Draft, items: readonly ReadItem[]): void {
	const about = new Map<Department, number[]>();
	const gone = new Map<string, ReadItem>();
	const remember = (department: Department, item: ReadItem) => {
		append(about, department, item.itemIndex);
		department.item ??= item;
		if (item.deletes) department.deletion = 'asked';
		else noteChanges(department, item, draft.rules);
	};
	const withId = items.filter(({ cells }) => (cells.DepartmentId ?? '') !== '');
	// All renames and moves first: paths are those of the wanted tree.
	for (const item of withId) placeById(draft, item, remember);
	wantPaths(draft);
	const byPath = items.filter((item) => !withId.includes(item));
	// Deletions first: what another item makes again is not what was meant.
	for (const item of byPath) if (item.deletes) deleteByPath(draft, item, remember, gone);
	for (const item of byPath) if (!item.deletes) placeByPath(draft, item, remember);
	for (const department of about.keys()) checkParent(draft, department);
	refuseTwice(draft, about, DEPARTMENT_PATH, ({ path }) => `are about the same department, ${quote(path)}; give it one item`);
	for (const [department, [itemIndex = 0]] of about) if (!department.deletion) nameBy(department, itemIndex);
	draft.departmentsGone.push(...gone);
}

type Remember = (department: Department, item: ReadItem) => void;

/** A department that an item names by its id: deleted, renamed or moved. */
function placeById(draft: Draft, item: ReadItem, remember: Remember): void {
	const { DepartmentId: id = '', DepartmentName: name = '', ParentDepartmentId: parentId } = item.cells;
	// One that is not there any more needs no deletion.
	if (item.deletes && !draft.departmentsById.has(sameForm(id)) && lookAlikeId(draft, id) === undefined) return;
	const department = departmentOfId(draft, item, 'DepartmentId', id);
	if (!department) return;
	remember(department, item);
	if (item.deletes) return;
	if (name !== '' && name !== sameForm(department.name)) department.name = name;
	const [path] = item.paths;
	if (path !== undefined) department.pin = normalised(path, draft.rules);
	else if (isGiven({ type: 'string', required: 'never' }, parentId, draft.rules)) {
		const parent = parentId ? departmentOfId(draft, item, 'ParentDepartmentId', parentId) : undefined;
		if (parent || parentId === '') department.parent = parent;
	}
}

/** Gives every department its wanted path, and those that are put somewhere their parents. */
function wantPaths(draft: Draft): void {
	const circle = draft.departments.filter(isAboveItself);
	for (const { item } of circle) {
		if (!item) continue;
		refuseItem(draft, item.itemIndex, 'ParentDepartmentId', 'ParentDepartmentId must not lead back to the department itself');
	}
	// Nothing comes of the plan any more, but its other faults are to be told, too.
	if (circle.length > 0) for (const department of draft.departments) department.parent = department.parentBefore;
	for (const department of draft.departments) register(draft, department, pathOf(department, draft.rules));
	for (const department of draft.departments) if (department.pin !== undefined) placeAt(draft, department, department.pin);
}

/** A move or a rename to a path; none where the department stands there anyway. */
function placeAt(draft: Draft, department: Department, path: string): void {
	const { item, parent, name } = department;
	if (!item || joined(parent?.path, name, draft.rules) === path) return;
	const [above, last] = split(path, draft.rules);
	const given = item.cells.DepartmentName ?? '';
	if (given !== '' && given !== last) return contradict(draft, item, given, path);
	if (last === '') {
		refuseItem(draft, item.itemIndex, DEPARTMENT_PATH, `${DEPARTMENT_PATH}: the path ${quote(path)} has a blank name in it`);
		return;
	}
	const wanted = above === undefined ? undefined : departmentOfPath(draft, item, above, true);
	if (above !== undefined && !wanted) return;
	department.name = last === sameForm(name) ? name : last;
	department.parent = wanted;
}

/** The path of an item that has no id. */
function onlyPath(draft: Draft, { itemIndex, paths: [path] }: ReadItem): string | undefined {
	if (path !== undefined) return normalised(path, draft.rules);
	refuseItem(draft, itemIndex, DEPARTMENT_PATH, `an item of a department needs ${DEPARTMENT_PATH} or DepartmentId`);
	return undefined;
}

/** A deletion by path; one of a department that there is not asks for nothing. */
function deleteByPath(draft: Draft, item: ReadItem, remember: Remember, gone: Map<string, ReadItem>): void {
	const path = onlyPath(draft, item);
	if (path === undefined) return;
	const isThere = draft.departmentsByPath.has(path) || draft.departmentsByLook.has(lookOfPath(path, draft.rules));
	if (!isThere) gone.set(path, item);
	const department = isThere ? departmentOfPath(draft, item, path, false) : undefined;
	if (department) remember(department, item);
}

/** A department that an item names by its path alone: the one that has it, or one that is made. */
function placeByPath(draft: Draft, item: ReadItem, remember: Remember): void {
	const path = onlyPath(draft, item);
	const department = path === undefined ? undefined : departmentOfPath(draft, item, path, true);
	if (path === undefined || !department) return;
	const { DepartmentName: name = '' } = item.cells;
	if (name !== '' && normalised(name, draft.rules) !== normalised(department.name, draft.rules)) return contradict(draft, item, name, path);
	remember(department, item);
}

function contradict(draft: Draft, { itemIndex }: ReadItem, name: string, path: string): void {
	const message = `DepartmentName ${quote(name)} is not the last name of ${DEPARTMENT_PATH} ${quote(path)}; correct one of the two`;
	refuseItem(draft, itemIndex, 'DepartmentName', message);
}

/** A parent's id beside a path has to be that of the path. */
function checkParent(draft: Draft, { item, parent }: Department): void {
	if (!item || item.deletes || item.paths.length === 0) return;
	const { ParentDepartmentId: id = '' } = item.cells;
	if (id === '' || sameForm(id) === sameForm(parent?.id ?? '')) return;
	const message = `ParentDepartmentId ${quote(id)} is not the parent that ${DEPARTMENT_PATH} ${quote(item.paths[0] ?? '')} says`;
	refuseItem(draft, item.itemIndex, 'ParentDepartmentId', `${message}; give one of the two`);
}

/** Departments that would come to stand where another one is: their path would fit both. Asked when everything is known. */
export function refuseCollisions(draft: Draft): void {
	for (const department of draft.departments) {
		const { item, row, path, deletion } = department;
		const isMoved = row && (department.name !== row.DepartmentName || department.parent !== department.parentBefore);
		if (!item || deletion || !isMoved) continue;
		const others = (draft.departmentsByPath.get(path) ?? []).filter((other) => other !== department && !other.deletion);
		if (others.length === 0) continue;
		const ids = others.map(({ id }) => id || 'one that is being added').sort().join(', ');
		refuseItem(draft, item.itemIndex, DEPARTMENT_PATH, `${DEPARTMENT_PATH} ${quote(path)} would fit this department and ${ids}`);
	}
	for (const [path, { itemIndex }] of draft.departmentsGone) {
		for (const { namedBy } of draft.departmentsByPath.get(path) ?? []) refuseNamedDeletion(draft, itemIndex, path, namedBy);
	}
	for (const { deletion, item, namedBy, path } of draft.departments) {
		if (deletion === 'asked' && item && namedBy.size > 0) refuseNamedDeletion(draft, item.itemIndex, path, namedBy);
	}
}

function refuseNamedDeletion(draft: Draft, itemIndex: number, path: string, namedBy: Iterable<number>): void {
	const message = `The department ${quote(path)} is deleted by its item, but also named by ${itemsNamed(namedBy).toLowerCase()}`;
	refuseItem(draft, itemIndex, 'DeleteFlag', message);
}
