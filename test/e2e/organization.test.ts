import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CredentialReference, Execution, WorkflowDefinition } from '../../scripts/realN8n/client';
import { errorOf, itemsOf, succeeded } from '../../scripts/realN8n/executions';
import { libraryOfN8n, n8nFolder } from '../../scripts/realN8n/versions';
import { cardNode, codeNode, loadExample } from '../../scripts/realN8n/workflows';
import { manualTrigger, manualTriggerName, workflow } from '../../scripts/realN8n/workflows';
import type { Emulator } from '../emulator';
import { Office } from './standIns/office';
import { StandIns } from './standIns/services';
import { worldPerFile } from './world';

/** An organization that follows a directory, in a real n8n: the examples, a sync that is killed, one that waits for an approval. */

const FIRST_PLAN = 'organization-first-plan.json';
const FROM_SHEET = 'organization-from-sheet.json';

const office = new Office();
const standIns = new StandIns([office]);
const world = worldPerFile();

/** Before each test there are two departments, and three users, one of whom has left. */
beforeEach(() => {
	const { directory } = world.emulator.organization;
	directory.department.clear();
	directory.user.clear();
	for (const [DepartmentId, DepartmentName] of Object.entries({ D1: 'Sales', D2: 'Legal' }))
		world.emulator.addOrganizationRecord('department', { DepartmentId, DepartmentName });
	for (const [UserId, DepartmentId] of Object.entries({ 'j.yamada': 'D2', 'a.smith': 'D2', gone: 'D1' })) {
		const its = { UserName: UserId, Email: `${UserId}@example.com`, EffectiveDateFrom: '2020-04-01' };
		world.emulator.addOrganizationRecord('user', { UserId, DepartmentId, ...its });
	}
});

/** The users of the emulated service by their UserId, each with the paths of the departments. */
function placesOfUsers({ organizationRecords }: Emulator): Record<string, string> {
	const departments = organizationRecords('department');
	const pathOf = (id: string): string => {
		const { DepartmentName = '', ParentDepartmentId = '' } = departments.get(id) ?? {};
		return ParentDepartmentId === '' ? DepartmentName : `${pathOf(ParentDepartmentId)}/${DepartmentName}`;
	};
	const users = [...organizationRecords('user').values()];
	return Object.fromEntries(
		users.map(({ UserId = '', DepartmentId = '' }) => [UserId, DepartmentId.split(';').map(pathOf).sort().join('; ')]),
	);
}

describe('a sync that is killed', () => {
	/** A newcomer in a department that is new, and a leaver. */
	const DIRECTORY = `return [
		{ json: { UserId: 'j.yamada', DepartmentPath: 'Legal/Patents' } },
		{ json: { UserId: 'a.smith' } },
		{ json: { UserId: 'new', UserName: 'New', Email: 'new@example.com', DepartmentPath: 'Legal/Patents' } },
	];`;
	const PLACES = { 'j.yamada': 'Legal/Patents', 'a.smith': 'Legal', new: 'Legal/Patents' };
	const SYNC = { resource: 'organization', operation: 'sync', mode: 'apply', missingUsers: 'delete' };

	test.each([
		['the reservation arrives', 'E13'],
		['the import is waited for', 'E15'],
	] as const)('as %s is completed by the next run', async (_moment, endpoint) => {
		const { client, emulator, n8n, credential } = world;
		emulator.imports.pace = endpoint === 'E15' ? 'manual' : 'auto';
		const before = emulator.imports.list().length;
		const sync = cardNode('Sync', { ...SYNC, options: { pollInterval: 1 } }, credential);
		const nodes = [manualTrigger(), codeNode('Directory', DIRECTORY), sync];
		const { id } = await client.createWorkflow(workflow('Sync', nodes));
		let killed: Promise<void> | undefined;
		const remove = emulator.onBeforeCall((call) => {
			if (call.endpoint === endpoint) killed ??= n8n.kill();
		});
		const cut = client.run(id, manualTriggerName).catch(() => undefined);
		await world.until('the moment to kill n8n', () => killed && true);
		await Promise.all([killed, cut]);
		remove();
		await n8n.start();
		emulator.imports.pace = 'auto';
		for (const job of emulator.imports.list()) for (let step = 0; step < 4; step += 1) emulator.imports.advance(job.id);
		const [summary] = itemsOf(succeeded(await client.run(id, manualTriggerName)), 'Sync');
		expect([summary?.json.converged, placesOfUsers(emulator)]).toEqual([true, PLACES]);
		expect(emulator.organizationRecords('department').size).toBe(3);
		expect(emulator.imports.list().length - before).toBe(1);
	});
});

