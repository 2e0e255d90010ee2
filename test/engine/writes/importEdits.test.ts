import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { fieldNames, type OrganizationRecordKind } from '../../../nodes/shared';
import type { OrganizationRecord, Switches } from '../../emulator';
import { worldPerTest } from '../../support/engine/world';
import { callsOf, cellsOf, failureOf, finishImportsAtOnce, importing, itemsOf, outputOf, rowsOf, WHOLE_USER } from './support';

/**
 * Rows that edit a record and have only some of its columns: what they lack stays as it is, whatever the service makes of
 * a blank cell.
 */

const world = worldPerTest();
const ANN = WHOLE_USER.UserUuid;
const BOB = '6f0c2c1e-8a4b-4b7e-9d55-1d1c3c1b2a11';
const LISTS = { user: 'E11', department: 'E12' } as const;

/** A company in which every column of Ann and of D2 is filled, with cells that a careless reader or writer breaks. */
function fill(): void {
	const { emulator } = world;
	emulator.addOrganizationRecord('department', { DepartmentId: 'D1', DepartmentName: '本社', Order: '1' });
	emulator.addOrganizationRecord('department', {
		DepartmentId: 'D2',
		DepartmentName: '営業, "1"\n部',
		DepartmentNamePhonetic: ' Eigyo ',
		ParentDepartmentId: 'D1',
		Order: '-7',
	});
	emulator.addOrganizationRecord('user', WHOLE_USER);
	emulator.addOrganizationRecord('user', {
		UserUuid: BOB,
		DepartmentId: 'D2',
		UserId: 'bob',
		UserName: 'Bob',
		Email: 'bob@example.co.jp',
		EffectiveDateFrom: '2020-04-01',
	});
}

beforeEach(() => {
	fill();
	finishImportsAtOnce(world.emulator);
});

function create(options: INodeParameters = {}, more: INodeParameters = {}): INodeParameters {
	return importing('create', { options: { waitForCompletion: true, ...options }, ...more });
}

/** All records of a kind as they are, by their ids. */
function present(kind: OrganizationRecordKind): Record<string, OrganizationRecord> {
	return Object.fromEntries([...world.emulator.organizationRecords(kind)].map(([id, record]) => [id, { ...record }]));
}

/** Imports the rows, and gives both kinds of records as they were and as they are. */
async function imported(rows: IDataObject[], parameters = create()) {
	const before = { user: present('user'), department: present('department') };
	outputOf(await world.run(parameters, { items: itemsOf(...rows) }));
	return { before, after: { user: present('user'), department: present('department') } };
}

async function refused(rows: IDataObject[], parameters = create()) {
	const error = failureOf(await world.run(parameters, { items: itemsOf(...rows) }));
	expect(callsOf(world.emulator, 'E13', 'E14')).toHaveLength(0);
	return error;
}

const SEMANTICS: ReadonlyArray<Switches['blankOnEdit']> = ['clears', 'keeps'];

describe.each(SEMANTICS)('where a blank %s', (blankOnEdit) => {
	beforeEach(() => {
		world.emulator.switches.blankOnEdit = blankOnEdit;
	});

	it('a department that is renamed stays below its parent, with its reading and order', async () => {
		const { before, after } = await imported([{ DepartmentId: 'D2', DepartmentName: '販売部' }]);
		expect(after).toEqual({
			user: before.user,
			department: { ...before.department, D2: { ...before.department.D2, DepartmentName: '販売部' } },
		});
	});

	it.each(['UserName', 'AlternativeName', 'Email', 'SubEmail', 'SamlNameId'])('a user whose %s is changed keeps everything else', async (column) => {
		const { before, after } = await imported([{ UserUuid: ANN, [column]: 'changed' }]);
		expect(after).toEqual({
			department: before.department,
			user: { ...before.user, [ANN]: { ...before.user[ANN], [column]: 'changed' } },
		});
	});

	it('an item with an id alone changes nothing', async () => {
		const { before, after } = await imported([{ UserUuid: ANN }, { DepartmentId: 'D2', Order: -7 }]);
		expect(after).toEqual(before);
	});
});

it('sends every cell of a completed row exactly as the service has it, but for the start of use, which a blank leaves alone', async () => {
	const { before } = await imported([{ UserUuid: ANN.toUpperCase(), UserName: 'Ann' }]);
	const [call] = callsOf(world.emulator, 'E13');
	const expected = { ...before.user[ANN], UserName: 'Ann', EffectiveDateFrom: '' };
	const cells = fieldNames('user').map((name) => (expected as Record<string, string>)[name] ?? '');
	expect(call && cellsOf(call, 'user')).toEqual([cells]);
});

