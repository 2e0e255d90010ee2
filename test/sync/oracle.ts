import type { OrganizationRecord } from '../emulator';
import type { Snapshot, SyncItem, Wishes } from './wishes';

/**
 * What a sync has to come to, by the contract's words and in the plainest way: everything is looked for in lists, nothing
 * is remembered. It shares no code with the planner.
 */

/** The organization without the ids that the service generates. Records that were there before keep theirs. */
export interface Picture {
	readonly departments: readonly string[];
	readonly users: readonly string[];
}

/** What has to come of a sync: the organization, or a refusal and why. */
export type Expectation = { readonly picture: Picture; readonly refused?: undefined } | { readonly refused: string };

class Refused extends Error {}

interface Unit {
	readonly id: string;
	name: string;
	parent: Unit | undefined;
	readonly before: OrganizationRecord | undefined;
	readonly cells: Record<string, string>;
	pin?: string[];
	items: number;
	isById: boolean;
	isAsked: boolean;
	isNamed: boolean;
	isGone: boolean;
}

interface Person {
	readonly uuid: string;
	readonly cells: Record<string, string>;
	readonly before: OrganizationRecord | undefined;
	units: Unit[];
	items: number;
	isAsked: boolean;
	isGone: boolean;
}

/** Columns of a user that an item simply sets; all but the first two and the address may be emptied if they are no numbers. */
const TEXTS = ['AlternativeName', 'SubEmail', 'SamlNameId'];
const NUMBERS = [
	'Culture',
	'MailFormat',
	'UserType',
	'CanUpdateData',
	'DataDownloadPrivilege',
	'EmailDeliveryPrivilege',
	'DealPrivilege',
	'ApiIntegrationPrivilege',
	'UsageStatisticsPrivilege',
	'OrganizationTreeDownloadPrivilege',
];

function text(value: unknown): string {
	return value === undefined || value === null ? '' : String(value).trim() === '' ? '' : String(value);
}

class Expected {
	private readonly units: Unit[];
	private readonly people: Person[];

	constructor(
		{ departments, users }: Snapshot,
		private readonly items: readonly SyncItem[],
		private readonly wishes: Wishes,
	) {
		this.units = departments.map((record) => this.unit(record.DepartmentId ?? '', record.DepartmentName ?? '', record));
		for (const [index, record] of departments.entries()) {
			const unit = this.units[index];
			if (unit) unit.parent = this.units.find(({ id }) => id !== '' && id === record.ParentDepartmentId);
		}
		this.people = users.map((record) => ({
			uuid: record.UserUuid ?? '',
			cells: { ...record },
			before: record,
			units: (record.DepartmentId ?? '').split(';').flatMap((id) => this.units.filter((unit) => unit.id === id)),
			items: 0,
			isAsked: false,
			isGone: false,
		}));
	}

	private unit(id: string, name: string, before?: OrganizationRecord): Unit {
		const flags = { items: 0, isById: false, isAsked: false, isNamed: false, isGone: false };
		return { id, name, parent: undefined, before, cells: { ...before }, ...flags };
	}

	tell(): Picture {
		const ofUnits = this.items.filter(({ kind }) => kind === 'department');
		const ofPeople = this.items.filter(({ kind }) => kind === 'user');
		const pinning = ofUnits.filter(({ columns }) => text(columns.DepartmentId) !== '');
		for (const item of pinning) this.identify(item);
		for (const unit of this.units) this.namesOf(unit);
		for (const unit of this.units) if (unit.pin) this.settle(unit, unit.pin);
		const others = ofUnits.filter((item) => !pinning.includes(item));
		const isDeletion = ({ columns }: SyncItem) => text(columns.DeleteFlag) === '1';
		const vain = others.filter((item) => isDeletion(item) && this.at(this.pathOf(item) ?? []).length === 0);
		for (const item of others.filter(isDeletion)) this.find(item);
		for (const item of others.filter((each) => !isDeletion(each))) this.find(item);
		this.keys(ofPeople);
		for (const item of ofPeople) this.person(item);
		if (vain.some((item) => this.at(this.pathOf(item) ?? []).length > 0)) throw new Refused('a department that is deleted and made');
		this.leave(ofUnits.length, ofPeople.length);
		this.protect();
		return this.picture();
	}

