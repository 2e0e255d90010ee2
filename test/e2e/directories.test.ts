import type { CredentialReference, DataTableRow, Execution, WorkflowDefinition } from '../../scripts/realN8n/client';
import { errorOf, itemsOf, succeeded } from '../../scripts/realN8n/executions';
import { chosenVersion } from '../../scripts/realN8n/versions';
import { loadExample } from '../../scripts/realN8n/workflows';
import { Entra } from './standIns/directories/entra';
import { Google } from './standIns/directories/google';
import type { Account } from './standIns/directories/account';
import { StandIns } from './standIns/services';
import { worldPerFile } from './world';

/** Users and departments that follow Microsoft Entra ID or Google Workspace: the two examples, which do the same for both. */

const entra = new Entra();
const google = new Google();
const standIns = new StandIns([entra, google]);
const world = worldPerFile();

/** The directories, each with an account that is for nobody who works here, and why it is left out. */
const DIRECTORIES = [
	{
		file: 'organization-from-entra.json',
		directory: entra,
		stranger: { family: 'Guest', given: '', address: 'a.guest@example.net', department: 'Sales', kind: 'guest' },
		leftOut: { account: 'a.guest_example.net#EXT#@hokuto.onmicrosoft.com', reason: 'guest account' },
	},
	{
		file: 'organization-from-google.json',
		directory: google,
		stranger: { family: 'Scanner', given: '', address: 'scanner@example.com', department: 'IT', kind: 'service' },
		leftOut: { account: 'scanner@example.com', reason: 'organizational unit' },
	},
] as const;

const HANAKO = { family: '髙橋', given: '花子', address: 'h.takahashi@example.com', department: '本社/営業部' };
const JIRO = { family: '山田', given: '次郎', address: 'j.yamada@example.com', department: 'Legal' };

/** What the report of a night has. */
interface Report {
	readonly text: string;
	readonly leftOut: readonly object[];
	readonly refused: readonly object[];
}

/** n8n makes its tables for good: each test has its own, with a number behind. */
const TABLE = 'Directory Users';
let tests = 0;

/** How long a node waits before it tries again: a tenth of the five seconds in the examples. */
const SOON_MS = 500;

const credentials: CredentialReference[] = [];

beforeAll(async () => {
	const oauthTokenData = { access_token: entra.token, token_type: 'Bearer' };
	const graphApiBaseUrl = `${standIns.url}/${entra.host}`;
	const fields = { clientId: 'id', clientSecret: 'secret', graphApiBaseUrl, oauthTokenData };
	credentials.push(
		world.credential,
		await world.client.createCredential('Microsoft Entra ID account', 'microsoftEntraOAuth2Api', fields),
		await world.client.createCredential('Google Workspace Admin account', 'gSuiteAdminOAuth2Api', {
			clientId: 'id',
			clientSecret: 'secret',
		}),
	);
});

/** Before each test there are two departments and three users. One has left, and one has a User ID that no directory would make. */
beforeEach(() => {
	tests += 1;
	for (const store of [entra, google]) store.clear();
	const { directory } = world.emulator.organization;
	directory.department.clear();
	directory.user.clear();
	for (const [DepartmentId, DepartmentName] of Object.entries({ D1: 'Sales', D2: 'Legal' }))
		world.emulator.addOrganizationRecord('department', { DepartmentId, DepartmentName });
	addUser('00123', { Email: JIRO.address, DepartmentId: 'D2' });
	addUser('gone', {});
	addUser('admin', { UserType: '1' });
});

/** Puts a user into the service. */
function addUser(UserId: string, more: Readonly<Record<string, string>>): void {
	const usual = {
		UserName: UserId,
		Email: `${UserId}@example.com`,
		DepartmentId: 'D1',
		EffectiveDateFrom: '2020-04-01',
	};
	world.emulator.addOrganizationRecord('user', { UserId, ...usual, ...more });
}

/** The users of the service by their UserId. */
function users(): Record<string, Readonly<Record<string, string | undefined>>> {
	const all = [...world.emulator.organizationRecords('user').values()];
	return Object.fromEntries(all.map((user) => [user.UserId ?? '', user]));
}

/** Stores an example with changes of the settings of Sync, which is set to Apply unless they say otherwise. */
async function stored(file: string, settings: object = {}, options: object = {}): Promise<string> {
	const example = loadExample(file, credentials);
	for (const node of example.nodes) {
		google.takePlaceOf(node, standIns.url);
		if (node.retryOnFail) node.waitBetweenTries = SOON_MS;
		if (node.name !== 'Sync') continue;
		const given = node.parameters.options as object;
		Object.assign(node.parameters, { mode: 'apply', ...settings });
		node.parameters.options = { ...given, pollInterval: 1, ...options };
	}
	const text = JSON.stringify(example).replaceAll(TABLE, `${TABLE} ${tests}`);
	return (await world.client.createWorkflow(JSON.parse(text) as WorkflowDefinition)).id;
}

async function run(id: string): Promise<Execution> {
	return await world.client.run(id, 'Run Now');
}