/** What is used of the library with which n8n itself reads Excel files. */
interface Excel {
	readonly utils: {
		aoa_to_sheet(rows: readonly unknown[][]): object;
		book_new(): object;
		book_append_sheet(book: object, sheet: object): void;
	};
	write(book: object, options: { type: 'buffer'; bookType: 'xlsx' }): Buffer;
}

/** An Excel file with these rows. */
function excelFile(rows: readonly unknown[][]): Blob {
	/* Newer versions of n8n have it under another name. */
	const library = existsSync(join(n8nFolder, 'node_modules/xlsx')) ? 'xlsx' : '@e965/xlsx';
	const { utils, write } = libraryOfN8n<Excel>(library);
	const book = utils.book_new();
	utils.book_append_sheet(book, utils.aoa_to_sheet(rows));
	return new Blob([new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }))]);
}

test(`${FIRST_PLAN} gives a plan of an Excel file that is uploaded, and changes nothing`, async () => {
	const { client, emulator } = world;
	const before = placesOfUsers(emulator);
	const example = loadExample(FIRST_PLAN, [world.credential]);
	const columns = { UserId: '社員番号', UserName: '氏名', Email: 'メール', DepartmentPath: '部署' };
	const value = Object.fromEntries(
		Object.entries(columns).map(([name, heading]) => [name, `={{ $json['${heading}'] }}`]),
	);
	const plan = example.nodes.find(({ name }) => name === 'Plan');
	if (plan) plan.parameters.columns = { ...(plan.parameters.columns as object), value };
	const { id, nodes } = await client.createWorkflow(example);
	await client.activate(id);
	const rows = [
		Object.values(columns),
		['j.yamada', '山田 次郎', 'j.yamada@example.com', 'Sales'],
		['new', 'Smith, Ann', 'new@example.com', 'Legal/Patents'],
	];
	const body = new FormData();
	body.append('field-0', excelFile(rows), 'sheet.xlsx');
	const form = String(nodes.find(({ name }) => name === 'Your Sheet')?.webhookId);
	expect((await fetch(`${client.baseUrl}/form/${form}`, { method: 'POST', body })).status).toBe(200);
	const execution = await world.until('the plan', async () => (await client.executions(id))[0]);
	await client.deactivate(id);
	const lines = itemsOf(succeeded(execution), 'One Line per Change').map(({ json }) => json);
	expect(lines).toEqual([
		{ action: 'added', type: 'department', key: 'Legal/Patents', name: 'Patents', message: 'into Legal' },
		{ action: 'added', type: 'user', key: 'new', name: 'Smith, Ann', message: 'into Legal/Patents' },
		{ action: 'edited', type: 'user', key: 'j.yamada', name: '山田 次郎', message: 'from Legal to Sales' },
	]);
	expect(placesOfUsers(emulator)).toEqual(before);
});

/** What Telegram is sent of a question: the text, and buttons with links. */
interface Question {
	readonly text: string;
	readonly reply_markup: { readonly inline_keyboard: ReadonlyArray<ReadonlyArray<{ text: string; url: string }>> };
}

/** To n8n, whoever opens the link of an answer has to look like a person. */
const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' };