	/** Names from the top down; where an item puts a department by its id, that. */
	private namesOf(unit: Unit, below: readonly Unit[] = []): string[] {
		if (below.includes(unit)) throw new Refused('a department above itself');
		if (unit.pin) return unit.pin;
		return [...(unit.parent ? this.namesOf(unit.parent, [...below, unit]) : []), unit.name];
	}

	private at(names: readonly string[]): Unit[] {
		return this.units.filter((unit) => JSON.stringify(this.namesOf(unit)) === JSON.stringify(names));
	}

	private pathOf(item: SyncItem): string[] | undefined {
		const path = text(item.columns.DepartmentPath);
		return path === '' ? undefined : path.split(this.wishes.pathSeparator).map((name) => name.trim());
	}

	private identify(item: SyncItem): void {
		const { columns } = item;
		const unit = this.units.find(({ id }) => id === text(columns.DepartmentId));
		if (text(columns.DeleteFlag) === '1') {
			if (!unit) return;
			unit.isAsked = true;
			unit.items += 1;
			return;
		}
		if (!unit) throw new Refused('an id that is not there');
		unit.items += 1;
		unit.isById = true;
		unit.isNamed = true;
		const path = this.pathOf(item);
		if (text(columns.DepartmentName) !== '') unit.name = text(columns.DepartmentName);
		if (path) {
			unit.pin = path;
			return this.columns(unit, columns);
		}
		const isMove = columns.ParentDepartmentId !== undefined;
		const parent = text(columns.ParentDepartmentId);
		if (isMove && parent !== '') {
			unit.parent = this.units.find(({ id }) => id === parent);
			if (!unit.parent) throw new Refused('a parent that is not there');
		}
		if (isMove && parent === '' && this.wishes.blankCells === 'clear') unit.parent = undefined;
		this.columns(unit, columns);
	}

	private columns(unit: Unit, columns: SyncItem['columns']): void {
		for (const name of ['DepartmentNamePhonetic', 'Order']) {
			if (!(name in columns)) continue;
			const given = text(columns[name]);
			const clears = this.wishes.blankCells === 'clear' && name === 'DepartmentNamePhonetic';
			if (given !== '' || clears) unit.cells[name] = given;
		}
	}

	private settle(unit: Unit, pin: string[]): void {
		const stays = [...(unit.parent ? this.namesOf(unit.parent) : []), unit.name];
		if (JSON.stringify(stays) === JSON.stringify(pin)) return;
		unit.name = pin.at(-1) ?? '';
		unit.parent = pin.length === 1 ? undefined : this.one(pin.slice(0, -1), true);
	}

	/** The department of a path, made with its parents where it may be. */
	private one(names: readonly string[], mayBeMade: boolean): Unit {
		const found = this.at(names);
		const [first] = found;
		if (first && found.length === 1) return first;
		if (found.length > 1) {
			const staying = found.filter(({ isAsked }) => !isAsked);
			if (staying[0] && staying.length === 1) return staying[0];
			throw new Refused('a path that fits two departments');
		}
		if (!mayBeMade) throw new Refused('a department that must not be made');
		if (names.includes('')) throw new Refused('a blank name in a path');
		const made = this.unit('', names.at(-1) ?? '');
		made.parent = names.length === 1 ? undefined : this.one(names.slice(0, -1), true);
		this.units.push(made);
		return made;
	}

