import fc from 'fast-check';
import type { OrganizationRecord } from '../emulator';
import { ServiceModel } from './serviceModel';
import { USUAL_WISHES, type Snapshot, type SyncItem, type Wishes } from './wishes';

/** An organization, what a directory says of it, and how it is to be taken. */
export interface Story {
	readonly before: Snapshot;
	readonly items: readonly SyncItem[];
	readonly wishes: Wishes;
	/** Another order of the items. */
	readonly shuffle: readonly number[];
}

/** What `npm test` and the deliberate bugs go through. */
export const USUAL_SEED = 20_261_001;

const NAMES = ['A', 'B', 'C', 'D'] as const;
const USERS = 6;

const name = fc.constantFrom(...NAMES);
const path = fc.array(name, { minLength: 1, maxLength: 3 });
const nat = fc.nat({ max: 11 });

/** Nearly always the first, so that most stories end in a plan and not in a refusal. */
function mostly<T>(usual: T, ...rare: T[]): fc.Arbitrary<T> {
	return fc.oneof({ weight: 20, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });
}

/** Values of columns that may change. */
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

const DEPARTMENT_WISHES = ['inPlace', 'inPlace', 'byId', 'moved', 'moved', 'moved', 'renamed', 'below', 'deletedById', 'deletedByPath', 'new'] as const;
const USER_WISHES = ['kept', 'kept', 'kept', 'moved', 'moved', 'movedById', 'moreDepartments', 'readdressed', 'deleted', 'new', 'new'] as const;

const raw = fc.record({
	departments: fc.array(fc.record({ name, parent: nat, phonetic: fc.constantFrom('', 'ay'), order: fc.constantFrom('', '1') }), { maxLength: 5 }),
	users: fc.array(
		fc.record({ departments: fc.array(nat, { minLength: 1, maxLength: 2 }), type: mostly('0', '1', '2'), saml: fc.boolean() }),
		{ maxLength: USERS },
	),
	aboutDepartments: fc.uniqueArray(
		fc.record({ wish: fc.constantFrom(...DEPARTMENT_WISHES), of: nat, below: nat, path, name, columns: departmentColumns }),
		{ maxLength: 4, selector: ({ of }) => of % 6 },
	),
	aboutUsers: fc.uniqueArray(
		fc.record({ wish: fc.constantFrom(...USER_WISHES), of: fc.oneof({ weight: 30, arbitrary: fc.nat({ max: 8 }) }, { weight: 1, arbitrary: fc.constant(9) }), path, other: path, columns: userColumns, odd: fc.nat({ max: 15 }) }),
		{ maxLength: 7, selector: ({ of }) => of },
	),
	wishes: fc.record({
		matchUsersBy: fc.constantFrom('UserId' as const, 'UserId' as const, 'Email' as const),
		missingUsers: fc.constantFrom('keep' as const, 'delete' as const),
		missingDepartments: fc.constantFrom('keep' as const, 'delete' as const),
		createMissingDepartments: mostly(true, false),
		pathSeparator: fc.constantFrom('/', ' > '),
		blankCells: fc.constantFrom('keep' as const, 'clear' as const),
		maxDeletions: mostly(10, 0, 1, 3),
		maxChanges: mostly(0, 2),
		protectedUserIds: mostly<string[]>([], ['u0']),
		includeAdministrators: fc.boolean(),
	}),
	shuffle: fc.array(fc.nat(), { minLength: 11, maxLength: 11 }),
});

type Raw = typeof raw extends fc.Arbitrary<infer T> ? T : never;

function departmentsOf({ departments }: Raw): OrganizationRecord[] {
	return departments.map(({ name: own, parent, phonetic, order }, index) => ({
		DepartmentId: `D${index}`,
		DepartmentName: own,
		// Below one that stands before it, or at the top.
		ParentDepartmentId: index > 0 && parent % (index + 1) > 0 ? `D${(parent % (index + 1)) - 1}` : '',
		DepartmentNamePhonetic: phonetic,
		Order: order,
	}));
}

