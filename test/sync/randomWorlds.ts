import fc from 'fast-check';
import type { OrganizationRecord } from '../emulator';
import { shown, USUAL_WISHES, type SyncItem, type World } from './world';

/** Worlds of a handful of records: small enough that all that matters meets. */

export const SEED = 20_261_001;

type Columns = SyncItem['columns'];

const name = fc.constantFrom('Ä', 'B', 'C', 'D');
const path = fc.array(name, { minLength: 1, maxLength: 3 });
const nat = fc.nat({ max: 11 });
const either = fc.constantFrom('keep' as const, 'delete' as const);

/** Nearly always the first, so that most worlds end in a plan and not in a refusal. */
function mostly<T>(usual: T, ...rare: T[]): fc.Arbitrary<T> {
	return fc.oneof({ weight: 20, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });
}

const userColumns = fc.record(
	{
		UserName: mostly('Hanako', ''),
		AlternativeName: fc.constantFrom('one', 'other', '', null),
		SamlNameId: mostly('', 's1', 's2'),
		Culture: fc.constantFrom(0, 1, '2', null),
		UserType: mostly<number | string>(0, 1, 2, ''),
		ApiIntegrationPrivilege: fc.constantFrom(0, 1),
	},
	{ requiredKeys: [] },
);
const departmentColumns = fc.record(
	{ DepartmentNamePhonetic: fc.constantFrom('ay', 'bee', '', null), Order: fc.constantFrom(1, '2', '', null) },
	{ requiredKeys: [] },
);
const unit = fc.record({ name, parent: nat, phonetic: fc.constantFrom('', 'ay'), order: fc.constantFrom('', '1') });
const person = fc.record({
	units: fc.array(nat, { minLength: 1, maxLength: 2 }),
	type: mostly('0', '1', '2'),
	saml: fc.boolean(),
});
// What makes most of the difference comes more often.
const unitWish = fc.constantFrom(0, 0, 1, 2, 2, 2, 3, 4, 5, 6, 7);
const ofUnit = fc.record({ wish: unitWish, of: nat, below: nat, path, name, columns: departmentColumns });
// Number 9 is the first user once more: two items for one user.
const userNumber = fc.oneof({ weight: 30, arbitrary: fc.nat({ max: 8 }) }, { weight: 1, arbitrary: fc.constant(9) });
const ofPerson = fc.record({
	wish: nat,
	of: userNumber,
	path,
	other: path,
	columns: userColumns,
	odd: fc.nat({ max: 15 }),
});

const raw = fc.record({
	units: fc.array(unit, { maxLength: 5 }),
	people: fc.array(person, { maxLength: 6 }),
	ofUnits: fc.uniqueArray(ofUnit, { maxLength: 4, selector: ({ of }) => of % 6 }),
	ofPeople: fc.uniqueArray(ofPerson, { maxLength: 7, selector: ({ of }) => of }),
	turn: nat,
	wishes: fc.record({
		matchUsersBy: fc.constantFrom('UserId' as const, 'UserId' as const, 'Email' as const),
		missing: fc.record({ user: either, department: either }),
		createMissingDepartments: mostly(true, false),
		pathSeparator: fc.constantFrom('/', ' > '),
		blankCells: fc.constantFrom('keep' as const, 'clear' as const),
		maxDeletions: mostly(10, 0, 1, 3),
		protectedUserIds: mostly<string[]>([], ['u0']),
		includeAdministrators: fc.boolean(),
	}),
});

type Raw = typeof raw extends fc.Arbitrary<infer T> ? T : never;

function pathOf(all: readonly OrganizationRecord[], record: OrganizationRecord): string[] {
	const parent = all.find(({ DepartmentId }) => DepartmentId === record.ParentDepartmentId);
	return [...(parent ? pathOf(all, parent) : []), record.DepartmentName ?? ''];
}

