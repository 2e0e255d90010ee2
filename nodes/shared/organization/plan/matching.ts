import { nameProblem } from '../cells';
import { sameForm } from '../identity';
import { severalForOne } from '../items';
import type { ReadItem } from '../items';
import { DEPARTMENT_PATH } from '../recognise';
import type { DepartmentFinder } from './departments';
import type { Draft } from './draft';
import type { PlanRecord } from './record';
import { circlesIn, nameAbove } from './tree';
import { matchUser } from './users';

/* Matches items with the records that they are about. Paths are those of the wanted tree, so moves come first. */

/** Matches every item with its record, and makes the records that are to be added. */
export function matchItems(draft: Draft, finder: DepartmentFinder): void {
	const { items } = draft;
	for (const item of items) refuseBrokenPaths(draft, item);

	const namesDepartmentById = ({ kind, id }: ReadItem) => kind === 'department' && id !== '';
	for (const item of items.filter(namesDepartmentById)) editDepartmentById(draft, finder, item);
	settleTree(draft, finder);

	const others = items.filter((item) => !namesDepartmentById(item));
	for (const item of others.sort((a, b) => turnOf(a) - turnOf(b))) {
		if (item.kind === 'user') matchUser(draft, finder, item);
		else matchDepartmentByPath(draft, finder, item);
	}

	nameDepartments(draft.departments);
	refuseSeveralItems(draft);
}

/** Users come after the departments that items describe, and deletions last: what others make or name is not deleted. */
function turnOf({ deletes, kind }: ReadItem): number {
	if (deletes) return 2;
	return kind === 'user' ? 1 : 0;
}

/** Refuses paths in which something stands that is no name, and several paths of one department. */
function refuseBrokenPaths(draft: Draft, item: ReadItem): void {
	const { kind, paths } = item;
	if (kind === 'department' && paths.length > 1) {
		draft.refuse(item, DEPARTMENT_PATH, `Department Path takes one path; got ${paths.length}`);
	}

	for (const path of paths) {
		// The whole path as well: what a broken expression gives may have the separator in it.
		const names = [path, ...draft.departmentPaths.namesIn(path)];
		const problem = names.map(nameProblem).find((each) => each !== undefined);
		if (problem !== undefined) draft.refuse(item, DEPARTMENT_PATH, `Department Path ${problem}`);
	}
}

/** Deletes, renames or moves the department that an item names by its id. */
function editDepartmentById(draft: Draft, finder: DepartmentFinder, item: ReadItem): void {
	const [department] = finder.byId(item, 'DepartmentId', item.id);
	if (!department) return;
	department.adopt(item, draft.rules);
	if (item.deletes) return;

	const { DepartmentName = '', ParentDepartmentId: parentId } = item.cells;
	const [path] = item.paths;
	department.rename(sameForm(DepartmentName));

	if (path !== undefined) department.targetPath = draft.departmentPaths.below(undefined, path);
	else if (parentId) department.moveTo(finder.byId(item, 'ParentDepartmentId', parentId));
	else if (parentId === '' && draft.rules.blankCells === 'clear') department.moveTo([]);
}

/** Gives every department its wanted path, and its parent to each that an item puts at a path. */
function settleTree(draft: Draft, finder: DepartmentFinder): void {
	refuseCircles(draft);
	for (const [department, path] of draft.wantedPaths()) draft.departmentPaths.add(path, department);

	for (const department of draft.departments.filter(({ targetPath }) => targetPath !== undefined)) {
		const [item] = department.items;
		const [parent] = department.places;
		const above = parent && { text: parent.path, look: parent.look };
		const ownPath = draft.departmentPaths.below(above, department.wanted('DepartmentName'));

		department.targetPath = undefined;
		if (item && department.path !== ownPath.text) putAtPath(draft, finder, item, department);
	}
}

/** Gives a department the name and the parent that its path says. */
function putAtPath(draft: Draft, finder: DepartmentFinder, item: ReadItem, department: PlanRecord): void {
	const { pathSeparator } = draft.rules;
	const names = department.path.split(pathSeparator);
	if (names.includes('')) {
		finder.refuseBlankName(item, department.path);
		return;
	}

	department.rename(names.pop() ?? '');
	const isAtTop = names.length === 0;
	department.moveTo(isAtTop ? [] : finder.byPath(item, names.join(pathSeparator), true));
}

/** Refuses departments that are above themselves: no path can be told in such a tree. */
function refuseCircles(draft: Draft): void {
	const inCircle = circlesIn(draft.departments);
	const circle = draft.departments.filter((each) => inCircle.has(each));

	const names = circle.map((each) => `${each.wanted('DepartmentName')} (${each.id})`);
	const rule = 'Parent Department ID must not lead back to the department itself';
	const message = `${rule}. In the items or in the service, ${names.join(', ')} are each other's parent`;
	for (const { items } of circle) {
		draft.violations.push({ itemIndex: items[0]?.itemIndex, parameter: 'ParentDepartmentId', message });
	}
}

/** Finds, or makes, the department that an item names by its path alone. */
function matchDepartmentByPath(draft: Draft, finder: DepartmentFinder, item: ReadItem): void {
	const [path] = item.paths;
	if (path === undefined) {
		draft.refuse(item, DEPARTMENT_PATH, 'A department needs Department Path or Department ID');
		return;
	}

	for (const department of finder.byPath(item, path, true)) department.adopt(item, draft.rules);
}

/** Notes which items name each department, itself or one below it. */
function nameDepartments(departments: readonly PlanRecord[]): void {
	for (const department of departments) {
		const staying = department.items.filter(({ deletes }) => !deletes);
		for (const { itemIndex } of staying) department.namedBy.add(itemIndex);
	}
	nameAbove(departments);
}

function refuseSeveralItems(draft: Draft): void {
	const { rules } = draft;
	for (const record of draft.all()) {
		if (record.items.length <= 1) continue;
		const parameter = record.kind === 'user' ? rules.matchUsersBy : DEPARTMENT_PATH;
		draft.violations.push(...severalForOne(record.items, parameter, record.labels(rules).key));
	}
}
