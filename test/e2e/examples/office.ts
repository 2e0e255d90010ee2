import type { Execution } from '../../../scripts/realN8n/client';
import { errorOf, itemsOf, succeeded } from '../../../scripts/realN8n/executions';
import { CARD, failAt, MORE_THAN_USUAL, office, run, standIns, stored, world } from './stage';

/** Rows and cards compared, every night. */
export function reconcileGoogleSheets(): void {
	let id: string;

	beforeEach(async () => {
		id = await stored('reconcile-google-sheets.json');
	});

	const rows = () => office.all('rows');

	test('writes what is missing or different, marks what is gone, and changes nothing the second time', async () => {
		const { emulator } = world;
		const [kept = '', gone = ''] = ['Kept', 'Gone'].map((lastName) => emulator.addCard({ ...CARD, lastName }).id);
		succeeded(await run(id));
		expect(rows()).toMatchObject([
			{ cardId: kept, state: 'current' },
			{ cardId: gone, state: 'current' },
		]);
		const missing = emulator.addCard({ ...CARD, lastName: 'Missing' }).id;
		emulator.deleteCard(gone);
		office.edit('rows', kept, { fullName: 'Mistyped' });
		office.edit('rows', gone, { ours: 'a note' });
		succeeded(await run(id));
		expect(rows()).toMatchObject([
			{ cardId: kept, state: 'current', fullName: 'Kept 花子' },
			{ cardId: gone, state: 'gone', fullName: 'Gone 花子', ours: 'a note' },
			{ cardId: missing, state: 'current' },
		]);
		standIns.requests.length = 0;
		succeeded(await run(id));
		expect(standIns.requests).toEqual(['GET /sheet']);
	});

	test('marks nothing when more is gone than usual, or the service shows no card', async () => {
		const { emulator } = world;
		const cards = Array.from({ length: MORE_THAN_USUAL }, () => emulator.addCard(CARD).id);
		const refusal = (gone: number, shown: number) =>
			`No row was marked. ${gone} cards would be marked as gone, and the service shows ${shown} cards.`;
		succeeded(await run(id));
		for (const card of cards) emulator.deleteCard(card);
		const missing = emulator.addCard(CARD).id;
		expect(errorOf(await run(id)).message).toContain(refusal(21, 1));
		expect(rows().at(-1)).toMatchObject({ cardId: missing, state: 'current' });
		office.clear();
		office.edit('rows', missing, { state: 'current' });
		emulator.deleteCard(missing);
		expect(errorOf(await run(id)).message).toContain(refusal(1, 0));
		expect(rows()).toEqual([{ cardId: missing, state: 'current' }]);
	});
}

/** A message when one of some fields changes. */
export function contactChangesToSlack(): void {
	test('tells a change of the five fields alone, also the first after all were remembered', async () => {
		const { client, emulator } = world;
		const card = emulator.addCard({ ...CARD, title: 'A', departmentName: '営業部', email: 'h@example.com' }).id;
		const id = await stored('contact-changes-to-slack.json');
		succeeded(await client.run(id, 'Remember All Once'));
		await client.activate(id);
		const afterChange = async (change: object): Promise<Execution> => {
			const before = (await client.executions(id)).length;
			emulator.changeCard(card, change);
			return await world.until('an execution', async () => (await client.executions(id))[before]);
		};
		const unimportant = succeeded(await afterChange({ memo: 'Met again' }));
		expect([itemsOf(unimportant, 'Only What Matters'), office.messages]).toEqual([[], []]);
		succeeded(await afterChange({ title: 'B' }));
		succeeded(await afterChange({ title: 'A' }));
		expect(office.messages).toEqual(['髙橋 花子, B, 営業部, 北斗商事株式会社\nh@example.com']);
		failAt('POST', '/channel');
		const failed = await afterChange({ title: 'C' });
		await client.deactivate(id);
		expect(errorOf(failed).message).toContain(`card ${card} (北斗商事株式会社): `);
	});
}
