import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'jpeg-js';
import { errorOf, itemsOf, succeeded } from '../support/realN8n/executions';
import { beginOrganization, crowded, DAY_OF_SERVICE, placesOfUsers } from '../support/realN8n/organization';
import { chosenVersion, libraryOfN8n, n8nFolder } from '../support/realN8n/versions';
import { waitFor } from '../support/realN8n/wait';
import { exampleFiles, loadExample, makesTable, needsAccount, readExample } from '../support/realN8n/workflows';
import { expectNoViolations, startTestWorld, type World } from '../support/realN8n/world';
import { TestClient } from '../emulator/testClient';

/** The examples that need no account of another service; the others have stories of their own: `crmExamples.test.ts`. */

let world: World;

beforeAll(async () => {
	world = await startTestWorld('examples', DAY_OF_SERVICE);
});

afterAll(async () => await world?.stop());
afterEach(() => expectNoViolations(world));

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
	return await waitFor(what, look, { explain: () => world.n8n.logTail() });
}

/** Cards that come become rows, once each, and follow their cards. */
async function newCardsToCrm(file: string): Promise<void> {
	const { client, emulator } = world;
	const { id } = await client.createWorkflow(loadExample(file, [world.credential]));
	succeeded(await client.run(id, 'Create the Table Once'));
	succeeded(await client.run(id, 'Create the Table Once'));
	await client.activate(id);
	const { id: cardId } = emulator.addCard({ lastName: '髙橋', firstName: '花子', mobile: '', tel: '03-1234-5678' });
	const other = emulator.addCard({ lastName: 'Smith', firstName: 'Ann', title: null });
	const rowsWith = async (title: string) =>
		await until(`the contact with the title "${title}"`, async () => {
			const rows = await client.dataTableRows('Business Card Contacts');
			const isThere = rows.some((row) => row.cardId === cardId && row.jobTitle === title);
			return isThere && rows.some((row) => row.cardId === other.id) ? rows : undefined;
		});
	expect(await rowsWith('')).toHaveLength(2);
	emulator.changeCard(cardId, { title: '部長' });
	const rows = await rowsWith('部長');
	expect(rows.map((row) => row.cardId).sort()).toEqual([cardId, other.id].sort());
	const contact = { fullName: '髙橋 花子', jobTitle: '部長', phone: '03-1234-5678' };
	expect(rows.find((row) => row.cardId === cardId)).toMatchObject(contact);
	await client.deactivate(id);
}

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

/** An Excel file that is uploaded gives a plan, and changes nothing. */
async function organizationFirstPlan(file: string): Promise<void> {
	const { client, emulator } = world;
	beginOrganization(emulator);
	const imports = emulator.imports.list().length;
	const example = loadExample(file, [world.credential]);
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
	const execution = await until('the plan', async () => (await client.executions(id))[0]);
	await client.deactivate(id);
	const lines = itemsOf(succeeded(execution), 'Plan').map(({ json: { action, type, key, message } }) => [
		action,
		type,
		key,
		message,
	]);
	expect(lines).toEqual([
		['added', 'department', 'Legal/Patents', null],
		['added', 'user', 'new', null],
		['edited', 'user', 'j.yamada', 'Legal → Sales'],
	]);
	expect(emulator.imports.list()).toHaveLength(imports);
}

/** Three nights: on an organization that has a user whom the directory lacks, with nothing to do, with more to do than usual. */
async function organizationFromSheet(file: string): Promise<void> {
	const { client, emulator } = world;
	const places = {
		'h.takahashi': '本社/企画部; 本社/営業部',
		'a.smith': '本社/営業部/2課',
		'j.yamada': '法務部',
		gone: 'Sales',
	};
	beginOrganization(emulator);
	const example = loadExample(file, [world.credential]);
	const { id } = await client.createWorkflow(example);
	const imports = emulator.imports.list().length;
	const text = async () => String(itemsOf(succeeded(await client.run(id, 'Run Now')), 'What Was Done')[0]?.json.text);
	const told = (await text()).split('\n');
	expect(told).toContainEqual(expect.stringMatching(/^added: user h\.takahashi/));
	expect(told.filter((line) => /^(?:not in effect|deleted)/.test(line))).toEqual([]);
	expect(placesOfUsers(emulator)).toEqual(places);
	expect(await text()).toBe('Nothing to do: the organization is in step.');
	expect(emulator.imports.list()).toHaveLength(imports + 1);
	const { id: busy } = await client.createWorkflow(crowded(example, 'The Sheet'));
	expect(errorOf(await client.run(busy, 'Run Now')).message).toContain(
		'Nothing was changed: 21 changes are more than usual.',
	);
	expect(placesOfUsers(emulator)).toEqual(places);
}

