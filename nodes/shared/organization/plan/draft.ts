import { quote } from '../../values/show';
import { columnLabel, nameProblem, PLACE_FIELD } from '../fields';
import { comparable, Keys, sameForm } from '../identity';
import type { Found } from '../identity';
import { DEPARTMENT_PATH, twice } from '../items';
import type { ItemViolation, ReadItem } from '../items';
import { DepartmentPaths } from './paths';
import { idsIn, Subject } from './subject';
import { circlesIn, spreadNames } from './tree';
import type { Path, PresentTables, SyncRules } from './types';
import { Contents, theOneInUse } from './twins';

/** Departments that a path fits, the one of them that is in use, and the first item with the path. */
interface Twins {
	readonly departments: readonly Subject[];
	readonly inUse: Subject | undefined;
	readonly item: ReadItem;
}

/** Why nobody can say which record a key means, as the rest of a sentence. */
function severalFit(column: string, key: string, records: readonly Subject[]): string {
	const ids = records.map(({ id }) => id).sort();
	const advice = column === DEPARTMENT_PATH ? '; give the Department ID instead' : '';
	return `${quote(key)} fits ${records.length} ${records[0]?.kind}s (${ids.join(', ')})${advice}`;
}

/** A plan while it is made: all records, and what the items want of them. */
export class Draft {
	/** Those that the service has, then those that are to be made. */
	readonly departments: Subject[];
	readonly users: Subject[];
	readonly violations: ItemViolation[];
	readonly items: readonly ReadItem[];
	/** Those that are shown in, or below, a department which the list of departments lacks. */
	readonly misplaced: Subject[] = [];
	private readonly departmentIds = Keys.ofTexts<Subject>();
	private readonly departmentPaths: DepartmentPaths;
	private readonly contents: Contents;
	/** By paths that fit several departments: these, and the one of them that is in use. */
	private readonly twins = new Map<string, Twins>();
	/** By the columns that say which user an item means. */
	readonly userKeys = {
		UserId: Keys.ofTexts<Subject>(),
		Email: Keys.ofTexts<Subject>((key) => comparable('Email', key)),
	};

	constructor(
		{ departments, users }: PresentTables,
		items: readonly ReadItem[],
		readonly rules: SyncRules,
	) {
		this.violations = items.flatMap((item) => item.violations);
		this.departments = departments.map((row) => new Subject('department', row));
		this.users = users.map((row) => new Subject('user', row));
		this.departmentPaths = new DepartmentPaths(rules.pathSeparator);
		for (const department of this.departments) this.departmentIds.add(department.id, department);
		for (const user of this.users) {
			this.userKeys.UserId.add(user.before('UserId'), user);
			this.userKeys.Email.add(user.before('Email'), user);
		}
		for (const record of this.all()) {
			const ids = idsIn(record.before(PLACE_FIELD[record.kind]));
			record.places = ids.flatMap((id) => this.departmentIds.all(id));
			record.placesBefore = record.places;
			if (record.places.length < ids.length) this.misplaced.push(record);
		}
		this.contents = new Contents(this.all(), 'before');

		for (const [department, path] of this.paths()) department.pathBefore = path.text;
		this.items = this.withPathsAsMeant(items);
	}

	all(): Subject[] {
		return [...this.departments, ...this.users];
	}

	refuse({ itemIndex }: ReadItem, parameter: string, message: string): undefined {
		this.violations.push({ itemIndex, parameter, message });
	}

	/** Brings items together with the records that they mean. Paths are those of the wanted tree: moves come first. */
	place(): void {
		const { departments, items, rules } = this;
		for (const item of items) this.refusePaths(item);
		const hasId = ({ kind, id }: ReadItem) => kind === 'department' && id !== '';
		for (const item of items.filter(hasId)) this.placeById(item);
		this.settle();
		// What others make or name is not deleted: deletions come last, users after the departments that items describe.
		const turnOf = ({ deletes, kind }: ReadItem) => (deletes ? 2 : kind === 'user' ? 1 : 0);
		for (const item of items.filter((each) => !hasId(each)).sort((a, b) => turnOf(a) - turnOf(b))) {
			if (item.kind === 'user') this.placeUser(item);
			else this.placeByPath(item);
		}
		for (const department of departments) {
			for (const item of department.items) if (!item.deletes) department.namedBy.add(item.itemIndex);
		}
		spreadNames(departments);
		for (const record of this.all()) {
			const parameter = record.kind === 'user' ? rules.matchUsersBy : DEPARTMENT_PATH;
			this.violations.push(...twice(record.items, parameter, record.labels(rules).key));
		}
	}

