import Encoding from 'encoding-japanese';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { ManualClock, seedCompany, type RecordKind } from './index';
import { KINDS } from './organization/columns';
import { emulatorPerTest, errorsOf, type TestAnswer, type TestQuery } from './testClient';

/** 3 June 2024, nine in the morning in Japan. */
const clock = new ManualClock('2024-06-03T00:00:00Z');
const context = emulatorPerTest({ clock });

const COLUMNS: Readonly<Record<RecordKind, readonly string[]>> = {
	department: KINDS.department.columns.map(({ name }) => name),
	user: KINDS.user.columns.map(({ name }) => name),
};
const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', space: ' ' } as const;
type Cells = Readonly<Record<string, string>>;
type Files = Partial<Readonly<Record<RecordKind, readonly Cells[]>>>;
type Upload = {
	readonly query?: TestQuery;
	readonly version?: string;
	readonly raw?: Partial<Record<string, Buffer>>;
};

function cellsOf(kind: RecordKind, row: Cells): string[] {
	return COLUMNS[kind].map((name) => row[name] ?? '');
}

function encode(text: string, encoding: unknown): Buffer {
	return encoding === 'sjis'
		? Buffer.from(Encoding.convert(Encoding.stringToCode(text), { to: 'SJIS', from: 'UNICODE' }))
		: Buffer.from(text);
}

function csvOf(kind: RecordKind, rows: readonly Cells[], { query = {} }: Upload): Buffer {
	const delimiter = DELIMITERS[(query.delimiter ?? 'comma') as keyof typeof DELIMITERS];
	return encode(stringify(rows.map((row) => cellsOf(kind, row)), { delimiter }), query.encoding);
}

async function send(path: string, files: Files, upload: Upload = {}): Promise<TestAnswer> {
	const form = new FormData();
	for (const kind of ['department', 'user'] as const) {
		const rows = files[kind];
		if (rows) form.append(kind, new Blob([csvOf(kind, rows, upload)]), `${kind}.csv`);
	}
	for (const [name, bytes] of Object.entries(upload.raw ?? {})) {
		if (bytes) form.append(name, new Blob([bytes]), 'any.name');
	}
	const query = new URLSearchParams((upload.query ?? {}) as Record<string, string>).toString();
	const url = `/v${upload.version ?? '2.0'}/organization/${path}${query === '' ? '' : `?${query}`}`;
	return context.client.send(url, { method: 'POST', body: form });
}

interface Result {
	readonly status: number;
	readonly rows: string[][];
}

/** Reserves an import, asks until it is finished, and reads its result. */
async function run(files: Files, upload: Upload = {}): Promise<Result> {
	const { client } = context;
	const reserved = await send('jobs', files, upload);
	expect(reserved.status).toBe(200);
	const path = `/v2.0/organization/jobs/${String(reserved.json.importId)}`;
	const seen: number[] = [];
	for (let asked = 0; asked < 5; asked += 1) {
		const { json } = await client.get(path);
		seen.push(Number(json.importStatus));
		if (seen.at(-1) === 2 || seen.at(-1) === 9) break;
		expect((await client.get(`${path}/result`)).status).toBe(400);
	}
	expect(seen.slice(0, 2)).toEqual([0, 1]);
	const result = await client.get(`${path}/result`);
	expect([result.status, result.headers.get('content-type')]).toEqual([200, 'text/csv']);
	return { status: seen.at(-1) ?? 0, rows: parse(result.text) };
}

/** The error messages of a check, one line a record. */
async function check(files: Files, upload: Upload = {}): Promise<string[]> {
	const answer = await send('check', files, upload);
	expect(answer.status).toBe(200);
	const rows: string[][] = parse(answer.text);
	return rows.map((cells) => cells.join('|'));
}

/** The messages alone. */
async function faultsOf(files: Files): Promise<string[]> {
	return (await check(files)).map((line) => line.split('|')[4] ?? '');
}

async function reserve(version = '2.0'): Promise<TestAnswer> {
	return await send('jobs', { department: [DEPARTMENT] }, { version });
}

function idOf({ json }: TestAnswer): string {
	return String(json.importId);
}

async function statusOf(id: string): Promise<unknown> {
	return (await context.client.get(`/v2.0/organization/jobs/${id}`)).json.importStatus;
}

/** All records in force. */
function recordsNow(): string {
	const { emulator } = context;
	return JSON.stringify([...emulator.organizationRecords('department'), ...emulator.organizationRecords('user')]);
}

