import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { fieldNames, type OrganizationRecordKind } from '../../../nodes/shared';
import { offeredColumns } from '../../support/engine/methods';
import { worldPerTest } from '../../support/engine/world';
import {
	callsOf,
	cellsOf,
	DEPARTMENT,
	failureOf,
	finishImportsAtOnce,
	importing,
	itemsOf,
	mappedRows,
	onlyCall,
	outputOf,
	rowsOf,
	USER,
	WHOLE_USER,
} from './support';

/** organizationImport.create from input items: what becomes of them on the wire, and what is refused before. */

const world = worldPerTest();

const run = (rows: IDataObject[], more: INodeParameters) =>
	world.run(importing('create', more), { items: itemsOf(...rows), timezone: 'Asia/Tokyo' });

/** The reservation of an import of these rows. */
async function sent(rows: IDataObject[], more: INodeParameters = {}) {
	outputOf(await run(rows, more));
	const [call, ...others] = callsOf(world.emulator, 'E13');
	if (!call || others.length > 0) throw new Error('There is not one reservation');
	return call;
}

/** The error of an import that is not begun; nothing is called at all unless something has to be read. */
async function refused(rows: IDataObject[], more: INodeParameters = {}, calls: string[] = []) {
	const error = failureOf(await run(rows, more));
	expect(world.emulator.calls.map(({ endpoint }) => endpoint)).toEqual(calls);
	return error;
}

describe('the request', () => {
	it('makes one job of all items: two files, the order of the items kept in each', async () => {
		const second = { TempId: 'd2', DepartmentName: '二課', ParentDepartmentId: 'tempId:d1' };
		const email = { UserId: 'jiro', Email: 'jiro@example.co.jp' };
		const other = { ...USER, ...email, TempId: 'u2', DepartmentId: 'tempId:d2;tempId:d1' };
		const given = { DepartmentId: 'tempId:d2 ;\u200btempId:d1', EffectiveDateFrom: '2099-03-31T15:30:00Z' };
		const call = await sent([USER, DEPARTMENT, { ...other, ...given }, second]);
		expect([call.method, call.path, call.query]).toEqual(['POST', '/v2.0/organization/jobs', []]);
		expect(call.parts?.map(({ name, filename }) => [name, filename])).toEqual([
			['department', 'department.csv'],
			['user', 'user.csv'],
		]);
		expect(rowsOf(call, 'department')).toEqual([DEPARTMENT, second]);
		expect(rowsOf(call, 'user')).toEqual([USER, other]);
		expect(cellsOf(call, 'user').map(({ length }) => length)).toEqual([22, 22]);
	});

	it('has the columns in the order of the option, which counts for the file whose columns it names', async () => {
		const names = fieldNames('department').reverse();
		const call = await sent([DEPARTMENT, USER], { options: { columnOrder: names.join(', ') } });
		expect(cellsOf(call, 'department')).toEqual([['', '', '', '', DEPARTMENT.DepartmentName, '', DEPARTMENT.TempId]]);
		expect(rowsOf(call, 'user')).toEqual([USER]);
		world.emulator.clearLog();
		const { message } = await refused([DEPARTMENT], { options: { columnOrder: fieldNames('user').join() } });
		expect(message).toMatch(/^Column Order must name every column of the department CSV once/);
	});
});

describe('which record an item is', () => {
	it('is told by what is filled in a sheet with the columns of both; blank rows are skipped', async () => {
		const blank = Object.fromEntries([...fieldNames('user'), ...fieldNames('department')].map((name) => [name, '']));
		const call = await sent([{ ...blank, ...USER }, blank, { ...blank, ...DEPARTMENT }]);
		expect([rowsOf(call, 'user'), rowsOf(call, 'department')]).toEqual([[USER], [DEPARTMENT]]);
		world.emulator.clearLog();
		expect((await refused([blank])).message).toContain('No item has anything in a column of a user or a department');
	});

	it('is what an expression gives for each of the items, if that is a kind', async () => {
		const recordType = '={{ $json.kind === "person" ? "user" : $json.kind }}';
		const rows = [
			{ kind: 'person', ...USER },
			{ kind: 'department', ...DEPARTMENT },
		];
		const call = await sent(rows, { recordType });
		expect([rowsOf(call, 'user'), rowsOf(call, 'department')]).toEqual([[USER], [DEPARTMENT]]);
		world.emulator.clearLog();
		expect((await refused([...rows, { kind: ['user'], ...USER }], { recordType })).message).toBe(
			'Record Type is ["user"]: use the column names of the service, or choose a Record Type',
		);
	});
});