/** The picture formats that GraphicsMagick reads on this machine, if it is there; n8n's Edit Image node needs it. */
function readableFormats(): string[] {
	const { stdout } = spawnSync('gm', ['convert', '-list', 'formats'], { encoding: 'utf8' });
	return [...(stdout ?? '').matchAll(/^\s*(\w+)\s+[PSU]\s+r/gm)].map(([, format = '']) => format);
}

/** Photos become cards; those that could not be converted are named. */
async function digitizePhotos(file: string): Promise<void> {
	const { client, emulator } = world;
	const before = emulator.company.cards.size;
	const definition = loadExample(file, [world.credential]);
	const { id } = await client.createWorkflow(definition);
	await client.activate(id);
	const [written] = itemsOf(succeeded(await client.run(id, 'Try It')), 'Write It Down');
	const cardId = String(written?.json.cardId);
	expect(emulator.company.cards.get(cardId)?.entryStatus).toBe('processing');
	emulator.completeDigitization(cardId, { lastName: '髙橋', firstName: '花子', companyName: '北斗商事株式会社' });
	const rows = await until('the row of the card to be completed', async () => {
		const all = await client.dataTableRows('Photographed Cards');
		return all.some(({ state }) => state === 'completed') ? all : undefined;
	});
	const person = { fullName: '髙橋 花子', companyName: '北斗商事株式会社' };
	expect(rows).toMatchObject([{ cardId, state: 'completed', fileName: 'card.jpg', ...person }]);
	await client.deactivate(id);

	/* Without GraphicsMagick, or with a build that lacks a format, the example names the photos instead. */
	for (const { parameters } of definition.nodes.filter(({ name }) => name === 'Drawn Cards')) {
		parameters.jsCode = String(parameters.jsCode).replace('allFormats = false', 'allFormats = true');
	}
	const execution = await client.run((await client.createWorkflow(definition)).id, 'Try It');
	const formats = readableFormats();
	const toConvert = [
		['card.png', 'PNG'],
		['IMG_0001.jpg', 'HEIC'],
	] as const;
	const converted = toConvert.filter(([, format]) => formats.includes(format)).map(([name]) => name);
	const left = toConvert.filter(([, format]) => !formats.includes(format)).map(([name]) => name);
	const sent = itemsOf(execution, 'Sent').map(({ json }) => json);
	expect(sent.map(({ fileName }) => fileName).sort()).toEqual(['card.jpg', ...converted].sort());
	expect(emulator.company.cards.size).toBe(before + 1 + sent.length);
	const service = new TestClient(emulator);
	for (const card of sent) {
		const { bytes } = await service.get(`/v3.2/bizCards/${String(card.cardId)}/image`);
		expect(decode(bytes)).toMatchObject({ width: 91, height: 55 });
	}
	const { message } = errorOf(execution);
	expect(message).toMatch(/^Photos that were not digitized: \d; the others were sent\.\n/);
	expect(message).toContain('\ncard.pdf: The file is no JPEG, PNG or HEIC picture.');
	for (const name of left) expect(message).toContain(`\n${name}: It could not be converted to JPEG: `);
}

/** What each example has to show, by its file name. */
const CHECKS: Readonly<Record<string, (file: string) => Promise<void>>> = {
	'digitize-photos.json': digitizePhotos,
	'new-cards-to-crm.json': newCardsToCrm,
	'organization-first-plan.json': organizationFirstPlan,
	'organization-from-sheet.json': organizationFromSheet,
};

const FILES = exampleFiles().filter((file) => !needsAccount(readExample(file)));

test('there is a check for every example', () => expect(FILES).toEqual(Object.keys(CHECKS)));

test.each(FILES)('%s finds the credential by its name when it is imported as it is', async (file) => {
	const { nodes } = await world.client.createWorkflow(readExample(file));
	const references = nodes.flatMap(({ credentials = {} }) => Object.values(credentials));
	expect(references.length).toBeGreaterThan(0);
	for (const reference of references) expect(reference).toEqual(world.credential);
});

/** What this version of n8n can execute. */
const executable = FILES.filter((file) => !chosenVersion.isFirst || !makesTable(readExample(file)));

test.each(executable)('%s imports and executes', async (file) => await CHECKS[file]?.(file));