function usersOf({ users }: Raw, departments: readonly OrganizationRecord[]): OrganizationRecord[] {
	if (departments.length === 0) return [];
	return users.map(({ departments: own, type, saml }, index) => ({
		UserUuid: `00000000-0000-4000-8000-00000000000${index}`,
		DepartmentId: [...new Set(own.map((each) => `D${each % departments.length}`))].join(';'),
		UserId: `u${index}`,
		UserName: 'Taro',
		Email: `u${index}@example.com`,
		EffectiveDateFrom: '2020-04-01',
		UserType: type,
		SamlNameId: saml ? `s${index}` : '',
		AlternativeName: 'one',
	}));
}

function pathOf(departments: readonly OrganizationRecord[], record: OrganizationRecord | undefined): string[] {
	if (!record) return [];
	const parent = departments.find(({ DepartmentId }) => DepartmentId === record.ParentDepartmentId);
	return [...pathOf(departments, parent), record.DepartmentName ?? ''];
}

function aboutDepartment(departments: readonly OrganizationRecord[], given: Raw['aboutDepartments'][number], separator: string): SyncItem {
	const joined = (names: readonly string[]) => names.join(separator);
	const record = departments[given.of % Math.max(1, departments.length)];
	const other = departments[given.below % Math.max(1, departments.length)];
	const byPath = { kind: 'department', columns: { ...given.columns, DepartmentPath: joined(given.path) } } as const;
	if (!record || !other || given.wish === 'new') return byPath;
	const { DepartmentId = '' } = record;
	const inPlace = joined(pathOf(departments, record));
	const columns: Readonly<Record<Exclude<typeof given.wish, 'new'>, SyncItem['columns']>> = {
		inPlace: { ...given.columns, DepartmentPath: inPlace },
		byId: { ...given.columns, DepartmentId },
		moved: { ...given.columns, DepartmentId, DepartmentPath: joined(given.path) },
		renamed: { ...given.columns, DepartmentId, DepartmentName: given.name },
		below: { ...given.columns, DepartmentId, ParentDepartmentId: given.of === given.below ? '' : (other.DepartmentId ?? '') },
		deletedById: { DepartmentId, DeleteFlag: 1 },
		deletedByPath: { DepartmentPath: inPlace, DeleteFlag: 1 },
	};
	return { kind: 'department', columns: columns[given.wish] };
}

function aboutUser(world: Snapshot, given: Raw['aboutUsers'][number], separator: string): SyncItem {
	const joined = (names: readonly string[]) => names.join(separator);
	const { departments, users } = world;
	// Number 9 is the first user once more: two items for one user.
	const number = given.of % 9;
	const record = given.wish === 'new' ? undefined : users[number];
	const id = record?.UserId ?? `n${number}`;
	// An address is written in another case now and then, and is taken over from somebody else.
	const email = record ? (given.odd === 1 ? `U${number}@Example.com` : `${id}@example.com`) : given.odd < 4 ? `u${number}@example.com` : `${id}@example.com`;
	const key = { UserId: id, Email: email };
	const place = { DepartmentPath: given.odd % 2 === 0 ? joined(given.path) : [joined(given.path), joined(given.other)] };
	if (!record) return { kind: 'user', columns: { ...key, UserName: 'Newcomer', ...given.columns, ...place } };
	const some = departments[given.odd % Math.max(1, departments.length)]?.DepartmentId ?? '';
	const columns: Readonly<Record<typeof given.wish, SyncItem['columns']>> = {
		new: key,
		kept: { ...key, ...given.columns },
		moved: { ...key, ...given.columns, ...place },
		movedById: { ...key, ...given.columns, DepartmentId: some },
		moreDepartments: { ...key, DepartmentId: [...new Set([...(record.DepartmentId ?? '').split(';').reverse(), some])].join(';') },
		readdressed: { ...key, Email: `u${given.odd % USERS}@example.com` },
		deleted: { ...key, DeleteFlag: '1' },
	};
	return { kind: 'user', columns: columns[given.wish] };
}

function build(given: Raw): Story {
	const departments = departmentsOf(given);
	const before = { departments, users: usersOf(given, departments) };
	const { pathSeparator: separator } = given.wishes;
	const items = [
		...given.aboutDepartments.map((each) => aboutDepartment(departments, each, separator)),
		...given.aboutUsers.map((each) => aboutUser(before, each, separator)),
	];
	return { before: new ServiceModel(before).snapshot, items, wishes: { ...USUAL_WISHES, ...given.wishes }, shuffle: given.shuffle };
}

/** Stories of a handful of records: small enough that all that matters meets. */
export const stories: fc.Arbitrary<Story> = raw.map(build);
