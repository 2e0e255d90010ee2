import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { fieldNames } from '../../../nodes/shared';
import { callsOf, failureOf, itemsOf, linesOf, partsOf } from '../writes/support';
import { calledOf, departments, summaryOf, syncedCompany, syncing, told, users } from './support';

/** Each switch and each limit of the sync, by its label: the effect of its default, and of every other value. */

const { world, run, plan, apply, refusal } = syncedCompany();

const TARO_STAYS = { UserId: 'taro' };
const HANAKO_STAYS = { UserId: 'hanako' };

const withOptions = (options: INodeParameters): INodeParameters => ({ options });

/** The names of users in the service, in their order. */
const usersLeft = () => Object.keys(users(world.emulator)).sort();

/** The keys of users who were kept, and why. */
const keptOf = ({ kept }: { readonly kept: readonly IDataObject[] }) =>
	kept.map(({ key, reason }) => `${String(key)} ${String(reason)}`);

/** So many more users, whom no item names. */
function addUsers(count: number): void {
	for (let number = 1; number <= count; number += 1) {
		const UserId = `more${number}`;
		const own = { UserId, UserName: UserId, Email: `${UserId}@example.com`, EffectiveDateFrom: '2020-04-01' };
		world.emulator.addOrganizationRecord('user', { ...own, DepartmentId: 'D1' });
	}
}

describe('Mode', () => {
	const rows = [{ UserId: 'taro', UserName: 'T' }];
	const before = '髙橋 太郎';

	it('writes nothing unless it is Apply', async () => {
		const { mode, ...byDefault } = syncing('plan');
		expect(mode).toBe('plan');
		for (const parameters of [byDefault, syncing('plan')]) {
			const summary = summaryOf(await world.run(parameters, { items: itemsOf(...rows) }));
			expect(told(summary)).toEqual(['user taro edited']);
			expect(summary.changes.map(({ done }) => done)).toEqual([null]);
		}
		expect(calledOf(world.emulator)).toBe('E12 E11 E12 E11');
		expect(users(world.emulator).taro?.UserName).toBe(before);
	});

	it('makes the changes when it is Apply', async () => {
		expect((await apply(rows)).changes.map(({ done }) => done)).toEqual([true]);
		expect(users(world.emulator).taro?.UserName).toBe('T');
	});
});

describe('Missing Users', () => {
	it('keeps users whom no item names, unless it is Delete', async () => {
		for (const more of [{}, { missingUsers: 'keep' }]) {
			expect((await apply([HANAKO_STAYS], { missingDepartments: 'keep', ...more })).changes).toEqual([]);
		}
		expect(usersLeft()).toEqual(['hanako', 'taro']);
	});

	it('deletes them when it is Delete, and no department', async () => {
		expect(told(await apply([HANAKO_STAYS], { missingUsers: 'delete' }))).toEqual(['user taro deleted']);
		expect(usersLeft()).toEqual(['hanako']);
		expect(Object.keys(departments(world.emulator))).toHaveLength(3);
	});
});

describe('Missing Departments', () => {
	const rows = [{ DepartmentPath: 'Sales' }, { UserId: 'taro', DepartmentPath: 'Legal' }];

	it('keeps departments that no item names, unless it is Delete', async () => {
		for (const more of [{}, { missingDepartments: 'keep' }]) {
			await apply(rows, more);
			expect(departments(world.emulator)).toHaveProperty('Asia');
		}
	});

	it('deletes them when it is Delete, and no user', async () => {
		const deleting = { missingDepartments: 'delete' };
		expect(told(await apply(rows, deleting))).toEqual(['department Sales/Asia deleted', 'user taro edited']);
		expect(Object.keys(departments(world.emulator)).sort()).toEqual(['Legal', 'Sales']);
		expect(usersLeft()).toEqual(['hanako', 'taro']);
	});
});

