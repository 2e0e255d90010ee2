import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { CsvEncoding } from '../../../../nodes/shared/csv/text';
import {
	fieldNames,
	ORGANIZATION_FIELDS,
	type OrganizationField,
	type OrganizationRecordKind,
} from '../../../../nodes/shared/organization/fields';
import { checkJob, recogniseRecord } from '../../../../nodes/shared/organization/records';
import { RowReader } from '../../../../nodes/shared/organization/rows';
import { TimeSlices } from '../../../../nodes/shared/base/timeSlices';
import { inFull } from '../../../inFull';
import { seedOf, timesOf } from '../../../seed';

type Item = Record<string, unknown>;

const RECORD_KINDS: OrganizationRecordKind[] = ['user', 'department'];

const TODAY = '2025-06-01';
const UUID = '0f9b1c2d-3e4f-5a6b-7c8d-9e0f1a2b3c4d';

const USER: Item = { DepartmentId: 'D1', UserId: 'user.1', UserName: '髙橋', Email: 'a@example.com' };
const NEW_USER: Item = { TempId: 'u1', ...USER, EffectiveDateFrom: TODAY };
const OLD_USER: Item = { UserUuid: UUID, ...USER };
const NEW_DEPARTMENT: Item = { TempId: 'd1', DepartmentName: '営業部' };
const OLD_DEPARTMENT: Item = { DepartmentId: 'D1', DepartmentName: '営業部' };

const BASES = {
	'new user': { file: 'user', item: NEW_USER },
	'old user': { file: 'user', item: OLD_USER },
	'new department': { file: 'department', item: NEW_DEPARTMENT },
	'old department': { file: 'department', item: OLD_DEPARTMENT },
} as const;
type Base = keyof typeof BASES;

const check = async (
	job: { departments?: Item[]; users?: Item[] },
	zone = 'UTC',
	encoding: CsvEncoding = 'utf8',
) => {
	const reader = new RowReader(zone);
	const read = (kind: OrganizationRecordKind, items: Item[] = []) =>
		items.map((values, item) => reader.read(values, { kind, row: item + 1, item }));
	const rows = { department: read('department', job.departments), user: read('user', job.users) };
	return await checkJob(rows, { today: TODAY, encoding }, new TimeSlices());
};

/** The messages about one row made of a base and a change. */
async function messagesOf(base: Base, change: Item): Promise<string[]> {
	const { file, item } = BASES[base];
	const rows = [{ ...item, ...change }];
	const { violations, total } = await check(file === 'user' ? { users: rows } : { departments: rows });
	expect(total).toBe(violations.length);
	for (const violation of violations) {
		expect(violation).toMatchObject({ row: 1, file });
		expect(violation.message.startsWith(`${violation.field} `)).toBe(true);
	}
	return violations.map(({ message }) => message);
}

/** The messages of a whole job with their places. */
const placesOf = async (job: Parameters<typeof check>[0]) =>
	(await check(job)).violations.map(({ file, row, message }) => `${file} ${row}: ${message}`);

const repeat = (text: string, count: number) => text.repeat(count);
const adding = {
	user: 'when a user is added (UserUuid is blank)',
	department: 'when a department is added (DepartmentId is blank)',
};
const editing = {
	user: 'when a user is edited (UserUuid is filled)',
	department: 'when a department is edited (DepartmentId is filled)',
};
const ALPHANUMERIC = 'may contain only one-byte letters and digits (A-Z, a-z, 0-9)';
const ASCII = 'may contain only one-byte letters, digits and symbols, without spaces';
const USER_ID = 'may contain only one-byte letters and digits and the characters . - _ &';
const IS_UUID = 'must be a UUID (8-4-4-4-12 hexadecimal digits)';
const RFC = 'must be a date in the form of RFC 3339, such as 2025-04-01 or 2025-04-01T00:00:00+09:00';
const leadsNowhere = (reference: string) => `refers to "${reference}", but no department of this job has that TempId`;

test.each(Object.keys(BASES) as Base[])('a plain %s passes', async (base) => {
	expect(await messagesOf(base, {})).toEqual([]);
});

