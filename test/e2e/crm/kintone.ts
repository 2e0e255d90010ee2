import { errorOf, succeeded } from '../../../tools/realN8n/output';
import { Kintone } from '../standIns/kintone';
import { CARD, type Stage } from './stage';

/** kintone as these stories find it. */
export const kintone = new Kintone();

/** One record a company, one a person. */
export function cardsToKintone(stage: () => Stage): void {
	beforeEach(() => {
		kintone.companies.clear();
		kintone.persons.clear();
	});

	test('writes a company once and each person once, also the second time, and leaves other fields alone', async () => {
		const { emulator } = stage().world;
		const card = emulator.addCard({ ...CARD, companyId: '9001', personId: '8001' });
		emulator.addCard({ ...CARD, companyId: '9001', personId: '8002', lastName: '佐藤' });
		const { id } = await stage().stored('cards-to-kintone.json');
		succeeded(await stage().run(id));
		expect([...kintone.companies]).toEqual([['9001', { companyName: '北斗商事株式会社' }]]);
		expect([...kintone.persons.keys()]).toEqual(['8001', '8002']);
		expect(kintone.persons.get('8001')).toMatchObject({ companyId: '9001', cardId: card.id, lastName: '髙橋', title: '課長', mobile: '' });

		Object.assign(kintone.persons.get('8001') ?? {}, { note: 'Likes tea', title: 'Manager' });
		emulator.changeCard(card.id, { title: '部長' });
		succeeded(await stage().run(id));
		expect(kintone.persons.size).toBe(2);
		expect(kintone.persons.get('8001')).toMatchObject({ note: 'Likes tea', title: '部長' });
	});

	test('writes the others when one is refused, and names it', async () => {
		const { emulator } = stage().world;
		const { id: refused } = emulator.addCard({ ...CARD, companyId: '9001', personId: '8001' });
		emulator.addCard({ ...CARD, companyId: '9002', personId: '8002' });
		const { id: without } = emulator.addCard({ ...CARD, companyId: '9003', personId: '8003' });
		stage().standIns.fault = ({ body }) => (/"value":"(8001|9003)"/.test(JSON.stringify(body)) ? { status: 520, json: { code: 'GAIA_DA02', message: 'Busy' } } : undefined);
		const { id } = await stage().stored('cards-to-kintone.json');
		const { message } = errorOf(await stage().run(id));
		expect(message).toMatch(/^Cards that did not reach kintone: 2; the others did\.\n/);
		expect(message).toContain(`card ${refused}: `);
		expect(message).toContain(`card ${without}: `);
		expect([...kintone.companies.keys()]).toEqual(['9001', '9002']);
		expect([...kintone.persons.keys()]).toEqual(['8002']);
	});
}
