import { parse } from 'csv-parse/sync';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { fieldNames } from '../../../nodes/shared';
import { callsOf, failureOf, linesOf, mappedRows, rowsOf } from '../writes/support';
import { calledOf, departments, syncedCompany, TARO, told, users } from './support';

/** organization.sync against the emulated service: reads, plans, checks, imports, waits and reads again. */

const { world, run, plan, apply, refusal } = syncedCompany();

/** What a directory says: Taro has another name and department, Jiro is new, Hanako stays. */
const DIRECTORY: IDataObject[] = [
	{ UserId: 'taro', UserName: '高橋 太郎', DepartmentPath: 'Legal/Patents' },
	{ UserId: 'jiro', UserName: '山', AlternativeName: 'tempId:d1', Email: 'jiro@example.com', DepartmentPath: 'Sales' },
	{ UserId: 'hanako' },
];

/** The only user who is left, and what becomes of Taro. */
const LEAVING = [{ UserId: 'hanako' }];
const LIMITED: INodeParameters = { missingUsers: 'delete', options: { maxDeletions: 0 } };
const BEYOND = 'The plan would delete 1 record; Max Deletions allows 0';

describe('a plan', () => {
	it('shows what would change, with two reads and nothing else', async () => {
		const summary = await plan(DIRECTORY);
		expect(calledOf(world.emulator)).toBe('E12 E11');
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
		const shown = ['department Legal/Patents added', 'user jiro added', 'user taro edited'];
		expect(told(summary)).toEqual(shown);
	});

	it('can be judged on one screen: what a person looks for first, places as paths, and nothing is done or not done', async () => {
		const { changes } = await plan(DIRECTORY);
		const [made, added, edited] = changes;
		// The order of the keys, too.
		expect(JSON.stringify(edited)).toBe(
			JSON.stringify({
				type: 'user',
				action: 'edited',
				key: 'taro',
				name: '高橋 太郎',
				message: 'from Sales/Asia to Legal/Patents',
				fields: {
					DepartmentPath: { from: 'Sales/Asia', to: 'Legal/Patents' },
					DepartmentId: { from: 'D2', to: 'tempId:d1' },
					UserName: { from: '髙橋 太郎', to: '高橋 太郎' },
				},
				done: null,
				id: TARO,
			}),
		);
		expect(added).toMatchObject({
			message: 'into Sales',
			fields: { DepartmentPath: { from: null, to: 'Sales' }, UserId: { from: null, to: 'jiro' } },
			done: null,
			id: null,
		});
		expect(made).toMatchObject({
			message: 'into Legal',
			fields: { DepartmentPath: { from: null, to: 'Legal/Patents' }, ParentDepartmentId: { from: null, to: 'D3' } },
		});
	});

	it('gives one item for each change, paired with the items that ask for it', async () => {
		const rows = [...DIRECTORY.slice(1, 2), { UserId: 'hanako', DepartmentPath: 'Legal/Patents' }];
		const { items } = await run('plan', rows, { output: 'changes', missingUsers: 'delete' });
		expect(items.map(({ json, pairedItem }) => [json.key, json.action, pairedItem])).toEqual([
			['Legal/Patents', 'added', [{ item: 1 }]],
			['jiro', 'added', [{ item: 0 }]],
			['hanako', 'edited', [{ item: 1 }]],
			['taro', 'deleted', [{ item: 0 }, { item: 1 }]],
		]);
		expect((await run('plan', [{ UserId: 'taro' }], { output: 'changes' })).items).toEqual([]);
	});

	it('has the files as they are, unless they are not wanted', async () => {
		const [{ binary } = {}] = (await run('plan', LEAVING)).items;
		const { usersBefore, departmentsBefore } = binary ?? {};
		const named = { fileName: 'users-before.csv', mimeType: 'text/csv' };
		expect([usersBefore, departmentsBefore]).toMatchObject([named, { fileName: 'departments-before.csv' }]);
		const rows = parse(Buffer.from(usersBefore?.data ?? '', 'base64').toString()) as string[][];
		expect(rows.map((row) => row[3])).toEqual(['taro', 'hanako']);
		const [{ binary: none } = {}] = (await run('plan', LEAVING, { options: { includeBackup: false } })).items;
		expect(none).toBeUndefined();
	});

	it('that would delete a person and add them again says so, and an apply refuses it', async () => {
		const married = { UserId: 'taro', UserName: 'T', Email: 'suzuki@example.com', DepartmentPath: 'Legal' };
		const rows = [{ UserId: 'hanako', Email: 'hanako@example.com' }, married];
		const byEmail: INodeParameters = { matchUsersBy: 'Email', missingUsers: 'delete' };
		const { refusals, changes } = await plan(rows, byEmail);
		expect([refusals.length, changes.length]).toEqual([1, 2]);
		const error = await refusal(rows, byEmail);
		expect([error.context?.parameter, ...linesOf(error)]).toEqual([
			'Email',
			expect.stringContaining('seems to be one who would be deleted'),
			expect.stringMatching(/^user taro T has the User ID of user taro/),
		]);
	});

	it('that breaks a limit shows its changes all the same, and says why an apply is refused', async () => {
		const summary = await plan(LEAVING, LIMITED);
		expect([told(summary), summary.refusals]).toEqual([['user taro deleted'], [BEYOND]]);
		const { items } = await run('plan', LEAVING, { ...LIMITED, output: 'changes' });
		expect(items.map(({ json }) => json.message)).toEqual([`Apply would refuse this: ${BEYOND}`]);
		const error = await refusal(LEAVING, LIMITED);
		expect([linesOf(error), error.context?.parameter]).toEqual([[BEYOND, 'user taro 髙橋 太郎'], 'maxDeletions']);
		const several = { missingUsers: 'delete', options: { maxDeletions: 0, maxChanges: 1 } };
		expect(linesOf(await refusal([{ UserId: 'hanako', UserName: 'H' }], several))).toEqual([
			'The plan breaks 2 limits',
			`${BEYOND}:`,
			'user taro 髙橋 太郎',
			'The plan would change 2 records; Max Changes allows 1:',
			'user hanako H',
			'user taro 髙橋 太郎',
		]);
	});
});