/** Values that each column takes, by what its row does. */
const PASSING: Readonly<Record<Base, Readonly<Record<string, readonly unknown[]>>>> = {
	'new user': {
		TempId: [repeat('a', 256), 'aZ09', 12],
		UserUuid: ['', null],
		DepartmentId: ['D1;D2;D3', 17],
		UserId: ['aZ0.-_&', repeat('a', 20), 12345],
		UserName: [repeat('𠮷', 60), '髙橋, "Bob"; 営業部\n2課'],
		AlternativeName: [repeat('🍣', 256), null],
		Email: [`${repeat('a', 48)}@example.com`, "!#$%&'*+-/=?^_`{|}~@x"],
		SubEmail: [`${repeat('a', 48)}@example.com`],
		EffectiveDateFrom: [
			...['2025-06-02', '2025-06-01T09:00:00+09:00', '2025-06-02T00:00:00', new Date('2025-06-01T00:00:00Z')],
			DateTime.fromISO('2025-06-01', { zone: 'UTC' }),
		],
		SamlNameId: ['山田 太郎'],
		CrmIntegrationPrivilege: ['whatever', { not: 'looked at' }],
		DeleteFlag: [0],
		ApiIntegrationPrivilege: [false],
		Order: ['x'],
		extra: [{ any: 'thing' }],
	},
	'old user': {
		UserUuid: [UUID.toUpperCase()],
		TempId: [' '],
		EffectiveDateFrom: ['2001-01-01', ''],
		DeleteFlag: [1, true],
	},
	'new department': {
		TempId: [repeat('a', 256)],
		DepartmentName: [repeat('𠮷', 30)],
		DepartmentNamePhonetic: [repeat('エ', 256)],
		ParentDepartmentId: ['D9', ''],
		Order: [0, '-12'],
		DeleteFlag: ['', '0'],
	},
	'old department': { DeleteFlag: ['1'], DepartmentId: [42] },
};

describe.each(Object.entries(PASSING) as Array<[Base, Record<string, unknown[]>]>)('a %s', (base, columns) => {
	const cells = Object.entries(columns).flatMap(([column, values]) => values.map((value) => ({ [column]: value })));

	test.each(cells)('may have %j', async (cell) => {
		expect(await messagesOf(base, cell)).toEqual([]);
	});
});

describe('what is refused', () => {
	/** What is said behind the name of the field, which is the first that changes; test/engine/writes/importItems has the plain cases. */
	test.each<[Base, Item, string]>([
		['new user', { TempId: 'ａ' }, `${ALPHANUMERIC}; found "ａ" (U+FF41) at position 1`],
		['old user', { UserUuid: `${UUID}0` }, `${IS_UUID}; got "${UUID}0"`],
		['old user', { DepartmentId: null }, 'is required'],
		['new user', { DepartmentId: 'D1; D2' }, 'has white space around "D2"'],
		['new user', { DepartmentId: 'D1;tempId:' }, leadsNowhere('tempId:')],
		['new user', { DepartmentId: 'TempId:d9' }, 'must write tempId: exactly like this; got "TempId:d9"'],
		['new user', { UserId: 'a@b' }, `${USER_ID}; found "@" (U+0040) at position 2`],
		['new user', { Email: 'a @example.com' }, `${ASCII}; found U+0020 at position 2`],
		[
			'new user',
			{ EffectiveDateFrom: '2025-05-31' },
			`must be today (2025-06-01) or later ${adding.user}; got "2025-05-31"`,
		],
		['new user', { EffectiveDateFrom: '2025-06-31' }, `${RFC}; got "2025-06-31"`],
		['new user', { EffectiveDateFrom: '2025-06-02T24:00:00' }, `${RFC}; got "2025-06-02T24:00:00"`],
		['old user', { EffectiveDateFrom: '20250602' }, `${RFC}; got "20250602"`],
		['old user', { Email: '', DeleteFlag: 1 }, 'is required, also when a user is deleted (DeleteFlag is 1)'],
		['new department', { TempId: 'd_1' }, `${ALPHANUMERIC}; found "_" (U+005F) at position 2`],
		['old department', { TempId: 'd1' }, `must be blank ${editing.department}`],
		['old department', { ParentDepartmentId: 'D1' }, 'must not be the department itself'],
		['new department', { Order: 'first' }, 'must be a whole number; got "first"'],
		['new department', { Order: '１' }, 'must be a whole number; got "１"'],
		['new department', { Order: repeat('9', 20) }, `must be a whole number; got "${repeat('9', 20)}"`],
		['old department', { DeleteFlag: 'yes' }, 'must be one of 0 (not deleted), 1 (deleted); got "yes"'],
		['new department', { DeleteFlag: 1 }, `must not be 1 ${adding.department}`],
	])('%s with %j', async (base, change, message) => {
		expect(await messagesOf(base, change)).toEqual([`${Object.keys(change)[0] ?? ''} ${message}`]);
	});
});