/** One row of each kind of rule; the tables themselves are tested where they are read. */
it.each<[string, IDataObject]>([
	['Temp ID is required when a user is added (User UUID is empty), but it is empty', { ...USER, TempId: '' }],
	['Department Name is required, but empty', { TempId: 'd1', Order: 1 }],
	['Department Name is required, but empty', { TempId: 'd1', DepartmentName: '\u3164' }],
	['Department Name has "undefined" in place of a name', { ...DEPARTMENT, DepartmentName: ' undefined' }],
	['User Name is required, but empty', { ...USER, UserName: '\u2800\u00ad' }],
	['Effective Date From must be today (', { ...USER, EffectiveDateFrom: '2020-01-01' }],
	['Delete Flag must be 1 (deleted), 0 or blank (not deleted); got "2"', { ...USER, DeleteFlag: 2 }],
	['"sub_email" is not a column name, but looks like "SubEmail"', { ...USER, sub_email: 'x' }],
	[
		'"Departmentname" is not a column name, but looks like "DepartmentName"',
		{ DepartmentId: 'D1', Departmentname: 'x' },
	],
	['Department Name has lost characters', { ...DEPARTMENT, DepartmentName: '営\ufffd' }],
])('refuses before any call: %s', async (message, row) => {
	const error = await refused([row]);
	expect([error.name, error.message]).toEqual(['NodeOperationError', expect.stringContaining(message)]);
	expect(error.description).toContain('Nothing was sent.');
});

it('refuses two rows for one record, a deletion included', async () => {
	const row = { DepartmentId: 'D1', DepartmentName: 'x' };
	const { message, context } = await refused([row, DEPARTMENT, { ...row, DeleteFlag: true }]);
	expect(message).toBe('Items 0 and 2 are about the same department, "D1"; give it one item');
	expect(context?.parameter).toBe('DepartmentId');
});