describe('Match Users By', () => {
	const rows = [{ Email: 'TARO@example.com', UserName: 'T' }];

	it('finds users by their User ID, and by nothing else, unless it is Email', async () => {
		for (const more of [{}, { matchUsersBy: 'UserId' }]) {
			const error = await refusal(rows, more);
			expect([error.message, error.context?.parameter]).toEqual([expect.stringContaining('User ID is empty'), 'UserId']);
		}
	});

	it('finds them by their address in any case when it is Email', async () => {
		expect(told(await apply(rows, { matchUsersBy: 'Email' }))).toEqual(['user taro@example.com edited']);
		expect(users(world.emulator).taro).toMatchObject({ UserName: 'T', Email: 'taro@example.com' });
	});
});

describe('Create Missing Departments', () => {
	const rows = [{ UserId: 'taro', DepartmentPath: 'Legal/Patents' }];

	it('makes the departments in the paths of users, unless it is off', async () => {
		await apply(rows);
		expect(users(world.emulator).taro?.DepartmentId).toBe(departments(world.emulator).Patents);
	});

	it('refuses such a path when it is off, and names the option', async () => {
		const error = await refusal(rows, withOptions({ createMissingDepartments: false }));
		expect(error.message).toMatch(/"Legal\/Patents" .*Create Missing Departments is off/);
		expect(departments(world.emulator)).not.toHaveProperty('Patents');
	});
});

describe('Path Separator', () => {
	const rows = [{ UserId: 'taro', DepartmentPath: 'Legal>Patents/EU' }];

	it('parts the names of a path at a slash, unless it is another text', async () => {
		expect(told(await plan(rows))).toEqual([
			'department Legal>Patents added',
			'department Legal>Patents/EU added',
			'user taro edited',
		]);
	});

	it('parts them at that text', async () => {
		const summary = await plan(rows, withOptions({ pathSeparator: '>' }));
		expect(told(summary)).toEqual(['department Legal>Patents/EU added', 'user taro edited']);
		expect(summary.changes[0]).toMatchObject({ name: 'Patents/EU', message: 'into Legal' });
	});
});

describe('Blank Cells', () => {
	const rows = [{ UserId: 'taro', SubEmail: '' }];

	it('leaves a column with a blank cell as it is, unless it is Clear', async () => {
		for (const more of [{}, withOptions({ blankCells: 'keep' })]) expect((await apply(rows, more)).changes).toEqual([]);
		expect(users(world.emulator).taro?.SubEmail).toBe('sub@example.com');
	});

	it('clears the column when it is Clear', async () => {
		expect(told(await apply(rows, withOptions({ blankCells: 'clear' })))).toEqual(['user taro edited']);
		expect(users(world.emulator).taro?.SubEmail).toBe('');
	});
});

describe('Max Deletions', () => {
	const deleting = (options: INodeParameters = {}) => ({ missingUsers: 'delete', ...withOptions(options) });
	const rows = [HANAKO_STAYS, TARO_STAYS];

	it('allows 10 deletions, and not 11, unless it is another number', async () => {
		addUsers(10);
		expect((await plan(rows, deleting())).refusals).toEqual([]);
		expect((await plan([HANAKO_STAYS], deleting())).refusals).toHaveLength(1);
		const error = await refusal([HANAKO_STAYS], deleting());
		expect([error.context?.parameter, linesOf(error)]).toEqual(['maxDeletions', expect.any(Array)]);
		expect(linesOf(error)).toHaveLength(12);
		expect(usersLeft()).toHaveLength(12);
	});

	it('allows as many as it says, and none when it is 0', async () => {
		addUsers(10);
		expect((await refusal([HANAKO_STAYS], deleting({ maxDeletions: 0 }))).context?.parameter).toBe('maxDeletions');
		await apply([HANAKO_STAYS], deleting({ maxDeletions: 11 }));
		expect(usersLeft()).toEqual(['hanako']);
	});

	it('counts users and departments together', async () => {
		const both = { ...deleting({ maxDeletions: 1 }), missingDepartments: 'delete' };
		const paths = ['Sales', 'Legal'].map((DepartmentPath) => ({ DepartmentPath }));
		const error = await refusal([HANAKO_STAYS, ...paths], both);
		expect(linesOf(error)).toEqual([
			expect.stringContaining('delete 2 records'),
			expect.stringMatching(/^department D2/),
			expect.stringMatching(/^user taro/),
		]);
	});
});

