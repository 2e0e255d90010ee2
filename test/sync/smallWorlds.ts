import type { OrganizationRecord } from '../emulator';
import { shown, USUAL_WISHES, type SyncItem, type Wishes, type World } from './world';

/**
 * Every world of a few departments and users: every tree, everything that an item may want of each record, every way of
 * taking the missing ones.
 */

/** What an item wants of its record, beside a department to be in or below; these are no numbers of departments. */
const UNNAMED = -1;
const IN_PLACE = -2;
const DELETED = -3;
const TO_TOP = -4;

/** Where a record stands: a department, or at the top; a user who is not there yet. */
const NOWHERE = -1;

type Place = Readonly<Record<'at' | 'wish', number>>;

const NAMES = ['A', 'B', 'C'];

function numbers(count: number): number[] {
	return Array.from({ length: count }, (_, index) => index);
}

/** All lists with one entry from each of the lists. */
function combinations<T>(lists: ReadonlyArray<readonly T[]>): T[][] {
	return lists.reduce<T[][]>((all, list) => all.flatMap((start) => list.map((entry) => [...start, entry])), [[]]);
}

function isTree(units: readonly Place[]): boolean {
	return units.every((unit) => {
		let at = unit.at;
		for (let steps = 0; steps <= units.length && at !== NOWHERE; steps += 1) at = units[at]?.at ?? NOWHERE;
		return at === NOWHERE;
	});
}

function unitItem({ wish }: Place, index: number): SyncItem[] {
	const DepartmentId = `D${index}`;
	const columns: Readonly<Record<number, SyncItem['columns']>> = {
		[IN_PLACE]: { DepartmentId, DepartmentNamePhonetic: 'same' },
		[DELETED]: { DepartmentId, DeleteFlag: 1 },
		[TO_TOP]: { DepartmentId, DepartmentPath: NAMES[index] ?? '' },
	};
	return wish === UNNAMED
		? []
		: [{ kind: 'department', columns: columns[wish] ?? { DepartmentId, ParentDepartmentId: `D${wish}` } }];
}

function personItem({ at, wish }: Place, index: number): SyncItem[] {
	const UserId = `u${index}`;
	const columns: Readonly<Record<number, SyncItem['columns']>> = {
		[IN_PLACE]: { UserId, UserName: 'U' },
		[DELETED]: { UserId, DeleteFlag: 1 },
	};
	const newcomer: SyncItem['columns'] = at === NOWHERE ? { UserName: 'U', Email: `${UserId}@example.com` } : {};
	return wish === UNNAMED
		? []
		: [{ kind: 'user', columns: columns[wish] ?? { UserId, ...newcomer, DepartmentId: `D${wish}` } }];
}

const WAYS: readonly Wishes[] = combinations([
	['keep', 'delete'],
	['keep', 'delete'],
] as const).map(([missingUsers = 'keep', missingDepartments = 'keep']) => ({
	...USUAL_WISHES,
	missingUsers,
	missingDepartments,
}));

/** All worlds of so many departments, and of so many users who are or come there. */
export function* smallWorlds(departments: number, users: number): Generator<World> {
	const others = (own: number) => numbers(departments).filter((other) => other !== own);
	const placesOf = (at: readonly number[], wishes: (at: number) => number[]) =>
		at.flatMap((each) => wishes(each).map((wish) => ({ at: each, wish })));
	const trees = combinations(
		numbers(departments).map((own) =>
			placesOf([NOWHERE, ...others(own)], () => [UNNAMED, IN_PLACE, DELETED, TO_TOP, ...others(own)]),
		),
	).filter(isTree);
	const present = (at: number) => [UNNAMED, IN_PLACE, DELETED, ...others(at)];
	const places = [...placesOf([NOWHERE], () => numbers(departments)), ...placesOf(numbers(departments), present)];
	const crowds = combinations(numbers(users).map(() => places));
	for (const [units, people] of trees.flatMap((tree) => crowds.map((crowd) => [tree, crowd] as const))) {
		const before = shown({
			departments: units.map(({ at }, index): OrganizationRecord => ({
				DepartmentId: `D${index}`,
				DepartmentName: NAMES[index] ?? '',
				ParentDepartmentId: at === NOWHERE ? '' : `D${at}`,
			})),
			users: people.flatMap(({ at }, index): OrganizationRecord[] =>
				at === NOWHERE
					? []
					: [
							{
								UserUuid: `00000000-0000-4000-8000-00000000000${index}`,
								UserId: `u${index}`,
								UserName: 'U',
								Email: `u${index}@example.com`,
								DepartmentId: `D${at}`,
							},
						],
			),
		});
		const items = [...units.flatMap(unitItem), ...people.flatMap(personItem)];
		for (const wishes of WAYS) yield { before, items, wishes };
	}
}
