import { parse } from 'csv-parse/sync';
import type { IDataObject } from 'n8n-workflow';
import { DEPARTMENT_COLUMNS, USER_COLUMNS } from '../../emulator';
import { leapOverPauses } from '../../support/engine/leapClock';
import { worldPerTest } from '../../support/engine/world';
import { failureOf, itemsOf, linesOf, rowsOf } from '../writes/support';
import { calledOf, departments, furnish, reservations, summaryOf, sync, syncing, TARO, told, users } from './support';
import { labelOf } from '../labels';

/** organization.sync against the emulated service: reads, plans, checks, imports, waits and reads again. */

leapOverPauses();
const world = worldPerTest();

beforeEach(() => furnish(world.emulator));

/** What a directory says: Taro has another name and department, Jiro is new, Hanako stays. */
const DIRECTORY: IDataObject[] = [
	{ UserId: 'taro', UserName: '高橋 太郎', DepartmentPath: 'Legal/Patents' },
	{ UserId: 'jiro', UserName: '山田 次郎', Email: 'jiro@example.com', DepartmentPath: 'Sales' },
	{ UserId: 'hanako' },
];

describe('a plan', () => {
	it('shows what would change, with two reads and nothing else', async () => {
		const before = new Map(world.emulator.organizationRecords('user'));
		const summary = summaryOf(await sync(world, 'plan', DIRECTORY));
		expect(calledOf(world.emulator)).toBe('E12 E11');
		expect(new Map(world.emulator.organizationRecords('user'))).toEqual(before);
		expect(summary).toMatchObject({
			mode: 'plan',
			counts: {
				users: { added: 1, edited: 1, deleted: 0, unchanged: 1, kept: 0, skipped: 0 },
				departments: { added: 1, edited: 0, deleted: 0, unchanged: 2, kept: 0, skipped: 0 },
			},
			kept: [],
			refusals: [],
			importIds: [],
			converged: null,
		});
		expect(told(summary)).toEqual([
			'department Legal/Patents added not done',
			'user jiro added not done',
			'user taro edited not done',
		]);
		expect(summary.changes[2]).toEqual({
			type: 'user',
			action: 'edited',
			key: 'taro',
			name: '高橋 太郎',
			id: TARO,
			fields: { DepartmentId: { from: 'D2', to: 'tempId:d1' }, UserName: { from: '髙橋 太郎', to: '高橋 太郎' } },
			done: false,
			message: 'Sales/Asia → Legal/Patents',
		});
		expect(summary.changes[1]).toMatchObject({ id: null, fields: { UserId: { from: null, to: 'jiro' } }, message: null });
	});

	it('gives one item for each change, paired with the items that ask for it', async () => {
		const rows = [...DIRECTORY.slice(1, 2), { UserId: 'hanako', DepartmentPath: 'Legal/Patents' }];
		const run = await sync(world, 'plan', rows, { output: 'changes', missingUsers: 'delete' });
		expect(run.items.map(({ json, pairedItem }) => [json.key, json.action, pairedItem])).toEqual([
			['Legal/Patents', 'added', [{ item: 1 }]],
			['jiro', 'added', [{ item: 0 }]],
			['hanako', 'edited', [{ item: 1 }]],
			['taro', 'deleted', [{ item: 0 }, { item: 1 }]],
		]);
	});

	it('gives no item where nothing changes, and the files as they are unless they are not wanted', async () => {
		expect((await sync(world, 'plan', [{ UserId: 'taro' }], { output: 'changes' })).items).toEqual([]);
		const { items } = await sync(world, 'plan', [{ UserId: 'taro' }]);
		const { usersBefore, departmentsBefore } = items[0]?.binary ?? {};
		expect([usersBefore?.fileName, usersBefore?.mimeType, departmentsBefore?.fileName]).toEqual([
			'users-before.csv',
			'text/csv',
			'departments-before.csv',
		]);
		const rows = parse(Buffer.from(usersBefore?.data ?? '', 'base64').toString()) as string[][];
		expect(rows.map((row) => row[3])).toEqual(['taro', 'hanako']);
		expect(
			(await sync(world, 'plan', [{ UserId: 'taro' }], { options: { includeBackup: false } })).items[0]?.binary,
		).toBeUndefined();
	});

	it('is refused with every reason at once, naming items and columns, before anything is written', async () => {
		for (const mode of ['plan', 'apply'] as const) {
			world.emulator.clearLog();
			const rows = [
				{ UserId: 'taro', Culture: 9 },
				{ UserId: 'jiro', DepartmentPath: 'Sales' },
			];
			const error = failureOf(await sync(world, mode, [...rows, { UserId: 'hanako', UserType: 0 }]));
			expect(error.name).toBe('NodeOperationError');
			expect(linesOf(error)).toEqual([
				'The items have 4 errors',
				expect.stringMatching(/^Item 0: Culture must be one of 0 \(Japanese\)/),
				'Item 1: User Name is empty; it is required',
				'Item 1: Email is empty; it is required',
				expect.stringMatching(/^Item 2: The user hanako is a system administrator/),
				'In a sheet with a row of headings, item 2 is row 4.',
			]);
			expect(error.description).toContain('Nothing was sent');
			expect(error.context?.parameter).toBe('Culture');
			expect(calledOf(world.emulator)).toBe('E12 E11');
		}
	});
});

