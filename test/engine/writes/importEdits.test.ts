import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { fieldNames, type OrganizationRecordKind } from '../../../nodes/shared';
import type { OrganizationRecord, Switches } from '../../emulator';
import { worldPerTest } from '../../support/engine/world';
import {
	callsOf,
	cellsOf,
	failureOf,
	finishImportsAtOnce,
	importing,
	itemsOf,
	outputOf,
	rowsOf,
	WHOLE_USER,
} from './support';

/**
 * Rows that edit a record and have only some of its columns: what they lack stays as it is, whatever the service makes of
 * a blank cell.
 */

const world = worldPerTest();
const ANN = WHOLE_USER.UserUuid;
const BOB = '6f0c2c1e-8a4b-4b7e-9d55-1d1c3c1b2a11';

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

	it.each(['UserName', 'SubEmail'])('a user whose %s is changed keeps everything else', async (column) => {
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
		return callsOf(world.emulator, 'E11', 'E12', 'E13', 'E14').map(
			({ endpoint = '', version }) => `${endpoint} ${version}`,
		);
	}

	const wholeOf = (kind: OrganizationRecordKind, id: string): IDataObject => ({ ...present(kind)[id] });

	it('is each list once, however many rows lack something', async () => {
		const rows = [
			{ UserUuid: ANN, UserName: 'A' },
			{ DepartmentId: 'D1', Order: 5 },
			{ UserUuid: BOB, UserName: 'B' },
			{ DepartmentId: 'D2', Order: 6 },
		];
		expect(await callsFor(rows)).toEqual(['E12 2.0', 'E11 2.0', 'E13 2.0']);
	});

	it.each(['TempId', 'EffectiveDateFrom', 'CrmIntegrationPrivilege', 'DeleteFlag'])(
		'is nothing for rows that lack only %s, which a blank leaves alone',
		async (column) => {
			const row = Object.entries(wholeOf('user', ANN)).filter(([name]) => name !== column);
			expect(await callsFor([Object.fromEntries(row)])).toEqual(['E13 2.0']);
		},
	);

	it('is what a deletion by the id alone lacks', async () => {
		const { before, after } = await imported([{ UserUuid: BOB, DeleteFlag: 1 }]);
		expect([BOB in before.user, BOB in after.user, ANN in after.user]).toEqual([true, false, true]);
		expect(callsOf(world.emulator, 'E11', 'E12')).toHaveLength(1);
	});
});

describe('what is refused', () => {
	const UNKNOWN = '7f0c2c1e-8a4b-4b7e-9d55-1d1c3c1b2a12';

	it('is an edit of a record that the service does not show, naming row and item', async () => {
		const error = await refused([
			{ UserUuid: ANN, UserName: 'A' },
			{ UserUuid: UNKNOWN, UserName: 'C' },
		]);
		expect(error.name).toBe('NodeOperationError');
		expect(error.message).toMatch(
			`Item 1: The service shows no user with the User UUID "${UNKNOWN}", so there is nothing to edit or delete`,
		);
		expect(error.context?.parameter).toBe('UserUuid');
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
		expect(message).toContain('Department Name of the department "D3" contains \'🙂\', which Shift JIS cannot encode');
	});

	it('is no present value that breaks a rule of the tables: the service has it already', async () => {
		const DepartmentName = 'x'.repeat(31);
		world.emulator.addOrganizationRecord('department', { DepartmentId: 'D3', DepartmentName, ParentDepartmentId: 'D1' });
		outputOf(await world.run(importing('create'), { items: itemsOf({ DepartmentId: 'D3', Order: 1 }) }));
		const [call] = callsOf(world.emulator, 'E13');
		expect(call && rowsOf(call, 'department')).toEqual([
			{ DepartmentId: 'D3', DepartmentName, ParentDepartmentId: 'D1', Order: '1' },
		]);
	});
});

it.each([
	['in another order of the columns', ',x,,,,D2,\r\n'],
	['with a record without an id', ',,x,,,,\r\n'],
	['with too few columns', 'a,b'],
	['with an id twice', ',D2,x,,,,\r\n'.repeat(2)],
])('a list %s is an error in words before any job', async (_name, body) => {
	world.emulator.faults.add({ kind: 'status', endpoint: 'E12', status: 200, times: Infinity, body });
	const error = await refused([{ DepartmentId: 'D2', DepartmentName: 'A' }]);
	expect([error.name, error.message]).toEqual([
		'NodeApiError',
		expect.stringMatching(/^The departments cannot be read from the service: .*check .*Column Order/),
	]);
});