describe('an edit', () => {
	const ANN = WHOLE_USER.UserUuid;
	const BOB = '6f0c2c1e-8a4b-4b7e-9d55-1d1c3c1b2a11';
	const WAITING = { options: { waitForCompletion: true } };

	/** A company in which every column of Ann and of D2 is filled, with cells that a careless reader or writer breaks. */
	beforeEach(() => {
		const add = world.emulator.addOrganizationRecord;
		finishImportsAtOnce(world.emulator);
		add('department', { DepartmentId: 'D1', DepartmentName: '本社', Order: '1' });
		const filled = { DepartmentName: '営業, "1"\n部', DepartmentNamePhonetic: ' Eigyo ', Order: '-7' };
		add('department', { DepartmentId: 'D2', ParentDepartmentId: 'D1', ...filled });
		add('user', WHOLE_USER);
		add('user', { ...WHOLE_USER, UserUuid: BOB, UserId: 'bob', Email: 'bob@example.co.jp', SamlNameId: '' });
	});

	/** All records of a kind as they are, by their ids. */
	const present = (kind: OrganizationRecordKind) =>
		Object.fromEntries([...world.emulator.organizationRecords(kind)].map(([id, record]) => [id, { ...record }]));

	it.each<['clears' | 'keeps', OrganizationRecordKind, IDataObject]>([
		['clears', 'department', { DepartmentId: 'D2', DepartmentName: '販売部' }],
		['keeps', 'department', { DepartmentId: 'D2', DepartmentName: '販売部' }],
		['clears', 'user', { UserUuid: ANN, SubEmail: 'changed' }],
		['keeps', 'user', { UserUuid: ANN, SubEmail: 'changed' }],
		['clears', 'user', { UserUuid: ANN }],
	])('changes only what its item has, where a blank %s: %s %j', async (blankOnEdit, kind, row) => {
		world.emulator.switches.blankOnEdit = blankOnEdit;
		const before = { user: present('user'), department: present('department') };
		await sent([row], WAITING);
		const id = String(row.UserUuid ?? row.DepartmentId);
		const should = { ...before, [kind]: { ...before[kind], [id]: { ...before[kind][id], ...row } } };
		expect({ user: present('user'), department: present('department') }).toEqual(should);
	});

	it('sends every cell as the service has it, but for the start of use, which a blank leaves alone', async () => {
		const call = await sent([{ UserUuid: ANN.toUpperCase(), UserName: 'Ann' }]);
		const expected: Record<string, string> = { ...WHOLE_USER, UserName: 'Ann', EffectiveDateFrom: '' };
		expect(cellsOf(call, 'user')).toEqual([fieldNames('user').map((name) => expected[name] ?? '')]);
	});

	it('reads each list once and in commas, however many rows lack something and whatever delimits them', async () => {
		const orders = ['D1', 'D2'].map((DepartmentId) => ({ DepartmentId, Order: 5 }));
		const options = { ...WAITING.options, delimiter: 'space', encoding: 'sjis' };
		await sent([...orders, DEPARTMENT, { UserUuid: ANN, UserName: 'A' }, { UserUuid: BOB, DeleteFlag: 1 }], { options });
		const calls = callsOf(world.emulator, 'E11', 'E12', 'E13').map(({ endpoint, version }) => `${endpoint} ${version}`);
		expect(calls).toEqual(['E12 2.0', 'E11 2.0', 'E13 2.0']);
		expect(callsOf(world.emulator, 'E11', 'E12').flatMap(({ query }) => query)).toEqual([]);
		expect(Object.keys(present('user'))).toEqual([ANN]);
		expect(Object.values(present('department')).at(-1)?.DepartmentName).toBe(DEPARTMENT.DepartmentName);
	});

	it.each(['TempId', 'EffectiveDateFrom', 'CrmIntegrationPrivilege', 'DeleteFlag'])(
		'reads nothing where only %s is lacking, which a blank leaves alone',
		async (column) => {
			const row = { ...present('user')[ANN] };
			delete row[column];
			await sent([row]);
			expect(onlyCall(world.emulator).endpoint).toBe('E13');
		},
	);

	it('is refused where the service shows no such record, by its item', async () => {
		const UNKNOWN = '7f0c2c1e-8a4b-4b7e-9d55-1d1c3c1b2a12';
		const error = await refused([{ UserUuid: UNKNOWN }, { UserUuid: ANN }], {}, ['E11']);
		expect([error.name, error.context?.parameter]).toEqual(['NodeOperationError', 'UserUuid']);
		expect(error.message).toBe(
			`Item 0: The service shows no user with the User UUID "${UNKNOWN}", so there is nothing to edit or delete`,
		);
	});

	it('is refused where its id only looks like that of a present record, and both are named', async () => {
		const error = await refused([{ DepartmentId: 'ｄ２', DepartmentName: 'A' }], {}, ['E12']);
		expect([error.name, error.context?.parameter]).toEqual(['NodeOperationError', 'DepartmentId']);
		expect(error.message).toMatch(/^Item 0: Department ID "ｄ２" looks like "D2", but is not the same/);
	});

	it('is not judged by what the service has already, but for what the encoding cannot hold', async () => {
		const department = { DepartmentId: 'D3', DepartmentName: '🙂'.repeat(31), ParentDepartmentId: 'D1' };
		world.emulator.addOrganizationRecord('department', department);
		const { message } = await refused([{ DepartmentId: 'D3', Order: 1 }], { options: { encoding: 'sjis' } }, ['E12']);
		expect(message).toContain('Department Name of the department "D3" contains \'🙂\', which Shift JIS cannot encode');
		expect(rowsOf(await sent([{ DepartmentId: 'D3', Order: 1 }]), 'department')).toEqual([{ ...department, Order: '1' }]);
	});

	it.each([
		['in another order of the columns', ',x,,,,D2,\r\n'],
		['with a record without an id', ',,x,,,,\r\n'],
		['with an id twice', ',D2,x,,,,\r\n'.repeat(2)],
	])('is not begun with a list %s', async (_name, body) => {
		world.emulator.faults.add({ kind: 'status', endpoint: 'E12', status: 200, times: Infinity, body });
		const error = await refused([{ DepartmentId: 'D2', DepartmentName: 'A' }], {}, ['E12']);
		expect([error.name, error.message]).toEqual([
			'NodeApiError',
			expect.stringMatching(/^The departments cannot be read from the service: .*check .*Column Order/),
		]);
	});

	it.each(['', null, ' \u3000'])('leaves alone what is mapped from an empty cell: %j', async (second) => {
		const value = { UserUuid: '={{ $json.id }}', UserName: '={{ $json.name }}', SubEmail: '={{ $json.second }}' };
		const [ann, bob] = [
			{ name: 'Ann', second },
			{ name: 'Bob', second: 'bob.sub@example.co.jp' },
		];
		const rows = [
			{ id: ANN, ...ann, DeleteFlag: 1 },
			{ id: BOB, ...bob },
		];
		const mapped = await sent(rows, { recordType: 'user', ...mappedRows(value) });
		expect(rowsOf(mapped, 'user')).toMatchObject([
			{ UserName: 'Ann', SubEmail: WHOLE_USER.SubEmail },
			{ UserName: 'Bob', SubEmail: bob.second },
		]);
		world.emulator.clearLog();
		const named = rows.map(({ id, name, second: SubEmail }) => ({ UserUuid: id, UserName: name, SubEmail, note: 'y' }));
		const automatic = await sent(named, mappedRows(null));
		expect(rowsOf(automatic, 'user')).toEqual(rowsOf(mapped, 'user'));
	});
});

