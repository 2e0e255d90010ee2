import type { OrganizationRecord } from '../emulator';
import { ServiceModel } from './serviceModel';
import { USUAL_WISHES, type Snapshot, type SyncItem, type Wishes } from './wishes';

/**
 * Every world of a few departments and users: every tree, everything that an item may want of each record, every way of
 * taking the missing ones. Worlds that differ only by the names of their departments are looked at once.
 */

export interface SmallWorld {
	readonly before: Snapshot;
	readonly items: readonly SyncItem[];
	readonly wishes: Wishes;
}

/** Numbers below zero stand for what is no department. */
const TOP = -1;
const ABSENT = -1;
const UNNAMED = -1;
const IN_PLACE = -2;
const DELETED = -3;
const TO_TOP = -4;

interface Unit {
	readonly parent: number;
	/** What its item wants: one of the words above, or the department below which it is to be. */
	readonly wish: number;
}

interface Person {
	/** The department, or absent. */
	readonly place: number;
	/** One of the words above, or the department in which the person is to be. */
	readonly wish: number;
}

const NAMES = ['A', 'B', 'C'];

function numbers(count: number): number[] {
	return Array.from({ length: count }, (_, index) => index);
}

/** All lists with one entry from each of the lists. */
function combinations<T>(lists: ReadonlyArray<readonly T[]>): T[][] {
	return lists.reduce<T[][]>((all, list) => all.flatMap((start) => list.map((entry) => [...start, entry])), [[]]);
}

/** All ways to take up to `most` entries of a list, whatever their order; an entry may be taken several times. */
function choices<T>(list: readonly T[], most: number): T[][] {
	if (most === 0) return [[]];
	return [[], ...list.flatMap((entry, index) => choices(list.slice(index), most - 1).map((rest) => [entry, ...rest]))];
}

function isTree(parents: readonly number[]): boolean {
	return parents.every((_, start) => {
		let at = start;
		for (let steps = 0; steps <= parents.length && at !== TOP; steps += 1) at = parents[at] ?? TOP;
		return at === TOP;
	});
}

function unitsOf(count: number): Unit[][] {
	const all = numbers(count);
	const trees = combinations(all.map((own) => [TOP, ...all.filter((other) => other !== own)])).filter(isTree);
	const wishes = combinations(all.map((own) => [UNNAMED, IN_PLACE, DELETED, TO_TOP, ...all.filter((other) => other !== own)]));
	return trees.flatMap((parents) => wishes.map((wanted) => parents.map((parent, index) => ({ parent, wish: wanted[index] ?? UNNAMED }))));
}

function personsOf(count: number): Person[] {
	const newcomers = numbers(count).map((wish) => ({ place: ABSENT, wish }));
	const present = numbers(count).flatMap((place) =>
		[UNNAMED, IN_PLACE, DELETED, ...numbers(count).filter((other) => other !== place)].map((wish) => ({ place, wish })),
	);
	return [...newcomers, ...present];
}

/** The departments under other names: `to` says which number each of them gets. */
function renamedUnits(units: readonly Unit[], to: readonly number[]): string {
	const moved: Unit[] = [];
	for (const [index, { parent, wish }] of units.entries()) moved[renamed(index, to)] = { parent: renamed(parent, to), wish: renamed(wish, to) };
	return moved.map(({ parent, wish }) => `${parent} ${wish}`).join();
}

/** The people under these names of the departments; which of them comes first makes no difference. */
function renamedPeople(people: readonly Person[], to: readonly number[]): string {
	return people.map(({ place, wish }) => `${renamed(place, to)} ${renamed(wish, to)}`).sort().join();
}

function renamed(value: number, to: readonly number[]): number {
	return value < 0 ? value : (to[value] ?? value);
}

function permutations(list: readonly number[]): number[][] {
	if (list.length === 0) return [[]];
	return list.flatMap((first) => permutations(list.filter((other) => other !== first)).map((rest) => [first, ...rest]));
}

