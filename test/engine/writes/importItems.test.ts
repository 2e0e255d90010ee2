import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { fieldNames } from '../../../nodes/shared';
import { worldPerTest } from '../../support/engine/world';
import {
	cellsOf,
	DEPARTMENT,
	failureOf,
	importing,
	itemsOf,
	linesOf,
	onlyCall,
	outputOf,
	rowsOf,
	USER,
} from './support';

/** organizationImport from input items: what becomes of them on the wire, and what is refused before. */

const world = worldPerTest();
function create(more: INodeParameters = {}): INodeParameters {
	return importing('create', more);
}

async function sent(rows: IDataObject[], more: INodeParameters = {}) {
	outputOf(await world.run(create(more), { items: itemsOf(...rows) }));
	return onlyCall(world.emulator);
}

async function refused(rows: IDataObject[], more: INodeParameters = {}) {
	const error = failureOf(await world.run(create(more), { items: itemsOf(...rows) }));
	expect(error.name).toBe('NodeOperationError');
	expect(world.emulator.calls).toHaveLength(0);
	return error;
}

describe('the request', () => {
	it('makes one job of all items: two files, the order of the items kept in each', async () => {
		const second = { TempId: 'd2', DepartmentName: '二課', ParentDepartmentId: 'tempId:d1' };
		const other = {
			...USER,
			TempId: 'u2',
			UserId: 'jiro',
			Email: 'jiro@example.co.jp',
			DepartmentId: 'tempId:d2;tempId:d1',
		};
		const call = await sent([USER, DEPARTMENT, other, second]);
		expect([call.method, call.path, call.query]).toEqual(['POST', '/v2.0/organization/jobs', []]);
		expect(call.parts?.map(({ name, filename }) => [name, filename])).toEqual([
			['department', 'department.csv'],
			['user', 'user.csv'],
		]);
		expect(rowsOf(call, 'department')).toEqual([DEPARTMENT, second]);
		expect(rowsOf(call, 'user')).toEqual([USER, other]);
		expect(cellsOf(call, 'user').map(({ length }) => length)).toEqual([22, 22]);
	});

	it('has the form of RFC 7578: one boundary, a length, and CR+LF at the end', async () => {
		const { headers, bodyBuffer = Buffer.alloc(0), bodyText = '' } = await sent([DEPARTMENT, USER]);
		const boundary = /^multipart\/form-data; boundary=([^\s;,]+)$/.exec(headers['content-type'] ?? '')?.[1] ?? '';
		expect(headers['content-length']).toBe(String(bodyBuffer.length));
		expect(headers['transfer-encoding']).toBeUndefined();
		expect(bodyText.split(`--${boundary}`)).toHaveLength(4);
		expect(bodyText.startsWith(`--${boundary}\r\n`)).toBe(true);
		expect(bodyText.endsWith(`\r\n--${boundary}--\r\n`)).toBe(true);
	});

	it('writes the columns in the order of the option, which counts for the file whose columns it names', async () => {
		const names = fieldNames('department').reverse();
		const call = await sent([DEPARTMENT, USER], { options: { columnOrder: names.join(', ') } });
		const cells = names.map((name) => (({ ...DEPARTMENT }) as Record<string, string>)[name] ?? '');
		expect(cellsOf(call, 'department')).toEqual([cells]);
		expect(rowsOf(call, 'user')).toEqual([USER]);
	});
});

describe('which record an item is', () => {
	it('is told by what is filled in a sheet with the columns of both', async () => {
		const blank = Object.fromEntries([...fieldNames('user'), ...fieldNames('department')].map((name) => [name, '']));
		const call = await sent([
			{ ...blank, ...USER },
			{ ...blank, ...DEPARTMENT },
		]);
		expect([rowsOf(call, 'user'), rowsOf(call, 'department')]).toEqual([[USER], [DEPARTMENT]]);
	});

	it('is what an expression gives for each of the items, if that is a kind', async () => {
		const recordType = '={{ $json.kind === "person" ? "user" : $json.kind }}';
		const call = await sent(
			[
				{ kind: 'person', ...USER },
				{ kind: 'department', ...DEPARTMENT },
			],
			{ recordType },
		);
		expect([rowsOf(call, 'department'), rowsOf(call, 'user')]).toEqual([[DEPARTMENT], [USER]]);
		world.emulator.clearLog();
		const error = await refused(
			[
				{ kind: 'department', ...DEPARTMENT },
				{ kind: ['user'], ...USER },
			],
			{ recordType },
		);
		expect(error.message).toBe('Record Type is ["user"]: use the column names of the service, or choose a Record Type');
	});

	it('is not guessed', async () => {
		const error = await refused([DEPARTMENT, { DepartmentId: 'D1', DeleteFlag: 1 }]);
		expect(error.message).toMatch(
			/^The columns of item 1 do not show whether it is a user or a department: .*choose a Record Type$/,
		);
		expect(error.description).toContain('Nothing was sent.');
	});
});