it.each([[null], [{}]])('refuses a mapping of %j, which maps nothing', async (value) => {
	const columns = { mappingMode: 'defineBelow', value };
	const error = await refused([USER], { recordType: 'user', dataMode: 'mapColumns', columns } as INodeParameters);
	expect([error.message, error.context?.parameter]).toEqual([
		'No column is mapped under Values to Send: map at least the column that identifies the record, or choose Use Input as It Is as Data Mode',
		'columns',
	]);
});

describe('the columns that are offered', () => {
	const columns = async (operation: string, recordType: string) => {
		const resource = operation === 'sync' ? 'organization' : 'organizationImport';
		return await offeredColumns({ resource, operation, recordType });
	};
	const ids = async (...chosen: Parameters<typeof columns>) => (await columns(...chosen)).map(({ id }) => id);
	const offered = (kind: OrganizationRecordKind) => fieldNames(kind).filter((name) => !name.startsWith('Crm'));

	it('are those of the chosen kind, of both where the items tell; a sync has a path, and finds ids by itself', async () => {
		const [users, departments] = [offered('user'), offered('department')];
		expect(await ids('create', 'user')).toEqual(users);
		expect(await ids('check', 'department')).toEqual(departments);
		for (const recordType of ['detect', '={{ $json.kind }}'])
			expect(await ids('create', recordType)).toEqual([...new Set([...users, ...departments])]);
		const inSync = (first: string[], names: string[]) => [
			...first,
			...names.filter((name) => !['TempId', 'UserUuid', ...first].includes(name)),
		];
		const first = ['UserId', 'UserName', 'Email', 'DepartmentPath'];
		expect(await ids('sync', 'user')).toEqual(inSync(first, users));
		expect(await ids('sync', 'department')).toEqual(inSync(['DepartmentPath'], departments));
		expect(await ids('sync', 'detect')).not.toContain('TempId');
	});

	it('have names of their own, need none of them, and leave out what changes permissions or deletes', async () => {
		const fields = await columns('create', 'detect');
		expect(new Set(fields.map(({ displayName }) => displayName)).size).toBe(fields.length);
		expect(fields.filter(({ required, display }) => required || !display)).toEqual([]);
		const leftOut = fields.filter(({ removed }) => removed === true).map(({ id }) => id);
		expect(leftOut).toEqual(expect.arrayContaining(['UserType', 'DealPrivilege', 'DeleteFlag']));
		expect(leftOut.some((name) => /Id$|Name|Email$|Order/.test(name))).toBe(false);
		// The editor fills a number with 0 by itself.
		const kinds = fields.filter(({ removed }) => removed !== true).map(({ type }) => type);
		expect(kinds).not.toEqual(expect.arrayContaining([expect.stringMatching(/number|boolean/)]));
	});
});