const DEPARTMENT: Cells = { TempId: 'd1', DepartmentName: '営業部' };
const USER: Cells = {
	TempId: 'u1',
	DepartmentId: 'tempId:d1',
	UserId: 'taro.y',
	UserName: '山田 太郎',
	Email: 'taro@example.co.jp',
	EffectiveDateFrom: '2024-06-03',
};

describe('E11, E12: export', () => {
	const TOP = { DepartmentId: 'D1', DepartmentName: 'A, "B"; C\n髙' };
	const BELOW = { DepartmentName: 'x y', ParentDepartmentId: 'D1', Order: '2' };
	const SOMEBODY = { UserUuid: 'uuid', UserId: 'u', DepartmentId: 'D1;D000001', EffectiveDateFrom: '2020-04-01' };

	beforeEach(() => {
		const { emulator } = context;
		for (const department of [TOP, BELOW]) emulator.addOrganizationRecord('department', department);
		emulator.addOrganizationRecord('user', SOMEBODY);
	});

	it.each(Object.entries(DELIMITERS))(
		'writes rows without a header, delimited by %s',
		async (delimiter, character) => {
			for (const version of ['2.0', '2.5']) {
				const answer = await context.client.get(`/v${version}/organization/departments`, { delimiter });
				expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv']);
				const rows = [TOP, { ...BELOW, DepartmentId: 'D000001' }].map((row) => cellsOf('department', row));
				expect(parse(answer.text, { delimiter: character })).toEqual(rows);
			}
		},
	);

	it('writes users with all columns', async () => {
		const { text } = await context.client.get('/v2.0/organization/users');
		expect(text.endsWith('\r\n')).toBe(true);
		const numbers = KINDS.user.columns.filter(({ upTo, name }) => upTo !== undefined && name !== 'DeleteFlag');
		const defaults = Object.fromEntries(numbers.map(({ name }) => [name, '0']));
		expect(parse(text)).toEqual([cellsOf('user', { ...defaults, ...SOMEBODY })]);
	});

	it('writes in the order and the encoding of the switches', async () => {
		const { client, emulator } = context;
		emulator.switches.csvColumnOrder = 'reversed';
		emulator.switches.csvCharset = 'utf8bom';
		const bom = await client.get('/v2.0/organization/departments');
		expect(bom.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
		expect(parse(bom.text, { bom: true })).toContainEqual(cellsOf('department', TOP).reverse());
		emulator.switches.csvCharset = 'sjis';
		const sjis = await client.get('/v2.0/organization/departments');
		expect(new TextDecoder('shift_jis').decode(sjis.bytes)).toContain('C\n髙');
	});
});

describe('E13, E15, E16: import', () => {
	it('adds departments and users that refer to each other, and gives their ids', async () => {
		const { emulator } = context;
		const { status, rows } = await run({
			department: [DEPARTMENT, { TempId: 'd2', DepartmentName: '課', ParentDepartmentId: 'tempId:d1', Order: '-1' }],
			user: [{ ...USER, DepartmentId: 'tempId:d1;tempId:d2', CrmIntegrationPrivilege: 'ignored', UserType: '1' }],
		});
		expect(status).toBe(2);
		const [first, second, user] = rows.map(([, id]) => id ?? '');
		expect(rows).toEqual([
			['0', first, 'd1', 'true', ''],
			['0', second, 'd2', 'true', ''],
			['1', expect.stringMatching(/^[0-9a-f]{8}-/), 'u1', 'true', ''],
		]);
		expect(emulator.organizationRecords('department').get(second ?? '')).toMatchObject({
			ParentDepartmentId: first,
			Order: '-1',
		});
		expect(emulator.organizationRecords('user').get(user ?? '')).toMatchObject({
			TempId: '',
			DepartmentId: `${first};${second}`,
			EffectiveDateFrom: '2024-06-03',
			UserType: '1',
			Culture: '0',
			CrmIntegrationPrivilege: '',
		});
		expect(emulator.violations).toEqual([]);
	});

	it('imports nothing when one row is wrong, and says why for each', async () => {
		const { status, rows } = await run({
			department: [DEPARTMENT, { TempId: 'd2', DepartmentName: 'x'.repeat(31) }],
			user: [{ ...USER, Email: '', UserName: '' }],
		});
		expect(status).toBe(9);
		expect(rows).toEqual([
			['0', '', 'd1', 'false', 'Not imported because other records have errors'],
			['0', '', 'd2', 'false', 'DepartmentName is longer than 30 characters'],
			['1', '', 'u1', 'false', 'UserName is required;Email is required'],
		]);
		expect(recordsNow()).toBe('[]');
	});

	it('edits and deletes', async () => {
		const { emulator } = context;
		const department = emulator.addOrganizationRecord('department', { DepartmentName: 'old' });
		const holder = emulator.company.addPerson({ id: 'p', name: 'old', email: 'old@example.com' });
		const base = {
			DepartmentId: department,
			UserId: 'a',
			UserName: 'old',
			Email: 'old@example.com',
			EffectiveDateFrom: '2020-04-01',
		};
		const edited = emulator.addOrganizationRecord('user', { ...base, Culture: '2', AlternativeName: 'x' }, holder.id);
		const other = { ...base, UserId: 'b', Email: 'b@example.com' };
		const deleted = emulator.addOrganizationRecord('user', other);
		const renamed = { UserName: '新 名前', Email: 'new@example.com', EffectiveDateFrom: '' };
		const { status } = await run({
			user: [
				{ ...base, UserUuid: edited, ...renamed },
				{ ...other, UserUuid: deleted, DeleteFlag: '1' },
			],
		});
		expect(status).toBe(2);
		expect([...emulator.organizationRecords('user').values()]).toEqual([
			expect.objectContaining({
				UserUuid: edited,
				UserName: '新 名前',
				Culture: '2',
				AlternativeName: '',
				EffectiveDateFrom: '2020-04-01',
			}),
		]);
		expect(emulator.company.people.get('p')).toEqual({
			id: 'p',
			name: '新 名前',
			email: 'new@example.com',
		});
	});

	it.each(
		['utf8', 'sjis'].flatMap((encoding) =>
			Object.keys(DELIMITERS).map((delimiter) => [encoding, delimiter] as const),
		),
	)('takes back what it exported, in %s delimited by %s', async (encoding, delimiter) => {
		const { client, emulator } = context;
		seedCompany(emulator, { cards: 0, reports: 0 });
		emulator.addOrganizationRecord('department', {
			DepartmentName: '髙橋, "Bob"; 営業部\n2課',
			DepartmentNamePhonetic: ' a ',
		});
		const before = recordsNow();
		const read = async (path: string) =>
			encode((await client.get(`/v2.0/organization/${path}`, { delimiter })).text, encoding);
		const raw = { department: await read('departments'), user: await read('users') };
		expect(await check({}, { raw, query: { encoding, delimiter } })).toEqual([]);
		expect((await run({}, { raw, query: { encoding, delimiter } })).status).toBe(2);
		expect(recordsNow()).toBe(before);
	});

	it('comes along with time when nobody asks, or by control alone', async () => {
		const { emulator } = context;
		const first = idOf(await reserve());
		clock.advance(1000);
		expect(await statusOf(first)).toBe(1);
		clock.advance(1000);
		expect(await statusOf(first)).toBe(2);
		emulator.imports.pace = 'manual';
		const second = idOf(await reserve());
		clock.advance(100_000);
		expect([await statusOf(second), await statusOf(second)]).toEqual([0, 0]);
		emulator.imports.advance(second);
		emulator.imports.advance(second);
		expect(await statusOf(second)).toBe(2);
		expect(emulator.organizationRecords('department').size).toBe(2);
	});

	it('answers 409 in 2.5 while another import is not finished; in 2.0 the next one waits', async () => {
		const { emulator } = context;
		emulator.imports.pace = 'manual';
		const first = idOf(await reserve('2.5'));
		const conflict = await reserve('2.5');
		expect([conflict.status, ...errorsOf(conflict)]).toEqual([409, 'conflict']);
		const second = idOf(await reserve());
		emulator.imports.pace = 'auto';
		const threeOf = async (id: string) => [await statusOf(id), await statusOf(id), await statusOf(id)];
		expect(await statusOf(second)).toBe(0);
		expect(await threeOf(first)).toEqual([0, 1, 2]);
		expect(await threeOf(second)).toEqual([0, 1, 2]);
		expect((await reserve('2.5')).status).toBe(200);
	});

	it('knows imports across versions unless the switch says otherwise', async () => {
		const { client, emulator } = context;
		const id = idOf(await reserve('2.5'));
		expect(await statusOf(id)).toBe(0);
		emulator.switches.jobVisibleAcrossVersions = false;
		for (const path of [id, `${id}/result`, 'none', 'none/result']) {
			expect((await client.get(`/v2.0/organization/jobs/${path}`)).status).toBe(404);
		}
	});

	it('orders results as the switch says', async () => {
		const order = async () =>
			(await run({ department: [DEPARTMENT], user: [USER, { ...USER, TempId: 'u2' }] })).rows.map(
				([, , tempId]) => tempId,
			);
		expect(await order()).toEqual(['d1', 'u1', 'u2']);
		context.emulator.switches.resultOrder = 'usersFirst';
		expect(await order()).toEqual(['u1', 'u2', 'd1']);
		context.emulator.switches.resultOrder = 'reversed';
		expect(await order()).toEqual(['u2', 'u1', 'd1']);
	});
});

describe('E14: check', () => {
	it('answers nothing when all is well, and changes nothing', async () => {
		const answer = await send('check', { department: [DEPARTMENT], user: [USER] });
		expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([
			200,
			'',
			null,
		]);
		expect(context.emulator.organizationRecords('department').size).toBe(0);
	});

	it('does not look at users when departments are wrong', async () => {
		const user = [{ ...USER, Email: '' }];
		const department = [{ ...DEPARTMENT, DepartmentName: '' }, { ...DEPARTMENT, TempId: 'd2' }];
		expect(await check({ department, user })).toEqual(['0||d1|false|DepartmentName is required']);
		expect(await check({ department: [DEPARTMENT], user })).toEqual(['1||u1|false|Email is required']);
	});

	it('writes its result with commas, or as the upload was', async () => {
		const upload: Upload = { query: { delimiter: 'tab' } };
		const files = { department: [{ ...DEPARTMENT, DepartmentName: '' }] };
		const text = async () => (await send('check', files, upload)).text;
		expect(await text()).toBe('0,,d1,false,DepartmentName is required\r\n');
		context.emulator.switches.checkResultDelimiter = 'asked';
		expect(await text()).toBe('0\t\td1\tfalse\tDepartmentName is required\r\n');
	});

	/** The kind of record with the given cells in it, checked among records that are there. */
	async function faultsWith(kind: RecordKind, cells: Cells): Promise<string[]> {
		const { emulator } = context;
		emulator.addOrganizationRecord('department', { DepartmentId: 'D1', DepartmentName: 'x' });
		emulator.addOrganizationRecord('user', {
			UserUuid: 'edited',
			UserId: 'taken',
			Email: 'taken@example.com',
			SamlNameId: 'saml',
			EffectiveDateFrom: '2024-06-01',
		});
		const isUser = kind === 'user';
		const department = [isUser ? DEPARTMENT : { ...DEPARTMENT, ...cells }];
		return await faultsOf({ department, ...(isUser && { user: [{ ...USER, ...cells }] }) });
	}

	const COLUMN_RULES = (['department', 'user'] as const).flatMap((kind) => KINDS[kind].columns.map((rule) => [kind, rule.name, rule] as const));

	it.each(COLUMN_RULES)('finds the faults that a cell of %s.%s may have by itself', async (kind, name, rule) => {
		const { maxLength = Infinity, characters, upTo, required } = rule;
		const faults = [
			...(maxLength === Infinity ? [] : [['\u{20BB7}'.repeat(maxLength + 1), `is longer than ${maxLength} characters`]]),
			...(characters ? ['あ', 'a\n', 'a b'].map((text) => [text, `may hold ${characters[1]} only`]) : []),
			...(upTo === undefined ? [] : [String(upTo + 1), '-1', '01', 'x'].map((text) => [text, `is not one of 0 to ${upTo}`])),
			...(required && name !== 'TempId' ? [['', 'is required']] : []),
		];
		for (const [text = '', fault = ''] of faults) expect(await faultsWith(kind, { [name]: text })).toEqual([`${name} ${fault}`]);
	});

	const OTHER_FAULTS: ReadonlyArray<readonly [kind: RecordKind, cells: Cells, message: string]> = [
		['department', { TempId: '' }, 'TempId is required when adding, DepartmentId when editing'],
		['department', { TempId: '', DepartmentId: 'none' }, 'DepartmentId none does not exist'],
		['department', { DepartmentId: 'D1' }, 'TempId must be blank when editing'],
		['department', { ParentDepartmentId: 'none' }, 'ParentDepartmentId none does not exist'],
		['department', { ParentDepartmentId: 'tempId:none' }, 'There is no department with the TempId none in this import'],
		['department', { ParentDepartmentId: 'tempId:d1' }, 'ParentDepartmentId makes the department its own ancestor'],
		['department', { Order: '1.5' }, 'Order is not a whole number'],
		['user', { DepartmentId: 'tempId:d1;none' }, 'DepartmentId none does not exist'],
		['user', { DepartmentId: 'tempId:d9' }, 'There is no department with the TempId d9 in this import'],
		['user', { UserId: 'taken' }, 'UserId taken is used by another user'],
		['user', { Email: 'taken@example.com' }, 'Email taken@example.com is used by another user'],
		['user', { SamlNameId: 'saml' }, 'SamlNameId saml is used by another user'],
		['user', { EffectiveDateFrom: '2024/06/03' }, 'EffectiveDateFrom is not a RFC 3339 date'],
		['user', { EffectiveDateFrom: '2024-06-02' }, 'EffectiveDateFrom must be today or later'],
		['user', { TempId: '', UserUuid: 'edited', UserId: 'other' }, 'UserId cannot be changed'],
		['user', { TempId: '', UserUuid: 'edited', UserId: 'taken' }, 'EffectiveDateFrom cannot be changed once use has begun'],
	];

	it.each(OTHER_FAULTS)('finds the fault of a %s with %j', async (kind, cells, message) => {
		const [found, ...more] = await faultsWith(kind, cells);
		expect([found?.split(';'), more]).toEqual([expect.arrayContaining([message]), []]);
	});

	it('takes dates from today on, also with a time, and lets a future one be moved', async () => {
		const { emulator } = context;
		const files = (EffectiveDateFrom: string, more: Cells = {}) => ({
			department: [DEPARTMENT],
			user: [{ ...USER, EffectiveDateFrom, ...more }],
		});
		expect(await check(files('2024-06-03T00:00:00+09:00'))).toEqual([]);
		expect(await check(files('2024-06-03T14:59:59Z'))).toEqual([]);
		expect(await check(files('2024-06-02T14:59:59Z'))).toHaveLength(1);
		emulator.addOrganizationRecord('user', {
			UserUuid: 'edited',
			UserId: USER.UserId ?? '',
			EffectiveDateFrom: '2024-07-01',
		});
		expect(await check(files('2024-08-01', { TempId: '', UserUuid: 'edited' }))).toEqual([]);
	});

	it('finds repeats within the upload', async () => {
		const row = { ...USER, SamlNameId: 's' };
		const [, second] = await faultsOf({ department: [DEPARTMENT], user: [row, row] });
		expect(second).toBe(
			'TempId u1 stands in several rows;UserId taro.y is used by another user;Email taro@example.co.jp is used by another user;SamlNameId s is used by another user',
		);
	});

	it('refuses to delete departments that have children or users', async () => {
		const { emulator } = context;
		const person = { UserUuid: 'u', UserId: 'u', UserName: 'U', Email: 'u@example.com', DepartmentId: 'child' };
		emulator.addOrganizationRecord('department', { DepartmentId: 'top', DepartmentName: 'top' });
		emulator.addOrganizationRecord('department', { DepartmentId: 'child', DepartmentName: 'child', ParentDepartmentId: 'top' });
		emulator.addOrganizationRecord('user', person);
		const gone = (DepartmentId: string) => ({ DepartmentId, DepartmentName: DepartmentId, DeleteFlag: '1' });
		const [top, child] = [gone('top'), gone('child')];
		const hasChildren = '0|top||false|The department has child departments';
		const hasUsers = '0|child||false|The department has users';
		expect(await check({ department: [top] })).toEqual([hasChildren]);
		expect(await check({ department: [child] })).toEqual([hasUsers]);
		expect(await check({ department: [top, child] })).toEqual([hasUsers]);
		const all = { department: [top, child], user: [{ ...person, DeleteFlag: '1' }] };
		expect(await check(all)).toEqual([]);
		emulator.switches.deletionsJudged = 'before';
		expect(await check(all)).toEqual([hasChildren, hasUsers]);
	});

	it('takes what a deleted user sets free in the same job, or in a later one, as the switch says', async () => {
		const { emulator } = context;
		const DepartmentId = emulator.addOrganizationRecord('department', { DepartmentName: 'A' });
		const cells = { DepartmentId, UserId: 'old', UserName: 'U', Email: 'u@example.com' };
		const UserUuid = emulator.addOrganizationRecord('user', cells);
		const user = [{ ...cells, UserUuid, DeleteFlag: '1' }, { ...USER, DepartmentId, Email: cells.Email }];
		expect(await check({ user })).toEqual([]);
		emulator.switches.deletionsJudged = 'before';
		expect(await check({ user })).toEqual(['1||u1|false|Email u@example.com is used by another user']);
	});

	it('takes two departments of one name below one parent unless the switch says otherwise', async () => {
		const { emulator } = context;
		const DepartmentId = emulator.addOrganizationRecord('department', { DepartmentName: '営業部' });
		expect(await check({ department: [DEPARTMENT] })).toEqual([]);
		emulator.switches.equalDepartmentNames = 'refused';
		expect(await check({ department: [DEPARTMENT] })).toEqual(['0||d1|false|Another department below the same parent has this name']);
		expect(await check({ department: [{ ...DEPARTMENT, ParentDepartmentId: DepartmentId }] })).toEqual([]);
		const gone = { DepartmentId, DepartmentName: '営業部', DeleteFlag: '1' };
		expect(await check({ department: [gone, DEPARTMENT] })).toEqual([]);
		emulator.switches.deletionsJudged = 'before';
		expect(await check({ department: [gone, DEPARTMENT] })).toHaveLength(1);
	});

	it('tells rows with too few or too many columns, a header row among them', async () => {
		const header = Buffer.from(`${COLUMNS.department.join(',')}\r\n`);
		expect(await check({}, { raw: { department: header } })).toHaveLength(1);
		const [short] = await check({}, { raw: { department: Buffer.from('d1,,x\r\n') } });
		expect(short).toContain('The row has 3 columns instead of 7');
	});
});

describe('uploads', () => {
	const post = async (type: string, body: string | Buffer, path = 'jobs') =>
		context.client.send(`/v2.0/organization/${path}`, {
			method: 'POST',
			headers: { 'content-type': type },
			body,
		});
	const part = (name: string, filename = '; filename="a.csv"') =>
		`--b\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n\r\nd1,,x,,,,\r\n`;

	const FORM = 'multipart/form-data; boundary=b';
	const END = '--b--\r\n';

	it('take a whole multipart body', async () => {
		expect((await post(FORM, part('department') + END)).status).toBe(200);
	});

	it.each([
		['a body that does not end in CR+LF', FORM, `${part('department')}--b--`, 'invalid_value body'],
		['a body without end', FORM, part('department'), 'invalid_value body'],
		['another boundary', 'multipart/form-data; boundary=c', part('department') + END, 'invalid_value body'],
		['no boundary', 'multipart/form-data', part('department') + END, 'invalid_value body'],
		['an unknown part', FORM, part('departments') + END, 'invalid_value departments'],
		['a part twice', FORM, part('user') + part('user') + END, 'invalid_value user'],
		['a part that is no file', FORM, part('department', '') + END, 'invalid_value department'],
		['no part', FORM, END, 'required department'],
	])('refuse %s', async (_what, type, body, error) => {
		for (const path of ['jobs', 'check']) {
			const answer = await post(type, body, path);
			expect([answer.status, ...errorsOf(answer)]).toEqual([400, error]);
		}
		expect(context.emulator.violations).toHaveLength(2);
	});

	it('refuse other content types, and bodies without Content-Length', async () => {
		expect((await post('text/csv', 'x')).status).toBe(415);
		const chunked = await context.client.send('/v2.0/organization/jobs', {
			method: 'POST',
			headers: { 'content-type': FORM },
			body: new Blob([part('department') + END]).stream(),
			duplex: 'half',
		} as RequestInit);
		expect(errorsOf(chunked)).toEqual(['required Content-Length']);
	});

	it('refuse bytes of another encoding and broken quotes', async () => {
		const raw = { department: encode('d1,,営業部,,,,\r\n', 'sjis') };
		expect(errorsOf(await send('check', {}, { raw }))).toEqual(['invalid_value department']);
		expect(await check({}, { raw, query: { encoding: 'sjis' } })).toEqual([]);
		expect(errorsOf(await send('jobs', {}, { raw: { user: Buffer.from('"a') } }))).toEqual(['invalid_value user']);
	});
});