/** The report of an execution, also of one that fails because somebody was refused. */
function reportOf(execution: Execution): Report {
	return itemsOf(execution, 'What Was Done')[0]?.json as unknown as Report;
}

/** The User IDs that are kept, by account. */
async function savedIds(): Promise<Record<string, unknown>> {
	const rows: DataTableRow[] = await world.client.dataTableRows(`${TABLE} ${tests}`);
	return Object.fromEntries(rows.map(({ accountId, userId }) => [String(accountId), userId]));
}

const suite = chosenVersion.isFirst ? describe.skip : describe;

suite.each(DIRECTORIES)('$file', ({ file, directory, stranger, leftOut }) => {
	/** Puts accounts into the directory by their ids. */
	function put(accounts: Readonly<Record<string, Account>>): void {
		for (const [id, account] of Object.entries(accounts)) directory.put(id, account);
	}

	test('shows a plan as it is imported, then adds and edits users, keeps the others, and has nothing to do the next night', async () => {
		put({ hanako: HANAKO, jiro: { ...JIRO, department: 'Sales' }, ann: { ...HANAKO, address: 'ann@example.com' } });
		const before = users();
		const plan = reportOf(succeeded(await run(await stored(file, { mode: 'plan' }))));
		expect(plan.text).toMatch(/^This is a plan\. Nothing was changed\.\n/);
		expect(plan.text).toContain('edited: user 00123');
		expect([users(), await savedIds()]).toEqual([before, {}]);

		const id = await stored(file);
		expect(reportOf(succeeded(await run(id))).text).toContain('added: user h.takahashi');
		expect(users()).toMatchObject({
			'h.takahashi': { UserName: '髙橋 花子', Email: HANAKO.address },
			'00123': { UserName: '山田 次郎', DepartmentId: 'D1' },
			ann: {},
			...{ gone: before.gone, admin: before.admin },
		});
		expect(await savedIds()).toEqual({ hanako: 'h.takahashi', jiro: '00123', ann: 'ann' });
		const imports = world.emulator.imports.list().length;
		expect(reportOf(succeeded(await run(id))).text).toBe('Nothing to do: users and departments are in sync.');
		expect(world.emulator.imports.list()).toHaveLength(imports);
	});

	test('leaves out whoever does not work here or has no department, names them, and deletes only who left', async () => {
		const { department: _, ...nowhere } = JIRO;
		put({ hanako: HANAKO, jiro: nowhere, stranger, gone: { ...HANAKO, address: 'gone@example.com', isDisabled: true } });
		addUser('absent', {});
		const disabled = { account: 'gone@example.com', reason: 'the account is disabled' };
		const names = [leftOut, { account: JIRO.address, reason: 'no department' }, disabled];

		const kept = reportOf(succeeded(await run(await stored(file))));
		expect(kept.leftOut).toEqual(expect.arrayContaining(names));
		expect([kept.leftOut.length, kept.refused]).toEqual([3, []]);
		expect(Object.keys(users()).sort()).toEqual(['00123', 'absent', 'admin', 'gone', 'h.takahashi']);

		const { text } = reportOf(succeeded(await run(await stored(file, { missingUsers: 'delete' }))));
		expect(text.split('\n').sort()).toEqual(['deleted: user absent', 'deleted: user gone']);
		expect(users()['00123']).toMatchObject({ UserName: '00123', DepartmentId: 'D2' });
	});

	test('makes a User ID once and keeps it, whatever the address becomes, and gives none to two people', async () => {
		addUser('H.Takahashi', { Email: 'hiroshi@example.com' });
		const long = { ...HANAKO, address: 'konstantinos+sales.papadopoulos@example.com' };
		put({ hanako: HANAKO, long, jiro: JIRO });
		const id = await stored(file);
		succeeded(await run(id));
		const ids = { hanako: 'h.takahashi2', long: 'konstantinossales.pa', jiro: '00123' };
		expect(await savedIds()).toEqual(ids);

		/* Two have new names and addresses, and a colleague gets the former address of one of them. */
		put({ jiro: { ...JIRO, family: '鈴木', address: 'j.suzuki@example.com' } });
		put({ hanako: { ...HANAKO, family: '佐藤', address: 'h.sato@example.com' }, namesake: HANAKO });
		succeeded(await run(id));
		expect(await savedIds()).toEqual({ ...ids, namesake: 'h.takahashi3' });
		expect(users()).toMatchObject({
			'00123': { UserName: '鈴木 次郎', Email: 'j.suzuki@example.com' },
			'h.takahashi2': { UserName: '佐藤 花子', Email: 'h.sato@example.com' },
			'h.takahashi3': { Email: HANAKO.address },
		});

		/* Somebody deletes a user whose account is still there. */
		const { user } = world.emulator.organization.directory;
		for (const [uuid, { UserId }] of user) if (UserId === 'h.takahashi2') user.delete(uuid);
		succeeded(await run(id));
		expect(users()['h.takahashi2']).toMatchObject({ UserName: '佐藤 花子' });
		expect(await savedIds()).toEqual({ ...ids, namesake: 'h.takahashi3' });
	});

	test('does not pass a user on with an address, deletes none who has one, and says what to do', async () => {
		put({ jiro: JIRO, hanako: HANAKO });
		succeeded(await run(await stored(file)));
		directory.take('jiro');
		put({ again: { ...JIRO, given: '三郎' }, twice: JIRO });
		const { message } = errorOf(await run(await stored(file, { missingUsers: 'delete' })));
		expect(message).toContain(`Accounts that were refused: 2`);
		expect(message).toContain(`${JIRO.address}: its address belongs to the user 00123`);
		expect(users()['00123']).toMatchObject({ UserName: '山田 次郎' });
		expect(Object.keys(users()).sort()).toEqual(['00123', 'admin', 'h.takahashi']);
	});

	test('leaves out what is refused, with the reason, and syncs the others', async () => {
		const bad = 'Department name that is far too long';
		put({
			...{ hanako: HANAKO, jiro: { ...JIRO, family: '長'.repeat(61) }, kana: { ...HANAKO, address: 'ｋ@example.com' } },
			...{ one: { ...HANAKO, address: 'one@example.com', department: bad } },
			...{ two: { ...HANAKO, address: 'two@example.com', department: bad } },
			...{ case: { ...HANAKO, address: 'case@example.com', department: 'sales' } },
			...{ shared: { ...HANAKO, address: 'shared@example.com' } },
		});
		const remove = world.emulator.onBeforeCall(({ endpoint }) => {
			/* Meanwhile somebody else in the service gets the address of one of them: only the service can know. */
			if (endpoint === 'E14' && !('late' in users())) addUser('late', { Email: 'shared@example.com' });
		});
		const execution = await run(await stored(file, { missingUsers: 'delete' }, { protectedUserIds: 'late' }));
		remove();
		expect(errorOf(execution).message).toMatch(/^Accounts that were refused: 6\. The others were synced\.\n/);
		const said = Object.fromEntries(
			(reportOf(execution).refused as Array<Record<string, string>>).map(({ account = '', reason }) => [account, reason]),
		);
		expect(said).toEqual({
			[JIRO.address]: 'User Name may have at most 60 characters; it has 64',
			'ｋ@example.com': expect.stringContaining('Email may contain only half-width letters') as string,
			'one@example.com': expect.stringContaining('Department Name may have at most 30') as string,
			'two@example.com': expect.stringContaining('Department Name may have at most 30') as string,
			'case@example.com': expect.stringContaining('looks like "Sales"') as string,
			'shared@example.com': expect.stringContaining('Email') as string,
		});
		expect(Object.keys(users()).sort()).toEqual(['00123', 'admin', 'h.takahashi', 'late']);
		expect(users()['00123']).toMatchObject({ UserName: '00123', DepartmentId: 'D2' });
	});

	test('changes nothing when the directory is empty or cannot be read to its end, and tries again when it is busy', async () => {
		const before = users();
		const id = await stored(file, { missingUsers: 'delete' });
		expect(errorOf(await run(id)).message).toMatch(/^The directory shows no account to sync, so nothing was changed/);
		put({ jiro: { ...JIRO, given: '三郎' }, hanako: HANAKO, ann: { ...HANAKO, address: 'ann@example.com' } });
		standIns.fault = ({ query }) =>
			query.has('$skiptoken') || query.has('pageToken') ? directory.refuse(503, 'Down') : undefined;
		errorOf(await run(id));
		expect(users()).toEqual(before);

		const busy = ['first page', 'second page'];
		standIns.fault = ({ query }) => {
			const isSecond = query.has('$skiptoken') || query.has('pageToken');
			return busy[0] === (isSecond ? 'second page' : 'first page') && busy.shift() ? directory.busy() : undefined;
		};
		succeeded(await run(id));
		expect(busy).toEqual([]);
		expect(Object.keys(users()).sort()).toEqual(['00123', 'admin', 'ann', 'h.takahashi']);
	});

	test('is completed by the next night when it breaks off after the import, and keeps the IDs', async () => {
		put({ hanako: HANAKO, jiro: JIRO });
		const id = await stored(file);
		world.emulator.faults.add({ endpoint: 'E16', kind: 'status', status: 400, code: 'invalid_value', times: 1 });
		errorOf(await run(id));
		expect([users()['h.takahashi']?.Email, await savedIds()]).toEqual([HANAKO.address, {}]);
		succeeded(await run(id));
		expect(await savedIds()).toEqual({ hanako: 'h.takahashi', jiro: '00123' });
		expect(Object.keys(users())).toHaveLength(4);
	});

	test('changes nothing when there is more to do than usual', async () => {
		for (let number = 0; number < 25; number += 1)
			put({ [`new${number}`]: { ...HANAKO, address: `new${number}@example.com` } });
		const before = users();
		const { message } = errorOf(await run(await stored(file)));
		expect(message).toMatch(/^The plan would change \d+ records; Max Changes allows 20; /);
		expect([users(), await savedIds()]).toEqual([before, {}]);
	});
});
