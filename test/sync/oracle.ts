import type { OrganizationRecord } from '../emulator';
import type { Snapshot, SyncItem, Wishes, World } from './world';

/**
 * What a sync has to come to, by the contract's words and in the plainest way: everything is looked for in lists, nothing
 * is remembered. It shares no code with the planner.
 */

/** The organization without the ids that the service generates. Records that were there before keep theirs. */
export type Picture = Readonly<Record<'departments' | 'users', readonly string[]>>;

/** What has to come of a sync: the organization, or a refusal and why. */
export type Expectation = { readonly picture: Picture; readonly refused?: undefined } | { readonly refused: string };

class Refused extends Error {}

function refuse(reason: string): never {
	throw new Refused(reason);
}

const refuseIf = (condition: boolean, reason: string) => (condition ? refuse(reason) : undefined);

type Entry = ReturnType<typeof entry>;

interface Unit extends Entry {
	readonly id: string;
	name: string;
	parent: Unit | undefined;
	pin?: string[];
	isById: boolean;
	isNamed: boolean;
}

interface Person extends Entry {
	units: Unit[];
}

type Columns = SyncItem['columns'];

/** Columns of a user that an item simply sets; the texts may be emptied. */
const UNIT_COLUMNS = ['DepartmentNamePhonetic', 'Order'];
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

const text = (value: unknown) =>
	value === undefined || value === null || String(value).trim() === '' ? '' : String(value);
const isDeletion = (columns: Columns) => text(columns.DeleteFlag) === '1';
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const idsOf = (value: unknown) =>
	text(value)
		.split(';')
		.filter((id) => id !== '');
const namesIn = (path: string, { pathSeparator }: Wishes) => path.split(pathSeparator).map((name) => name.trim());

const truePath = ({ parent, name }: Unit): string => `${parent ? `${truePath(parent)} | ` : ''}${name}`;
const staying = <T extends Entry>(entries: readonly T[]) => entries.filter(({ isGone }) => !isGone);

function entry(before?: OrganizationRecord) {
	return { before, cells: { ...before } as Record<string, string>, items: 0, isAsked: false, isGone: false };
}

class Expected {
	private readonly units: Unit[];
	private readonly people: Person[];

	constructor(
		{ before }: World,
		private readonly items: World['items'],
		private readonly w: Wishes,
	) {
		this.units = before.departments.map((record) => this.unit(record.DepartmentName ?? '', record));
		for (const unit of this.units)
			unit.parent = this.units.find(({ id }) => id !== '' && id === unit.before?.ParentDepartmentId);
		this.people = before.users.map((record) => ({
			...entry(record),
			units: idsOf(record.DepartmentId).flatMap((id) => this.units.filter((unit) => unit.id === id)),
		}));
	}

	private unit(name: string, before?: OrganizationRecord): Unit {
		return { ...entry(before), id: before?.DepartmentId ?? '', name, parent: undefined, isById: false, isNamed: false };
	}

	tell(): Picture {
		const ofUnits = this.items.filter(({ kind }) => kind === 'department').map(({ columns }) => columns);
		const ofPeople = this.items.filter(({ kind }) => kind === 'user').map(({ columns }) => columns);
		const byId = ofUnits.filter((columns) => text(columns.DepartmentId) !== '');
		const byPath = ofUnits.filter((columns) => !byId.includes(columns));
		for (const columns of byId) this.identify(columns);
		for (const unit of this.units) this.namesOf(unit);
		for (const unit of this.units) if (unit.pin) this.settle(unit, unit.pin);
		for (const columns of byPath.filter((each) => !isDeletion(each))) this.find(columns);
		const keys = ofPeople.map((columns) => this.key(text(columns[this.w.matchUsersBy])));
		refuseIf(new Set(keys).size < keys.length, 'two items for one user');
		for (const columns of ofPeople) this.person(columns);
		for (const columns of byPath.filter(isDeletion)) this.remove(columns);
		this.leave(ofUnits.length, ofPeople.length);
		this.protect();
		return {
			departments: staying(this.units)
				.map((unit) => unitLine(unit.id, truePath(unit), unit.cells))
				.sort(),
			users: staying(this.people)
				.map(({ before, cells, units }) =>
					personLine(
						before?.UserUuid ?? '',
						cells,
						units.map((unit) => truePath(unit)),
					),
				)
				.sort(),
		};
	}

