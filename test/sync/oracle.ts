import type { OrganizationRecord } from '../emulator';
import { KINDS } from '../emulator/organization/columns';
import type { Snapshot, SyncItem, World } from './world';

/**
 * What a sync has to come to, by the contract's words and in the plainest way: everything is looked for in lists, nothing
 * is remembered. It knows what the worlds of the tests hold, and shares no code with the planner.
 */

/** The organization without the ids that the service generates. Records that were there before keep theirs. */
export type Picture = Readonly<Record<'departments' | 'users', readonly string[]>>;

class Refused extends Error {}

function refuseIf(condition: boolean, reason: string): void {
	if (condition) throw new Refused(reason);
}

type Columns = SyncItem['columns'];

/** A department or a user. */
class Entry {
	readonly cells: Record<string, string>;
	readonly items: Columns[] = [];
	isGone = false;
	/** Of a department: where it stands, and the names from the top down at which an item puts it by its id. */
	parent?: Entry | undefined;
	pin?: string[];
	/** Of a user. */
	units: Entry[] = [];

	/** @param before none for one that is made */
	constructor(
		readonly before: OrganizationRecord | undefined,
		public name = text(before?.DepartmentName),
	) {
		this.cells = { ...before };
	}

	get isAsked(): boolean {
		return this.items.some(isDeletion);
	}
}

/** Numbers are 0 where nobody says something else of somebody new; texts may be emptied. */
const NUMBERS = KINDS.user.columns.flatMap(({ name, blankMeans }) => (blankMeans === '0' ? name : []));
const TEXTS = ['AlternativeName', 'SubEmail', 'SamlNameId', 'DepartmentNamePhonetic'];
const OF_UNIT = ['DepartmentNamePhonetic', 'Order'];
const OF_PERSON = ['UserId', 'UserName', 'Email', 'AlternativeName', 'SubEmail', 'SamlNameId', ...NUMBERS];

const text = (value: unknown) => String(value ?? '');
const lower = (value: unknown) => text(value).toLowerCase();
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const idsOf = (value: unknown) => (text(value) === '' ? [] : text(value).split(';'));
const isDeletion = (columns: Columns) => text(columns.DeleteFlag) === '1';
const staying = (entries: readonly Entry[]) => entries.filter(({ isGone }) => !isGone);
const withAbove = (units: readonly Entry[]): Entry[] =>
	units.flatMap((unit) => [unit, ...withAbove(unit.parent ? [unit.parent] : [])]);
const truePath = ({ parent, name }: Entry): string => (parent ? `${truePath(parent)} | ${name}` : name);

/** Names and parents of departments at one moment, and the departments that somebody is in. */
interface View {
	readonly units: ReadonlyMap<Entry, { readonly name: string; readonly parent: Entry | undefined }>;
	readonly homes: readonly Entry[];
}

/** Whether a department has nobody in it, and nothing but such departments that another one has as well. */
function hasNothingBeside(view: View, one: Entry, another: Entry): boolean {
	const below = (unit: Entry) => [...view.units].filter(([, { parent }]) => parent === unit);
	const areBeside = below(one).every(([unit, { name }]) => {
		const [counterpart] = below(another).find(([, other]) => other.name === name) ?? [];
		return counterpart !== undefined && hasNothingBeside(view, unit, counterpart);
	});
	return !view.homes.includes(one) && areBeside;
}

class Expected {
	private readonly units: Entry[];
	private readonly people: Entry[];
	/** Departments that an item names. */
	private readonly named: Entry[] = [];
	private readonly first: View;
	/** Of departments that exist twice, those that were taken because they are in use. */
	private readonly taken: Array<{ readonly candidates: readonly Entry[]; readonly used: Entry }> = [];

	constructor(
		private readonly world: World,
		private readonly w = world.wishes,
	) {
		this.units = world.before.departments.map((record) => new Entry(record));
		for (const unit of this.units) unit.parent = this.byId(unit.before?.ParentDepartmentId);
		this.people = world.before.users.map((record) => new Entry(record));
		for (const each of this.people) each.units = idsOf(each.before?.DepartmentId).flatMap((id) => this.byId(id) ?? []);
		this.first = this.look();
	}

