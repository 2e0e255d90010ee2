import { errorOf, succeeded } from '../../support/realN8n/output';
import { Salesforce } from '../standIns/salesforce';
import { CARD, type Stage } from './stage';

/** Salesforce as these stories find it. */
export const salesforce = new Salesforce();

const COMPANY = CARD.companyName;

/** Cards become contacts with accounts: found, written, reviewed, refused. */
export function cardsToSalesforce(stage: () => Stage): void {
	let id: string;

	beforeAll(async () => {
		({ id } = await stage().stored('cards-to-salesforce.json'));
	});

	beforeEach(() => salesforce.clear());

	test('writes the whole card once: contact, account, owner, tags and picture', async () => {
		const { emulator } = stage().world;
		const owner = salesforce.make('User', { Email: emulator.user.email.toUpperCase(), IsActive: true });
		const tag = emulator.addTag({ name: '重要顧客' });
		const card = emulator.addCard({ ...CARD, companyName: "O'Neil", email: 'hanako@example.com', isUserCreated: false, tagIds: [tag.id] });
		succeeded(await stage().run(id));
		const [account] = salesforce.all('Account');
		const [contact] = salesforce.all('Contact');
		expect(account).toMatchObject({ Name: "O'Neil", Business_Card_Company_ID__c: card.companyId });
		expect(contact).toMatchObject({
			LastName: '髙橋', FirstName: '花子', Email: 'hanako@example.com', Title: '課長', AccountId: account?.Id, OwnerId: owner,
			Business_Card_Person_ID__c: card.personId, Business_Card_Picture__c: card.id, Business_Card_State__c: 'current', Business_Card_Tags__c: '重要顧客',
		});
		expect(salesforce.all('ContentVersion')).toMatchObject([{ FirstPublishLocationId: contact?.Id }]);
		expect(await stage().rowOf(card)).toMatchObject({ state: 'sent', recordId: contact?.Id });

		salesforce.edit('Contact', String(contact?.Id), { LeadSource: 'Fair', Title: 'Manager', OwnerId: 'other' });
		emulator.changeCard(card.id, { title: '部長' });
		succeeded(await stage().run(id));
		expect(salesforce.all('Contact')).toEqual([{ ...contact, LeadSource: 'Fair', Title: '部長', OwnerId: 'other' }]);
		expect([salesforce.all('Account').length, salesforce.all('ContentVersion').length]).toEqual([1, 1]);
	});

	test('finds what people made by hand: by address, by name and account, and makes nothing where two fit', async () => {
		const { emulator } = stage().world;
		const acme = salesforce.make('Account', { Name: 'Acme' });
		const hokuto = salesforce.make('Account', { Name: COMPANY });
		const byAddress = salesforce.make('Contact', { LastName: '髙橋', FirstName: '花子', Email: 'a@example.com' });
		const byName = salesforce.make('Contact', { LastName: '佐藤', FirstName: '次郎', AccountId: acme });
		const twins = [1, 2].map(() => salesforce.make('Contact', { LastName: '鈴木', FirstName: '一', AccountId: hokuto }));
		emulator.addCard({ ...CARD, email: 'a@example.com' });
		emulator.addCard({ ...CARD, lastName: '佐藤', firstName: '次郎', companyName: 'Acme', companyId: 'acme', email: '' });
		const twin = emulator.addCard({ ...CARD, lastName: '鈴木', firstName: '一', email: '' });
		const blank = emulator.addCard({ ...CARD, lastName: '', firstName: '', email: '' });
		succeeded(await stage().run(id));

		const ids = salesforce.all('Contact').map((contact) => contact.Id);
		expect(ids).toEqual([byAddress, byName, ...twins, expect.any(String)]);
		expect(salesforce.all('Account')).toHaveLength(2);
		const remedy = `enter ${twin.personId} as Business Card Person ID in the right contact`;
		expect(await stage().rowOf(twin)).toMatchObject({ state: 'review', reason: `2 contacts match (${twins.join(', ')}): ${remedy}` });
		expect(await stage().rowOf(blank)).toMatchObject({ state: 'sent', recordId: ids.at(-1) });

		salesforce.edit('Contact', twins[1] ?? '', { Business_Card_Person_ID__c: twin.personId });
		succeeded(await stage().run(id));
		expect(salesforce.all('Contact')[3]).toMatchObject({ Title: '課長', AccountId: hokuto });
		expect(salesforce.all('Contact')).toHaveLength(5);
	});

	test('writes the others when one is refused, and says which and why', async () => {
		const { emulator } = stage().world;
		const bad = emulator.addCard({ ...CARD, email: 'not an address' });
		const good = emulator.addCard({ ...CARD, lastName: 'Good', email: 'good@example.com' });
		const { message } = errorOf(await stage().run(id));
		expect(message).toMatch(/^Cards that did not reach Salesforce: 1; the others did\.\n/);
		expect(message).toContain(`card ${bad.id} (${COMPANY}): Write Contact: `);
		expect(message).toContain('invalid email address');
		expect(await stage().rowOf(bad)).toMatchObject({ state: 'failed' });
		expect(await stage().rowOf(good)).toMatchObject({ state: 'sent' });
	});
}