describe('an apply', () => {
	it('makes the organization what the items say: check, import, wait, and another look', async () => {
		const summary = await apply(DIRECTORY);
		expect(calledOf(world.emulator)).toBe('E12 E11 E14 E13 E15 E16 E12 E11');
		expect(told(summary)).toEqual(['department Legal/Patents added', 'user jiro added', 'user taro edited']);
		expect(summary).toMatchObject({ mode: 'apply', converged: true, importIds: [world.emulator.imports.list()[0]?.id] });
		const made = departments(world.emulator).Patents;
		const rest = {
			Email: 'taro@example.com',
			SubEmail: 'sub@example.com',
			Culture: '1',
			EffectiveDateFrom: '2020-04-01',
		};
		expect(users(world.emulator)).toMatchObject({
			taro: { UserName: '高橋 太郎', DepartmentId: made, ...rest },
			jiro: { DepartmentId: 'D1', Email: 'jiro@example.com' },
			hanako: { UserName: '田中 花子' },
		});
		// The ids that the service has generated stand in the changes.
		expect(summary.changes.map(({ id }) => id)).toEqual([made, users(world.emulator).jiro?.UserUuid, TARO]);
		expect(summary.changes[2]?.fields.DepartmentId).toEqual({ from: 'D2', to: made });
		// Of an edit, what a blank leaves alone is not sent.
		const [call] = callsOf(world.emulator, 'E13');
		const [, edited = {}] = call ? rowsOf(call, 'user') : [];
		expect(Object.keys(edited)).toEqual(['UserUuid', 'DepartmentId', 'UserId', 'UserName', 'Email', 'SubEmail']);
		// A name that only looks like a reference stays one.
		expect(summary.changes[1]?.fields.AlternativeName?.to).toBe('tempId:d1');
		// Nothing is written a second time.
		world.emulator.clearLog();
		expect(await apply(DIRECTORY)).toMatchObject({ changes: [], importIds: [], converged: true });
		expect(calledOf(world.emulator)).toBe('E12 E11');
	});

	it('refers in a later import to what an earlier one has made', async () => {
		world.emulator.switches.deletionsJudged = 'before';
		const jiro = { UserId: 'jiro', UserName: 'J', Email: 'taro@example.com', DepartmentPath: 'Legal/Patents' };
		const { importIds } = await apply([{ UserId: 'hanako' }, { UserId: 'taro', DeleteFlag: 1 }, jiro]);
		expect(importIds).toHaveLength(2);
		const [, second] = callsOf(world.emulator, 'E13');
		const made = departments(world.emulator).Patents;
		expect(second && rowsOf(second, 'user')).toMatchObject([{ UserId: 'jiro', DepartmentId: made }]);
	});

	it('says what did not take effect', async () => {
		world.emulator.switches.blankOnEdit = 'keeps';
		const rows = [
			{ UserId: 'taro', SubEmail: '', UserName: 'T' },
			{ UserId: 'hanako', UserName: 'H' },
		];
		const summary = await apply(rows, { options: { blankCells: 'clear' } });
		expect(told(summary)).toEqual(['user hanako edited', 'user taro edited not done']);
		expect(summary.changes[1]?.message).toBe(
			'The service imported the change, but it did not take effect: SubEmail is "sub@example.com"',
		);
		expect(summary.converged).toBe(false);
	});

	it('sends the encoding, delimiter and column orders that are set, and reads in them', async () => {
		world.emulator.switches.csvColumnOrder = 'reversed';
		world.emulator.switches.csvCharset = 'sjis';
		const reversed = (kind: 'user' | 'department') => fieldNames(kind).reverse().join(', ');
		const orders = { userColumnOrder: reversed('user'), departmentColumnOrder: reversed('department') };
		const { converged } = await apply(DIRECTORY, { options: { encoding: 'sjis', delimiter: 'tab', ...orders } });
		expect(converged).toBe(true);
		const [call] = callsOf(world.emulator, 'E13');
		expect(Object.fromEntries(call?.query ?? [])).toEqual({ encoding: 'sjis', delimiter: 'tab' });
		expect(users(world.emulator).taro?.UserName).toBe('高橋 太郎');
	});
});