describe('an apply', () => {
	it('makes the organization what the items say: check, import, wait, and another look', async () => {
		const summary = summaryOf(await sync(world, 'apply', DIRECTORY));
		expect(calledOf(world.emulator)).toBe('E12 E11 E14 E13 E15 E16 E12 E11');
		expect(told(summary)).toEqual(['department Legal/Patents added', 'user jiro added', 'user taro edited']);
		expect(summary).toMatchObject({ mode: 'apply', converged: true, importIds: [world.emulator.imports.list()[0]?.id] });
		const made = departments(world.emulator)['Legal/Patents'];
		expect(users(world.emulator)).toMatchObject({
			taro: {
				UserName: '高橋 太郎',
				DepartmentId: made,
				Email: 'taro@example.com',
				SubEmail: 'sub@example.com',
				Culture: '1',
				EffectiveDateFrom: '2020-04-01',
			},
			jiro: { DepartmentId: 'D1', Email: 'jiro@example.com' },
			hanako: { UserName: '田中 花子' },
		});
		// The ids that the service has generated stand in the changes.
		expect(summary.changes.map(({ id }) => id)).toEqual([made, users(world.emulator).jiro?.UserUuid, TARO]);
		expect(summary.changes[2]?.fields.DepartmentId).toEqual({ from: 'D2', to: made });
	});

	it('writes nothing a second time: two reads, and all is as it should be', async () => {
		await sync(world, 'apply', DIRECTORY);
		world.emulator.clearLog();
		const summary = summaryOf(await sync(world, 'apply', DIRECTORY));
		expect(calledOf(world.emulator)).toBe('E12 E11');
		expect(summary).toMatchObject({ changes: [], importIds: [], converged: true });
	});

	it('refers in a later job to what an earlier one has made', async () => {
		world.emulator.switches.deletionsJudged = 'before';
		const rows = [
			{ UserId: 'hanako' },
			{ UserId: 'taro', DeleteFlag: 1 },
			{ UserId: 'jiro', UserName: 'J', Email: 'taro@example.com', DepartmentPath: 'Legal/Patents' },
		];
		const summary = summaryOf(await sync(world, 'apply', rows));
		expect(summary.importIds).toHaveLength(2);
		const [, second] = reservations(world.emulator);
		const made = departments(world.emulator)['Legal/Patents'];
		expect(second && rowsOf(second, 'user')).toMatchObject([{ UserId: 'jiro', DepartmentId: made }]);
	});

	it('never goes on from an empty list of users, in which the owner of the key always is', async () => {
		const place = await world.another();
		for (const mode of ['plan', 'apply'] as const) {
			const error = failureOf(
				await sync(place, mode, [{ UserId: 'u', UserName: 'U', Email: 'u@example.com', DepartmentPath: 'A/B;C' }]),
			);
			expect([error.name, error.message]).toEqual(['NodeApiError', expect.stringContaining('no users')]);
		}
		expect(reservations(place.emulator)).toEqual([]);
	});

	it('says what did not take effect', async () => {
		world.emulator.switches.blankOnEdit = 'keeps';
		const rows = [
			{ UserId: 'taro', SubEmail: '', UserName: 'T' },
			{ UserId: 'hanako', UserName: 'H' },
		];
		const summary = summaryOf(await sync(world, 'apply', rows, { options: { blankCells: 'clear' } }));
		expect(told(summary)).toEqual(['user hanako edited', 'user taro edited not done']);
		expect(summary.changes[1]?.message).toBe(
			'The service imported the change, but it did not take effect: SubEmail is "sub@example.com"',
		);
		expect(summary.converged).toBe(false);
	});

	it('sends the encoding, delimiter and column orders that are set, and reads in them', async () => {
		world.emulator.switches.csvColumnOrder = 'reversed';
		world.emulator.switches.csvCharset = 'sjis';
		const reversed = (columns: ReadonlyArray<{ name: string }>) =>
			columns
				.map(({ name }) => name)
				.reverse()
				.join(', ');
		const options = {
			encoding: 'sjis',
			delimiter: 'tab',
			userColumnOrder: reversed(USER_COLUMNS),
			departmentColumnOrder: reversed(DEPARTMENT_COLUMNS),
		};
		const summary = summaryOf(await sync(world, 'apply', DIRECTORY, { options }));
		expect(summary.converged).toBe(true);
		const [call] = reservations(world.emulator);
		expect(call?.query).toEqual(
			expect.arrayContaining([
				['encoding', 'sjis'],
				['delimiter', 'tab'],
			]),
		);
		expect(users(world.emulator).taro?.UserName).toBe('高橋 太郎');
	});
});