describe('documented integers', () => {
	const fields = (ORGANIZATION_FIELDS.user as readonly OrganizationField[]).filter(
		({ values, name }) => values !== undefined && name !== 'DeleteFlag',
	);

	test.each(fields.map((field) => [field.name, field] as const))(
		'%s takes its values as number and text, and blank, and no other',
		async (name, field) => {
			const values = Object.keys(field.values ?? {});
			for (const base of ['new user', 'old user'] as const) {
				for (const value of [...values, ...values.map(Number), '', null, undefined])
					expect(await messagesOf(base, { [name]: value })).toEqual([]);
			}
			const meanings = Object.entries(field.values ?? {}).map(([value, meaning]) => `${value} (${meaning})`);
			for (const other of [values.length, -1, '01', 'x', 0.5, 'constructor']) {
				expect(await messagesOf('new user', { [name]: other })).toEqual([
					`${name} must be one of ${meanings.join(', ')}; got "${other}"`,
				]);
			}
		},
	);
});

/** As many users as are asked for, of whom no two share anything. */
function newUsers(count: number, more: Item = {}): Item[] {
	return Array.from({ length: count }, (_unused, index) => ({
		...NEW_USER,
		TempId: `u${index}`,
		UserId: `u${index}`,
		Email: `u${index}@example.com`,
		...more,
	}));
}

describe('duplicates inside the job', () => {
	const [first, second, third] = newUsers(3).map((row, index): Item => ({ ...row, SamlNameId: `s${index}` })) as [Item, Item, Item];

	test.each(['TempId', 'UserId', 'Email', 'SamlNameId'])('%s of two users', async (field) => {
		const same = { ...third, [field]: first[field] };
		expect(await placesOf({ users: [first, second] })).toEqual([]);
		expect(await placesOf({ users: [first, second, same, same] })).toContain(
			`user 3: ${field} must be unique; "${String(first[field])}" is already in row 1`,
		);
		expect(await placesOf({ users: [first, second, same] })).toHaveLength(1);
	});

	test('the number 7 and the text "7" are the same', async () => {
		const users = [{ ...first, UserId: 7 }, { ...second, UserId: '7' }];
		expect(await placesOf({ users })).toEqual(['user 2: UserId must be unique; "7" is already in row 1']);
	});

	test('TempId of two departments, but not of a department and a user', async () => {
		expect(await placesOf({ departments: [NEW_DEPARTMENT, NEW_DEPARTMENT] })).toEqual([
			'department 2: TempId must be unique; "d1" is already in row 1',
		]);
		expect(await placesOf({ departments: [{ ...NEW_DEPARTMENT, TempId: 'u1' }], users: [NEW_USER] })).toEqual([]);
	});

	test('blanks, SubEmail, names and upper and lower case are no duplicates', async () => {
		const users = [
			{ ...first, SubEmail: 's@x', SamlNameId: null },
			{ ...second, SubEmail: 's@x', SamlNameId: '', Email: 'U0@example.com' },
		];
		expect(await placesOf({ users })).toEqual([]);
	});

	test('the values of a deleted user are free again', async () => {
		const deleted = { ...OLD_USER, DeleteFlag: 1 };
		expect(await placesOf({ users: [deleted, NEW_USER] })).toEqual([]);
		expect(await placesOf({ users: [NEW_USER, deleted] })).toEqual([]);
		expect(await placesOf({ users: [OLD_USER, NEW_USER] })).toHaveLength(2);
	});
});

