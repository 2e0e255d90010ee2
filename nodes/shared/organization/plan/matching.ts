import { nameProblem } from '../cells';
import { sameForm } from '../identity';
import { severalForOne } from '../items';
import type { ReadItem } from '../items';
import { DEPARTMENT_PATH } from '../recognise';
import type { DepartmentFinder } from './departments';
import type { Draft } from './draft';
import type { PlanRecord } from './record';
import { circlesIn, nameAbove } from './tree';
import { UserMatcher } from './users';

/** Whether an item names a department by its id. */
function namesDepartmentById(item: ReadItem): boolean {
	return item.kind === 'department' && item.id !== '';
}

/** Users come after the departments that items describe, and deletions last: what others make or name is not deleted. */
function turnOf(item: ReadItem): number {
	if (item.deletes) return 2;
	return item.kind === 'user' ? 1 : 0;
}

/** Matches items with the records that they are about. Paths are those of the wanted tree, so moves come first. */
export class ItemMatcher {
	private readonly users: UserMatcher;

	constructor(
		private readonly draft: Draft,
		private readonly finder: DepartmentFinder,
	) {
		this.users = new UserMatcher(draft, finder);
	}

	/** Matches every item with its record, and makes the records that are to be added. */
	matchAll(): void {
		const { items } = this.draft;
		for (const item of items) this.refuseBrokenPaths(item);

		for (const item of items.filter(namesDepartmentById)) this.editDepartment(item);
		this.settleTree();

		const others = items.filter((item) => !namesDepartmentById(item));
		others.sort((one, other) => turnOf(one) - turnOf(other));
		for (const item of others) {
			if (item.kind === 'user') this.users.match(item);
			else this.matchDepartment(item);
		}

		this.nameDepartments();
		this.refuseSeveralItems();
	}

	/** Refuses paths in which something stands that is no name, and several paths of one department. */
	private refuseBrokenPaths(item: ReadItem): void {
		const { draft } = this;
		const { kind, paths } = item;
		if (kind === 'department' && paths.length > 1) {
			draft.refuse(item, DEPARTMENT_PATH, `Department Path takes one path; got ${paths.length}`);
		}

		for (const path of paths) {
			// The whole path as well: what a broken expression gives may have the separator in it.
			const names = [path, ...draft.departmentPaths.namesIn(path)];
			const problems = names.map(nameProblem);
			const problem = problems.find((each) => each !== undefined);
			if (problem !== undefined) draft.refuse(item, DEPARTMENT_PATH, `Department Path ${problem}`);
		}
	}

	/** Deletes, renames or moves the department that an item names by its id. */
	private editDepartment(item: ReadItem): void {
		const { draft, finder } = this;
		const [department] = finder.byId(item, 'DepartmentId', item.id);
		if (!department) return;

		department.adopt(item, draft.rules);
		if (item.deletes) return;

		const { DepartmentName = '', ParentDepartmentId: parentId } = item.cells;
		department.rename(sameForm(DepartmentName));

		const [path] = item.paths;
		const isClearing = draft.rules.blankCells === 'clear';
		if (path !== undefined) department.targetPath = draft.departmentPaths.below(undefined, path);
		else if (parentId) department.moveTo(finder.byId(item, 'ParentDepartmentId', parentId));
		else if (parentId === '' && isClearing) department.moveTo([]);
	}

	/** Gives every department its wanted path, and its parent to each that an item puts at a path. */
	private settleTree(): void {
		const { departments, departmentPaths } = this.draft;
		this.refuseCircles();
		for (const [department, path] of this.draft.wantedPaths()) departmentPaths.add(path, department);

		const targeted = departments.filter((department) => department.targetPath !== undefined);
		for (const department of targeted) {
			const [item] = department.items;
			const [parent] = department.places;
			const above = parent && {
				text: parent.path,
				look: parent.look,
			};
			const ownPath = departmentPaths.below(above, department.wanted('DepartmentName'));

			department.targetPath = undefined;
			if (item && department.path !== ownPath.text) this.putAtPath(item, department);
		}
	}

	/** Gives a department the name and the parent that its path says. */
	private putAtPath(item: ReadItem, department: PlanRecord): void {
		const { pathSeparator } = this.draft.rules;
		const names = department.path.split(pathSeparator);
		if (names.includes('')) {
			this.finder.refuseBlankName(item, department.path);
			return;
		}

		department.rename(names.pop() ?? '');
		const isAtTop = names.length === 0;
		const parents = isAtTop ? [] : this.finder.byPath(item, names.join(pathSeparator), 'make');
		department.moveTo(parents);
	}

	/** Refuses departments that are above themselves: no path can be told in such a tree. */
	private refuseCircles(): void {
		const { departments, violations } = this.draft;
		const inCircle = circlesIn(departments);
		const circle = departments.filter((department) => inCircle.has(department));

		const names = circle.map((department) => `${department.wanted('DepartmentName')} (${department.id})`);
		const rule = 'Parent Department ID must not lead back to the department itself';
		const message = `${rule}. In the items or in the service, ${names.join(', ')} are each other's parent`;

		for (const department of circle) {
			const itemIndex = department.items[0]?.itemIndex;
			violations.push({
				itemIndex,
				parameter: 'ParentDepartmentId',
				message,
			});
		}
	}

	/** Finds, or makes, the department that an item names by its path alone. */
	private matchDepartment(item: ReadItem): void {
		const { draft, finder } = this;
		const [path] = item.paths;
		if (path === undefined) {
			draft.refuse(item, DEPARTMENT_PATH, 'A department needs Department Path or Department ID');
			return;
		}

		const [department] = finder.byPath(item, path, 'make');
		department?.adopt(item, draft.rules);
	}

	/** Notes which items name each department, itself or one below it. */
	private nameDepartments(): void {
		const { departments } = this.draft;

		for (const department of departments) {
			const naming = department.items.filter((item) => !item.deletes);
			for (const item of naming) department.namedBy.add(item.itemIndex);
		}
		nameAbove(departments);
	}

	private refuseSeveralItems(): void {
		const { rules, violations } = this.draft;

		for (const record of this.draft.all()) {
			if (record.items.length <= 1) continue;

			const parameter = record.kind === 'user' ? rules.matchUsersBy : DEPARTMENT_PATH;
			const { key } = record.labels(rules);
			violations.push(...severalForOne(record.items, parameter, key));
		}
	}
}
