import type { OrganizationRecord } from '../emulator';
import { shown, USUAL_WISHES, type SyncItem, type World } from './world';

/**
 * Every world of a few departments and users: every tree, everything that an item may want of each record, every way of
 * taking the missing ones.
 */

/** Where a record stands and where it is wanted: in a department by its number, or nowhere. */
type Place = Readonly<{ at: number; wish: number | 'unnamed' | 'same' | 'deleted' | 'top' }>;

/** At the top, or not there yet. */
const NOWHERE = -1;

const NAMES = ['A', 'B', 'C'];
const WAYS = ['keep', 'delete'] as const;
const GONE = { DeleteFlag: 1 };

/** All lists with one entry from each of the lists. */
function combinations<T>(lists: ReadonlyArray<readonly T[]>): T[][] {
	return lists.reduce<T[][]>((all, list) => all.flatMap((start) => list.map((entry) => [...start, entry])), [[]]);
}

function isTree(units: readonly Place[]): boolean {
	return units.every((unit) => {
		let { at } = unit;
		for (let steps = 0; steps <= units.length && at !== NOWHERE; steps += 1) at = units[at]?.at ?? NOWHERE;
		return at === NOWHERE;
	});
}

type Columns = SyncItem['columns'];

function unitItem({ wish }: Place, index: number): SyncItem[] {
	const same = { DepartmentNamePhonetic: 'same' };
	const wishes: Readonly<Record<string, Columns>> = { same, deleted: GONE, top: { DepartmentPath: NAMES[index] ?? '' } };
	const columns = { DepartmentId: `D${index}`, ...(wishes[wish] ?? { ParentDepartmentId: `D${wish}` }) };
	return wish === 'unnamed' ? [] : [{ kind: 'department', columns }];
}

function personItem({ at, wish }: Place, index: number): SyncItem[] {
	const wishes: Readonly<Record<string, Columns>> = { same: { UserName: 'U' }, deleted: GONE };
	const newcomer: Columns = at === NOWHERE ? { UserName: 'U', Email: `u${index}@example.com` } : {};
	const columns = { UserId: `u${index}`, ...(wishes[wish] ?? { ...newcomer, DepartmentId: `D${wish}` }) };
	return wish === 'unnamed' ? [] : [{ kind: 'user', columns }];
}

function unitRecord({ at }: Place, index: number): OrganizationRecord {
	const parent = at === NOWHERE ? '' : `D${at}`;
	return { DepartmentId: `D${index}`, DepartmentName: NAMES[index] ?? '', ParentDepartmentId: parent };
}

function personRecords({ at }: Place, index: number): OrganizationRecord[] {
	const own = { UserUuid: `00000000-0000-4000-8000-00000000000${index}`, UserId: `u${index}` };
	return at === NOWHERE ? [] : [{ ...own, UserName: 'U', Email: `u${index}@example.com`, DepartmentId: `D${at}` }];
}

/** All worlds of so many departments, and of so many users who are or come there. */
export function* smallWorlds(departments: number, users: number): Generator<World> {
	const all = [...Array(departments).keys()];
	const placesOf = (at: readonly number[], wishes: (at: number) => Array<Place['wish']>) =>
		at.flatMap((each) => wishes(each).map((wish): Place => ({ at: each, wish })));
	const others = (own: number) => all.filter((other) => other !== own);
	const ofUnit = (own: number) =>
		placesOf([NOWHERE, ...others(own)], () => ['unnamed', 'same', 'deleted', 'top', ...others(own)]);
	const trees = combinations(all.map(ofUnit)).filter(isTree);
	const ofPerson = [
		...placesOf([NOWHERE], () => all),
		...placesOf(all, (at) => ['unnamed', 'same', 'deleted', ...others(at)]),
	];
	const crowds = combinations([...Array(users).keys()].map(() => ofPerson));
	for (const [units, people] of trees.flatMap((tree) => crowds.map((crowd) => [tree, crowd] as const))) {
		const before = shown({ departments: units.map(unitRecord), users: people.flatMap(personRecords) });
		const items = [...units.flatMap(unitItem), ...people.flatMap(personItem)];
		for (const [user = 'keep', department = 'keep'] of combinations([WAYS, WAYS])) {
			yield { before, items, wishes: { ...USUAL_WISHES, missing: { user, department } } };
		}
	}
}