	/** What items want of a department and cannot have. Asked when all is in its place. */
	refuseContradictions(): void {
		this.refuseTwins();
		for (const department of this.departments) {
			const { items, path, places, placesBefore } = department;
			const [item] = items;
			if (!item) continue;
			for (const column of item.paths.length > 0 ? ['DepartmentName', 'ParentDepartmentId'] : []) {
				const given = this.departmentPaths.normalised(item.cells[column] ?? '');
				const own = this.departmentPaths.normalised(department.wanted(column));
				if (given !== '' && given !== own) this.contradict(item, column);
			}
			// A path would fit both a department that comes to it and the one that is there.
			const isMoved = department.isChanged('DepartmentName') || places !== placesBefore;
			const others = this.departmentPaths.at(path).filter((other) => other !== department && !other.deletion);
			if (!isMoved || others.length === 0) continue;
			const ids = ['this department', ...others.map(({ id }) => id || 'one that is being added').sort()];
			this.refuse(item, DEPARTMENT_PATH, `Department Path ${quote(path)} would fit ${ids.join(' and ')}`);
		}
	}

	/** Refuses an item of which two columns say two things. */
	private contradict(item: ReadItem, column: string): void {
		const [given, path] = [item.cells[column] ?? '', item.paths.join('; ')].map(quote);
		const message = `${columnLabel(column)} ${given} does not fit Department Path ${path}; give one of the two`;
		this.refuse(item, column, message);
	}

	/** The path of each department as it stands, or as it is put: each is made of the one above it. */
	private paths(): Map<Subject, Path> {
		const paths = new Map<Subject, Path>();
		for (const department of this.departments) {
			const way = new Set<Subject>();
			let above: Subject | undefined = department;
			while (above && !paths.has(above) && !way.has(above)) {
				way.add(above);
				above = above.above;
			}

			let path = above && paths.get(above);
			for (const each of [...way].reverse()) {
				path = each.pin ?? this.departmentPaths.below(path, each.wanted('DepartmentName'));
				paths.set(each, path);
			}
		}
		return paths;
	}

	/** The items with their paths: a text that happens to be a list in JSON is one unless a department is called so. */
	private withPathsAsMeant(items: readonly ReadItem[]): readonly ReadItem[] {
		if (items.every(({ pathText }) => pathText === undefined)) return items;

		const names = Keys.ofTexts<string>();
		for (const { pathBefore } of this.departments) names.add(pathBefore, pathBefore);
		for (const { DepartmentName: name = '' } of items.map(({ cells }) => cells)) names.add(name, name);
		return items.map((item) => {
			const { pathText = '' } = item;
			const isName = pathText !== '' && (names.all(pathText).length > 0 || names.lookAlike(pathText) !== undefined);
			return isName ? { ...item, paths: [pathText] } : item;
		});
	}

	/** Refuses paths in which something stands that is no name, and several of one department. */
	private refusePaths(item: ReadItem): void {
		const { kind, paths } = item;
		if (kind === 'department' && paths.length > 1) {
			this.refuse(item, DEPARTMENT_PATH, `Department Path takes one path; got ${paths.length}`);
		}
		for (const path of paths) {
			// The separator may stand in what a broken expression gives.
			const problems = [path, ...this.departmentPaths.namesIn(path)].map(nameProblem);
			const problem = problems.find((each) => each !== undefined);
			if (problem !== undefined) this.refuse(item, DEPARTMENT_PATH, `Department Path ${problem}`);
		}
	}

	/**
	 * The record that an item means by a key, or none. One that goes gives way to one that stays.
	 * @returns undefined, and a violation, where there are several, or one whose key only looks the same
	 */
	private meant(item: ReadItem, column: string, { key, all, lookAlike }: Found<Subject>) {
		const staying = all.filter(({ deletion }) => !deletion);
		const found = staying.length > 0 ? staying : all;
		if (found.length <= 1 && lookAlike === undefined) return found;

		const inUse = column === DEPARTMENT_PATH && !item.deletes ? this.oneOfTwins(item, key, found) : undefined;
		if (inUse) return [inUse];
		const problem = found.length > 1 ? severalFit(column, key, all) : lookAlike;
		return this.refuse(item, column, `${columnLabel(column)} ${problem}`);
	}