describe('departments of the same job', () => {
	const department = (id: string, parent: string, more: Item = {}): Item => ({
		TempId: id,
		DepartmentName: id,
		ParentDepartmentId: parent,
		...more,
	});

	test('tempId: finds departments of the job before and after the row', async () => {
		const departments = [department('a', 'tempId:b'), department('b', '')];
		const users = [{ ...NEW_USER, DepartmentId: 'tempId:a;D7;tempId:b' }];
		expect(await placesOf({ departments, users })).toEqual([]);
	});

	test('each reference that leads nowhere is named', async () => {
		const users = [{ ...NEW_USER, DepartmentId: 'tempId:a;tempId:x;;tempId:A' }];
		expect(await placesOf({ departments: [department('a', '')], users })).toEqual([
			'user 1: DepartmentId refers to "tempId:x", but no department of this job has that TempId',
			'user 1: DepartmentId has an empty entry between its semicolons',
			'user 1: DepartmentId refers to "tempId:A", but no department of this job has that TempId',
		]);
	});

	test('a circle is found once, however it is entered', async () => {
		const departments = [
			department('x', 'tempId:a'),
			department('a', 'tempId:b'),
			department('b', 'tempId:c'),
			department('c', 'tempId:a'),
			department('y', 'tempId:x'),
		];
		expect(await placesOf({ departments })).toEqual([
			'department 2: ParentDepartmentId must not lead back to the department itself; rows 2, 3, 4 form a circle',
		]);
	});

	test('a circle may go through existing departments, and a department that goes away leads nowhere', async () => {
		const departments = [
			{ DepartmentId: 'D1', DepartmentName: 'a', ParentDepartmentId: 'D2' },
			{ DepartmentId: 'D2', DepartmentName: 'b', ParentDepartmentId: 'D1' },
		];
		expect(await placesOf({ departments })).toEqual([
			'department 1: ParentDepartmentId must not lead back to the department itself; rows 1, 2 form a circle',
		]);
		expect(await placesOf({ departments: departments.map((row) => ({ ...row, DeleteFlag: 1 })) })).toEqual([]);
	});

	test('a long chain is no circle and a long circle is one', async () => {
		const chain = Array.from({ length: 20_000 }, (_unused, index) =>
			department(`d${index}`, index === 0 ? '' : `tempId:d${index - 1}`),
		);
		expect((await check({ departments: chain })).total).toBe(0);
		chain[0] = department('d0', 'tempId:d19999');
		const { violations, total } = await check({ departments: chain });
		expect(total).toBe(1);
		expect(violations[0]?.row).toBe(1);
		expect(violations[0]?.message).toContain('and 19990 more form a circle');
	});

	test('nobody may be put into a department that the job deletes', async () => {
		const deleted = { ...OLD_DEPARTMENT, DeleteFlag: 1 };
		const departments = [
			deleted,
			department('a', 'D1'),
			{ DepartmentId: 'D2', DepartmentName: 'b', ParentDepartmentId: 'D1', DeleteFlag: 1 },
		];
		const users = [NEW_USER, { ...OLD_USER, UserId: 'x', Email: 'x', DeleteFlag: 1 }];
		expect(await placesOf({ departments, users })).toEqual([
			'department 2: ParentDepartmentId refers to "D1", which row 1 of the departments deletes',
			'user 1: DepartmentId refers to "D1", which row 1 of the departments deletes',
		]);
	});
});