	private readonly key = (value = '') => (this.w.matchUsersBy === 'Email' ? value.toLowerCase() : value);

	/** Names from the top down; where an item puts a department by its id, that. */
	private namesOf(unit: Unit, below: readonly Unit[] = []): string[] {
		refuseIf(below.includes(unit), 'a department above itself');
		return unit.pin ?? [...(unit.parent ? this.namesOf(unit.parent, [...below, unit]) : []), unit.name];
	}

	private readonly at = (names: readonly string[]) => this.units.filter((unit) => same(this.namesOf(unit), names));
	private readonly pathOf = ({ DepartmentPath: path }: Columns) =>
		text(path) === '' ? undefined : namesIn(text(path), this.w);

	private identify(columns: Columns): void {
		const unit = this.units.find(({ id }) => id === text(columns.DepartmentId));
		if (!unit) return isDeletion(columns) ? undefined : refuse('an id that is not there');
		unit.items += 1;
		unit.isAsked ||= isDeletion(columns);
		if (isDeletion(columns)) return;
		unit.isById = true;
		unit.isNamed = true;
		if (text(columns.DepartmentName) !== '') unit.name = text(columns.DepartmentName);
		unit.pin = this.pathOf(columns);
		const parent = text(columns.ParentDepartmentId);
		if (!unit.pin && parent !== '') {
			unit.parent = this.units.find(({ id }) => id === parent);
			refuseIf(!unit.parent, 'a parent that is not there');
		}
		if (!unit.pin && parent === '' && 'ParentDepartmentId' in columns && this.w.blankCells === 'clear')
			unit.parent = undefined;
		this.setColumns(unit, columns);
	}

	private setColumns({ cells }: Unit, columns: Columns): void {
		for (const name of UNIT_COLUMNS) {
			const given = text(columns[name]);
			const clears = name in columns && this.w.blankCells === 'clear' && name === 'DepartmentNamePhonetic';
			if (given !== '' || clears) cells[name] = given;
		}
	}

	private settle(unit: Unit, pin: string[]): void {
		if (same([...(unit.parent ? this.namesOf(unit.parent) : []), unit.name], pin)) return;
		unit.name = pin.at(-1) ?? '';
		unit.parent = pin.length === 1 ? undefined : this.one(pin.slice(0, -1), true);
	}

	/** The department of a path, made with its parents where it may be. */
	private one(names: readonly string[], mayBeMade: boolean): Unit {
		const found = this.at(names);
		const staying = found.filter(({ isAsked }) => !isAsked);
		const [only] = found.length === 1 ? found : staying;
		if (only && (found.length === 1 || staying.length === 1)) return only;
		refuseIf(found.length > 1, 'a path that fits two departments');
		refuseIf(!mayBeMade, 'a department that must not be made');
		refuseIf(names.includes(''), 'a blank name in a path');
		const made = this.unit(names.at(-1) ?? '');
		made.parent = names.length === 1 ? undefined : this.one(names.slice(0, -1), true);
		this.units.push(made);
		return made;
	}

	private find(columns: Columns): void {
		const unit = this.one(this.pathOf(columns) ?? refuse('a department without path and id'), true);
		unit.items += 1;
		unit.isNamed = true;
		refuseIf(!['', unit.name].includes(text(columns.DepartmentName)), 'a name that is not that of the path');
		this.setColumns(unit, columns);
	}

	private remove(columns: Columns): void {
		const path = this.pathOf(columns) ?? refuse('a department without path and id');
		if (this.at(path).length === 0) return;
		const unit = this.one(path, false);
		unit.isAsked = true;
		unit.items += 1;
	}

	private person(columns: Columns): void {
		const { matchUsersBy, blankCells } = this.w;
		const given = this.key(text(columns[matchUsersBy]));
		refuseIf(given === '', 'a user without key');
		const [present, another] = this.people.filter(({ cells }) => this.key(cells[matchUsersBy]) === given);
		refuseIf(another !== undefined, 'a key that fits two users');
		if (present) present.items += 1;
		if (present) present.isAsked ||= isDeletion(columns);
		if (isDeletion(columns)) return;
		refuseIf(present !== undefined && !['', present.cells.UserId].includes(text(columns.UserId)), 'another UserId');
		const person = present ?? this.newcomer(columns);
		const units = this.unitsOf(columns);
		refuseIf(!present && units.length === 0, 'a user without department');
		if (units.length > 0) person.units = units;
		for (const name of ['UserName', 'Email', ...TEXTS, ...NUMBERS].filter((each) => each in columns)) {
			const value = text(columns[name]);
			const clears = present && blankCells === 'clear' && TEXTS.includes(name);
			const isSame = name === 'Email' && value.toLowerCase() === (present?.cells.Email ?? '').toLowerCase();
			if ((value !== '' || clears) && !isSame) person.cells[name] = value;
		}
	}