it('takes a user with UserType "01" for a system administrator', async () => {
	world.emulator.addOrganizationRecord('user', { ...users(world.emulator).hanako, UserType: '01' });
	const leaver = await sync(world, 'plan', [{ UserId: 'taro' }], { missingUsers: 'delete' });
	expect(summaryOf(leaver).kept).toEqual([
		{ type: 'user', key: 'hanako', name: '田中 花子', reason: expect.stringContaining('administrator') },
	]);
	expect(failureOf(await sync(world, 'plan', [{ UserId: 'hanako', UserType: 0 }])).message).toMatch(
		/^Item 0: The user hanako is a system administrator/,
	);
	expect(told(summaryOf(await sync(world, 'plan', [{ UserId: 'hanako', UserType: 1 }])))).toEqual([]);
});

describe('what an item is', () => {
	it('is told by its columns: a place and nothing of a user is a department', async () => {
		const rows = [
			{ DepartmentPath: 'New' },
			{ DepartmentId: 'D3', Order: 4 },
			{ DepartmentPath: 'Sales', UserId: '', UserName: null, DepartmentNamePhonetic: 's' },
			{ UserId: 'taro' },
		];
		const summary = summaryOf(await sync(world, 'plan', rows));
		expect(told(summary)).toEqual([
			'department New added not done',
			'department Legal edited not done',
			'department Sales edited not done',
		]);
	});

	it('is refused where nothing tells it, with the slip that may be the reason', async () => {
		expect(failureOf(await sync(world, 'plan', [{ userid: 'taro' }])).message).toMatch(
			/^The columns of item 0 do not show .*"userid" is not a column: write "UserId"/,
		);
		// Taken for a department, it would delete one.
		expect(
			failureOf(await sync(world, 'apply', [{ userid: 'taro', DepartmentId: 'D2', DeleteFlag: 1 }])).message,
		).toMatch(/"userid" is not a column: write "UserId"/);
		expect(failureOf(await sync(world, 'plan', [{ a: 1 }])).message).toMatch(/^The columns of item 0 do not show/);
		expect(world.emulator.calls).toEqual([]);
	});
});

