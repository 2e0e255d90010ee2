import { joined, quote } from '../../values/show';
import { columnLabel } from '../fields';
import { comparable, Keys, lookOf, sameForm } from '../identity';
import { DEPARTMENT_PATH, twice } from '../items';
import type { ItemViolation, ReadItem } from '../items';
import { idsIn, Subject } from './subject';
import type { PresentTables, SyncRules } from './plan';

/** A plan while it is made: all records, and what the items want of them. */
export class Draft {
	/** Those that the service has, then those that are to be made. */
	readonly departments: Subject[];
	readonly users: Subject[];
	readonly violations: ItemViolation[];
	private readonly departmentIds = new Keys<Subject>();
	/**
	 * By wanted path. Paths are texts and not lists of names, so that a department whose name holds the separator is found
	 * under the path that a person writes for it.
	 */
	private readonly departmentPaths: Keys<Subject>;
	/** By the columns that say which user an item means. */
	readonly userKeys = { UserId: new Keys<Subject>(), Email: new Keys<Subject>((key) => comparable('Email', key)) };

	constructor(
		{ departments, users }: PresentTables,
		readonly items: readonly ReadItem[],
		readonly rules: SyncRules,
	) {
		const { pathSeparator } = rules;
		this.violations = items.flatMap((item) => item.violations);
		this.departments = departments.map((row) => new Subject('department', row));
		this.users = users.map((row) => new Subject('user', row));
		const lookOfPath = (path: string) => path.split(pathSeparator).map(lookOf).join(lookOf(pathSeparator));
		this.departmentPaths = new Keys((path) => this.normalised(path), lookOfPath);
		for (const department of this.departments) this.departmentIds.add(department.id, department);
		for (const user of this.users) {
			this.userKeys.UserId.add(user.before('UserId'), user);
			this.userKeys.Email.add(user.before('Email'), user);
		}
		for (const record of this.all()) {
			record.places = idsIn(record.before(record.placeField)).flatMap((id) => this.departmentIds.all(id));
			record.placesBefore = record.places;
		}
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
		for (const department of departments) department.pathBefore = this.pathOf(department);
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
			for (const item of department.items) if (!item.deletes) nameBy(department, item);
		}
		for (const record of this.all()) {
			const parameter = record.kind === 'user' ? rules.matchUsersBy : DEPARTMENT_PATH;
			this.violations.push(...twice(record.items, parameter, record.labels(rules).key));
		}
	}

	/** What items want of a department and cannot have. Asked when all is in its place. */
	refuseContradictions(): void {
		for (const department of this.departments) {
			const { items, path, places, placesBefore } = department;
			const [item] = items;
			if (!item) continue;
			for (const column of item.paths.length > 0 ? ['DepartmentName', 'ParentDepartmentId'] : []) {
				const [given, own] = [item.cells[column] ?? '', department.wanted(column)].map((text) => this.normalised(text));
				if (given !== '' && given !== own) this.contradict(item, column);
			}
			// A path would fit both a department that comes to it and the one that is there.
			const isMoved = department.isChanged('DepartmentName') || places !== placesBefore;
			const others = this.departmentPaths.all(path).filter((other) => other !== department && !other.deletion);
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

	/** A path in the one form of its names. */
	private normalised(path: string): string {
		const { pathSeparator } = this.rules;
		return path.split(pathSeparator).map(sameForm).join(pathSeparator);
	}

	private pathOf(department: Subject): string {
		const names = department.line().map((each) => each.pin ?? this.normalised(each.wanted('DepartmentName')));
		return names.reverse().join(this.rules.pathSeparator);
	}

	/**
	 * The record that an item means by a key, or none. One that goes gives way to one that stays.
	 * @param none why there must be one, unless it is to be deleted
	 * @returns undefined, and a violation, where there are several, or one whose key only looks the same
	 */
	private meant(item: ReadItem, column: string, keys: Keys<Subject>, key: string, none = '') {
		const all = keys.all(key);
		const staying = all.filter(({ deletion }) => !deletion);
		const found = staying.length > 0 ? staying : all;
		const ids = all.map(({ id }) => id).sort();
		const advice = column === DEPARTMENT_PATH ? '; give the Department ID instead' : '';
		const several = `${quote(key)} fits ${all.length} ${all[0]?.kind}s (${ids.join(', ')})${advice}`;
		const problem = found.length > 1 ? several : keys.lookAlike(key);
		if (problem !== undefined) return this.refuse(item, column, `${columnLabel(column)} ${problem}`);
		return none !== '' && found.length === 0 && !item.deletes ? this.refuse(item, column, none) : found;
	}

	private departmentOfId(item: ReadItem, column: string, id: string): readonly Subject[] {
		const none = `${columnLabel(column)}: the service shows no department with the ID ${quote(id)}`;
		return this.meant(item, column, this.departmentIds, id, none) ?? [];
	}

	/**
	 * The department of a wanted path, made with its parents where it may be; none, and a violation, where not. None is
	 * made to be deleted.
	 */
	private departmentOfPath(item: ReadItem, given: string, mayBeMade: boolean): readonly Subject[] {
		const path = this.normalised(given);
		const none = `Department Path ${quote(path)} fits no department, and Create Missing Departments is off`;
		const found = this.meant(item, DEPARTMENT_PATH, this.departmentPaths, path, mayBeMade ? '' : none);
		if (!found || found.length > 0 || item.deletes) return found ?? [];
		const made = new Subject('department');
		made.path = path;
		this.departments.push(made);
		this.departmentPaths.add(path, made, false);
		this.putAtPath(item, made);
		return [made];
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
		if (path !== undefined) department.pin = this.normalised(path);
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
		for (const department of departments) {
			department.path = this.pathOf(department);
			departmentPaths.add(department.path, department);
		}
		for (const department of departments.filter(({ pin }) => pin !== undefined)) {
			const [item] = department.items;
			const [parent] = department.places;
			const own = this.normalised(department.wanted('DepartmentName'));
			department.pin = undefined;
			const isThere = department.path === joined([parent?.path, own], this.rules.pathSeparator);
			if (item && !isThere) this.putAtPath(item, department);
		}
	}

	/** No path can be told in a tree that has a circle. */
	private refuseCircles(): void {
		const circle = this.departments.filter((each) => {
			return each.line().some(({ pin, places }) => pin === undefined && places.includes(each));
		});
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
		const found = this.meant(item, column, this.userKeys[column], key);
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
		for (const department of all) nameBy(department, item);
		const areOthers = [byPath, byId].some((some) => some.length > 0 && new Set(some).size < all.size);
		if (areOthers) this.contradict(item, 'DepartmentId');
		if (all.size > 0) user.put([...all]);
	}
}

/** Notes who names a department: what stands above it is needed for it. */
function nameBy(department: Subject, { itemIndex }: ReadItem): void {
	for (const each of department.line()) each.namedBy.add(itemIndex);
}
