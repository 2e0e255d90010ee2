import { decode } from 'jpeg-js';
import { excelFile } from '../support/realN8n/excel';
import { crmExamples, exampleFiles, examplesWithTable, loadExample, readExample } from '../support/realN8n/examples';
import { readableFormats } from '../support/realN8n/graphicsMagick';
import { DAY_OF_SERVICE, beginOrganization, placesOfUsers } from '../support/realN8n/organization';
import { errorOf, itemsOf, succeeded } from '../support/realN8n/output';
import { pollEverySeconds } from '../support/realN8n/poll';
import { expectNoViolations, startTestWorld } from '../support/realN8n/testWorld';
import { chosenVersion } from '../support/realN8n/versions';
import { waitFor } from '../support/realN8n/wait';
import type { World } from '../support/realN8n/world';
import { TestClient } from '../emulator/testClient';

const contactsTable = 'Business Card Contacts';
const patienceMs = 60_000;

let world: World;

beforeAll(async () => {
	world = await startTestWorld('examples', DAY_OF_SERVICE);
});

afterAll(async () => {
	await world?.stop();
});

afterEach(() => {
	expectNoViolations(world);
});

/**
 * Nights of an organization that follows a directory: a first one on an organization that exists, with a user whom the
 * directory does not have, one with nothing to do, and one with more to do than usual.
 */
async function followDirectory(file: string, directory: string, places: Readonly<Record<string, string>>): Promise<void> {
	const { client, emulator } = world;
	beginOrganization(emulator);
	const example = await loadExample(file, world.credential);
	const { id } = await client.createWorkflow(example);
	const imports = emulator.imports.list().length;
	const text = async () => itemsOf(succeeded(await client.run(id, 'Run Now')), 'What Was Done')[0]?.json.text;
	const told = String(await text()).split('\n');
	expect(told).toContainEqual(expect.stringMatching(/^added: user h\.takahashi/));
	expect(told.filter((line) => /^(?:not in effect|deleted)/.test(line))).toEqual([]);
	expect(placesOfUsers(emulator)).toEqual(places);
	expect(emulator.imports.list()).toHaveLength(imports + 1);

	expect(await text()).toBe('Nothing to do: the organization is in step.');
	expect(emulator.imports.list()).toHaveLength(imports + 1);

	const [row] = (example.pinData as Record<string, Array<{ json: object }>>)[directory] ?? [];
	const many = Array.from({ length: 21 }, (_, number) => ({
		json: JSON.parse(JSON.stringify(row?.json).replaceAll('h.takahashi', `h.takahashi${number}`)) as object,
	}));
	const pinData = { [directory]: [...((example.pinData as Record<string, object[]>)[directory] ?? []), ...many] };
	const crowded = await client.createWorkflow({ ...example, pinData });
	const error = errorOf(await client.run(crowded.id, 'Run Now'));
	expect(error.message).toContain('Nothing was changed: 21 changes are more than usual.');
	expect(placesOfUsers(emulator)).toEqual(places);
}