	tell(): Picture {
		const about = (wanted: SyncItem['kind']) =>
			this.world.items.filter(({ kind }) => kind === wanted).map(({ columns }) => columns);
		const byId = about('department').filter(({ DepartmentId }) => DepartmentId !== undefined);
		const byPath = about('department').filter((columns) => !byId.includes(columns));
		for (const columns of byId) this.identify(columns);
		for (const unit of this.units) this.namesOf(unit);
		for (const unit of this.units) if (unit.pin) this.settle(unit, unit.pin);
		for (const columns of byPath.filter((each) => !isDeletion(each))) this.find(columns);
		for (const columns of about('user')) this.person(columns);
		for (const columns of byPath.filter(isDeletion)) this.find(columns);
		for (const each of [...this.units, ...this.people]) refuseIf(each.items.length > 1, 'two items for one record');
		this.leave();
		this.protect();
		const all = [...this.units, ...this.people];
		refuseIf(all.length - staying(all).length > this.w.maxDeletions, 'too many deletions');
		const departments = staying(this.units).map((unit) =>
			unitLine(unit.before?.DepartmentId, truePath(unit), unit.cells),
		);
		const users = staying(this.people).map(({ before, cells, units }) =>
			personLine(before?.UserUuid, cells, units.map(truePath)),
		);
		return { departments: departments.sort(), users: users.sort() };
	}

	private readonly byId = (id: unknown) =>
		this.units.find(({ before }) => text(id) !== '' && before?.DepartmentId === id);

	/** Names from the top down; where an item puts a department by its id, that. */
	private namesOf(unit: Entry, below: readonly Entry[] = []): string[] {
		refuseIf(below.includes(unit), 'a department above itself');
		return unit.pin ?? [...(unit.parent ? this.namesOf(unit.parent, [...below, unit]) : []), unit.name];
	}

	private readonly at = (names: readonly string[]) => this.units.filter((unit) => same(this.namesOf(unit), names));
	private readonly namesIn = (path: unknown) => text(path).split(this.w.pathSeparator);

	private take(one: Entry, columns: Columns): void {
		one.items.push(columns);
		for (const name of [...OF_UNIT, ...OF_PERSON].filter((each) => each in columns && each !== 'UserId')) {
			const value = text(columns[name]);
			const clears = this.w.blankCells === 'clear' && TEXTS.includes(name);
			const isSame = name === 'Email' && lower(value) === lower(one.cells.Email);
			if ((value !== '' || clears) && !isSame && !isDeletion(columns)) one.cells[name] = value;
		}
	}

	private identify(columns: Columns): void {
		const unit = this.byId(columns.DepartmentId);
		if (!unit) return refuseIf(!isDeletion(columns), 'an id that is not there');
		this.take(unit, columns);
		if (isDeletion(columns)) return;
		this.named.push(unit);
		if (columns.DepartmentName !== undefined) unit.name = text(columns.DepartmentName);
		if (columns.DepartmentPath !== undefined) unit.pin = this.namesIn(columns.DepartmentPath);
		const parent = text(columns.ParentDepartmentId);
		const clears = 'ParentDepartmentId' in columns && this.w.blankCells === 'clear';
		if (parent !== '' || clears) unit.parent = this.byId(parent);
		refuseIf(parent !== '' && !unit.parent, 'a parent that is not there');
	}

	private settle(unit: Entry, pin: string[]): void {
		if (same([...(unit.parent ? this.namesOf(unit.parent) : []), unit.name], pin)) return;
		unit.name = text(pin.at(-1));
		unit.parent = pin.length === 1 ? undefined : this.one(pin.slice(0, -1), true);
	}

	/** Where everything stands at this moment, as far as it stays. */
	private look(): View {
		const units = new Map(staying(this.units).map((unit) => [unit, { name: unit.name, parent: unit.parent }]));
		return { units, homes: staying(this.people).flatMap((person) => person.units) };
	}