describe('parameters', () => {
	it.each([
		[{ options: { maxDeletions: -1 } }, 'maxDeletions'],
		[{ options: { pathSeparator: ' ; ' } }, 'pathSeparator'],
		[{ options: { protectedUserIds: 'hanako taro' } }, 'protectedUserIds'],
		[{ options: { protectedUserIds: '={{ undefined }}' } }, 'protectedUserIds'],
		[{ options: { userColumnOrder: 'UserId' } }, 'userColumnOrder'],
	])('%j is refused before any call, and named', async (parameters, name) => {
		const error = failureOf(
			await world.run({ ...syncing('apply'), ...parameters } as never, { items: itemsOf({ UserId: 'taro' }) }),
		);
		expect([error.name, error.context?.parameter]).toEqual(['NodeOperationError', name]);
		expect(error.message).toContain(labelOf({ resource: 'organization', operation: 'sync' }, name));
		expect(world.emulator.calls).toEqual([]);
	});

	it('that expressions give as texts are taken', async () => {
		const options = {
			maxDeletions: '={{ "1" }}',
			includeAdministrators: '={{ "TRUE" }}',
			protectedUserIds: '={{ ["taro"] }}',
		};
		const { kept, refusals } = summaryOf(
			await sync(
				world,
				'plan',
				[
					{ UserId: 'jiro', DeleteFlag: 1 },
					{ DepartmentPath: 'Sales', DeleteFlag: 'false' },
				],
				{ missingUsers: 'delete', options },
			),
		);
		expect(kept.map(({ key }) => key)).toEqual(['taro']);
		expect(refusals).toEqual([]);
	});

	it('that were added and left empty say nothing', async () => {
		const options = { protectedUserIds: '', pathSeparator: '', userColumnOrder: '' };
		expect(
			told(summaryOf(await sync(world, 'plan', [{ UserId: 'taro', DepartmentPath: 'Sales/Asia' }], { options }))),
		).toEqual([]);
	});

	it.each(['hanako\ntaro', 'taro;hanako'])('protect each of the users that %j names', async (protectedUserIds) => {
		const { kept } = summaryOf(
			await sync(world, 'plan', [{ UserId: 'jiro', DeleteFlag: 1 }], {
				missingUsers: 'delete',
				options: { protectedUserIds },
			}),
		);
		expect(kept.map(({ key }) => key)).toEqual(['hanako', 'taro']);
	});

	it('are paths that came as a list in one text', async () => {
		const planned = async (DepartmentPath: unknown) =>
			summaryOf(await sync(world, 'plan', [{ UserId: 'taro', DepartmentPath } as never]));
		expect(await planned('["Sales", "Legal"]')).toEqual(await planned(['Sales', 'Legal']));
	});
});

it('gives one error item, linked to all input items, with Continue On Fail', async () => {
	const { items, error } = await sync(
		world,
		'apply',
		[{ UserId: 'taro', Culture: 9 }, { UserId: 'hanako' }],
		{},
		{ onError: 'continueRegularOutput' },
	);
	expect(error).toBeUndefined();
	expect(items).toEqual([
		{
			json: { error: expect.stringContaining('Item 0: Culture must be one of') },
			pairedItem: [{ item: 0 }, { item: 1 }],
		},
	]);
});

it('makes no departments a second time where the service gives an empty list of them, but users who are in them', async () => {
	for (const mode of ['plan', 'apply'] as const) {
		world.emulator.faults.add({ kind: 'status', endpoint: 'E12', status: 200, body: '', times: 1 });
		const error = failureOf(await sync(world, mode, DIRECTORY));
		expect([error.name, error.message]).toEqual([
			'NodeApiError',
			'The service shows users in departments, but no departments',
		]);
	}
	expect(reservations(world.emulator)).toEqual([]);
});
