import { errorOf, succeeded } from '../../support/realN8n/output';
import { GoogleSheets } from '../standIns/googleSheets';
import { CARD, type Stage } from './stage';

/** The spreadsheet as these stories find it. */
export const googleSheets = new GoogleSheets();

const MORE_THAN_USUAL = 21;

/** Rows and cards compared, every night. */
export function reconcileGoogleSheets(stage: () => Stage): void {
	test('writes what is missing or different, marks what is gone, and changes nothing the second time', async () => {
		googleSheets.rows = [];
		const { emulator } = stage().world;
		const kept = emulator.addCard({ ...CARD, lastName: 'Kept' });
		const gone = emulator.addCard({ ...CARD, lastName: 'Gone' });
		const { id } = await stage().stored('reconcile-google-sheets.json');
		succeeded(await stage().run(id));
		expect(googleSheets.records.map(({ cardId, state }) => [cardId, state])).toEqual([[kept.id, 'current'], [gone.id, 'current']]);

		const missing = emulator.addCard({ ...CARD, lastName: 'Missing' });
		emulator.deleteCard(gone.id);
		googleSheets.type(1, 'fullName', 'Mistyped');
		googleSheets.type(2, 'ours', 'a note');
		succeeded(await stage().run(id));
		expect(googleSheets.records).toMatchObject([
			{ cardId: kept.id, state: 'current', fullName: 'Kept 花子' },
			{ cardId: gone.id, state: 'gone', fullName: 'Gone 花子', ours: 'a note' },
			{ cardId: missing.id, state: 'current' },
		]);

		const { requests } = stage().standIns;
		const before = requests.length;
		succeeded(await stage().run(id));
		expect(requests.slice(before).filter((request) => !request.startsWith('GET') && !request.includes('/token'))).toEqual([]);
	});

	test('marks nothing when more is gone than usual, or the service shows no card', async () => {
		googleSheets.rows = [];
		const { emulator } = stage().world;
		const cards = Array.from({ length: MORE_THAN_USUAL }, () => emulator.addCard(CARD));
		const stays = emulator.addCard(CARD);
		const { id } = await stage().stored('reconcile-google-sheets.json');
		succeeded(await stage().run(id));
		for (const card of cards) emulator.deleteCard(card.id);
		const missing = emulator.addCard(CARD);
		expect(errorOf(await stage().run(id)).message).toMatch(/^No row was marked\. Cards that would be gone: 21, more than usual\. Cards that the service shows: 2\./);
		expect(googleSheets.records.at(-1)).toMatchObject({ cardId: missing.id });
		emulator.deleteCard(missing.id);

		googleSheets.rows = googleSheets.rows.filter(([cardId], row) => row === 0 || cardId === stays.id);
		emulator.deleteCard(stays.id);
		expect(errorOf(await stage().run(id)).message).toMatch(/^No row was marked\. Cards that would be gone: 1, more than usual\. Cards that the service shows: 0\./);
		expect(googleSheets.records).toMatchObject([{ cardId: stays.id, state: 'current' }]);
	});

	test('writes nothing when the sheet cannot be read', async () => {
		googleSheets.rows = [];
		stage().world.emulator.addCard(CARD);
		stage().standIns.fault = ({ method, path }) => (method === 'GET' && path.includes('/values') ? { status: 500, json: { error: { message: 'Down' } } } : undefined);
		const { id } = await stage().stored('reconcile-google-sheets.json');
		expect(errorOf(await stage().run(id)).message).not.toBe('');
		expect(googleSheets.rows).toEqual([]);
	});
}