	private newcomer(columns: Columns): Person {
		const UserId = text(columns.UserId);
		const isTaken = this.people.some(({ before }) => before?.UserId?.toLowerCase() === UserId.toLowerCase());
		refuseIf(isTaken, 'a newcomer with the UserId of a user');
		for (const name of ['UserId', 'UserName', 'Email'])
			refuseIf(text(columns[name]) === '', `a newcomer without ${name}`);
		const person: Person = {
			...entry(),
			cells: { UserId, ...Object.fromEntries(NUMBERS.map((name) => [name, '0'])) },
			units: [],
			items: 1,
		};
		this.people.push(person);
		return person;
	}

	private unitsOf({ DepartmentPath: given, DepartmentId }: Columns): Unit[] {
		const paths = (Array.isArray(given) ? (given as string[]) : text(given).split(';')).filter(
			(path) => path.trim() !== '',
		);
		const byPath = paths.map((path) => this.one(namesIn(path, this.w), this.w.createMissingDepartments));
		const byId = idsOf(DepartmentId).map(
			(wanted) => this.units.find(({ id }) => id === wanted) ?? refuse('a department that is not there'),
		);
		const all = [...new Set([...byPath, ...byId])];
		for (const unit of all) unit.isNamed = true;
		const isOther = all.some((unit) => !byId.includes(unit) || !byPath.includes(unit));
		refuseIf(byPath.length > 0 && byId.length > 0 && isOther, 'two different places');
		return all;
	}

	/** What is named is needed with all above it; the rest goes where missing records go. */
	private leave(unitItems: number, personItems: number): void {
		const { missingUsers, missingDepartments } = this.w;
		const withAllAbove = (units: readonly Unit[]): Unit[] =>
			units.flatMap((unit) => [unit, ...withAllAbove(unit.parent ? [unit.parent] : [])]);
		for (const above of withAllAbove(this.units.filter(({ isNamed, isAsked }) => isNamed && !isAsked)))
			above.isNamed = true;
		const keepers = this.people.filter((person) => missingUsers === 'delete' && person.items === 0 && this.stays(person));
		const kept = withAllAbove(keepers.flatMap(({ units }) => units));
		for (const unit of this.units) {
			refuseIf(unit.items > 1, 'two items for one department');
			refuseIf(unit.isAsked && unit.isNamed, 'a department that is deleted and named');
			unit.isGone = unit.isAsked || (missingDepartments === 'delete' && !unit.isNamed && !kept.includes(unit));
			refuseIf(unit.isGone && !unit.isAsked && unitItems === 0, 'no item is about a department');
		}
		for (const person of this.people) {
			person.isGone = person.isAsked || (missingUsers === 'delete' && person.items === 0 && !this.stays(person));
			refuseIf(person.isGone && !person.isAsked && personItems === 0, 'no item is about a user');
		}
		refuseIf(
			staying(this.units).some(({ parent }) => parent?.isGone),
			'a child of a deleted department',
		);
		refuseIf(
			staying(this.people).some(({ units }) => units.some(({ isGone }) => isGone)),
			'a user of a deleted department',
		);
		for (const unit of staying(this.units).filter((each) => each.isById && this.isMoved(each))) {
			refuseIf(staying(this.at(this.namesOf(unit))).length > 1, 'a place that is taken');
		}
	}

	private isMoved({ before, name, parent }: Unit): boolean {
		return (
			before !== undefined &&
			(name !== before.DepartmentName || text(parent?.id) !== text(before.ParentDepartmentId) || parent?.id === '')
		);
	}