describe('Max Changes', () => {
	const rows = [
		{ UserId: 'taro', UserName: 'T' },
		{ UserId: 'hanako', UserName: 'H' },
	];

	it.each([[{}], [{ maxChanges: 0 }], [{ maxChanges: 2 }]])(
		'sets no limit that two changes break: %j',
		async (options) => {
			expect((await apply(rows, withOptions(options))).converged).toBe(true);
		},
	);

	it('refuses more changes than it says', async () => {
		const error = await refusal(rows, withOptions({ maxChanges: 1 }));
		expect([error.context?.parameter, linesOf(error)]).toEqual([
			'maxChanges',
			[expect.stringContaining('change 2 records'), 'user hanako H', 'user taro T'],
		]);
	});
});

describe('Protected User IDs', () => {
	const guarding = (protectedUserIds: string) => ({ missingUsers: 'delete', ...withOptions({ protectedUserIds }) });

	it('keeps a missing user whom it names, and says why', async () => {
		addUsers(1);
		const summary = await apply([HANAKO_STAYS], guarding('taro'));
		expect([told(summary), keptOf(summary)]).toEqual([
			['user more1 deleted'],
			[expect.stringMatching(/^taro .*Protected User IDs/)],
		]);
		expect(usersLeft()).toEqual(['hanako', 'taro']);
	});

	it('refuses an item that deletes a user whom it names, and no other', async () => {
		addUsers(1);
		const deleting = (UserId: string) => [HANAKO_STAYS, { UserId, DeleteFlag: 1 }];
		const options = withOptions({ protectedUserIds: 'taro' });
		expect((await refusal(deleting('taro'), options)).message).toContain('Protected User IDs');
		expect(told(await apply(deleting('more1'), options))).toEqual(['user more1 deleted']);
	});
});

describe('Include Administrators', () => {
	const ON = { includeAdministrators: true };
	const missing = (options: INodeParameters = {}) => ({ missingUsers: 'delete', ...withOptions(options) });
	const demoted = [{ UserId: 'hanako', UserType: 0 }, TARO_STAYS];
	const deleted = [{ UserId: 'hanako', DeleteFlag: 1 }, TARO_STAYS];

	it('keeps a system administrator who is missing, and says why, unless it is on', async () => {
		for (const options of [{}, { includeAdministrators: false }]) {
			const summary = await apply([TARO_STAYS], missing(options));
			expect([told(summary), keptOf(summary)]).toEqual([[], [expect.stringMatching(/^hanako .*Include Administrators/)]]);
		}
		expect(usersLeft()).toEqual(['hanako', 'taro']);
	});

	it('deletes one who is missing when it is on', async () => {
		const summary = await apply([TARO_STAYS], missing(ON));
		expect([told(summary), summary.kept]).toEqual([['user hanako deleted'], []]);
		expect(usersLeft()).toEqual(['taro']);
	});

	it.each([
		['deletes one', deleted, 'DeleteFlag'],
		['takes the user type away from one', demoted, 'UserType'],
	])('refuses an item that %s, unless it is on', async (_what, rows: IDataObject[], parameter) => {
		const error = await refusal(rows);
		expect([error.message, error.context?.parameter]).toEqual([
			expect.stringContaining('Include Administrators is off'),
			parameter,
		]);
	});

	it('lets an item take the user type away from one when it is on', async () => {
		await apply(demoted, withOptions(ON));
		expect(users(world.emulator).hanako?.UserType).toBe('0');
	});

	it('lets an item delete one when it is on', async () => {
		await apply(deleted, withOptions(ON));
		expect(usersLeft()).toEqual(['taro']);
	});
});

describe.each(['plan', 'apply'] as const)('Include Backup in mode %s', (mode) => {
	const rows = [{ UserId: 'taro', UserName: 'T' }];

	it('adds both files as they were before, unless it is off', async () => {
		const [{ binary } = {}] = (await run(mode, rows)).items;
		expect(Object.keys(binary ?? {}).sort()).toEqual(['departmentsBefore', 'usersBefore']);
		expect(Buffer.from(binary?.usersBefore?.data ?? '', 'base64').toString()).toContain('髙橋 太郎');
		const [{ binary: none } = {}] = (await run(mode, rows, withOptions({ includeBackup: false }))).items;
		expect(none).toBeUndefined();
	});
});