	/** Of departments with one path, the only one in use, where the others are empty; that is noted. */
	private oneOfTwins(item: ReadItem, path: string, departments: readonly Subject[]): Subject | undefined {
		if (departments.length <= 1 || departments.some(({ row }) => !row)) return undefined;
		const known = this.twins.get(path);
		if (known) return known.inUse;

		const inUse = theOneInUse(departments, this.contents);
		this.twins.set(path, { departments, inUse, item });
		for (const each of departments) if (each !== inUse) each.twinInUse = inUse;
		return inUse;
	}

	/** Refuses a path that fits two departments where this run would leave both empty or both in use. */
	private refuseTwins(): void {
		const contents = new Contents(
			this.all().filter(({ deletion }) => !deletion),
			'wanted',
		);
		for (const [path, { departments, inUse, item }] of this.twins) {
			const staying = departments.filter(({ deletion }) => !deletion);
			const isOne = staying.length <= 1 || theOneInUse(staying, contents) === inUse;
			if (inUse && !isOne)
				this.refuse(item, DEPARTMENT_PATH, `Department Path ${severalFit(DEPARTMENT_PATH, path, departments)}`);
		}
	}

	private departmentOfId(item: ReadItem, column: string, id: string): readonly Subject[] {
		const found = this.meant(item, column, this.departmentIds.find(id));
		if (!found || found.length > 0 || item.deletes) return found ?? [];
		const none = `${columnLabel(column)}: the service shows no department with the ID ${quote(id)}`;
		return this.refuse(item, column, none) ?? [];
	}

	/**
	 * The department of a wanted path, made with its parents where it may be; none, and a violation, where not. None is
	 * made to be deleted.
	 */
	private departmentOfPath(item: ReadItem, given: string, mayBeMade: boolean): readonly Subject[] {
		const names = this.departmentPaths.namesIn(given);
		const paths = this.departmentPaths.downTo(names);
		const path = paths.at(-1) ?? { text: '', look: '' };
		const found = this.meant(item, DEPARTMENT_PATH, this.departmentPaths.find(path));
		if (!found || found.length > 0 || item.deletes) return found ?? [];
		if (mayBeMade) return this.made(item, names, paths);

		const none = `Department Path ${quote(path.text)} fits no department, and Create Missing Departments is off`;
		return this.refuse(item, DEPARTMENT_PATH, none) ?? [];
	}

	/**
	 * Makes the department at the end of a way, and those above it that are not there.
	 * @param names from the top down
	 * @param paths of each of the names
	 */
	private made(item: ReadItem, names: readonly string[], paths: readonly Path[]): Subject[] {
		if (names.includes('')) {
			this.refuse(item, 'DepartmentName', `Department Path ${quote(paths.at(-1)?.text ?? '')} has a blank name in it`);
			return [];
		}

		const made: Subject[] = [];
		for (const [index, path] of [...paths.entries()].reverse()) {
			const isLowest = made.length === 0;
			const found = isLowest ? [] : this.meant(item, DEPARTMENT_PATH, this.departmentPaths.find(path));
			if (!found || found.length > 0) {
				made.at(-1)?.put(found ?? []);
				break;
			}
			const department = new Subject('department');
			department.rename(names[index] ?? '');
			made.at(-1)?.put([department]);
			this.departments.push(department);
			this.departmentPaths.add(path, department);
			made.push(department);
		}
		return made.slice(0, 1);
	}

	/** Gives a department the name and the parent that its path says. */
	private putAtPath(item: ReadItem, department: Subject): void {
		const { pathSeparator } = this.rules;
		const names = department.path.split(pathSeparator);
		if (names.includes('')) {
			return this.refuse(item, 'DepartmentName', `Department Path ${quote(department.path)} has a blank name in it`);
		}
		department.rename(names.pop() ?? '');
		department.put(names.length === 0 ? [] : this.departmentOfPath(item, names.join(pathSeparator), true));
	}

	/** Deletes, renames or moves the department that an item names by its id. */
	private placeById(item: ReadItem): void {
		const { DepartmentName = '', ParentDepartmentId: parentId } = item.cells;
		const [path] = item.paths;
		const [department] = this.departmentOfId(item, 'DepartmentId', item.id);
		department?.take(item, this.rules);
		if (!department || item.deletes) return;
		department.rename(sameForm(DepartmentName));
		if (path !== undefined) department.pin = this.departmentPaths.below(undefined, path);
		else if (parentId) department.put(this.departmentOfId(item, 'ParentDepartmentId', parentId));
		else if (parentId === '' && this.rules.blankCells === 'clear') department.put([]);
	}