describe.each(['plan', 'apply'] as const)('in mode %s', (mode) => {
	it('is refused with every reason at once, naming items and columns, before anything is written', async () => {
		const rows = [
			{ UserId: 'taro', Culture: 9 },
			{ UserId: 'jiro', DepartmentPath: 'Sales' },
			{ UserId: 'hanako', UserType: 0 },
		];
		const error = failureOf(await run(mode, rows));
		expect([error.name, error.context?.parameter]).toEqual(['NodeOperationError', 'Culture']);
		expect(linesOf(error)).toEqual([
			'The items have 4 errors',
			expect.stringMatching(/^Item 0: Culture must be one of 0 \(Japanese\)/),
			'Item 1: User Name is required, but empty',
			'Item 1: Email is required, but empty',
			expect.stringMatching(/^Item 2: The user hanako is a system administrator/),
			'In a sheet with a row of headings, item 2 is row 4.',
		]);
		expect(error.description).toContain('Nothing was sent');
		expect(calledOf(world.emulator)).toBe('E12 E11');
	});

	it.each([
		['users, in which the user of the key always is', 'E11', /^The service shows no users/],
		['departments, although users are in some', 'E12', /^The service shows users in departments, but no departments$/],
	] as const)('never goes on from an empty list of %s', async (_name, endpoint, message) => {
		world.emulator.faults.add({ kind: 'status', endpoint, status: 200, body: '', times: 1 });
		const error = failureOf(await run(mode, DIRECTORY));
		expect([error.name, error.message]).toEqual(['NodeApiError', expect.stringMatching(message)]);
		expect(calledOf(world.emulator)).toBe('E12 E11');
	});
});

it('gives one error item, linked to all input items, with Continue On Fail', async () => {
	const rows = [{ UserId: 'taro', Culture: 9 }, { UserId: 'hanako' }];
	const { items, error } = await run('apply', rows, {}, { onError: 'continueRegularOutput' });
	expect(error).toBeUndefined();
	const json = { error: expect.stringContaining('Item 0: Culture must be one of') };
	expect(items).toEqual([{ json, pairedItem: [{ item: 0 }, { item: 1 }] }]);
});