describe('User Column Order and Department Column Order', () => {
	const reversed = (kind: 'user' | 'department') => fieldNames(kind).reverse().join(',');
	const orders = { userColumnOrder: reversed('user'), departmentColumnOrder: reversed('department') };
	const rows = [{ UserId: 'taro', DepartmentPath: 'Legal/Patents' }];

	beforeEach(() => {
		world.emulator.switches.csvColumnOrder = 'reversed';
	});

	it('are the order in which users and departments are read and sent', async () => {
		expect((await apply(rows, withOptions(orders))).converged).toBe(true);
		expect(users(world.emulator).taro?.DepartmentId).toBe(departments(world.emulator).Patents);
	});

	it.each([
		['users', { departmentColumnOrder: orders.departmentColumnOrder }],
		['departments', { userColumnOrder: orders.userColumnOrder }],
	])('count each for its own kind: without the one for %s these are not understood', async (kind, options) => {
		const { message } = await refusal(rows, withOptions(options));
		expect(message).toMatch(new RegExp(`^The ${kind} cannot be read from the service: .*Column Order`));
	});
});

/** The CSV of users that was imported, as bytes, and the query of the call. */
async function importedUsers(options: INodeParameters) {
	await apply([{ UserId: 'taro', UserName: '高橋 太郎' }], withOptions(options));
	const [call] = callsOf(world.emulator, 'E13');
	if (!call) throw new Error('Nothing was imported');
	const [part] = partsOf(call, 'user');
	return { bytes: part?.data ?? Buffer.alloc(0), query: Object.fromEntries(call.query) };
}

describe('Delimiter', () => {
	it.each([
		[{}, ','],
		[{ delimiter: 'comma' }, ','],
		[{ delimiter: 'semicolon' }, ';'],
		[{ delimiter: 'tab' }, '\t'],
	])('parts the cells of what is sent and read: %j', async (options: INodeParameters, character) => {
		const { bytes } = await importedUsers(options);
		expect(bytes.toString().split(character)).toHaveLength(fieldNames('user').length);
		expect(users(world.emulator).taro?.UserName).toBe('高橋 太郎');
		const asked = callsOf(world.emulator, 'E11', 'E12').map(({ query }) => Object.fromEntries(query).delimiter);
		const named = character === ',' ? undefined : options.delimiter;
		expect(asked).toEqual(Array(4).fill(named));
	});
});

describe('Encoding', () => {
	it.each([
		[{}, 'utf-8'],
		[{ encoding: 'utf8' }, 'utf-8'],
		[{ encoding: 'sjis' }, 'shift_jis'],
	])('is that of what is sent: %j', async (options: INodeParameters, charset) => {
		const { bytes } = await importedUsers(options);
		expect(new TextDecoder(charset, { fatal: true }).decode(bytes)).toContain('高橋 太郎');
		expect(users(world.emulator).taro?.UserName).toBe('高橋 太郎');
	});
});

describe('Wait Interval and Wait Timeout', () => {
	/** The error of a sync whose import never finishes, and how often its status was asked. */
	async function lateImport(options: INodeParameters) {
		const { emulator } = world;
		emulator.faults.add({ kind: 'status', status: 200, endpoint: 'E15', body: { importStatus: 1 }, times: Infinity });
		const error = failureOf(await run('apply', [{ UserId: 'taro', UserName: 'T' }], withOptions(options)));
		return { message: error.message, looks: callsOf(emulator, 'E15').length };
	}

	it.each([
		[{ pollInterval: 10, timeout: 60 }, 7, '60 s'],
		[{ pollInterval: 20, timeout: 60 }, 4, '60 s'],
		[{ pollInterval: 10, timeout: 20 }, 3, '20 s'],
		[{ timeout: 20 }, 5, '20 s'],
		[{ pollInterval: 1_200 }, 4, '3600 s'],
	])('say how often and how long the end of an import is waited for: %j', async (options, looks, time) => {
		expect(await lateImport(options)).toEqual({ message: expect.stringContaining(`within ${time}`), looks });
	});
});