	/** Of departments that exist twice, the one in use, if the others are empty. */
	private inUse(units: readonly Entry[], view = this.first): Entry | undefined {
		const isBeside = (unit: Entry) => (other: Entry) =>
			other === unit || (hasNothingBeside(view, other, unit) && !hasNothingBeside(view, unit, other));
		return units.every(({ before }) => before) ? units.find((unit) => units.every(isBeside(unit))) : undefined;
	}

	/** The department of a path, made with its parents where it may be; none of several is taken to be deleted. */
	private one(names: readonly string[], mayBeMade: boolean, isDeletion = false): Entry {
		const found = this.at(names);
		const left = found.filter((unit) => !unit.isAsked);
		const candidates = left.length > 0 ? left : found;
		const [only] = candidates;
		const used = candidates.length > 1 && !isDeletion ? this.inUse(candidates) : undefined;
		refuseIf(candidates.length > 1 && !used, 'a path that fits two departments');
		if (used) this.taken.push({ candidates, used });
		if (used ?? only) return (used ?? only) as Entry;
		refuseIf(!mayBeMade, 'a department that must not be made');
		const made = new Entry(undefined, text(names.at(-1)));
		made.parent = names.length === 1 ? undefined : this.one(names.slice(0, -1), true);
		this.units.push(made);
		return made;
	}

	private find(columns: Columns): void {
		const names = this.namesIn(columns.DepartmentPath);
		if (isDeletion(columns) && this.at(names).length === 0) return;
		const unit = this.one(names, true, isDeletion(columns));
		this.take(unit, columns);
		if (!isDeletion(columns)) this.named.push(unit);
	}

	private person(columns: Columns): void {
		const { matchUsersBy: key, createMissingDepartments } = this.w;
		const formOf = key === 'Email' ? lower : text;
		const present = this.people.find(({ before, cells }) => formOf((before ?? cells)[key]) === formOf(columns[key]));
		if (!present && isDeletion(columns)) return;
		refuseIf(present?.before !== undefined && text(columns.UserId) !== present.before.UserId, 'another UserId');
		const person = present ?? this.newcomer(columns);
		this.take(person, columns);
		if (isDeletion(columns)) return;
		const { DepartmentPath: paths = [], DepartmentId: ids } = columns;
		const byPath = [paths].flat().map((path) => this.one(this.namesIn(path), createMissingDepartments));
		const units = [...new Set([...byPath, ...idsOf(ids).flatMap((id) => this.byId(id) ?? [])])];
		this.named.push(...units);
		if (units.length > 0) person.units = units;
		for (const name of ['UserName', 'Email']) refuseIf(text(person.cells[name]) === '', `a newcomer without ${name}`);
		refuseIf(person.units.length === 0, 'a user without department');
	}

	private newcomer({ UserId }: Columns): Entry {
		const person = new Entry(undefined);
		Object.assign(person.cells, { UserId }, Object.fromEntries(NUMBERS.map((name) => [name, '0'])));
		this.people.push(person);
		return person;
	}

	/** What is named is needed with all above it; the rest goes where missing records go. */
	private leave(): void {
		const { missing } = this.w;
		const isMissing = (person: Entry) => missing.user === 'delete' && person.items.length === 0;
		const keepers = this.people.filter((person) => isMissing(person) && this.staysAnyway(person));
		const needed = withAbove([...this.named, ...keepers.flatMap(({ units }) => units)]);
		for (const unit of this.units)
			unit.isGone = unit.isAsked || (missing.department === 'delete' && !needed.includes(unit));
		for (const person of this.people) person.isGone = person.isAsked || (isMissing(person) && !keepers.includes(person));
		const lacks = (kind: SyncItem['kind'], entries: readonly Entry[]) =>
			entries.some((each) => each.isGone && !each.isAsked) &&
			this.world.items.every((item) => item.kind !== kind || isDeletion(item.columns));
		refuseIf(lacks('department', this.units), 'no item is about a department that stays');
		refuseIf(lacks('user', this.people), 'no item is about a user who stays');
		const isLost = staying(this.units).some(({ parent }) => parent?.isGone);
		const areLost = staying(this.people).some(({ units }) => units.some(({ isGone }) => isGone));
		refuseIf(isLost || areLost, 'something in a deleted department');
		for (const { candidates, used } of this.taken) {
			const left = staying(candidates);
			refuseIf(left.length > 1 && this.inUse(left, this.look()) !== used, 'a path that will fit two departments');
		}
		for (const unit of staying(this.units).filter((each) => this.isMoved(each)))
			refuseIf(staying(this.at(this.namesOf(unit))).length > 1, 'a place that is taken');
	}

