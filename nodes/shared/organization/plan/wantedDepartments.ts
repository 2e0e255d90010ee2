import { quote } from '../../values/characters';
import { LOOK_ALIKE_ADVICE, sameForm } from '../identity';
import type { Department } from './department';
import { DepartmentPaths } from './departmentPaths';
import { DepartmentTree } from './departmentTree';
import type { Making } from './departmentTree';
import { append, least } from './lists';
import { canonical, comparable, DEPARTMENT_PATH, fieldOf, isGiven, PLAIN_COLUMNS } from './columns';
import type { ReadItem } from './readItem';
import type { PresentOrganization, SyncRules } from './types';
import { itemsNamed } from './violations';
import type { Violations } from './violations';

const PARENT_FIELD = fieldOf('department', 'ParentDepartmentId');

/** The items of a plan that are about departments, brought into the tree that they want. */
export class WantedDepartments {
	readonly tree: DepartmentTree;

	/** The items that are about each department. */
	private readonly about = new Map<Department, number[]>();

	/** Deletions of paths that no department has, with those paths. */
	private readonly gone: Array<readonly [item: ReadItem, path: string]> = [];

	constructor(
		present: PresentOrganization,
		items: readonly ReadItem[],
		private readonly rules: SyncRules,
		private readonly violations: Violations,
	) {
		const paths = new DepartmentPaths(rules.pathSeparator);
		const withId = items.filter(({ cells }) => (cells.DepartmentId ?? '') !== '');
		const byPath = items.filter(({ cells }) => (cells.DepartmentId ?? '') === '');
		this.tree = new DepartmentTree(present.departments, paths, rules.missing.department === 'delete', givenNames(byPath, paths));
		this.placeByIds(withId);
		// Deletions first: what another item makes again is not what was meant.
		for (const item of byPath) if (item.deletes) this.deleteByPath(item);
		for (const item of byPath) if (!item.deletes) this.placeByPath(item);
		for (const department of this.tree.departments) this.checkParent(department);
		this.refuseTwice();
		for (const [department, [itemIndex]] of this.about) {
			if (department.deletion === undefined && itemIndex !== undefined) department.nameBy(itemIndex);
		}
	}

	/** The department of a path that an item names; undefined, and a violation, where there is none. */
	find(item: ReadItem, path: string, making: Making): Department | undefined {
		const found = this.tree.at(this.tree.paths.normalise(path), making);
		if (!('problem' in found)) return found;
		this.violations.ofItem(item.itemIndex, DEPARTMENT_PATH, `${DEPARTMENT_PATH}: ${found.problem}`);
		return undefined;
	}

	/** The department of an id that an item names; undefined, and a violation, where there is none. */
	withId(item: ReadItem, column: string, id: string): Department | undefined {
		const found = this.tree.withId(id);
		if (found) return found;
		const similar = this.tree.lookAlikeId(id);
		const message = similar === undefined
			? `the service shows no department with the ID ${quote(id)}`
			: `${quote(id)} looks like ${quote(similar)}, but is not the same; ${LOOK_ALIKE_ADVICE}`;
		this.violations.ofItem(item.itemIndex, column, `${column}: ${message}`);
		return undefined;
	}

	/** Renames and moves of departments that items name by their ids. All of them first: paths are those of the wanted tree. */
	private placeByIds(items: readonly ReadItem[]): void {
		const pinned = new Map<Department, string>();
		for (const item of items) {
			const id = item.cells.DepartmentId ?? '';
			const isGone = item.deletes && !this.tree.withId(id) && this.tree.lookAlikeId(id) === undefined;
			const department = isGone ? undefined : this.withId(item, 'DepartmentId', id);
			if (!department) continue;
			this.remember(department, item);
			if (item.deletes) continue;
			const { DepartmentName: name = '', ParentDepartmentId: parentId } = item.cells;
			if (name !== '' && name !== sameForm(department.name)) department.name = name;
			const [path] = item.paths;
			if (path !== undefined) pinned.set(department, this.tree.paths.normalise(path));
			else if (parentId !== undefined) this.moveBelow(department, item, parentId);
		}
		for (const department of this.tree.placeAll(pinned)) {
			const { item, placement } = department;
			if (!item || !placement) continue;
			this.violations.ofItem(item.itemIndex, 'ParentDepartmentId', 'ParentDepartmentId must not lead back to the department itself');
		}
		for (const [department, path] of pinned) this.placeAt(department, path);
	}

	/** A move that names the parent by its id; a blank one moves to the top where blank cells clear. */
	private moveBelow(department: Department, item: ReadItem, parentId: string): void {
		if (!isGiven(PARENT_FIELD, parentId, this.rules)) return;
		const parent = parentId === '' ? undefined : this.withId(item, 'ParentDepartmentId', parentId);
		if (parentId !== '' && !parent) return;
		department.parent = parent;
		department.placement = { parent };
	}

	/** A move or a rename to a path; none where the department stands there anyway. */
	private placeAt(department: Department, path: string): void {
		const { item } = department;
		if (!item || this.tree.inheritedPath(department) === path) return;
		const { paths } = this.tree;
		const given = (item.cells.DepartmentName ?? '') !== '' ? department.name : undefined;
		const [above, name] = paths.split(path);
		const parentPath = given === undefined ? above : paths.parentOf(path, given);
		if (parentPath === null) return this.contradiction(item, path, department.name);
		if (paths.hasBlankName(path)) {
			this.violations.ofItem(item.itemIndex, DEPARTMENT_PATH, `${DEPARTMENT_PATH}: the path ${quote(path)} has a blank name in it`);
			return;
		}
		const parent = parentPath === undefined ? undefined : this.find(item, parentPath, { allowed: true });
		if (parentPath !== undefined && !parent) return;
		if (given === undefined) department.name = name;
		department.parent = parent;
		department.placement = { parent };
	}