describe(FROM_SHEET, () => {
	let chat: CredentialReference;

	beforeAll(async () => {
		const fields = { accessToken: 'none', baseUrl: `${standIns.url}/office` };
		chat = await world.client.createCredential('Chat', 'telegramApi', fields);
	});

	const PLACES = {
		'h.takahashi': '本社/企画部; 本社/営業部',
		'a.smith': '本社/営業部/2課',
		'j.yamada': '法務部',
		gone: 'Sales',
	};

	/** The example with many newcomers: more to do than usual. */
	function crowded(): WorkflowDefinition {
		const example = loadExample(FROM_SHEET, [world.credential]);
		const rows = example.pinData?.['The Sheet'] ?? [];
		const copy = (number: number) => JSON.stringify(rows[0]).replaceAll('h.takahashi', `h.takahashi${number}`);
		for (let number = 0; number < 21; number += 1) rows.push(JSON.parse(copy(number)) as (typeof rows)[number]);
		return example;
	}

	/** Runs it until it has asked, in a chat instead of by mail, and n8n waits. @returns what presses a button under the question */
	async function asked(): Promise<(label: string) => Promise<Execution>> {
		const { client, until } = world;
		const example = crowded();
		for (const ask of example.nodes.filter(({ name }) => name === 'Ask by Mail')) {
			const credentials = { telegramApi: chat };
			const parameters = { ...ask.parameters, resource: 'message', chatId: '1' };
			Object.assign(ask, { type: 'n8n-nodes-base.telegram', typeVersion: 1.2, disabled: false, credentials, parameters });
		}
		const { id } = await client.createWorkflow(example);
		const running = await client.begin(id, 'Run Now');
		const isWaiting = async () => (await client.execution(running)).status === 'waiting' || undefined;
		await until('n8n to wait for the answer', isWaiting);
		const { text, reply_markup: markup } = office.get('questions', 'last') as unknown as Question;
		expect(text).toContain('h.takahashi20');
		return async (label) => {
			const [{ url } = { url: '' }] = markup.inline_keyboard.flat().filter((button) => button.text.includes(label));
			expect((await fetch(url, { headers: PERSON })).status).toBe(200);
			return await client.finished(running);
		};
	}

	test('follows the sheet, keeps a user whom it does not list, and has nothing to do the second time', async () => {
		const { client, emulator } = world;
		const { id } = await client.createWorkflow(loadExample(FROM_SHEET, [world.credential]));
		const imports = emulator.imports.list().length;
		const text = async () => itemsOf(succeeded(await client.run(id, 'Run Now')), 'What Was Done')[0]?.json.text;
		const told = String(await text()).split('\n');
		expect(told).toContainEqual(expect.stringMatching(/^added: user h\.takahashi/));
		expect(told.filter((line) => /^(?:not in effect|deleted)/.test(line))).toEqual([]);
		expect(placesOfUsers(emulator)).toEqual(PLACES);
		expect(await text()).toBe('Nothing to do: users and departments are in sync.');
		expect(emulator.imports.list()).toHaveLength(imports + 1);
	});

	test('asks when there is more to do than usual, and applies it once it is approved', async () => {
		const press = await asked();
		const [summary] = itemsOf(succeeded(await press('Approve')), 'Apply');
		expect(summary?.json.converged).toBe(true);
		expect(Object.keys(placesOfUsers(world.emulator)).length).toBeGreaterThan(21);
	});

	test('changes nothing when that is declined, or nobody can be asked', async () => {
		const { client, emulator } = world;
		const before = placesOfUsers(emulator);
		const press = await asked();
		expect(errorOf(await press('Decline')).message).toMatch(/^Nothing was changed/);
		const { id } = await client.createWorkflow(crowded());
		const alone = errorOf(await client.run(id, 'Run Now'));
		expect(alone.message).toMatch(/^Nothing was changed: \d+ changes are more than usual/);
		expect(placesOfUsers(emulator)).toEqual(before);
	});
});