describe('an item', () => {
	it('with a place and nothing of a user is a department', async () => {
		const rows = [
			{ DepartmentPath: 'New' },
			{ DepartmentId: 'D3', Order: 4 },
			{ DepartmentPath: 'Sales', UserId: '', UserName: null, DepartmentNamePhonetic: 's' },
			{ UserId: 'taro' },
		];
		const shown = ['department New added', 'department Legal edited', 'department Sales edited'];
		expect(told(await plan(rows))).toEqual(shown);
	});

	it.each([
		[{ userid: 'taro' }, /^The columns of item 0 do not show .*"userid" is not a column name, but looks like "UserId"/],
		// Taken for a department, it would delete one.
		[{ userid: 'taro', DepartmentId: 'D2', DeleteFlag: 1 }, /"userid" is not a column name, but looks like "UserId"/],
		[{ a: 1 }, /^The columns of item 0 do not show/],
	])(
		'is refused before any call where nothing tells what it is, with the slip: %j',
		async (row: IDataObject, message) => {
			expect((await refusal([row])).message).toMatch(message);
			expect(world.emulator.calls).toEqual([]);
		},
	);

	it.each(['\u200btaro\u00a0', ' taro '])('with a key that is the same finds its user: %j', async (UserId) => {
		expect(told(await apply([{ UserId, UserName: 'T', DepartmentPath: ' Legal\u200b ' }]))).toEqual(['user taro edited']);
		expect(users(world.emulator).taro).toMatchObject({ UserId: 'taro', DepartmentId: 'D3' });
	});

	it.each([
		[{ UserId: 'ＴＡＲＯ', UserName: 'X', Email: 'x@example.com', DepartmentPath: 'Legal' }, '"taro"'],
		[{ UserId: 'TARO', DeleteFlag: 1 }, '"taro"'],
		[{ UserId: 'taro', DepartmentPath: 'sales / ASIA' }, '"Sales/Asia"'],
		[{ DepartmentPath: 'LEGAL', DeleteFlag: 1 }, '"Legal"'],
		[{ DepartmentId: 'd3', DeleteFlag: 1 }, '"D3"'],
		[{ UserId: 'taro', SubEmail: '#N/A' }, 'Sub Email is #N/A'],
		[{ UserId: '', user_name: 'Taro' }, '"user_name" is not a column name, but looks like "UserName"'],
		[{ UserId: 'taro', DepartmentPath: 'Loading...' }, 'Department Path is Loading...'],
	])('that a spreadsheet has damaged is refused: %j', async (row: IDataObject, said) => {
		const error = await refusal([row, { UserId: 'hanako' }], { missingUsers: 'delete' });
		expect(linesOf(error).join()).toContain(said);
	});

	it.each<[IDataObject, 'users' | 'departments']>([
		[{ UserId: '', UserName: null, DepartmentPath: ' ' }, 'users'],
		[{ UserId: '\u200b', row_number: 7 }, 'users'],
		[{ UserId: '\u3164', UserName: '\u00ad', Email: '\u2800', DepartmentPath: '\ufe0f' }, 'users'],
		[{ row_number: 7 }, 'users'],
		[{ DepartmentPath: '', DepartmentNamePhonetic: '' }, 'departments'],
		[{ DepartmentPath: '\u115f', DepartmentNamePhonetic: '\u200b' }, 'departments'],
	])('that is all blank is skipped and counted: %j', async (blank, kind) => {
		const summary = await apply([{ UserId: 'taro' }, blank, { UserId: 'hanako' }, blank], { missingUsers: 'delete' });
		expect(summary).toMatchObject({ counts: { [kind]: { skipped: 2 } }, changes: [], converged: true });
	});
});

it.each(['\u200b', '\u00ad', '\u3164', '\u2800', '\u{e0100}', '\u2028 \u0085'])(
	'takes a cell that shows nothing for a blank one: %j',
	async (nothing) => {
		const rows = [
			{ UserId: 'taro', UserName: nothing, Email: nothing, SubEmail: nothing, DepartmentPath: nothing, Culture: nothing },
			{ UserId: 'hanako', DepartmentPath: ['Legal', nothing], EffectiveDateFrom: nothing },
		];
		expect(told(await plan(rows))).toEqual([]);
		expect((await refusal([{ UserId: 'hanako', DepartmentPath: `Legal/${nothing}/X` }])).message).toContain('blank name');
		const newcomer = { UserId: 'jiro', UserName: nothing, Email: 'jiro@example.com', DepartmentPath: 'Legal' };
		expect((await refusal([newcomer])).message).toContain('User Name is required, but empty');
	},
);