describe('what is read', () => {
	/** The calls of a job, without those of waiting. */
	async function callsFor(rows: IDataObject[], parameters = create()): Promise<string[]> {
		outputOf(await world.run(parameters, { items: itemsOf(...rows) }));
		return callsOf(world.emulator, 'E11', 'E12', 'E13', 'E14').map(({ endpoint = '', version }) => `${endpoint} ${version}`);
	}

	const wholeOf = (kind: OrganizationRecordKind, id: string): IDataObject => ({ ...present(kind)[id] });

	it('is each list once, however many rows lack something', async () => {
		const rows = [{ UserUuid: ANN, UserName: 'A' }, { DepartmentId: 'D1', Order: 5 }, { UserUuid: BOB, UserName: 'B' }, { DepartmentId: 'D2', Order: 6 }];
		expect(await callsFor(rows)).toEqual(['E12 2.0', 'E11 2.0', 'E13 2.0']);
	});

	it('is only the list of the kind whose rows lack something', async () => {
		expect(await callsFor([wholeOf('department', 'D2'), { UserUuid: BOB, UserName: 'B' }])).toEqual(['E11 2.0', 'E13 2.0']);
		world.emulator.clearLog();
		expect(await callsFor([wholeOf('user', BOB), { DepartmentId: 'D2', Order: 6 }])).toEqual(['E12 2.0', 'E13 2.0']);
	});

	it.each(['TempId', 'EffectiveDateFrom', 'CrmIntegrationPrivilege', 'DeleteFlag'])('is nothing for rows that lack only %s, which a blank leaves alone', async (column) => {
		const row = Object.entries(wholeOf('user', ANN)).filter(([name]) => name !== column);
		expect(await callsFor([Object.fromEntries(row)])).toEqual(['E13 2.0']);
	});

	it('is nothing for rows that add, or delete and have what is required', async () => {
		const rows = [
			{ TempId: 'd3', DepartmentName: 'New' },
			{ UserUuid: BOB, DepartmentId: 'D2', UserId: 'bob', UserName: 'Bob', Email: 'bob@example.co.jp', DeleteFlag: 1 },
		];
		expect(await callsFor(rows)).toEqual(['E13 2.0']);
	});

	it('is what a deletion by the id alone lacks', async () => {
		const { before, after } = await imported([{ UserUuid: BOB, DeleteFlag: 1 }]);
		expect([BOB in before.user, BOB in after.user, ANN in after.user]).toEqual([true, false, true]);
		expect(callsOf(world.emulator, 'E11', 'E12')).toHaveLength(1);
	});

	it('is nothing for files, which are sent as they are', async () => {
		const parameters = create({}, { source: 'files', departmentBinaryPropertyName: 'd', userBinaryPropertyName: '' });
		const csv = { data: Buffer.from(',D2,x,,D1,,\r\n').toString('base64'), mimeType: 'text/csv' };
		outputOf(await world.run(parameters, { items: [{ json: {}, binary: { d: csv } }] }));
		expect(callsOf(world.emulator, 'E11', 'E12')).toEqual([]);
	});

	it('is read in the version of the import', async () => {
		const parameters = importing('create', { apiVersion: '2.5' });
		expect(await callsFor([{ DepartmentId: 'D2', Order: 6 }], parameters)).toEqual(['E12 2.5', 'E13 2.5']);
	});

	it('is asked for with commas, whatever delimits and encodes the upload', async () => {
		const parameters = create({ delimiter: 'space', encoding: 'sjis' });
		const { before, after } = await imported([{ DepartmentId: 'D2', Order: 6 }], parameters);
		expect(after.department.D2).toEqual({ ...before.department.D2, Order: '6' });
		const [list] = callsOf(world.emulator, 'E12');
		expect(list?.query).toEqual([]);
	});
});

it('checks the rows as it would import them', async () => {
	const { emulator, run } = world;
	const rows = itemsOf({ DepartmentId: 'D2', DepartmentName: '販売部' }, { UserUuid: ANN, UserName: 'Ann' });
	expect(outputOf(await run(importing('check'), { items: rows }))).toEqual([{ valid: true, errors: [] }]);
	const [call] = callsOf(emulator, 'E14');
	expect(call && rowsOf(call, 'department')).toEqual([
		{ DepartmentId: 'D2', DepartmentName: '販売部', DepartmentNamePhonetic: ' Eigyo ', ParentDepartmentId: 'D1', Order: '-7' },
	]);
	expect(call && rowsOf(call, 'user')[0]).toMatchObject({ UserName: 'Ann', SubEmail: 'ann.sub@example.co.jp', Culture: '2' });
});

