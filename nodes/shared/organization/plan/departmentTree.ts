import { quote } from '../../values/characters';
import { LOOK_ALIKE_ADVICE, lookOf, sameForm } from '../identity';
import type { PresentRecord } from '../present';
import { Department } from './department';
import type { DepartmentPaths } from './departmentPaths';
import { append } from './lists';

/** Why a path stands for no department. */
export interface NoDepartment {
	readonly problem: string;
}

/** What may be done about a path that stands for no department yet. */
export interface Making {
	/** Whether it may be made, with the parents that it lacks. */
	readonly allowed: boolean;
}

/** Departments with their wanted places, found by id and by wanted path. */
export class DepartmentTree {
	/** Those that the service has, then those that are to be made. */
	readonly departments: Department[];

	private readonly byId: ReadonlyMap<string, Department>;

	private readonly byPath = new Map<string, Department[]>();

	/** Those that the service has, by what paths that look alike have in common. */
	private readonly byLook = new Map<string, Department[]>();

	/** Departments that the service shows as their own ancestors. */
	readonly circular: Department[] = [];

	/** The paths that departments have now. */
	private readonly pathsBefore: ReadonlyMap<Department, string>;

	/**
	 * @param unnamedGo whether departments that no item names are deleted
	 * @param givenNames names that items give to departments by their paths: whoever needs one first makes it with that name
	 */
	constructor(
		rows: readonly PresentRecord[],
		readonly paths: DepartmentPaths,
		private readonly unnamedGo: boolean,
		private readonly givenNames: ReadonlyMap<string, string>,
	) {
		this.departments = rows.map((row) => new Department(row, row.DepartmentName ?? ''));
		this.byId = new Map(this.departments.map((department) => [sameForm(department.id), department]));
		for (const department of this.departments) department.parent = this.withId(department.row?.ParentDepartmentId ?? '');
		this.pathsBefore = this.allPaths(new Map(), this.circular);
	}

	/** The department that the service knows by this id. */
	withId(id: string): Department | undefined {
		return this.byId.get(sameForm(id));
	}

	/** The id of a department that looks like this one, which no department has. */
	lookAlikeId(id: string): string | undefined {
		const look = lookOf(id);
		return this.byId.has(sameForm(id)) ? undefined : [...this.byId.keys()].find((each) => lookOf(each) === look);
	}

	/** Why a path that no department has must not be made: one that the service has looks like it. */
	lookAlikeProblem(path: string): string | undefined {
		const [similar] = this.byLook.get(this.paths.look(path)) ?? [];
		if (!similar) return undefined;
		const own = `the path ${quote(path)} looks like ${quote(similar.path)} (${similar.id})`;
		return `${own}, but is not the same; ${LOOK_ALIKE_ADVICE}`;
	}

	/** The path that a department has now; undefined for one that is to be made. */
	pathBefore(department: Department): string | undefined {
		return this.pathsBefore.get(department);
	}

	/**
	 * Gives every department its wanted path.
	 * @param pinned the paths at which items put departments by their ids; all others follow their parents
	 * @returns departments that are their own ancestors
	 */
	placeAll(pinned: ReadonlyMap<Department, string>): Department[] {
		const circular: Department[] = [];
		const wanted = this.allPaths(pinned, circular);
		for (const [department, path] of wanted) this.register(department, path);
		return circular;
	}

	/** The wanted path of a department if it stays below its parent under its name. */
	inheritedPath({ parent, name }: Department): string {
		return this.paths.join(parent?.path, name);
	}

	/** Every department that has a wanted path. */
	allAt(path: string): readonly Department[] {
		return this.byPath.get(path) ?? [];
	}

	/** The one department of a wanted path, made with its parents where it may be. */
	at(path: string, making: Making): Department | NoDepartment {
		const found = this.allAt(path);
		const [first] = found;
		if (first) return found.length === 1 ? first : this.oneOf(path, found);
		const lookAlike = this.lookAlikeProblem(path);
		if (lookAlike !== undefined) return { problem: lookAlike };
		if (!making.allowed) return { problem: `no department has the path ${quote(path)}, and Create Missing Departments is off` };
		if (this.paths.hasBlankName(path)) return { problem: `the path ${quote(path)} has a blank name in it` };
		return this.make(path);
	}

	private make(path: string): Department | NoDepartment {
		const given = this.givenNames.get(path);
		const parentPath = given === undefined ? this.paths.split(path)[0] : this.paths.parentOf(path, given);
		if (parentPath === null) return { problem: `the path ${quote(path)} does not end in the name ${quote(given ?? '')}` };
		const parent = parentPath === undefined ? undefined : this.at(parentPath, { allowed: true });
		if (parent && 'problem' in parent) return parent;
		const made = new Department(undefined, given ?? this.paths.split(path)[1]);
		made.parent = parent;
		made.placement = { parent };
		this.departments.push(made);
		this.register(made, path);
		return made;
	}

	/** Of several departments of a path, the only one that stays: one that an item names by its id, where the others go. */
	private oneOf(path: string, found: readonly Department[]): Department | NoDepartment {
		const staying = found.filter(({ deletion }) => deletion === undefined);
		const asked = this.unnamedGo ? staying.filter(({ item }) => item !== undefined) : [];
		const [only] = asked.length > 0 ? asked : staying;
		if (only && (asked.length === 1 || staying.length === 1)) return only;
		const ids = found.map(({ id }) => id).sort();
		return { problem: `the path ${quote(path)} fits ${found.length} departments (${ids.join(', ')}); give DepartmentId instead` };
	}

	private register(department: Department, path: string): void {
		department.path = path;
		append(this.byPath, path, department);
		if (department.row) append(this.byLook, this.paths.look(path), department);
	}

	/**
	 * The path of each department: where it is pinned, else below its parent.
	 * @param circular gets the departments that are their own ancestors; they count as standing at the top
	 */
	private allPaths(pinned: ReadonlyMap<Department, string>, circular: Department[] = []): Map<Department, string> {
		const known = new Map<Department, string>();
		const open = new Set<Department>();
		const pathOf = (department: Department): string => {
			const path = known.get(department) ?? pinned.get(department);
			if (path !== undefined) return path;
			const { parent, name } = department;
			open.add(department);
			if (parent && open.has(parent)) circular.push(...circleOf(department));
			const above = parent && !open.has(parent) ? pathOf(parent) : undefined;
			open.delete(department);
			const own = this.paths.join(above, name);
			known.set(department, own);
			return own;
		};
		return new Map(this.departments.map((department) => [department, pathOf(department)]));
	}
}

/** A department and all others of the circle that its parents form. */
function circleOf(department: Department): Department[] {
	const circle = [department];
	for (let each = department.parent; each && each !== department; each = each.parent) circle.push(each);
	return circle;
}