	private find(item: SyncItem): void {
		const path = this.pathOf(item);
		if (!path) throw new Refused('a department without path and id');
		if (text(item.columns.DeleteFlag) === '1') {
			if (this.at(path).length === 0) return;
			const unit = this.one(path, false);
			unit.isAsked = true;
			unit.items += 1;
			return;
		}
		const unit = this.one(path, true);
		unit.items += 1;
		unit.isNamed = true;
		const name = text(item.columns.DepartmentName);
		if (name !== '' && name !== unit.name) throw new Refused('a name that is not that of the path');
		this.columns(unit, item.columns);
	}

	private keys(items: readonly SyncItem[]): void {
		const key = this.wishes.matchUsersBy;
		const keys = items.map(({ columns }) => (key === 'Email' ? text(columns.Email).toLowerCase() : text(columns.UserId)));
		if (new Set(keys).size < keys.length) throw new Refused('two items for one user');
	}

	private person({ columns }: SyncItem): void {
		const key = this.wishes.matchUsersBy;
		const same = (one: string, other: string) =>
			key === 'Email' ? one.toLowerCase() === other.toLowerCase() : one === other;
		const given = text(columns[key]);
		if (given === '') throw new Refused('a user without key');
		const found = this.people.filter((person) => same(person.cells[key] ?? '', given));
		if (found.length > 1) throw new Refused('a key that fits two users');
		const [present] = found;
		if (text(columns.DeleteFlag) === '1') {
			if (!present) return;
			present.isAsked = true;
			present.items += 1;
			return;
		}
		if (present) {
			present.items += 1;
			if (present.items > 1) throw new Refused('two items for one user');
			if (text(columns.UserId) !== '' && text(columns.UserId) !== present.cells.UserId) throw new Refused('another UserId');
		}
		const person = present ?? this.newcomer(columns);
		const units = this.unitsOf(columns);
		if (units.length > 0) person.units = units;
		if (!present && units.length === 0) throw new Refused('a user without department');
		for (const name of ['UserName', 'Email', ...TEXTS, ...NUMBERS]) {
			if (!(name in columns)) continue;
			const value = text(columns[name]);
			if (value === '' && !(present && this.wishes.blankCells === 'clear' && TEXTS.includes(name))) continue;
			if (name === 'Email' && value.toLowerCase() === (present?.cells.Email ?? '').toLowerCase()) continue;
			person.cells[name] = value;
		}
	}

	private newcomer(columns: SyncItem['columns']): Person {
		const id = text(columns.UserId);
		if (this.people.some(({ before, cells }) => before && (cells.UserId ?? '').toLowerCase() === id.toLowerCase())) {
			throw new Refused('a newcomer with the UserId of a user');
		}
		for (const name of ['UserId', 'UserName', 'Email']) if (text(columns[name]) === '') throw new Refused(`a newcomer without ${name}`);
		const cells = { UserId: id, ...Object.fromEntries(NUMBERS.map((name) => [name, '0'])) };
		const person: Person = { uuid: '', cells, before: undefined, units: [], items: 1, isAsked: false, isGone: false };
		this.people.push(person);
		return person;
	}

	private unitsOf(columns: SyncItem['columns']): Unit[] {
		const { DepartmentPath: given, DepartmentId: ids } = columns;
		const paths = (Array.isArray(given) ? (given as string[]) : text(given).split(';')).map((path) => path.trim()).filter((path) => path !== '');
		const byPath = paths.map((path) =>
			this.one(path.split(this.wishes.pathSeparator).map((name) => name.trim()), this.wishes.createMissingDepartments),
		);
		const byId = text(ids)
			.split(';')
			.filter((id) => id !== '')
			.map((wanted) => {
				const unit = this.units.find(({ id }) => id === wanted);
				if (!unit) throw new Refused('a department that is not there');
				return unit;
			});
		for (const unit of [...byPath, ...byId]) unit.isNamed = true;
		const isOther = byPath.some((unit) => !byId.includes(unit)) || byId.some((unit) => !byPath.includes(unit));
		if (byPath.length > 0 && byId.length > 0 && isOther) throw new Refused('two different places');
		return [...new Set([...byPath, ...byId])];
	}

