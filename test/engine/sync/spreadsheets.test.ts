import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { leapOverPauses } from '../../support/engine/leapClock';
import { worldPerTest } from '../../support/engine/world';
import { failureOf, linesOf } from '../writes/support';
import { departments, furnish, reservations, summaryOf, sync, told, users } from './support';

/** What spreadsheets, editors and operating systems do to keys and cells must hurt nobody. */

leapOverPauses();
const world = worldPerTest();

beforeEach(() => {
	furnish(world.emulator);
	world.emulator.addOrganizationRecord('user', {
		UserUuid: '00000000-0000-4000-8000-000000000003',
		DepartmentId: 'D3',
		UserId: '00123',
		UserName: 'Ichiro',
		Email: 'ichiro@example.com',
		EffectiveDateFrom: '2020-04-01',
	});
	world.emulator.addOrganizationRecord('department', { DepartmentId: 'D4', DepartmentName: 'ガス 部〜' });
});

const DELETING: INodeParameters = { missingUsers: 'delete', missingDepartments: 'delete' };
const EVERYBODY: IDataObject[] = [{ UserId: 'taro' }, { UserId: 'hanako' }, { UserId: '00123' }];

/** What n8n shows of a run that wrote nothing. */
async function refusedSync(rows: IDataObject[], more: INodeParameters = DELETING): Promise<string> {
	const error = failureOf(await sync(world, 'apply', rows, more));
	expect(reservations(world.emulator)).toEqual([]);
	return linesOf(error).join('\n');
}

describe('a key that is the same', () => {
	it.each([' taro ', 'taro\u200b', '\ufefftaro', 'ta\u00adro', 'taro\u00a0'])(
		'finds the user under %j',
		async (UserId) => {
			const summary = summaryOf(await sync(world, 'apply', [{ UserId, UserName: 'T' }]));
			expect(told(summary)).toEqual(['user taro edited']);
			expect(summary.converged).toBe(true);
			expect(users(world.emulator).taro?.UserId).toBe('taro');
		},
	);

	it.each(['ガス 部〜', 'ガス 部〜', ' ガス 部〜\u200b', '\u2060ガス 部〜\u3000'])(
		'finds the department under %j',
		async (path) => {
			const before = departments(world.emulator);
			const summary = summaryOf(await sync(world, 'apply', [{ UserId: 'taro', DepartmentPath: path.normalize('NFD') }]));
			expect(told(summary)).toEqual(['user taro edited']);
			expect(departments(world.emulator)).toEqual(before);
		},
	);
});

describe('a key that only looks like one that there is', () => {
	it.each(['123', 'TARO', 'ｔａｒｏ'])('is refused for a user, both named: %j', async (UserId) => {
		const message = await refusedSync([{ UserId, UserName: 'X', Email: 'x@example.com', DepartmentPath: 'Legal' }]);
		expect(message).toContain(`"${UserId}"`);
		expect(message).toContain(UserId === '123' ? '"00123"' : '"taro"');
	});

	it('is refused for a deletion, too', async () => {
		expect(await refusedSync([{ UserId: '123', DeleteFlag: 1 }], {})).toContain('"00123"');
		expect(await refusedSync([{ DepartmentPath: 'LEGAL', DeleteFlag: 1 }], {})).toContain('"Legal"');
		expect(await refusedSync([{ DepartmentId: 'd3', DeleteFlag: 1 }], {})).toContain('"D3"');
	});

	it.each([
		'ガス  部〜',
		'ガス\u3000部〜',
		'ガス\u00a0部〜',
		'ガス 部～',
		'ｶﾞｽ 部〜',
		'Sales／Asia',
		'sales/asia',
		'Sales / ASIA',
	])('is refused for a path, both named: %j', async (DepartmentPath) => {
		const before = departments(world.emulator);
		const message = await refusedSync([{ UserId: 'taro', DepartmentPath }, { DepartmentPath: 'Legal' }]);
		expect(message).toMatch(/looks like "(?:ガス 部〜|Sales\/Asia|Sales)"/);
		expect(departments(world.emulator)).toEqual(before);
	});
});

