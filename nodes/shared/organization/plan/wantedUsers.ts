import { quote } from '../../values/characters';
import { LOOK_ALIKE_ADVICE, lookOf, sameForm } from '../identity';
import { canonical, comparable, DEPARTMENT_PATH, fieldOf, isGiven, PLAIN_COLUMNS } from './columns';
import type { Department } from './department';
import { append, least } from './lists';
import type { ReadItem } from './readItem';
import { each } from './steps';
import type { Steps } from './steps';
import type { PresentOrganization, SyncRules } from './types';
import { User } from './user';
import { itemsNamed } from './violations';
import type { Violations } from './violations';
import type { WantedDepartments } from './wantedDepartments';

/** The items of a plan that are about users, each brought together with the user that it means. */
export class WantedUsers {
	/** Those that the service has, then those that are to be added. */
	readonly users: User[];

	private readonly byKey = new Map<string, User[]>();

	/** Users by what keys that look alike have in common. */
	private readonly byLook = new Map<string, User>();

	/** Users by what their `UserId` has in common with those that look like it, where another column matches them. */
	private readonly byUserId = new Map<string, User>();

	private readonly about = new Map<string, number[]>();

	constructor(
		present: PresentOrganization,
		private readonly departments: WantedDepartments,
		private readonly rules: SyncRules,
		private readonly violations: Violations,
	) {
		this.users = present.users.map((row) => new User(row));
		for (const user of this.users) {
			append(this.byKey, this.keyOf(user.before(rules.matchUsersBy)), user);
			this.byLook.set(lookOf(user.before(rules.matchUsersBy)), user);
			this.byUserId.set(lookOf(user.before('UserId')), user);
		}
	}

	/** Brings items together with users. */
	*take(items: readonly ReadItem[]): Steps<void> {
		yield* each(items, (item) => this.takeOne(item));
		this.refuseTwice();
	}

	/** Upper and lower case of an address say nothing; those of a `UserId` may. */
	private keyOf(text: string): string {
		return comparable(fieldOf('user', this.rules.matchUsersBy), text);
	}

	private takeOne(item: ReadItem): void {
		const column = this.rules.matchUsersBy;
		const given = item.cells[column] ?? '';
		if (given === '') {
			const message = `${column} is blank, and Match Users By uses it: fill or map it, or change Match Users By`;
			return this.violations.ofItem(item.itemIndex, column, message);
		}
		const key = this.keyOf(given);
		const isSecond = this.about.has(key);
		append(this.about, key, item.itemIndex);
		if (isSecond) return;
		const found = this.byKey.get(key) ?? [];
		const [user] = found;
		if (found.length > 1) {
			const ids = found.map(({ id }) => id).sort();
			return this.violations.ofItem(item.itemIndex, column, `${column} ${quote(given)} fits ${found.length} users (${ids.join(', ')})`);
		}
		const similar = user ? undefined : this.byLook.get(lookOf(given));
		if (similar) {
			const own = `${column} ${quote(given)} looks like that of a user, ${quote(similar.before(column))}`;
			return this.violations.ofItem(item.itemIndex, column, `${own}, but is not the same; ${LOOK_ALIKE_ADVICE}`);
		}
		if (user) this.edit(user, item);
		else if (!item.deletes) this.add(item, given);
	}

	private edit(user: User, item: ReadItem): void {
		user.item = item;
		for (const column of ['UserId', 'UserUuid'] as const) {
			const given = item.cells[column] ?? '';
			const own = user.before(column);
			if (given === '' || comparable(fieldOf('user', column), given) === comparable(fieldOf('user', column), own)) continue;
			const message = `${column} ${quote(given)} is not that of the user whom ${this.rules.matchUsersBy} matches, which is ${quote(own)} and never changes`;
			this.violations.ofItem(item.itemIndex, column, message);
		}
		if (item.deletes) {
			user.deletion = 'asked';
			return;
		}
		for (const field of PLAIN_COLUMNS.user) {
			const given = item.cells[field.name];
			if (!isGiven(field, given, this.rules)) continue;
			const own = canonical(field, user.before(field.name));
			if (comparable(field, given) !== comparable(field, own)) user.changed[field.name] = given;
		}
		const departments = this.departmentsOf(item);
		const wanted = new Set(departments);
		const ids = new Set(user.idsBefore);
		const isSame = wanted.size === ids.size && [...wanted].every(({ id }) => ids.has(id));
		if (wanted.size > 0 && !isSame) user.departments = [...wanted];
	}

	private add(item: ReadItem, given: string): void {
		const user = new User(undefined);
		user.item = item;
		this.users.push(user);
		this.refuseMistakenIdentity(item, given);
		for (const column of ['UserId', 'EffectiveDateFrom', ...PLAIN_COLUMNS.user.map(({ name }) => name)]) {
			const text = item.cells[column] ?? '';
			if (text !== '') user.changed[column] = text;
		}
		user.changed.EffectiveDateFrom ??= this.rules.today;
		user.departments = [...new Set(this.departmentsOf(item))];
		if (item.paths.length > 0 || (item.cells.DepartmentId ?? '') !== '') return;
		const message = `${DEPARTMENT_PATH} or DepartmentId is required when a user is added`;
		this.violations.ofItem(item.itemIndex, DEPARTMENT_PATH, message);
	}

	/** A user who would be added although the service shows who is most likely meant. */
	private refuseMistakenIdentity(item: ReadItem, given: string): void {
		const complain = (column: string, message: string) => this.violations.ofItem(item.itemIndex, column, message);
		const { UserId: userId = '', UserUuid: uuid = '' } = item.cells;
		if (uuid !== '') {
			complain('UserUuid', `UserUuid is filled, but no user has the ${this.rules.matchUsersBy} ${quote(given)}`);
		}
		const other = userId === '' ? undefined : this.byUserId.get(lookOf(userId));
		if (!other) return;
		const own = other.before('UserId');
		if (sameForm(own) !== userId) {
			return complain('UserId', `UserId ${quote(userId)} looks like that of a user, ${quote(own)}, but is not the same; ${LOOK_ALIKE_ADVICE}`);
		}
		complain('UserId', `UserId ${quote(userId)} is that of a user with the Email ${quote(other.before('Email'))}; match users by UserId to change it`);
	}

	/** The departments that an item puts its user into; none where it does not say. */
	private departmentsOf(item: ReadItem): Department[] {
		const { itemIndex, cells, paths } = item;
		const ids = (cells.DepartmentId ?? '').split(';').map((id) => id.trim());
		const making = { allowed: this.rules.createMissingDepartments };
		const byPath = paths.flatMap((path) => this.departments.find(item, path, making) ?? []);
		const byId = ids.filter((id) => id !== '').flatMap((id) => this.departments.withId(item, 'DepartmentId', id) ?? []);
		for (const department of [...byPath, ...byId]) department.nameBy(itemIndex);
		if (byPath.length === 0 || byId.length === 0) return [...byPath, ...byId];
		const wanted = new Set(byPath);
		if (wanted.size !== new Set(byId).size || byId.some((department) => !wanted.has(department))) {
			const message = `DepartmentId and ${DEPARTMENT_PATH} name different departments; give one of the two`;
			this.violations.ofItem(itemIndex, 'DepartmentId', message);
		}
		return byPath;
	}

	private refuseTwice(): void {
		const column = this.rules.matchUsersBy;
		for (const [key, indexes] of this.about) {
			if (indexes.length === 1) continue;
			const message = `${itemsNamed(indexes)} have the same ${column}, ${quote(key)}; give each user one item`;
			this.violations.ofItem(least(indexes), column, message);
		}
	}
}