describe('several rows for one record', () => {
	const other: Item = { ...OLD_USER, UserId: 'x', Email: 'x' };
	const deletion: Item = { ...other, DeleteFlag: 1 };
	const rule = 'an import takes one row for each record';

	test.each([
		[OLD_USER, other, 'which edits it too'],
		[OLD_USER, deletion, 'which edits it'],
		[deletion, OLD_USER, 'which deletes it'],
		[deletion, deletion, 'which deletes it too'],
		[OLD_USER, { ...other, UserUuid: UUID.toUpperCase() }, 'which edits it too'],
	])('are refused, naming both: %j and %j', async (first: Item, second: Item, what: string) => {
		const found = await placesOf({ users: [NEW_USER, first, second] });
		expect(found).toContain(
			`user 3: UserUuid "${String(second['UserUuid'])}" is already in row 2 (item 1), ${what}: ${rule}`,
		);
	});

	test('each refers to the first one', async () => {
		const departments = ['D1', 'D2', 'D1', 'D1'].map((DepartmentId) => ({ DepartmentId, DepartmentName: 'a' }));
		expect(await placesOf({ departments })).toEqual(
			[3, 4].map((row) => `department ${row}: DepartmentId "D1" is already in row 1 (item 0), which edits it too: ${rule}`),
		);
	});

	test('ids of departments differ by case, and a number is its digits', async () => {
		const rows = (...ids: unknown[]) => ids.map((DepartmentId) => ({ DepartmentId, DepartmentName: 'a' }));
		expect(await placesOf({ departments: rows('d1', 'D1') })).toEqual([]);
		expect(await placesOf({ departments: rows(17, '17') })).toHaveLength(1);
	});

	test('a department and a user are never the same record, and new ones neither', async () => {
		const departments = [{ DepartmentId: UUID, DepartmentName: 'a' }];
		const rows = [OLD_USER, NEW_USER, { ...NEW_USER, TempId: 'u2' }];
		const users = rows.map((user, index) => ({ ...user, UserId: `u${index}`, Email: `u${index}` }));
		expect(await placesOf({ departments, users })).toEqual([]);
	});
});

describe('columns that are misspelt', () => {
	/** One record that is right but for a column of the given name. */
	const jobWith = (kind: OrganizationRecordKind, given: string) =>
		kind === 'user' ? { users: [{ ...NEW_USER, [given]: 'x' }] } : { departments: [{ ...NEW_DEPARTMENT, [given]: 'x' }] };

	const OTHERS = {
		user: ['Email2', 'E-Mail privat', 'name', 'id', 'Nickname', 'order', 'department_name', '', '名前'],
		department: ['user_name', 'Id', 'Type', 'name'],
	};
	test.each(RECORD_KINDS.flatMap((kind) => OTHERS[kind].map((given) => [kind, given] as const)))(
		'in a %s %j is another field, and ignored',
		async (kind, given) => {
			expect(await check(jobWith(kind, given))).toEqual({ violations: [], total: 0 });
		},
	);

	test('every column of both kinds, and of results, may stand in either', async () => {
		const all = Object.fromEntries((['user', 'department', 'result'] as const).flatMap(fieldNames).map((name) => [name, '']));
		expect((await check({ users: [{ ...all, ...NEW_USER }], departments: [{ ...all, ...NEW_DEPARTMENT }] })).violations).toEqual([]);
	});

	test('a key without a value is not there', async () => {
		expect((await check({ users: [{ ...NEW_USER, user_name: undefined }] })).total).toBe(0);
	});
});

describe('what the encoding cannot hold', () => {
	test('is found in Shift_JIS, with row and column', async () => {
		const departments = ['髙橋', '𠮷野', 'a'].map((DepartmentName, index) => ({ ...NEW_DEPARTMENT, TempId: `d${index}`, DepartmentName }));
		const message = 'DepartmentName contains "𠮷" (U+20BB7), which Shift_JIS cannot encode';
		expect(await check({ departments }, undefined, 'sjis')).toEqual({
			violations: [{ field: 'DepartmentName', message, row: 2, file: 'department' }],
			total: 1,
		});
	});

	test.each<[string, string]>([
		['a\ud842', 'contains U+D842, half of a character, which UTF-8 cannot encode'],
		['a\0b', 'contains the character U+0000, which is not allowed in text'],
	])('is found in UTF-8 too: %j', async (DepartmentName, problem) => {
		expect(await messagesOf('new department', { DepartmentName })).toEqual([`DepartmentName ${problem}`]);
	});
});