	private isMoved({ before, name, parent }: Entry): boolean {
		const above = parent && (parent.before?.DepartmentId ?? 'one that is made');
		const isElsewhere = text(above) !== text(before?.ParentDepartmentId);
		return before !== undefined && (name !== before.DepartmentName || isElsewhere);
	}

	private readonly isAdministrator = ({ before }: Entry) => before?.UserType === '1' && !this.w.includeAdministrators;

	/** Whoever is protected, or a system administrator, stays where nobody asks for anything. */
	private staysAnyway(person: Entry): boolean {
		return this.isAdministrator(person) || this.w.protectedUserIds.includes(text(person.before?.UserId));
	}

	private protect(): void {
		const isLost = this.people.some((person) => person.isGone && this.staysAnyway(person));
		refuseIf(isLost, 'somebody who stays anyway is deleted');
		const isDemoted = (person: Entry) => this.isAdministrator(person) && person.cells.UserType !== '1';
		refuseIf(this.people.some(isDemoted), 'an administrator is demoted');
		for (const name of ['UserId', 'Email', 'SamlNameId']) {
			const valueOf = ({ cells }: Entry) => lower(cells[name]);
			const isNew = (person: Entry) => !['', lower(person.before?.[name])].includes(valueOf(person));
			for (const comer of staying(this.people).filter(isNew)) {
				const others = this.people.filter((person) => person !== comer && valueOf(person) === valueOf(comer));
				refuseIf(staying(others).length > 0, `${name} twice`);
				const isSame = !comer.before && others.some((each) => !each.isAsked);
				refuseIf(isSame, 'the same person under a damaged key');
			}
		}
	}
}

const cellsIn = (names: readonly string[], cells: OrganizationRecord) => names.map((name) => cells[name] ?? '');
const unitLine = (id = '', path: string, cells: OrganizationRecord) =>
	JSON.stringify([id, path, ...cellsIn(OF_UNIT, cells)]);
const personLine = (uuid = '', cells: OrganizationRecord, paths: readonly string[]) =>
	JSON.stringify([uuid, ...cellsIn(OF_PERSON, cells), [...paths].sort()]);

/** What a sync has to come to: the organization, or why it is refused. */
export function expected(world: World): { readonly picture?: Picture; readonly refused?: string } {
	try {
		return { picture: new Expected(world).tell() };
	} catch (error) {
		if (error instanceof Refused) return { refused: error.message };
		throw error;
	}
}

/** The organization as it is, in the form in which it is expected: ids that were not there before are the service's own. */
export function pictureOf(now: Snapshot, before: Snapshot): Picture {
	const known = [...before.departments.map((each) => each.DepartmentId), ...before.users.map((each) => each.UserUuid)];
	const own = (id = '') => (known.includes(id) ? id : '');
	const pathOf = (id = ''): string => {
		const { ParentDepartmentId: parent, DepartmentName: name = '?' } =
			now.departments.find(({ DepartmentId }) => DepartmentId === id) ?? {};
		return text(parent) === '' ? name : `${pathOf(parent)} | ${name}`;
	};
	const unitOf = (record: OrganizationRecord) => unitLine(own(record.DepartmentId), pathOf(record.DepartmentId), record);
	const personOf = (record: OrganizationRecord) =>
		personLine(own(record.UserUuid), record, idsOf(record.DepartmentId).map(pathOf));
	return { departments: now.departments.map(unitOf).sort(), users: now.users.map(personOf).sort() };
}
