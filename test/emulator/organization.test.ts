import { DEPARTMENT_COLUMNS, ManualClock, startEmulator, USER_COLUMNS, type Emulator, type RecordKind } from './index';
import { TestClient, type TestAnswer } from './testClient';

/** Users and departments of the emulated service: what an import takes, and what it does. */

const clock = new ManualClock('2026-10-01T03:00:00Z');
let emulator: Emulator;
let client: TestClient;

beforeEach(async () => {
	emulator = await startEmulator({ rateLimit: false, clock });
	client = new TestClient(emulator);
	emulator.addOrganizationRecord('department', { DepartmentId: 'D1', DepartmentName: 'Sales' });
	emulator.addOrganizationRecord('department', { DepartmentId: 'D2', DepartmentName: 'East', ParentDepartmentId: 'D1' });
	emulator.addOrganizationRecord('user', {
		UserUuid: 'u1',
		UserId: 'j.yamada',
		UserName: 'Yamada',
		Email: 'j@example.com',
		DepartmentId: 'D2',
		EffectiveDateFrom: '2020-04-01',
	});
});

afterEach(async () => await emulator.close());

const USER = { UserUuid: 'u1', DepartmentId: 'D2', UserId: 'j.yamada', UserName: 'Yamada', Email: 'j@example.com' };
const NEW = {
	TempId: 'n1',
	DepartmentId: 'D1',
	UserId: 'new',
	UserName: 'New',
	Email: 'n@example.com',
	EffectiveDateFrom: '2026-10-01',
};

type Cells = Readonly<Record<string, string>>;
type Rows = Partial<Record<RecordKind, Cells[]>>;

const COLUMNS = { department: DEPARTMENT_COLUMNS, user: USER_COLUMNS };

/** Sends rows, each kind as a file of its own. */
async function send(path: string, rows: Rows): Promise<TestAnswer> {
	const body = new FormData();
	for (const [kind, given] of Object.entries(rows)) {
		const names = COLUMNS[kind as RecordKind].map(({ name }) => name);
		const csv = given.map((cells) => names.map((name) => cells[name] ?? '').join()).join('\r\n');
		body.append(kind, new Blob([csv]), 'a.csv');
	}
	return await client.send(path, { method: 'POST', body });
}

/** Imports rows and gives the status at the end and what became of each row. */
async function imported(rows: Rows): Promise<string[]> {
	const { importId } = (await send('/v2.0/organization/jobs', rows)).json;
	const path = `/v2.0/organization/jobs/${String(importId)}`;
	const statuses = [];
	for (let poll = 0; poll < 3; poll += 1) statuses.push((await client.get(path)).json.importStatus);
	return [statuses.join(), ...(await client.get(`${path}/result`)).text.trim().split('\r\n')];
}

test('an import goes from reserved to completed, and gives the ids that it made', async () => {
	const department = [{ TempId: 'd', DepartmentName: 'West', ParentDepartmentId: 'D1' }];
	const user = [{ ...NEW, DepartmentId: 'D2;tempId:d' }];
	const [statuses, first = '', second = ''] = await imported({ department, user });
	expect(statuses).toBe('0,1,2');
	const [, west = '', ...rest] = first.split(',');
	expect(rest).toEqual(['d', 'true', '']);
	const made = emulator.organizationRecords('user').get(second.split(',')[1] ?? '');
	expect(made).toMatchObject({ UserId: 'new', DepartmentId: `D2;${west}`, UserType: '0' });
	const its = { DepartmentName: 'West', ParentDepartmentId: 'D1' };
	expect(emulator.organizationRecords('department').get(west)).toMatchObject(its);
});

/** Rows of one kind, and the complaint about the first of them; empty when they are taken. */
const ROWS: ReadonlyArray<readonly ['user' | 'department', Cells[], string]> = [
	['user', [NEW], ''],
	['user', [{ ...NEW, TempId: '' }], 'TempId is required when adding, UserUuid when editing'],
	['user', [{ ...USER, UserId: 'other' }], 'UserId cannot be changed'],
	['user', [{ ...USER, EffectiveDateFrom: '2026-12-01' }], 'EffectiveDateFrom cannot be changed once use has begun'],
	['user', [{ ...NEW, EffectiveDateFrom: '2026-09-30' }], 'EffectiveDateFrom must be today or later'],
	['user', [{ ...NEW, Email: 'j@example.com' }], 'Email j@example.com is used by another user'],
	['user', [{ ...NEW, DepartmentId: 'D9' }], 'DepartmentId D9 does not exist'],
	['user', [{ ...NEW, DepartmentId: 'tempId:x' }], 'There is no department with the TempId x in this import'],
	['user', [{ ...NEW, UserType: '3' }], 'UserType is not one of 0 to 2'],
	['user', [NEW, { ...NEW, UserId: 'b', Email: 'b@example.com' }], 'TempId n1 stands in several rows'],
	['user', [{ ...USER, UserUuid: 'u9' }], 'UserUuid u9 does not exist'],
	[
		'department',
		[{ DepartmentId: 'D1', DepartmentName: 'Sales', DeleteFlag: '1' }],
		'The department has child departments',
	],
	['department', [{ DepartmentId: 'D2', DepartmentName: 'East', DeleteFlag: '1' }], 'The department has users'],
	['department', [{ DepartmentId: 'D1', DepartmentName: 'Sales', ParentDepartmentId: 'D2' }], 'its own ancestor'],
	['department', [{ TempId: 'd', DepartmentName: 'x'.repeat(31) }], 'DepartmentName is longer than 30 characters'],
];

test.each(ROWS)('%s rows %j: %s', async (kind, rows, complaint) => {
	const checked = await send('/v2.0/organization/check', { [kind]: rows });
	const before = JSON.stringify([...emulator.organizationRecords(kind)]);
	const [statuses, first = ''] = await imported({ [kind]: rows });
	expect(statuses).toBe(complaint === '' ? '0,1,2' : '0,1,9');
	if (complaint === '') return expect(checked.text).toBe('');
	expect([checked.text, first].map((text) => text.includes(complaint))).toEqual([true, true]);
	expect(JSON.stringify([...emulator.organizationRecords(kind)])).toBe(before);
});

test('in 2.5 a second import is a conflict until the first has ended, in 2.0 it waits', async () => {
	emulator.imports.pace = 'manual';
	const path = (version: string) => `/v${version}/organization/jobs`;
	await send(path('2.5'), { user: [NEW] });
	expect((await send(path('2.5'), { user: [NEW] })).status).toBe(409);
	expect((await send(path('2.0'), { user: [NEW] })).status).toBe(200);
	expect(emulator.violations).toEqual([]);
});