describe('dates', () => {
	test('the day of a date-time is taken in the given zone', async () => {
		for (const EffectiveDateFrom of ['2025-05-31T15:00:00Z', new Date('2025-05-31T15:00:00Z')]) {
			const users = [{ ...NEW_USER, EffectiveDateFrom }];
			expect((await check({ users })).total).toBe(1);
			expect((await check({ users }, 'Asia/Tokyo')).total).toBe(0);
		}
	});
});

describe('the report', () => {
	test('lists 50 violations, departments first and in the order of rows, and counts all', async () => {
		const departments = Array.from({ length: 40 }, (_unused, index) => ({
			...NEW_DEPARTMENT,
			TempId: `d${index}`,
			Order: 'x',
		}));
		const users = newUsers(1000, { Culture: 9 });
		const { violations, total } = await check({ departments, users });
		expect(total).toBe(1040);
		expect(violations.map(({ file, row }) => `${file} ${row}`)).toEqual([
			...departments.map((_unused, index) => `department ${index + 1}`),
			...Array.from({ length: 10 }, (_unused, index) => `user ${index + 1}`),
		]);
	});

	test('an empty item breaks every required rule', async () => {
		expect((await check({ departments: [{}], users: [{}] })).violations.map(({ field }) => field)).toEqual([
			'TempId',
			'DepartmentName',
			'TempId',
			'DepartmentId',
			'UserId',
			'UserName',
			'Email',
			'EffectiveDateFrom',
		]);
	});

	test('whatever the items hold, the check ends with violations about documented fields', async () => {
		const item = (kind: 'user' | 'department') =>
			fc.dictionary(
				fc.constantFrom(...fieldNames(kind), '__proto__', 'x'),
				fc.oneof(fc.anything(), fc.string(), fc.constantFrom('tempId:a', 'a', 1)),
			);
		await fc.assert(
			fc.asyncProperty(fc.array(item('department')), fc.array(item('user')), async (departments, users) => {
				const { violations } = await check({ departments, users });
				for (const { file, field } of violations)
					expect(fieldNames(file ?? 'result')).toContain(field);
			}),
			{ seed: seedOf('organization job of any items'), numRuns: timesOf(100) },
		);
	});

	const many = inFull(100_000, 2_000);

	test(`${many} users and a tenth as many departments are checked`, async () => {
		const departments = Array.from({ length: many / 10 }, (_unused, index) => ({
			...NEW_DEPARTMENT,
			TempId: `d${index}`,
			ParentDepartmentId: index === 0 ? '' : `tempId:d${index >> 1}`,
		})).map((row, index) => (index === 1 ? { ...row, ParentDepartmentId: 'tempId:d0' } : row));
		const users = newUsers(many).map((row, index) => ({ ...row, DepartmentId: `tempId:d${index % (many / 10)}` }));
		expect(await check({ departments, users })).toEqual({ violations: [], total: 0 });
	}, 120_000);
});

describe('recogniseRecord', () => {
	test.each<[Item, 'user' | 'department' | undefined]>([
		[NEW_USER, 'user'],
		[OLD_USER, 'user'],
		[NEW_DEPARTMENT, 'department'],
		[OLD_DEPARTMENT, 'department'],
		[{ UserUuid: UUID, DeleteFlag: 1 }, 'user'],
		[{ DepartmentId: 'D1', Order: 1 }, 'department'],
		[{ DepartmentId: 'D1', Order: 0 }, 'department'],
		[{ ...NEW_USER, DepartmentName: null, Order: '' }, 'user'],
		[{ ...NEW_DEPARTMENT, UserId: null, Email: undefined }, 'department'],
		[{ UserId: null, Email: '' }, 'user'],
		[{ DepartmentName: '' }, 'department'],
		[{ ...NEW_USER, DepartmentName: 'x' }, undefined],
		[{ UserId: null, DepartmentName: null }, undefined],
		[{ TempId: 'a', DepartmentId: 'b', DeleteFlag: 1 }, undefined],
		[{ name: 'x' }, undefined],
		[{}, undefined],
	])('%j is %s', (item, kind) => {
		expect(recogniseRecord(item)).toBe(kind);
	});
});