	/** What is named is needed with all above it; the rest goes where missing records go. */
	private leave(unitItems: number, personItems: number): void {
		for (const unit of this.units.filter(({ isNamed, isAsked }) => isNamed && !isAsked)) {
			for (let above = unit.parent; above; above = above.parent) above.isNamed = true;
		}
		const kept = new Set<Unit>();
		for (const person of this.people) {
			if (this.wishes.missingUsers === 'keep' || person.items > 0 || !this.stays(person)) continue;
			for (const unit of person.units) for (let each: Unit | undefined = unit; each; each = each.parent) kept.add(each);
		}
		for (const unit of this.units) {
			if (unit.items > 1) throw new Refused('two items for one department');
			if (unit.isAsked && unit.isNamed) throw new Refused('a department that is deleted and named');
			unit.isGone = unit.isAsked || (this.wishes.missingDepartments === 'delete' && !unit.isNamed && !kept.has(unit));
			if (unit.isGone && !unit.isAsked && unitItems === 0) throw new Refused('no item is about a department');
		}
		for (const person of this.people) {
			if (person.isAsked && person.items > 1) throw new Refused('two items for one user');
			person.isGone = person.isAsked || (this.wishes.missingUsers === 'delete' && person.items === 0 && !this.stays(person));
			if (person.isGone && !person.isAsked && personItems === 0) throw new Refused('no item is about a user');
		}
		for (const unit of this.units) if (!unit.isGone && unit.parent?.isGone) throw new Refused('a child of a deleted department');
		for (const person of this.people) {
			if (!person.isGone && person.units.some(({ isGone }) => isGone)) throw new Refused('a user of a deleted department');
		}
		for (const unit of this.units.filter(({ isById, isGone }) => isById && !isGone)) {
			const others = this.at(this.namesOf(unit)).filter((other) => other !== unit && !other.isGone);
			if (others.length > 0 && this.isMoved(unit)) throw new Refused('a place that is taken');
		}
	}

	private isMoved(unit: Unit): boolean {
		const { before, name, parent } = unit;
		return before !== undefined && (name !== before.DepartmentName || (parent?.id ?? '') !== (before.ParentDepartmentId ?? '') || parent?.id === '');
	}

	private protect(): void {
		const { includeAdministrators, protectedUserIds, maxDeletions, maxChanges } = this.wishes;
		const deleted = this.people.filter(({ isGone }) => isGone);
		if (!includeAdministrators) {
			const isAdministrator = ({ before }: Person) => before?.UserType === '1';
			if (deleted.some(isAdministrator)) throw new Refused('an administrator is deleted');
			if (this.people.some((person) => isAdministrator(person) && person.cells.UserType !== '1')) throw new Refused('an administrator is demoted');
		}
		if (deleted.some(({ cells }) => protectedUserIds.includes(cells.UserId ?? ''))) throw new Refused('a protected user is deleted');
		for (const person of this.people) {
			if (person.before) continue;
			for (const name of ['Email', 'SamlNameId']) {
				const value = (person.cells[name] ?? '').toLowerCase();
				if (value !== '' && deleted.some((other) => !other.isAsked && other.before?.[name]?.toLowerCase() === value)) throw new Refused('the same person');
			}
		}
		const deletions = deleted.length + this.units.filter(({ isGone }) => isGone).length;
		if (deletions > maxDeletions) throw new Refused('too many deletions');
		for (const name of ['UserId', 'Email', 'SamlNameId']) this.unique(name);
		const changes = deletions + this.changed().length;
		if (maxChanges > 0 && changes > maxChanges) throw new Refused('too many changes');
	}