describe('a plan that breaks a limit', () => {
	const rows = [{ UserId: 'hanako' }];
	const limited = { missingUsers: 'delete', options: { maxDeletions: 1 } };

	it('shows its changes all the same, and says why they would be refused', async () => {
		const summary = summaryOf(await sync(world, 'plan', rows, limited));
		expect(summary.changes.map(({ key, name }) => `${key} ${name}`)).toEqual(['00123 Ichiro', 'taro 髙橋 太郎']);
		expect(summary.refusals).toEqual(['The plan would delete 2 records; Max Deletions allows 1']);
		expect(Object.keys(summary.changes[0] ?? {})).toEqual([
			'type',
			'action',
			'key',
			'name',
			'done',
			'id',
			'fields',
			'message',
		]);
	});

	it('says so at each change where there is no summary', async () => {
		const { items } = await sync(world, 'plan', rows, { ...limited, output: 'changes' });
		const said = 'Apply would refuse this: The plan would delete 2 records; Max Deletions allows 1';
		expect(items.map(({ json }) => json.message)).toEqual([said, said]);
	});

	it('is refused when it is applied, with ids and names, one a line', async () => {
		const error = failureOf(await sync(world, 'apply', rows, limited));
		expect(linesOf(error)).toEqual([
			'The plan would delete 2 records; Max Deletions allows 1',
			'user 00123 Ichiro',
			'user taro 髙橋 太郎',
		]);
		expect(error.context?.parameter).toBe('maxDeletions');
		expect(reservations(world.emulator)).toEqual([]);
	});
});

describe('cells of spreadsheets', () => {
	it.each([
		'#N/A',
		'#REF!',
		'#VALUE!',
		'#NAME?',
		'#DIV/0!',
		'#NULL!',
		'#NUM!',
		'#SPILL!',
		'#ERROR!',
		'Loading...',
		' #N/A ',
	])('that are %j are refused', async (cell) => {
		for (const column of ['DepartmentPath', 'UserName', 'SubEmail'])
			expect(await refusedSync([{ UserId: 'taro', [column]: cell }])).toContain(cell.trim());
	});

	it.each<[IDataObject, 'users' | 'departments']>([
		[{ UserId: '', UserName: null, DepartmentPath: ' ' }, 'users'],
		[{ UserId: '\u200b', row_number: 7 }, 'users'],
		[{}, 'users'],
		[{ DepartmentPath: '', DepartmentNamePhonetic: '' }, 'departments'],
	])('that are all blank are skipped and counted: %j', async (blank, kind) => {
		const summary = summaryOf(await sync(world, 'apply', [...EVERYBODY, blank, blank], { missingUsers: 'delete' }));
		expect(summary.counts[kind]?.skipped).toBe(2);
		expect(summary).toMatchObject({ changes: [], converged: true });
	});

	it('that are blank are skipped by an import, too, and nothing is sent where there is nothing else', async () => {
		const run = async (rows: IDataObject[]) =>
			await world.run({ resource: 'organizationImport', operation: 'check' }, { items: rows.map((json) => ({ json })) });
		const row = {
			TempId: 'u',
			UserId: 'new',
			UserName: 'N',
			Email: 'n@example.com',
			DepartmentId: 'D1',
			EffectiveDateFrom: '2099-01-01',
		};
		expect((await run([row, { UserId: '', UserName: '' }])).items[0]?.json).toEqual({ valid: true, errors: [] });
		world.emulator.clearLog();
		expect(failureOf(await run([{ UserId: '', UserName: '' }])).message).toContain('No item has anything');
		expect(failureOf(await run([{ ...row, UserName: '#N/A' }])).message).toContain('#N/A');
		expect(world.emulator.calls).toEqual([]);
	});
});

it('takes a space for the separator of paths', async () => {
	const summary = summaryOf(
		await sync(world, 'plan', [{ UserId: 'hanako', DepartmentPath: 'Sales Asia' }], { options: { pathSeparator: ' ' } }),
	);
	expect(told(summary)).toEqual(['user hanako edited not done']);
	expect(summary.changes[0]?.fields.DepartmentId?.to).toBe('D2');
});

it("refuses departments that are each other's parent in words", async () => {
	const { emulator } = world;
	emulator.addOrganizationRecord('department', {
		DepartmentId: 'D1',
		DepartmentName: 'Sales',
		ParentDepartmentId: 'D2',
	});
	for (const more of [{}, DELETING]) {
		const message = await refusedSync(
			[{ DepartmentPath: 'Legal' }, ...EVERYBODY.map((row) => ({ ...row, DepartmentPath: 'Legal' }))],
			more,
		);
		expect(message).toMatch(/each other's parent: (?:Sales \(D1\), Asia \(D2\)|Asia \(D2\), Sales \(D1\))/);
	}
});
