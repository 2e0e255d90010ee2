import { decode } from 'jpeg-js';
import { errorOf, itemsOf, succeeded } from '../support/realN8n/executions';
import { chosenVersion } from '../support/realN8n/versions';
import { waitFor } from '../support/realN8n/wait';
import { exampleFiles, loadExample, makesTable, needsAccount, readExample } from '../support/realN8n/workflows';
import { expectNoViolations, startTestWorld, type World } from '../support/realN8n/world';
import { TestClient } from '../emulator/testClient';

/** The examples for one service; those for others have stories of their own: `crmExamples.test.ts`. */

let world: World;

beforeAll(async () => {
	world = await startTestWorld('examples');
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

	for (const { parameters } of definition.nodes.filter(({ name }) => name === 'Drawn Cards')) {
		parameters.jsCode = String(parameters.jsCode).replace('allFormats = false', 'allFormats = true');
	}
	const execution = await client.run((await client.createWorkflow(definition)).id, 'Try It');
	const sent = itemsOf(execution, 'Sent').map(({ json }) => json);
	expect(emulator.company.cards.size).toBe(before + 1 + sent.length);
	for (const card of sent) {
		const { bytes } = await new TestClient(emulator).get(`/v3.2/bizCards/${String(card.cardId)}/image`);
		expect(decode(bytes)).toMatchObject({ width: 91, height: 55 });
	}
	const { message } = errorOf(execution);
	expect(message).toMatch(/^Photos that were not digitized: \d; the others were sent\.\n/);
	expect(message).toContain('\ncard.pdf: The file is no JPEG, PNG or HEIC picture.');
	/* Without GraphicsMagick, or with a build that lacks a format, the example names the photos instead. */
	const named = [...message.matchAll(/\n(\S+): It could not be converted to JPEG: /g)].map(([, name]) => name);
	const names = [...sent.map(({ fileName }) => fileName), ...named];
	expect(names.sort()).toEqual(['IMG_0001.jpg', 'card.jpg', 'card.png']);
}

/** What each example has to show, by its file name. */
const CHECKS: Readonly<Record<string, (file: string) => Promise<void>>> = {
	'digitize-photos.json': digitizePhotos,
	'new-cards-to-crm.json': newCardsToCrm,
};

const FILES = exampleFiles().filter((file) => !needsAccount(readExample(file)));

/** Told in `organization.test.ts`. */
const OTHERS = ['organization-first-plan.json', 'organization-from-sheet.json'];

test('there is a check for every example', () => expect(FILES).toEqual([...Object.keys(CHECKS), ...OTHERS]));

test.each(FILES)('%s finds the credential by its name when it is imported as it is', async (file) => {
	const { nodes } = await world.client.createWorkflow(readExample(file));
	const references = nodes.flatMap(({ credentials = {} }) => Object.values(credentials));
	expect(references.length).toBeGreaterThan(0);
	for (const reference of references) expect(reference).toEqual(world.credential);
});

for (const [file, check] of Object.entries(CHECKS)) {
	// The first version of n8n has no data tables.
	const isImpossible = chosenVersion.isFirst && makesTable(readExample(file));
	(isImpossible ? test.skip : test)(`${file} imports and executes`, async () => await check(file));
}