/**
 * The namings that leave the departments as they are, where no other naming of them comes first: only these can tell
 * two crowds apart that are one under other names. Nothing, where another naming comes first.
 */
function symmetries(units: readonly Unit[], namings: readonly number[][]): number[][] | undefined {
	const own = renamedUnits(units, numbers(units.length));
	const same: number[][] = [];
	for (const to of namings) {
		const other = renamedUnits(units, to);
		if (other < own) return undefined;
		if (other === own) same.push(to);
	}
	return same;
}

/** Whether no other naming of the people comes first. */
function isFirst(people: readonly Person[], namings: readonly number[][]): boolean {
	const own = renamedPeople(people, numbers(NAMES.length));
	return namings.every((to) => own <= renamedPeople(people, to));
}

function itemOf(units: readonly Unit[], index: number): SyncItem[] {
	const wish = units[index]?.wish ?? UNNAMED;
	const DepartmentId = `D${index}`;
	const columns: Readonly<Record<number, SyncItem['columns']>> = {
		[IN_PLACE]: { DepartmentId, DepartmentNamePhonetic: 'same' },
		[DELETED]: { DepartmentId, DeleteFlag: 1 },
		[TO_TOP]: { DepartmentId, DepartmentPath: NAMES[index] ?? '' },
	};
	if (wish === UNNAMED) return [];
	return [{ kind: 'department', columns: columns[wish] ?? { DepartmentId, ParentDepartmentId: `D${wish}` } }];
}

function personItem({ wish, place }: Person, index: number): SyncItem[] {
	const key = { UserId: `u${index}` };
	if (wish === UNNAMED) return [];
	if (wish === DELETED) return [{ kind: 'user', columns: { ...key, DeleteFlag: 1 } }];
	if (wish === IN_PLACE) return [{ kind: 'user', columns: { ...key, UserName: 'U' } }];
	const newcomer: SyncItem['columns'] = place === ABSENT ? { UserName: 'U', Email: `u${index}@example.com` } : {};
	return [{ kind: 'user', columns: { ...key, ...newcomer, DepartmentId: `D${wish}` } }];
}

function snapshotOf(units: readonly Unit[], people: readonly Person[]): Snapshot {
	const departments = units.map(({ parent }, index): OrganizationRecord => ({
		DepartmentId: `D${index}`,
		DepartmentName: NAMES[index] ?? '',
		ParentDepartmentId: parent === TOP ? '' : `D${parent}`,
	}));
	const users = people.flatMap(({ place }, index): OrganizationRecord[] =>
		place === ABSENT
			? []
			: [{ UserUuid: `00000000-0000-4000-8000-00000000000${index}`, UserId: `u${index}`, UserName: 'U', Email: `u${index}@example.com`, DepartmentId: `D${place}` }],
	);
	return new ServiceModel({ departments, users }).snapshot;
}

const WAYS: readonly Wishes[] = (['keep', 'delete'] as const).flatMap((missingUsers) =>
	(['keep', 'delete'] as const).map((missingDepartments) => ({ ...USUAL_WISHES, missingUsers, missingDepartments })),
);

/**
 * All worlds of up to so many departments and users.
 *
 * @param everyNaming also those that differ from others by the names of their departments alone
 */
export function* smallWorlds(mostDepartments: number, mostUsers: number, everyNaming = false): Generator<SmallWorld> {
	for (const count of numbers(mostDepartments + 1)) {
		const namings = everyNaming ? [numbers(count)] : permutations(numbers(count));
		const crowds = choices(personsOf(count), mostUsers);
		for (const units of unitsOf(count)) {
			const same = symmetries(units, namings);
			if (!same) continue;
			for (const people of crowds) {
				if (!isFirst(people, same)) continue;
				const before = snapshotOf(units, people);
				const items = [...units.flatMap((_, index) => itemOf(units, index)), ...people.flatMap(personItem)];
				for (const wishes of WAYS) yield { before, items, wishes };
			}
		}
	}
}
