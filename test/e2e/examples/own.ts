import { decode } from 'jpeg-js';
import { errorOf, itemsOf, succeeded } from '../../../scripts/realN8n/executions';
import { CARD, stored, world } from './stage';

/** Cards that come become rows, once each, and follow their cards. */
export function newCardsToCrm(): void {
	test('makes a row of each card, and follows the card', async () => {
		const { client, emulator } = world;
		const id = await stored('new-cards-to-crm.json');
		for (let time = 0; time < 2; time += 1) succeeded(await client.run(id, 'Create the Table Once'));
		await client.activate(id);
		const cards = [emulator.addCard(CARD), emulator.addCard({ ...CARD, lastName: 'Smith', title: null })];
		const rowsWith = async (jobTitle: string) =>
			await world.until('the rows', async () => {
				const rows = await client.dataTableRows('Business Card Contacts');
				return rows.length === 2 && rows.some((row) => row.jobTitle === jobTitle) ? rows : undefined;
			});
		await rowsWith('課長');
		const [{ id: cardId } = { id: '' }] = cards;
		emulator.changeCard(cardId, { title: '部長' });
		const rows = await rowsWith('部長');
		expect(rows.map((row) => row.cardId).sort()).toEqual(cards.map((card) => card.id).sort());
		const contact = { fullName: '髙橋 花子', jobTitle: '部長', phone: CARD.tel };
		expect(rows.find((row) => row.cardId === cardId)).toMatchObject(contact);
		await client.deactivate(id);
	});
}

/** Photos become cards; those that could not be converted are named. */
export function digitizePhotos(): void {
	test('sends the photos that are images, names the others, and completes the row of a card', async () => {
		const { client, emulator } = world;
		const id = await stored('digitize-photos.json', ({ nodes }) => {
			for (const { parameters } of nodes.filter(({ name }) => name === 'Drawn Cards')) {
				parameters.jsCode = String(parameters.jsCode).replace('allFormats = false', 'allFormats = true');
			}
		});
		await client.activate(id);
		const execution = await client.run(id, 'Try It');
		const sent = itemsOf(execution, 'Sent').map(({ json }) => json);
		expect(emulator.company.cards.size).toBe(sent.length);
		for (const { cardId } of sent) {
			const card = emulator.company.cards.get(String(cardId));
			const image = card && emulator.imageOf(card, 'front');
			expect([card?.entryStatus, image && decode(image)]).toMatchObject(['processing', { width: 91, height: 55 }]);
		}
		const { message } = errorOf(execution);
		expect(message).toMatch(/^Photos that were not digitized: \d; the others were sent\.\n/);
		expect(message).toContain("\ncard.pdf: The file isn't a JPEG, PNG or HEIC image.");
		/* Without GraphicsMagick, or with a build that lacks a format, the example names the photos instead. */
		const named = [...message.matchAll(/\n(\S+): It could not be converted to JPEG: /g)].map(([, name]) => name);
		const names = [...sent.map(({ fileName }) => fileName), ...named];
		expect(names.sort()).toEqual(['IMG_0001.jpg', 'card.jpg', 'card.png']);

		const cardId = String(sent.find(({ fileName }) => fileName === 'card.jpg')?.cardId);
		emulator.changeCard(cardId, { ...CARD, entryStatus: 'completed' });
		const row = await world.until('the row of the card to be completed', async () => {
			const rows = await client.dataTableRows('Photographed Cards');
			return rows.find(({ state }) => state === 'completed');
		});
		expect(row).toMatchObject({ cardId, fileName: 'card.jpg', fullName: '髙橋 花子', companyName: CARD.companyName });
		await client.deactivate(id);
	});
}
