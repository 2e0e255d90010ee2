import { errorOf, succeeded } from '../../../tools/realN8n/output';
import { Salesforce } from '../standIns/salesforce';
import { CARD, type Stage } from './stage';

/** Salesforce as these stories find it. */
export const salesforce = new Salesforce();

/** One account a company, one contact a person. */
export function cardsToSalesforce(stage: () => Stage): void {
	const { account: accounts, contact: contacts } = salesforce.records;

	beforeEach(() => {
		accounts.clear();
		contacts.clear();
	});

	test('writes the account, then the contact of it, once each, and leaves other fields alone', async () => {
		const { emulator } = stage().world;
		const card = emulator.addCard({ ...CARD, companyId: '9001', personId: '8001', email: 'h@example.com' });
		emulator.addCard({ ...CARD, companyId: '9001', personId: '8002', lastName: '', firstName: '' });
		const { id } = await stage().stored('cards-to-salesforce.json');
		succeeded(await stage().run(id));
		expect([...accounts]).toMatchObject([['9001', { Name: '北斗商事株式会社' }]]);
		const AccountId = accounts.get('9001')?.Id;
		expect([...contacts]).toMatchObject([
			['8001', { AccountId, LastName: '髙橋', FirstName: '花子', Title: '課長', Email: 'h@example.com', Phone: '03-1234-5678' }],
			['8002', { AccountId, LastName: '北斗商事株式会社' }],
		]);
		expect(contacts.get('8001')).not.toHaveProperty('MobilePhone');

		Object.assign(contacts.get('8001') ?? {}, { MobilePhone: '090-0000-0000', Title: 'Manager' });
		emulator.changeCard(card.id, { title: '部長' });
		succeeded(await stage().run(id));
		expect([accounts.size, contacts.size]).toEqual([1, 2]);
		expect(contacts.get('8001')).toMatchObject({ Title: '部長', MobilePhone: '090-0000-0000' });
	});

	test('writes the others when one is refused, and names it', async () => {
		const { emulator } = stage().world;
		const { id: bad } = emulator.addCard({ ...CARD, companyId: '9001', personId: '8001', email: 'no address' });
		emulator.addCard({ ...CARD, companyId: '9001', personId: '8002', email: 'h@example.com' });
		const { id: without } = emulator.addCard({ ...CARD, companyId: '9003', personId: '8003' });
		stage().standIns.fault = ({ path }) => (path.endsWith('/9003') ? { status: 503, json: [{ errorCode: 'SERVER_UNAVAILABLE', message: 'Busy' }] } : undefined);
		const { id } = await stage().stored('cards-to-salesforce.json');
		const { message } = errorOf(await stage().run(id));
		expect(message).toMatch(/^Cards that did not reach Salesforce: 2; the others did\.\n/);
		expect(message).toContain(`card ${bad}: `);
		expect(message).toContain(`card ${without}: `);
		expect([...contacts.keys()]).toEqual(['8002']);
	});
}