/** What each example has to show, by its file name. */
const checks: Record<string, () => Promise<void>> = {
	'new-cards-to-crm.json': async () => {
		const { client, emulator } = world;
		const definition = await loadExample('new-cards-to-crm.json', world.credential);
		for (const node of definition.nodes) {
			if ('pollTimes' in node.parameters) node.parameters.pollTimes = pollEverySeconds(2);
		}
		const { id } = await client.createWorkflow(definition);
		succeeded(await client.run(id, 'Create the Table Once'));
		succeeded(await client.run(id, 'Create the Table Once'));
		await client.activate(id);

		const { id: cardId } = emulator.addCard({
			lastName: '髙橋',
			firstName: '花子',
			mobile: '',
			tel: '03-1234-5678',
		});
		const other = emulator.addCard({ lastName: 'Smith', firstName: 'Ann', title: null });
		const rowsWith = async (title: string) =>
			await waitFor(
				`the contact with the title "${title}"`,
				async () => {
					const rows = await client.dataTableRows(contactsTable);
					const complete = rows.some((row) => row.cardId === cardId && row.jobTitle === title);
					return complete && rows.some((row) => row.cardId === other.id) ? rows : undefined;
				},
				{ timeoutMs: patienceMs, explain: () => world.n8n.logTail() },
			);
		expect(await rowsWith('')).toHaveLength(2);
		emulator.changeCard(cardId, { title: '部長' });
		const rows = await rowsWith('部長');

		expect(rows.map((row) => row.cardId).sort()).toEqual([cardId, other.id].sort());
		expect(rows.find((row) => row.cardId === cardId)).toMatchObject({
			fullName: '髙橋 花子',
			jobTitle: '部長',
			phone: '03-1234-5678',
		});
		await client.deactivate(id);
	},

	'organization-first-plan.json': async () => {
		const { client, emulator } = world;
		beginOrganization(emulator);
		const imports = emulator.imports.list().length;
		const example = await loadExample('organization-first-plan.json', world.credential);
		const plan = example.nodes.find(({ name }) => name === 'Plan');
		const value = {
			UserId: "={{ $json['社員番号'] }}",
			UserName: "={{ $json['氏名'] }}",
			Email: "={{ $json['メール'] }}",
			DepartmentPath: "={{ $json['部署'] }}",
		};
		if (plan) plan.parameters.columns = { ...(plan.parameters.columns as object), value };
		const { id, nodes } = await client.createWorkflow(example);
		await client.activate(id);
		const form = nodes.find(({ name }) => name === 'Your Sheet');
		const body = new FormData();
		const rows = [['社員番号', '氏名', 'メール', '部署'], ['j.yamada', '山田 次郎', 'j.yamada@example.com', 'Sales'], ['new', 'Smith, Ann', 'new@example.com', 'Legal/Patents']];
		body.append('field-0', new Blob([new Uint8Array(excelFile(rows))]), 'sheet.xlsx');
		const answer = await fetch(`${client.baseUrl}/form/${String(form?.webhookId)}`, { method: 'POST', body });
		expect(answer.status).toBe(200);
		const execution = await waitFor('the plan', async () => (await client.endedExecutions(id))[0], { timeoutMs: patienceMs, explain: () => world.n8n.logTail() });
		await client.deactivate(id);

		const lines = itemsOf(succeeded(execution), 'Plan').map(({ json: { action, type, key, message } }) => [action, type, key, message]);
		expect(lines).toEqual([
			['added', 'department', 'Legal/Patents', null],
			['added', 'user', 'new', null],
			['edited', 'user', 'j.yamada', 'Legal → Sales'],
		]);
		expect(emulator.imports.list()).toHaveLength(imports);
	},

	'organization-from-sheet.json': async () => {
		await followDirectory('organization-from-sheet.json', 'The Sheet', {
			'h.takahashi': '本社/企画部; 本社/営業部',
			'a.smith': '本社/営業部/2課',
			'j.yamada': '法務部',
			gone: 'Sales',
		});
	},

	'digitize-photos.json': async () => {
		const { client, emulator } = world;
		const before = emulator.company.cards.size;
		const service = new TestClient(emulator, { 'X-Service-Api-Key': emulator.apiKey, 'X-Service-App-Id': emulator.appId });
		const definition = await loadExample('digitize-photos.json', world.credential);
		for (const node of definition.nodes) {
			if ('pollTimes' in node.parameters) node.parameters.pollTimes = pollEverySeconds(2);
		}
		const { id } = await client.createWorkflow(definition);
		await client.activate(id);
		const [written] = itemsOf(succeeded(await client.run(id, 'Try It')), 'Write It Down');
		const cardId = String(written?.json.cardId);
		expect(emulator.company.cards.get(cardId)?.entryStatus).toBe('processing');
		emulator.completeDigitization(cardId, { lastName: '髙橋', firstName: '花子', companyName: '北斗商事株式会社' });
		const rows = await waitFor(
			'the row of the card to be completed',
			async () => {
				const all = await client.dataTableRows('Photographed Cards');
				return all.some(({ state }) => state === 'completed') ? all : undefined;
			},
			{ timeoutMs: patienceMs, explain: () => world.n8n.logTail() },
		);
		expect(rows).toMatchObject([{ cardId, state: 'completed', fileName: 'card.jpg', fullName: '髙橋 花子', companyName: '北斗商事株式会社' }]);
		await client.deactivate(id);

		/* Without GraphicsMagick, or with a build that lacks a format, the example names the photos instead. */
		for (const { parameters } of definition.nodes.filter(({ name }) => name === 'Drawn Cards')) {
			parameters.jsCode = String(parameters.jsCode).replace('allFormats = false', 'allFormats = true');
		}
		const execution = await client.run((await client.createWorkflow(definition)).id, 'Try It');
		const formats = readableFormats();
		const toConvert = [['card.png', 'PNG'], ['IMG_0001.jpg', 'HEIC']] as const;
		const converted = toConvert.filter(([, format]) => formats.has(format)).map(([fileName]) => fileName);
		const sent = itemsOf(execution, 'Sent').map(({ json }) => json);
		expect(sent.map(({ fileName }) => fileName).sort()).toEqual(['card.jpg', ...converted].sort());
		expect(emulator.company.cards.size).toBe(before + 1 + sent.length);
		for (const card of sent) {
			const { bytes } = await service.get(`/v3.2/bizCards/${String(card.cardId)}/image`, { side: 'front' });
			expect(decode(bytes)).toMatchObject({ width: 91, height: 55 });
		}
		const { message } = errorOf(execution);
		expect(message).toMatch(/^Photos that were not digitized: \d; the others were sent\.\n/);
		expect(message).toContain('\ncard.pdf: The file is no JPEG, PNG or HEIC picture.');
		const named = toConvert.map(([fileName]) => fileName).filter((fileName) => message.includes(`\n${fileName}: It could not be converted to JPEG: `));
		expect([...converted, ...named].sort()).toEqual(toConvert.map(([fileName]) => fileName).sort());
	},
};

test('there is a check for every example', async () => {
	expect([...Object.keys(checks), ...crmExamples].sort()).toEqual(await exampleFiles());
});

/** What this version of n8n can execute. */
const executable = Object.keys(checks).filter((file) => chosenVersion.makesTables || !examplesWithTable.includes(file));

test.each(Object.keys(checks))(
	'%s finds the credential by its name when it is imported as it is',
	async (file) => {
		const { nodes } = await world.client.createWorkflow(await readExample(file));
		const references = nodes.flatMap(({ credentials = {} }) => Object.values(credentials));
		expect(references.length).toBeGreaterThan(0);
		for (const reference of references) expect(reference).toEqual(world.credential);
	},
);

test.each(executable)('%s imports and executes', async (file) => {
	await checks[file]?.();
});