	/** Takes, or makes, the department that an item names by its path alone. */
	private placeByPath(item: ReadItem): void {
		const [path] = item.paths;
		if (path === undefined) {
			return this.refuse(item, DEPARTMENT_PATH, 'a department needs Department Path or Department ID');
		}
		for (const department of this.departmentOfPath(item, path, true)) department.take(item, this.rules);
	}

	/** Gives every department its wanted path, and those that are put somewhere their parents. */
	private settle(): void {
		const { departments, departmentPaths } = this;
		this.refuseCircles();
		for (const [department, path] of this.paths()) departmentPaths.add(path, department);

		for (const department of departments.filter(({ pin }) => pin !== undefined)) {
			const [item] = department.items;
			const [parent] = department.places;
			const above = parent && { text: parent.path, look: parent.look };
			const own = departmentPaths.below(above, department.wanted('DepartmentName'));
			department.pin = undefined;
			if (item && department.path !== own.text) this.putAtPath(item, department);
		}
	}

	/** No path can be told in a tree that has a circle. */
	private refuseCircles(): void {
		const inCircle = circlesIn(this.departments);
		const circle = this.departments.filter((each) => inCircle.has(each));
		const names = circle.map((each) => `${each.wanted('DepartmentName')} (${each.id})`).join(', ');
		const rule = 'Parent Department ID must not lead back to the department itself';
		const message = `${rule}. In the items or in the service, these are each other's parent: ${names}`;
		for (const { items } of circle) {
			this.violations.push({ itemIndex: items[0]?.itemIndex, parameter: 'ParentDepartmentId', message });
		}
	}

	/** Edits, deletes or adds the user that an item means. */
	private placeUser(item: ReadItem): void {
		const { matchUsersBy: column, today } = this.rules;
		const { [column]: key = '', UserId = '', DepartmentId = '' } = item.cells;
		if (key === '') {
			return this.refuse(item, column, `${columnLabel(column)} is empty. Map a column to it, or fill the cell`);
		}
		const found = this.meant(item, column, this.userKeys[column].find(key));
		const lookAlike = found?.length === 0 ? this.userKeys.UserId.lookAlike(UserId) : undefined;
		if (lookAlike !== undefined) return this.refuse(item, 'UserId', `${columnLabel('UserId')} ${lookAlike}`);
		if (!found || (found.length === 0 && item.deletes)) return;
		const [user = new Subject('user')] = found;
		user.take(item, this.rules);
		// More than one item are refused.
		if (user.items.length > 1) return;
		this.refuseOtherIds(user, item, key);
		if (!item.deletes) this.placeIn(user, item);
		if (user.row) return;
		if (item.paths.length === 0 && DepartmentId === '') {
			this.refuse(item, DEPARTMENT_PATH, 'Department Path or Department ID is required when a user is added');
		}
		user.cells.EffectiveDateFrom ??= today;
		this.users.push(user);
		this.userKeys[column].add(key, user, false);
	}

	/** A user's ids never change, and one with a UUID is not new. */
	private refuseOtherIds(user: Subject, item: ReadItem, key: string): void {
		const by = columnLabel(this.rules.matchUsersBy);
		for (const column of user.row ? ['UserId', 'UserUuid'] : ['UserUuid']) {
			const given = item.cells[column] ?? '';
			const own = user.before(column);
			if (given === '' || comparable(column, given) === comparable(column, own)) continue;
			const problem = user.row
				? `is not that of the user whom ${by} matches, which is ${quote(own)} and never changes`
				: `is filled, but no user has the ${by} ${quote(key)}`;
			this.refuse(item, column, `${columnLabel(column)} ${quote(given)} ${problem}`);
		}
	}

	/** Puts a user into the departments that its item names; where it names none, the user stays where it is. */
	private placeIn(user: Subject, item: ReadItem): void {
		const { createMissingDepartments } = this.rules;
		const byPath = item.paths.flatMap((path) => this.departmentOfPath(item, path, createMissingDepartments));
		const byId = idsIn(item.cells.DepartmentId).flatMap((id) => this.departmentOfId(item, 'DepartmentId', id));
		const all = new Set([...byPath, ...byId]);
		for (const department of all) department.namedBy.add(item.itemIndex);
		const areOthers = [byPath, byId].some((some) => some.length > 0 && new Set(some).size < all.size);
		if (areOthers) this.contradict(item, 'DepartmentId');
		if (all.size > 0) user.put([...all]);
	}
}
