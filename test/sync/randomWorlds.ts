import fc from 'fast-check';
import type { OrganizationRecord } from '../emulator';
import { shown, USUAL_WISHES, type SyncItem, type World } from './world';

/** Worlds of a handful of records: small enough that all that matters meets. */

export const SEED = 20_261_001;

type Columns = SyncItem['columns'];

const name = fc.constantFrom('A', 'B', 'C', 'D');
const path = fc.array(name, { minLength: 1, maxLength: 3 });
const nat = fc.nat({ max: 11 });

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

/** What an item wants of a department; those that stand there several times come more often. */
const OF_UNIT = [
	'inPlace',
	'inPlace',
	'byId',
	'moved',
	'moved',
	'moved',
	'renamed',
	'below',
	'deletedById',
	'deletedByPath',
	'new',
] as const;
const OF_PERSON = [
	'kept',
	'kept',
	'kept',
	'moved',
	'moved',
	'movedById',
	'moreDepartments',
	'readdressed',
	'deleted',
	'new',
	'new',
] as const;

const raw = fc.record({
	units: fc.array(
		fc.record({ name, parent: nat, phonetic: fc.constantFrom('', 'ay'), order: fc.constantFrom('', '1') }),
		{ maxLength: 5 },
	),
	people: fc.array(
		fc.record({ units: fc.array(nat, { minLength: 1, maxLength: 2 }), type: mostly('0', '1', '2'), saml: fc.boolean() }),
		{ maxLength: 6 },
	),
	ofUnits: fc.uniqueArray(
		fc.record({ wish: fc.constantFrom(...OF_UNIT), of: nat, below: nat, path, name, columns: departmentColumns }),
		{ maxLength: 4, selector: ({ of }) => of % 6 },
	),
	ofPeople: fc.uniqueArray(
		fc.record({
			wish: fc.constantFrom(...OF_PERSON),
			of: fc.oneof({ weight: 30, arbitrary: fc.nat({ max: 8 }) }, { weight: 1, arbitrary: fc.constant(9) }),
			path,
			other: path,
			columns: userColumns,
			odd: fc.nat({ max: 15 }),
		}),
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
});

type Raw = typeof raw extends fc.Arbitrary<infer T> ? T : never;

function pathOf(
	all: readonly OrganizationRecord[],
	{ ParentDepartmentId, DepartmentName = '' }: OrganizationRecord,
): string[] {
	const parent = all.find(({ DepartmentId }) => DepartmentId === ParentDepartmentId);
	return [...(parent ? pathOf(all, parent) : []), DepartmentName];
}

function aboutUnit(all: readonly OrganizationRecord[], given: Raw['ofUnits'][number], separator: string): SyncItem {
	const record = all[given.of % Math.max(1, all.length)];
	const other = all[given.below % Math.max(1, all.length)];
	const DepartmentPath = given.path.join(separator);
	if (!record || !other || given.wish === 'new')
		return { kind: 'department', columns: { ...given.columns, DepartmentPath } };
	const { DepartmentId = '' } = record;
	const inPlace = pathOf(all, record).join(separator);
	const columns: Readonly<Record<Exclude<typeof given.wish, 'new'>, Columns>> = {
		inPlace: { ...given.columns, DepartmentPath: inPlace },
		byId: { ...given.columns, DepartmentId },
		moved: { ...given.columns, DepartmentId, DepartmentPath },
		renamed: { ...given.columns, DepartmentId, DepartmentName: given.name },
		below: {
			...given.columns,
			DepartmentId,
			ParentDepartmentId: given.of === given.below ? '' : (other.DepartmentId ?? ''),
		},
		deletedById: { DepartmentId, DeleteFlag: 1 },
		deletedByPath: { DepartmentPath: inPlace, DeleteFlag: 1 },
	};
	return { kind: 'department', columns: columns[given.wish] };
}

function aboutPerson(
	{ departments, users }: World['before'],
	given: Raw['ofPeople'][number],
	separator: string,
): SyncItem {
	// Number 9 is the first user once more: two items for one user.
	const number = given.of % 9;
	const record = given.wish === 'new' ? undefined : users[number];
	const UserId = record?.UserId ?? `n${number}`;
	// An address is written in another case now and then, and is taken over from somebody else.
	const isTakenOver = !record && given.odd < 4;
	const Email =
		record && given.odd === 1 ? `U${number}@Example.com` : `${isTakenOver ? `u${number}` : UserId}@example.com`;
	const paths = [given.path, given.other].map((names) => names.join(separator));
	const place: Columns = { DepartmentPath: given.odd % 2 === 0 ? (paths[0] ?? '') : paths };
	const key = { UserId, Email };
	if (!record) return { kind: 'user', columns: { ...key, UserName: 'Newcomer', ...given.columns, ...place } };
	const some = departments[given.odd % Math.max(1, departments.length)]?.DepartmentId ?? '';
	const more = [...new Set([...(record.DepartmentId ?? '').split(';').reverse(), some])].join(';');
	const columns: Readonly<Record<typeof given.wish, Columns>> = {
		new: key,
		kept: { ...key, ...given.columns },
		moved: { ...key, ...given.columns, ...place },
		movedById: { ...key, ...given.columns, DepartmentId: some },
		moreDepartments: { ...key, DepartmentId: more },
		readdressed: { ...key, Email: `u${given.odd % 6}@example.com` },
		deleted: { ...key, DeleteFlag: '1' },
	};
	return { kind: 'user', columns: columns[given.wish] };
}

function build({ units, people, ofUnits, ofPeople, wishes }: Raw): World {
	const departments = units.map(({ name: own, parent, phonetic, order }, index): OrganizationRecord => {
		// Below one that stands before it, or at the top.
		const above = index > 0 ? parent % (index + 1) : 0;
		return {
			DepartmentId: `D${index}`,
			DepartmentName: own,
			ParentDepartmentId: above > 0 ? `D${above - 1}` : '',
			DepartmentNamePhonetic: phonetic,
			Order: order,
		};
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
	const about = [
		...ofUnits.map((each) => aboutUnit(departments, each, wishes.pathSeparator)),
		...ofPeople.map((each) => aboutPerson(before, each, wishes.pathSeparator)),
	];
	return { before: shown(before), items: about, wishes: { ...USUAL_WISHES, ...wishes } };
}

export const randomWorlds: fc.Arbitrary<World> = raw.map(build);