describe('what is refused', () => {
	const UNKNOWN = '7f0c2c1e-8a4b-4b7e-9d55-1d1c3c1b2a12';

	it('is an edit of a record that the service does not show, naming row and item', async () => {
		const error = await refused([{ UserUuid: ANN, UserName: 'A' }, { UserUuid: UNKNOWN, UserName: 'C' }]);
		expect(error.name).toBe('NodeOperationError');
		expect(error.message).toMatch(
			`Item 1: The service shows no user with the User UUID "${UNKNOWN}", so there is nothing to edit or delete`,
		);
		expect(error.context?.parameter).toBe('UserUuid');
	});

	it('is such a deletion', async () => {
		const { message } = await refused([{ UserUuid: UNKNOWN, DeleteFlag: 1 }]);
		expect(message).toContain(`The service shows no user with the User UUID "${UNKNOWN}", so there is nothing to edit or delete`);
	});

	it('is such a department, also where another row made the list be read', async () => {
		const whole = { ...present('department').D2, DepartmentId: 'D9' };
		const error = await refused([whole, { DepartmentId: 'D1', Order: 2 }]);
		expect(error.message).toMatch(/^Item 0: The service shows no department with the Department ID "D9"/);
	});

	it('is refused before any call where the item itself is wrong', async () => {
		await refused([{ UserUuid: ANN, UserName: '' }]);
		await refused([{ DepartmentId: 'D2', Order: 'first' }]);
		await refused([{ UserUuid: ANN, TempId: 'x' }]);
		expect(world.emulator.calls).toEqual([]);
	});

	it('is a present value that the chosen encoding cannot hold', async () => {
		world.emulator.addOrganizationRecord('department', { DepartmentId: 'D3', DepartmentName: '🙂' });
		const { message } = await refused([{ DepartmentId: 'D3', Order: 1 }], create({ encoding: 'sjis' }));
		expect(message).toContain("Department Name of the department \"D3\" contains '🙂', which Shift JIS cannot encode");
	});

	it('is no present value that breaks a rule of the tables: the service has it already', async () => {
		const DepartmentName = 'x'.repeat(31);
		world.emulator.addOrganizationRecord('department', { DepartmentId: 'D3', DepartmentName, ParentDepartmentId: 'D1' });
		outputOf(await world.run(importing('create'), { items: itemsOf({ DepartmentId: 'D3', Order: 1 }) }));
		const [call] = callsOf(world.emulator, 'E13');
		expect(call && rowsOf(call, 'department')).toEqual([{ DepartmentId: 'D3', DepartmentName, ParentDepartmentId: 'D1', Order: '1' }]);
	});
});

describe.each(['user', 'department'] as const)('a list of %ss', (kind) => {
	const rows = kind === 'user' ? [{ UserUuid: ANN, UserName: 'A' }] : [{ DepartmentId: 'D2', DepartmentName: 'A' }];
	const endpoint = LISTS[kind];

	it('with its columns in another order is an error in words before any job', async () => {
		world.emulator.switches.csvColumnOrder = 'reversed';
		const error = await refused(rows);
		expect(error.name).toBe('NodeApiError');
		expect(error.message).toMatch(new RegExp(`^The ${kind}s cannot be read from the service: .*check .*Column Order`));
	});

	it.each([
		['a record without an id', ','.repeat(kind === 'user' ? 21 : 6)],
		['too few columns', 'a,b'],
		['a page of a proxy', '<html>hello</html>'],
	])('that holds %s is an error in words before any job', async (_name, body) => {
		world.emulator.faults.add({ kind: 'status', endpoint, status: 200, times: Infinity, body });
		const error = await refused(rows);
		expect(error.message.length).toBeGreaterThan(20);
		expect(callsOf(world.emulator, endpoint).length).toBeGreaterThan(0);
	});

	it('that names an id twice is an error in words before any job', async () => {
		const line = kind === 'user' ? `,${ANN},D1,a,a,,a@x.jp${','.repeat(15)}` : ',D2,x,,,,';
		world.emulator.faults.add({ kind: 'status', endpoint, status: 200, body: `${line}\r\n${line}\r\n` });
		const { message } = await refused(rows);
		expect(message).toMatch(/Row 2 of the \w+ CSV has the \w+ of row 1/);
	});
});