	/** The path of an item that has no id. */
	private onlyPath({ itemIndex, paths: [path] }: ReadItem): string | undefined {
		if (path === undefined) {
			this.violations.ofItem(itemIndex, DEPARTMENT_PATH, `an item of a department needs ${DEPARTMENT_PATH} or DepartmentId`);
		}
		return path;
	}

	/** A deletion by path; one of a department that there is not asks for nothing. */
	private deleteByPath(item: ReadItem): void {
		const path = this.onlyPath(item);
		if (path === undefined) return;
		if (this.tree.allAt(this.tree.paths.normalise(path)).length === 0) {
			const lookAlike = this.tree.lookAlikeProblem(this.tree.paths.normalise(path));
			if (lookAlike !== undefined) this.violations.ofItem(item.itemIndex, DEPARTMENT_PATH, `${DEPARTMENT_PATH}: ${lookAlike}`);
			this.gone.push([item, this.tree.paths.normalise(path)]);
			return;
		}
		const department = this.find(item, path, { allowed: false });
		if (department) this.remember(department, item);
	}

	/** A department that an item names by its path alone: the one that has it, or one that is made. */
	private placeByPath(item: ReadItem): void {
		const path = this.onlyPath(item);
		if (path === undefined) return;
		const { DepartmentName: name = '' } = item.cells;
		const department = this.find(item, path, { allowed: true });
		if (!department) return;
		if (name !== '' && this.tree.paths.normalise(department.name) !== this.tree.paths.normalise(name)) {
			return this.contradiction(item, path, name);
		}
		this.remember(department, item);
	}

	/** A parent's id beside a path has to be that of the path. */
	private checkParent({ item, parent }: Department): void {
		if (!item || item.deletes || item.paths.length === 0) return;
		const { ParentDepartmentId: parentId = '' } = item.cells;
		if (parentId === '' || parentId === parent?.id) return;
		const message = `ParentDepartmentId ${quote(parentId)} is not the parent that ${DEPARTMENT_PATH} ${quote(item.paths[0] ?? '')} says; give one of the two`;
		this.violations.ofItem(item.itemIndex, 'ParentDepartmentId', message);
	}

	private contradiction(item: ReadItem, path: string, name: string): void {
		const message = `DepartmentName ${quote(name)} is not the last name of ${DEPARTMENT_PATH} ${quote(path)}; give one of the two`;
		this.violations.ofItem(item.itemIndex, 'DepartmentName', message);
	}

	private remember(department: Department, item: ReadItem): void {
		append(this.about, department, item.itemIndex);
		department.item ??= item;
		if (item.deletes) {
			department.deletion = 'asked';
			return;
		}
		for (const field of PLAIN_COLUMNS.department) {
			const given = item.cells[field.name];
			if (!isGiven(field, given, this.rules)) continue;
			const own = canonical(field, department.before(field.name));
			if (comparable(field, given) !== comparable(field, own)) department.changed[field.name] = given;
		}
	}

	private refuseTwice(): void {
		for (const [department, indexes] of this.about) {
			if (indexes.length === 1) continue;
			const message = `${itemsNamed(indexes)} are about the same department, ${quote(department.path)}; give it one item`;
			this.violations.ofItem(least(indexes), DEPARTMENT_PATH, message);
		}
	}

	/**
	 * A department that is moved or renamed must not come to stand where another one is: their path would fit both. Asked when
	 * all that is deleted is known.
	 */
	refuseCollisions(): void {
		for (const department of this.tree.departments) {
			if (!department.item || department.item.deletes || !department.isMoved) continue;
			const others = this.tree.allAt(department.path).filter((other) => other !== department && other.deletion === undefined);
			if (others.length === 0) continue;
			const ids = others.map(({ id }) => id || 'one that is being added').sort();
			const message = `${DEPARTMENT_PATH} ${quote(department.path)} would fit this department and ${ids.join(', ')}`;
			this.violations.ofItem(department.item.itemIndex, DEPARTMENT_PATH, message);
		}
	}

	/** What one item deletes, another one must not make. Asked when everything is made. */
	refuseMadeAndDeleted(): void {
		for (const [{ itemIndex }, path] of this.gone) {
			for (const { namedBy } of this.tree.allAt(path)) {
				const message = `The department ${quote(path)} is deleted by its item and named by ${itemsNamed([...namedBy])}`;
				this.violations.ofItem(itemIndex, 'DeleteFlag', message);
			}
		}
	}
}

/**
 * The names that items give to departments beside their paths, by those paths. A name may hold the separator, and the
 * department may be made for one below it before its own item is read.
 */
function givenNames(items: readonly ReadItem[], paths: DepartmentPaths): Map<string, string> {
	const names = new Map<string, string>();
	for (const { cells, deletes, paths: [path] } of items) {
		const { DepartmentName: name = '' } = cells;
		if (!deletes && name !== '' && path !== undefined) names.set(paths.normalise(path), name);
	}
	return names;
}