	private protect(): void {
		const { includeAdministrators, protectedUserIds, maxDeletions, maxChanges } = this.w;
		const isAdministrator = ({ before }: Person) => before?.UserType === '1' && !includeAdministrators;
		const deleted = this.people.filter(({ isGone }) => isGone);
		refuseIf(deleted.some(isAdministrator), 'an administrator is deleted');
		refuseIf(
			this.people.some((person) => isAdministrator(person) && person.cells.UserType !== '1'),
			'an administrator is demoted',
		);
		refuseIf(
			deleted.some(({ cells }) => protectedUserIds.includes(cells.UserId ?? '')),
			'a protected user is deleted',
		);
		for (const name of ['Email', 'SamlNameId']) {
			const lost = deleted.filter(({ isAsked }) => !isAsked).map(({ before }) => text(before?.[name]).toLowerCase());
			const isSame = ({ before, cells }: Person) =>
				!before && text(cells[name]) !== '' && lost.includes(text(cells[name]).toLowerCase());
			refuseIf(this.people.some(isSame), 'the same person');
		}
		for (const name of ['UserId', 'Email', 'SamlNameId']) {
			const values = staying(this.people).map(({ cells }) => text(cells[name]).toLowerCase());
			const isNew = ({ before, cells }: Person) =>
				text(cells[name]) !== '' && text(cells[name]).toLowerCase() !== text(before?.[name]).toLowerCase();
			const isShared = ({ cells }: Person) =>
				values.filter((value) => value === text(cells[name]).toLowerCase()).length > 1;
			refuseIf(
				staying(this.people).some((person) => isNew(person) && isShared(person)),
				`${name} twice`,
			);
		}
		const deletions = deleted.length + this.units.filter(({ isGone }) => isGone).length;
		refuseIf(deletions > maxDeletions, 'too many deletions');
		refuseIf(maxChanges > 0 && deletions + this.changed() > maxChanges, 'too many changes');
	}

	/** Whoever is protected, or a system administrator, stays where nobody asks for anything. */
	private stays({ before }: Person): boolean {
		const { protectedUserIds, includeAdministrators } = this.w;
		return (
			before !== undefined &&
			(protectedUserIds.includes(before.UserId ?? '') || (before.UserType === '1' && !includeAdministrators))
		);
	}

	/** How many stay and are not what they were. */
	private changed(): number {
		const units = staying(this.units).filter(
			(unit) => !unit.before || this.isMoved(unit) || !same(unit.cells, unit.before),
		);
		const people = staying(this.people).filter(({ before, cells, units: own }) => {
			const ids = own.map(({ id }) => id);
			return !before || !same([...new Set(ids)].sort(), idsOf(before.DepartmentId).sort()) || !same(cells, before);
		});
		return units.length + people.length;
	}
}

const cellsIn = (names: readonly string[], cells: OrganizationRecord) => names.map((name) => cells[name] ?? '');
const unitLine = (id: string, path: string, cells: OrganizationRecord) =>
	JSON.stringify([id, path, ...cellsIn(UNIT_COLUMNS, cells)]);
const personLine = (uuid: string, cells: OrganizationRecord, paths: readonly string[]) =>
	JSON.stringify([uuid, ...cellsIn(['UserId', 'UserName', 'Email', ...TEXTS, ...NUMBERS], cells), [...paths].sort()]);

/** What a sync has to come to. */
export function expected(world: World): Expectation {
	try {
		return { picture: new Expected(world, world.items, world.wishes).tell() };
	} catch (error) {
		if (error instanceof Refused) return { refused: error.message };
		throw error;
	}
}

/** The organization as it is, in the form in which it is expected: ids that were not there before are the service's own. */
export function pictureOf(now: Snapshot, before: Snapshot): Picture {
	const known = [
		...before.departments.map(({ DepartmentId }) => DepartmentId),
		...before.users.map(({ UserUuid }) => UserUuid),
	];
	const own = (id = '') => (known.includes(id) ? id : '');
	const pathOf = (id = ''): string => {
		const { ParentDepartmentId: parent = '', DepartmentName: name = '?' } =
			now.departments.find(({ DepartmentId }) => DepartmentId === id) ?? {};
		return parent === '' ? name : `${pathOf(parent)} | ${name}`;
	};
	return {
		departments: now.departments
			.map((record) => unitLine(own(record.DepartmentId), pathOf(record.DepartmentId), record))
			.sort(),
		users: now.users
			.map((record) => personLine(own(record.UserUuid), record, idsOf(record.DepartmentId).map(pathOf)))
			.sort(),
	};
}