	/** Whoever is protected, or a system administrator, stays where nobody asks for anything. */
	private stays({ before, cells }: Person): boolean {
		const { protectedUserIds, includeAdministrators } = this.wishes;
		return before !== undefined && (protectedUserIds.includes(cells.UserId ?? '') || (before.UserType === '1' && !includeAdministrators));
	}

	private unique(name: string): void {
		const stay = this.people.filter(({ isGone }) => !isGone);
		for (const person of stay) {
			const value = (person.cells[name] ?? '').toLowerCase();
			const isNew = value !== '' && value !== person.before?.[name]?.toLowerCase();
			if (isNew && stay.some((other) => other !== person && other.cells[name]?.toLowerCase() === value)) throw new Refused(`${name} twice`);
		}
	}

	/** What stays and is not what it was. */
	private changed(): unknown[] {
		const units = this.units.filter(
			(unit) => !unit.isGone && (!unit.before || this.isMoved(unit) || columnsOf(unit.cells) !== columnsOf(unit.before)),
		);
		const people = this.people.filter((person) => {
			if (person.isGone) return false;
			const { before, cells } = person;
			if (!before) return true;
			const ids = (before.DepartmentId ?? '').split(';').filter((id) => id !== '');
			const isElsewhere = ids.length !== new Set(person.units).size || person.units.some(({ id }) => !ids.includes(id));
			return isElsewhere || Object.keys(cells).some((name) => cells[name] !== before[name]);
		});
		return [...units, ...people];
	}

	picture(): Picture {
		const units = this.units.filter(({ isGone }) => !isGone);
		const people = this.people.filter(({ isGone }) => !isGone);
		return {
			departments: units.map((unit) => JSON.stringify([unit.id, this.truePath(unit), columnsOf(unit.cells)])).sort(),
			users: people.map(({ uuid, cells, units: own }) => personLine(uuid, cells, own.map((unit) => this.truePath(unit)))).sort(),
		};
	}

	private truePath(unit: Unit): string {
		return `${unit.parent ? `${this.truePath(unit.parent)} | ` : ''}${unit.name}`;
	}
}

function columnsOf({ DepartmentNamePhonetic = '', Order = '' }: Readonly<Record<string, string>>): string {
	return `${DepartmentNamePhonetic} ${Order}`;
}

function personLine(uuid: string, cells: Readonly<Record<string, string | undefined>>, paths: readonly string[]): string {
	const columns = ['UserId', 'UserName', 'Email', ...TEXTS, ...NUMBERS].map((name) => cells[name] ?? '');
	return JSON.stringify([uuid, ...columns, [...paths].sort()]);
}

/** What a sync of these items has to come to. */
export function expected(before: Snapshot, items: readonly SyncItem[], wishes: Wishes): Expectation {
	try {
		return { picture: new Expected(before, items, wishes).tell() };
	} catch (error) {
		if (error instanceof Refused) return { refused: error.message };
		throw error;
	}
}

/**
 * The organization as it is, in the form in which it is expected.
 *
 * @param before what was there: all other ids are the service's own
 */
export function pictureOf(now: Snapshot, before: Snapshot): Picture {
	const known = new Set([...before.departments.map(({ DepartmentId }) => DepartmentId), ...before.users.map(({ UserUuid }) => UserUuid)]);
	const pathOf = (id: string | undefined): string => {
		const record = now.departments.find(({ DepartmentId }) => DepartmentId === id);
		if (!record) return '?';
		const { ParentDepartmentId: parent = '', DepartmentName: name = '' } = record;
		return parent === '' ? name : `${pathOf(parent)} | ${name}`;
	};
	const own = (id: string | undefined) => (known.has(id) ? (id ?? '') : '');
	return {
		departments: now.departments
			.map((record) => JSON.stringify([own(record.DepartmentId), pathOf(record.DepartmentId), columnsOf(record)]))
			.sort(),
		users: now.users
			.map((record) => personLine(own(record.UserUuid), record, (record.DepartmentId ?? '').split(';').map(pathOf)))
			.sort(),
	};
}