/** What a job is refused for: its rows, and what is said, row and item named. */
type Refusal = readonly [name: string, rows: IDataObject[], message: string];
const EDITED = { ...USER, TempId: '', UserUuid: '5f0c2c1e-8a4b-4b7e-9d55-1d1c3c1b2a10', DepartmentId: 'D1' };
const YESTERDAY = DateTime.now().setZone('UTC').minus({ days: 1 }).toISODate();

const user = (changes: IDataObject): IDataObject[] => [DEPARTMENT, { ...USER, ...changes }];
const department = (changes: IDataObject): IDataObject[] => [{ ...DEPARTMENT, ...changes }];

const IN_USER = 'Item 1: ';
const IN_DEPARTMENT = 'Item 0: ';

/** One row of each kind of rule; the tables themselves are tested where they are read. */
const REFUSALS: readonly Refusal[] = [
	[
		'a new user without TempId',
		user({ TempId: '' }),
		`${IN_USER}Temp ID is empty; it is required when a user is added (User UUID is empty)`,
	],
	[
		'an edited user with a TempId',
		[{ ...EDITED, TempId: 'u' }],
		'Item 0: Temp ID must be empty when a user is edited (User UUID is filled)',
	],
	[
		'a UserName of 61 characters',
		user({ UserName: '𠮷'.repeat(61) }),
		`${IN_USER}User Name may have at most 60 characters; it has 61`,
	],
	[
		'a start of use in the past',
		user({ EffectiveDateFrom: YESTERDAY }),
		`${IN_USER}Effective Date From must be today (`,
	],
	['a Culture that there is not', user({ Culture: 4 }), `${IN_USER}Culture must be one of 0 (`],
	[
		'a DeleteFlag that there is not',
		[{ ...EDITED, DeleteFlag: 2 }],
		'Item 0: Delete Flag must be 1 (deleted), 0 or blank (not deleted); got "2"',
	],
	['a list where a text belongs', user({ UserName: ['a'] }), `${IN_USER}User Name must be a text; got a list`],
	[
		'a record edited and deleted',
		[
			DEPARTMENT,
			{ DepartmentId: 'D1', DepartmentName: 'x' },
			{ DepartmentId: 'D1', DepartmentName: 'x', DeleteFlag: true },
		],
		'Items 1 and 2 are about the same department, "D1"; give it one item',
	],
	[
		'a misspelt column',
		[DEPARTMENT, { ...USER, sub_email: 'x' }],
		`${IN_USER}"sub_email" is not a column: write "SubEmail"`,
	],
	[
		'a misspelt column of an edit, which would move the department',
		department({ TempId: '', DepartmentId: 'D1', ParentDepartmentID: 'D2' }),
		`${IN_DEPARTMENT}"ParentDepartmentID" is not a column: write "ParentDepartmentId"`,
	],
	[
		'a misspelt column without which nobody knows what the item is',
		[{ DepartmentId: 'D1', Departmentname: 'x' }],
		'The columns of item 0 do not show whether it is a user or a department: "Departmentname" is not a column: write "DepartmentName"',
	],
	[
		'a character that was lost when it was read in another encoding',
		department({ DepartmentName: '営\ufffd\ufffd' }),
		`${IN_DEPARTMENT}Department Name has lost characters`,
	],
	['a NUL character', user({ UserName: 'a\0b' }), `${IN_USER}User Name contains`],
];

describe('what is refused before any call', () => {
	it.each(REFUSALS)('%s', async (_name, rows, message) => {
		const error = await refused(rows);
		expect(error.message).toContain(message);
		expect(error.description).toMatch(/Nothing was (?:changed|sent)\./);
	});

	it('everything at once, equal faults of many items in one line', async () => {
		const rows = Array.from({ length: 40 }, (_, index) => ({ TempId: `d${index}`, DepartmentName: '', Order: 'x' }));
		const error = await refused(rows);
		expect(linesOf(error)).toEqual([
			'The items have 2 errors',
			'Items 0-39: Department Name is empty; it is required',
			'Items 0-39: Order must be a whole number; got "x"',
			'In a sheet with a row of headings, item 39 is row 41.',
		]);
	});

	it('a column order with the columns of another kind', async () => {
		const error = await refused(department({}), { options: { columnOrder: fieldNames('user').join() } });
		expect(error.message).toMatch(/^Column Order must name every column of the department CSV once/);
		expect(error.context?.parameter).toBe('columnOrder');
	});
});

it.each([
	['a Date', (date: Date) => date],
	['a DateTime', (date: Date) => DateTime.fromJSDate(date, { zone: 'America/New_York' })],
	['the text of a Date, which ends in Z', (date: Date) => date.toISOString()],
])('takes %s as the start of use', async (_name, make) => {
	const date = new Date('2099-03-31T15:30:00Z');
	const rows = user({}).map((row) =>
		row.UserId === undefined ? row : { ...row, EffectiveDateFrom: make(date) as never },
	);
	outputOf(await world.run(create(), { items: itemsOf(...rows), timezone: 'Asia/Tokyo' }));
	expect(rowsOf(onlyCall(world.emulator), 'user')[0]?.EffectiveDateFrom).toBe('2099-04-01');
});