describe('rows that are mapped', () => {
	it('never empty what an empty cell is mapped to, whatever Blank Cells says', async () => {
		const clearing = { options: { blankCells: 'clear' } };
		const value = { Email: '={{ $json.mail }}', UserName: '={{ $json.name.full }}', SubEmail: '={{ $json.other }}' };
		const row = { mail: 'taro@example.com', name: { full: 'Taro T' }, other: '' };
		await apply([row], { ...mappedRows(value), ...clearing, matchUsersBy: 'Email' });
		expect(users(world.emulator).taro).toMatchObject({ UserName: 'Taro T', SubEmail: 'sub@example.com' });
		await apply([{ UserId: 'taro', UserName: 'T', SubEmail: '' }], { ...mappedRows(null), ...clearing });
		expect(users(world.emulator).taro).toMatchObject({ UserName: 'T', SubEmail: 'sub@example.com' });
		await apply([{ UserId: 'taro', SubEmail: '' }], clearing);
		expect(users(world.emulator).taro?.SubEmail).toBe('');
	});

	it('are refused by their items, once where a whole column is not mapped', async () => {
		const rows = Array.from({ length: 14 }, (_, number) => (number === 3 ? { login: 'taro' } : { name: `No ${number}` }));
		const error = await refusal(rows, { ...mappedRows({ UserId: '={{ $json.login }}' }), recordType: 'user' });
		expect(error.message).toBe('Items 0-2, 4-13: User ID is empty. Map a column to it, or fill the cell');
		expect(error.context).not.toMatchObject({ itemIndex: expect.anything() });
		const one = await refusal(rows.slice(2, 4), { ...mappedRows({ UserId: '={{ $json.login }}' }), recordType: 'user' });
		expect([one.message, one.context?.itemIndex]).toEqual([expect.stringMatching(/^Item 0: User ID is empty/), 0]);
	});
});

describe('parameters', () => {
	it.each([
		[{ maxDeletions: -1 }, 'maxDeletions'],
		[{ pathSeparator: ' ; ' }, 'pathSeparator'],
		[{ protectedUserIds: 'hanako taro' }, 'protectedUserIds'],
		[{ protectedUserIds: '={{ undefined }}' }, 'protectedUserIds'],
		[{ protectedUserIds: '[123]' }, 'protectedUserIds'],
		[{ userColumnOrder: 'UserId' }, 'userColumnOrder'],
	])('%j are refused before any call, and named', async (options: INodeParameters, name) => {
		const error = await refusal([{ UserId: 'taro' }], { options });
		expect([error.name, error.context?.parameter]).toEqual(['NodeOperationError', name]);
		// By its label.
		expect(error.message).not.toContain(name);
		expect(world.emulator.calls).toEqual([]);
	});

	it.each(['hanako\ntaro', 'taro;hanako', '={{ ["taro", "hanako"] }}', '[\n"taro",\n"hanako"\n]'])(
		'protect each of the users that %j names',
		async (protectedUserIds) => {
			// Expressions may give texts.
			const options = { protectedUserIds, includeAdministrators: '={{ "TRUE" }}', maxDeletions: '={{ "0" }}' };
			const { kept } = await plan([{ UserId: 'jiro', DeleteFlag: 1 }], { missingUsers: 'delete', options });
			expect(kept.map(({ key, reason }) => `${key} ${reason}`)).toEqual([
				'hanako is one of the Protected User IDs',
				'taro is one of the Protected User IDs',
			]);
		},
	);

	it.each([
		[{ protectedUserIds: '', pathSeparator: '', userColumnOrder: '' }, 'Sales/Asia'],
		[{ pathSeparator: ' ' }, 'Sales Asia'],
		['={{ ({ pathSeparator: " " }) }}', 'Sales Asia'],
		['={{ ({ pathSeparator: undefined }) }}', 'Sales/Asia'],
		[{ pathSeparator: ' > ' }, '["Sales > Asia"]'],
	])('%j separate the names of %s', async (options: INodeParameters | string, DepartmentPath) => {
		expect(told(await plan([{ UserId: 'taro', DepartmentPath }], { options }))).toEqual([]);
	});
});

it("refuses departments that are each other's parent in words", async () => {
	const department = { DepartmentId: 'D1', DepartmentName: 'Sales', ParentDepartmentId: 'D2' };
	world.emulator.addOrganizationRecord('department', department);
	const { message } = await refusal([{ DepartmentPath: 'Legal' }, { UserId: 'taro', DepartmentPath: 'Legal' }]);
	expect(message).toMatch(/(?:Sales \(D1\), Asia \(D2\)|Asia \(D2\), Sales \(D1\)) are each other's parent/);
});
