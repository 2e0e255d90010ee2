import { errorOf, itemsOf, succeeded } from '../../support/realN8n/executions';
import type { Execution } from '../../support/realN8n/client';
import { CARD, MORE_THAN_USUAL, sheets, slack, type Stage } from './stage';

/** Rows and cards compared, every night. */
export function reconcileGoogleSheets(stage: () => Stage): void {
	let id: string;

	beforeAll(async () => {
		({ id } = await stage().stored('reconcile-google-sheets.json'));
	});

	beforeEach(() => void (sheets.rows = []));

	test('writes what is missing or different, marks what is gone, and changes nothing the second time', async () => {
		const { emulator } = stage().world;
		const [kept, gone] = ['Kept', 'Gone'].map((lastName) => emulator.addCard({ ...CARD, lastName }).id);
		succeeded(await stage().run(id));
		expect(sheets.records).toMatchObject([
			{ cardId: kept, state: 'current' },
			{ cardId: gone, state: 'current' },
		]);
		const missing = emulator.addCard({ ...CARD, lastName: 'Missing' }).id;
		emulator.deleteCard(gone ?? '');
		sheets.type(1, 'fullName', 'Mistyped');
		sheets.type(2, 'ours', 'a note');
		succeeded(await stage().run(id));
		expect(sheets.records).toMatchObject([
			{ cardId: kept, state: 'current', fullName: 'Kept 花子' },
			{ cardId: gone, state: 'gone', fullName: 'Gone 花子', ours: 'a note' },
			{ cardId: missing, state: 'current' },
		]);
		const requests = await stage().requestsOf(async () => succeeded(await stage().run(id)));
		expect(requests.filter((request) => !/^GET|\/token/.test(request))).toEqual([]);
	});

	test('marks nothing when more is gone than usual, or the service shows no card', async () => {
		const { emulator } = stage().world;
		const cards = Array.from({ length: MORE_THAN_USUAL }, () => emulator.addCard(CARD));
		const stays = emulator.addCard(CARD);
		const refusal = (gone: number, shown: number) =>
			`No row was marked. Cards that would be gone: ${gone}, more than usual. Cards that the service shows: ${shown}.`;
		succeeded(await stage().run(id));
		for (const card of cards) emulator.deleteCard(card.id);
		const missing = emulator.addCard(CARD);
		expect(errorOf(await stage().run(id)).message).toContain(refusal(21, 2));
		expect(sheets.records.at(-1)).toMatchObject({ cardId: missing.id });
		emulator.deleteCard(missing.id);
		emulator.deleteCard(stays.id);
		sheets.rows = sheets.rows.filter(([cardId], row) => row === 0 || cardId === stays.id);
		expect(errorOf(await stage().run(id)).message).toContain(refusal(1, 0));
		expect(sheets.records).toMatchObject([{ cardId: stays.id, state: 'current' }]);
	});

	test('writes nothing when the sheet cannot be read', async () => {
		stage().world.emulator.addCard(CARD);
		const cut = await stage().whileDown('GET', '/values', async () => await stage().run(id));
		expect(errorOf(cut).message).not.toBe('');
		expect(sheets.rows).toEqual([]);
	});
}

/** A message when one of some fields changes. */
export function contactChangesToSlack(stage: () => Stage): void {
	test('tells a change of the five fields alone, also the first after all were remembered', async () => {
		const { client, emulator } = stage().world;
		const { id: cardId } = emulator.addCard({ ...CARD, title: 'A', departmentName: '営業部', email: 'h@example.com' });
		const { id } = await stage().stored('contact-changes-to-slack.json');
		succeeded(await stage().run(id, 'Remember All Once'));
		await client.activate(id);
		let ended = (await client.executions(id)).length;
		const afterChange = async (change: object): Promise<Execution> => {
			emulator.changeCard(cardId, change);
			ended += 1;
			return await stage().lastOf(id, ended);
		};
		expect(itemsOf(succeeded(await afterChange({ memo: 'Met again' })), 'Only What Matters')).toEqual([]);
		expect(slack.messages).toEqual([]);
		succeeded(await afterChange({ title: 'B' }));
		expect(slack.messages).toEqual(['髙橋 花子, B, 営業部, 北斗商事株式会社\nh@example.com']);
		succeeded(await afterChange({ title: 'A' }));
		expect(slack.messages).toHaveLength(1);
		slack.channels.clear();
		const failed = await afterChange({ title: 'C' });
		await client.deactivate(id);
		expect(errorOf(failed).message).toContain(`card ${cardId} (北斗商事株式会社): `);
	});
}