function aboutUnit(all: readonly OrganizationRecord[], given: Raw['ofUnits'][number], separator: string): SyncItem {
	const DepartmentPath = given.path.join(separator);
	const record = all[given.of % Math.max(1, all.length)];
	if (!record) return { kind: 'department', columns: { ...given.columns, DepartmentPath } };
	const { DepartmentId = '' } = record;
	const inPlace = { DepartmentPath: pathOf(all, record).join(separator) };
	const below = given.of === given.below ? '' : all[given.below % all.length]?.DepartmentId;
	const wishes: Columns[] = [
		{ ...given.columns, ...inPlace },
		{ ...given.columns, DepartmentId },
		{ ...given.columns, DepartmentId, DepartmentPath },
		{ ...given.columns, DepartmentId, DepartmentName: given.name },
		{ ...given.columns, DepartmentId, ParentDepartmentId: below ?? '' },
		{ ...given.columns, DepartmentPath },
		{ DepartmentId, DeleteFlag: 1 },
		{ ...inPlace, DeleteFlag: 1 },
	];
	return { kind: 'department', columns: wishes[given.wish] ?? {} };
}

function aboutPerson(
	{ departments, users }: World['before'],
	given: Raw['ofPeople'][number],
	separator: string,
): SyncItem {
	const { odd, wish, columns } = given;
	const number = given.of % 9;
	const record = wish < 2 ? undefined : users[number];
	const UserId = record?.UserId ?? `n${number}`;
	// An address is written in another case now and then, and is taken over from somebody else.
	const address =
		record && odd === 1 ? `U${number}@Example.com` : `${!record && odd < 4 ? `u${number}` : UserId}@example.com`;
	const key = { UserId, Email: address };
	const paths = [given.path, given.other].map((names) => names.join(separator));
	const place: Columns = { DepartmentPath: odd % 2 === 0 ? (paths[0] ?? '') : paths };
	if (!record) return { kind: 'user', columns: { ...key, UserName: 'Newcomer', ...columns, ...place } };
	const some = departments[odd % Math.max(1, departments.length)]?.DepartmentId ?? '';
	const more = [...new Set([...(record.DepartmentId ?? '').split(';').reverse(), some])].join(';');
	const wishes: Columns[] = [
		{ ...key, ...columns, ...place },
		{ ...key, ...columns, DepartmentId: some },
		{ ...key, DepartmentId: more },
		{ ...key, Email: `u${odd % 6}@example.com` },
		{ ...key, DeleteFlag: '1' },
		{ ...key, ...columns },
		{ ...key, ...columns },
	];
	return { kind: 'user', columns: wishes[wish % wishes.length] ?? key };
}

function build({ units, people, ofUnits, ofPeople, turn, wishes }: Raw): World {
	const departments = units.map((own, index): OrganizationRecord => {
		// Below one that stands before it, or at the top.
		const above = index > 0 ? own.parent % (index + 1) : 0;
		const parent = above > 0 ? `D${above - 1}` : '';
		const record = { DepartmentId: `D${index}`, DepartmentName: own.name, ParentDepartmentId: parent };
		return { ...record, DepartmentNamePhonetic: own.phonetic, Order: own.order };
	});
	const users = (units.length === 0 ? [] : people).map(({ units: own, type, saml }, index): OrganizationRecord => ({
		UserUuid: `00000000-0000-4000-8000-00000000000${index}`,
		DepartmentId: [...new Set(own.map((each) => `D${each % units.length}`))].join(';'),
		UserId: `u${index}`,
		UserName: 'Taro',
		Email: `u${index}@example.com`,
		EffectiveDateFrom: '2020-04-01',
		UserType: type,
		SamlNameId: saml ? `s${index}` : '',
		AlternativeName: 'one',
	}));
	const before = { departments, users };
	const items = [
		...ofUnits.map((each) => aboutUnit(departments, each, wishes.pathSeparator)),
		...ofPeople.map((each) => aboutPerson(before, each, wishes.pathSeparator)),
	];
	// Their order makes no difference.
	const turned = [...items.slice(turn), ...items.slice(0, turn)];
	return {
		before: shown(before),
		items: turn % 2 === 0 ? turned : turned.reverse(),
		wishes: { ...USUAL_WISHES, ...wishes },
	};
}

export const randomWorlds: fc.Arbitrary<World> = raw.map(build);
