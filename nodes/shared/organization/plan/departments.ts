import { quote } from '../../values/show';
import { columnLabel } from '../fields';
import type { ReadItem } from '../items';
import { DEPARTMENT_PATH } from '../recognise';
import { preferStaying, severalFit } from './draft';
import type { Draft } from './draft';
import { NO_PATH } from './paths';
import { PlanRecord } from './record';
import { Contents, theOneInUse } from './twins';
import type { Path } from './types';

/** Departments that a path fits, the one of them that is in use, and the first item with the path. */
interface Twins {
	readonly departments: readonly PlanRecord[];
	readonly inUse: PlanRecord | undefined;
	readonly item: ReadItem;
}

/** Finds the departments that items name by id or path, and makes those that are missing. */
export class DepartmentFinder {
	private readonly contents: Contents;
	/** Paths that fit several departments. */
	private readonly twins = new Map<string, Twins>();

	constructor(private readonly draft: Draft) {
		this.contents = new Contents(draft.all(), 'before');
	}

	/**
	 * Finds the department of an id.
	 *
	 * @param column the column of the item with the id
	 * @returns none, and a violation, where there is none; one that is to be deleted may be gone
	 */
	byId(item: ReadItem, column: string, id: string): readonly PlanRecord[] {
		const { draft } = this;
		const fitting = draft.departmentIds.find(id);
		const found = draft.theOneMeant(item, column, fitting);
		if (found === undefined) return [];

		if (found.length === 0 && !item.deletes) {
			const unknown = `The service shows no department with the ID ${quote(id)}`;
			draft.refuse(item, column, `${unknown}, which ${columnLabel(column)} names`);
		}
		return found;
	}

	/**
	 * Finds the department of a wanted path.
	 *
	 * @param ifMissing whether a missing one is made, with its parents, or is a violation; none is made to be deleted
	 * @returns at most one department; none where the item is refused
	 */
	byPath(item: ReadItem, pathText: string, ifMissing: 'make' | 'refuse'): readonly PlanRecord[] {
		const { draft } = this;
		const names = draft.departmentPaths.namesIn(pathText);
		const paths = draft.departmentPaths.downTo(names);
		const path = paths.at(-1) ?? NO_PATH;

		const found = this.at(item, path);
		if (found === undefined) return [];

		const isFound = found.length > 0;
		if (isFound || item.deletes) return found;
		if (ifMissing === 'make') return this.makeWithParents(item, names, paths);

		const problem = 'fits no department, and Create Missing Departments is off';
		draft.refuse(item, DEPARTMENT_PATH, `Department Path ${quote(path.text)} ${problem}`);
		return [];
	}

	/** Refuses a path that fits two departments where this run would leave both empty or both in use. */
	refuseTwins(): void {
		const { draft } = this;
		const staying = draft.all().filter((record) => record.stays);
		const contents = new Contents(staying, 'wanted');

		for (const [path, { departments, inUse, item }] of this.twins) {
			if (!inUse) continue;

			const left = departments.filter((department) => department.stays);
			if (left.length <= 1) continue;

			const inUseAfterwards = theOneInUse(left, contents);
			if (inUseAfterwards === inUse) continue;

			const problem = severalFit(DEPARTMENT_PATH, path, departments);
			draft.refuse(item, DEPARTMENT_PATH, `Department Path ${problem}`);
		}
	}

	/**
	 * Finds the department at a path: of several the only one in use.
	 *
	 * @returns at most one department, none where nothing fits; `undefined` where the item is refused
	 */
	private at(item: ReadItem, path: Path): readonly PlanRecord[] | undefined {
		const found = this.draft.departmentPaths.find(path);

		if (!item.deletes) {
			const candidates = preferStaying(found.all);
			const inUse = this.chooseTwin(item, found.key, candidates);
			if (inUse) return [inUse];
		}

		return this.draft.theOneMeant(item, DEPARTMENT_PATH, found);
	}

	/**
	 * Chooses, of departments with one path, the only one that is in use. Notes the choice, which {@link refuseTwins}
	 * checks in the end, and in the empty ones which department took their place.
	 *
	 * @returns `undefined` where there is one department alone, or not exactly one is in use
	 */
	private chooseTwin(item: ReadItem, path: string, departments: readonly PlanRecord[]): PlanRecord | undefined {
		const areOfService = departments.every((department) => department.row);
		if (departments.length <= 1 || !areOfService) return undefined;

		const known = this.twins.get(path);
		if (known) return known.inUse;

		const inUse = theOneInUse(departments, this.contents);
		this.twins.set(path, {
			departments,
			inUse,
			item,
		});

		const others = departments.filter((each) => each !== inUse);
		for (const each of others) each.twinInUse = inUse;
		return inUse;
	}

	/**
	 * Makes the department at the end of a way, and those above it that are not there.
	 *
	 * @param names from the top down
	 * @param paths the path of each of the names
	 */
	private makeWithParents(item: ReadItem, names: readonly string[], paths: readonly Path[]): PlanRecord[] {
		const steps = paths.map((path, index) => ({
			path,
			name: names[index] ?? '',
		}));
		const [lowest, ...above] = steps.reverse();
		if (!lowest) return [];

		if (names.includes('')) {
			this.refuseBlankName(item, lowest.path.text);
			return [];
		}

		const department = this.make(lowest.name, lowest.path);
		let last = department;
		for (const { name, path } of above) {
			const found = this.at(item, path);
			// The item is refused, so nothing will be made of this plan.
			if (found === undefined) break;

			if (found.length > 0) {
				// The rest of the way up is there.
				last.moveTo(found);
				break;
			}

			const parent = this.make(name, path);
			last.moveTo([parent]);
			last = parent;
		}
		return [department];
	}

	private make(name: string, path: Path): PlanRecord {
		const { draft } = this;
		const department = new PlanRecord('department');
		department.rename(name);
		draft.departments.push(department);
		draft.departmentPaths.add(path, department);
		return department;
	}

	/** Refuses a path with a blank name in it. */
	refuseBlankName(item: ReadItem, path: string): void {
		this.draft.refuse(item, 'DepartmentName', `Department Path ${quote(path)} has a blank name in it`);
	}
}
