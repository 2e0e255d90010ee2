import { errorOf, succeeded } from '../../support/realN8n/output';
import { waitFor } from '../../support/realN8n/wait';
import { HubSpot } from '../standIns/hubspot';
import { CARD, PATIENCE_MS, type Stage } from './stage';

/** HubSpot as these stories find it. */
export const hubspot = new HubSpot();

const COMPANY = CARD.companyName;

/** Cards become contacts: found, written, reviewed, refused. */
export function cardsToHubSpot(stage: () => Stage): void {
	let id: string;

	beforeAll(async () => {
		({ id } = await stage().stored('cards-to-hubspot.json'));
	});

	beforeEach(() => hubspot.clear());

	test('writes the whole card once: contact, company, owner, tags and picture', async () => {
		const { emulator } = stage().world;
		hubspot.owners.set(emulator.user.email, '7');
		const tag = emulator.addTag({ name: '重要顧客' });
		const card = emulator.addCard({ ...CARD, email: 'Hanako@example.com', isUserCreated: false, tagIds: [tag.id] });
		succeeded(await stage().run(id));
		const [company] = hubspot.all('companies');
		const [contact] = hubspot.all('contacts');
		expect(company).toMatchObject({ name: COMPANY, business_card_company_id: card.companyId });
		expect(contact).toMatchObject({
			email: 'hanako@example.com', company: COMPANY, firstname: '花子', lastname: '髙橋', jobtitle: '課長', phone: '03-1234-5678', hubspot_owner_id: '7',
			business_card_person_id: card.personId, business_card_state: 'current', business_card_tags: '重要顧客', business_card_picture: card.id,
		});
		expect([...hubspot.links]).toEqual([`contacts/${contact?.id} companies/${company?.id}`, expect.stringMatching(`^notes/\\d+ contacts/${contact?.id}$`)]);
		expect(await stage().rowOf(card)).toMatchObject({ state: 'sent', reason: '', recordId: contact?.id });

		Object.assign(hubspot.records.get('contacts')?.get(contact?.id ?? '') ?? {}, { lifecyclestage: 'customer', jobtitle: 'Manager', hubspot_owner_id: '9' });
		emulator.changeCard(card.id, { title: '部長' });
		succeeded(await stage().run(id));
		expect(hubspot.all('contacts')).toEqual([{ ...contact, lifecyclestage: 'customer', jobtitle: '部長', hubspot_owner_id: '9' }]);
		expect([hubspot.all('companies').length, hubspot.all('notes').length, hubspot.files]).toEqual([1, 1, 1]);
	});

	test('finds what people made by hand: by address, by name and company, and makes nothing where two fit', async () => {
		const { emulator } = stage().world;
		const acme = hubspot.make('companies', { name: 'Acme' });
		const byAddress = hubspot.make('contacts', { email: 'a@example.com' });
		const byCompany = hubspot.make('contacts', { lastname: '佐藤', firstname: '次郎', associatedcompanyid: acme });
		const twins = [1, 2].map(() => hubspot.make('contacts', { lastname: '鈴木', firstname: '一', company: COMPANY }));
		const other = hubspot.make('contacts', { lastname: 'Other', email: 'info@example.com' });
		emulator.addCard({ ...CARD, email: 'a@example.com' });
		emulator.addCard({ ...CARD, lastName: '佐藤', firstName: '次郎', companyName: 'Acme', companyId: 'acme', email: '' });
		const twin = emulator.addCard({ ...CARD, lastName: '鈴木', firstName: '一', email: '' });
		const shared = emulator.addCard({ ...CARD, lastName: 'Else', email: 'info@example.com' });
		const blank = emulator.addCard({ ...CARD, lastName: '無', firstName: '', email: '' });
		succeeded(await stage().run(id));

		expect(hubspot.all('contacts').map((contact) => contact.id)).toEqual([byAddress, byCompany, ...twins, other, expect.any(String)]);
		expect(hubspot.records.get('contacts')?.get(other)).toEqual({ lastname: 'Other', email: 'info@example.com' });
		const remedy = `enter ${twin.personId} as Business Card Person ID in the right contact`;
		expect(await stage().rowOf(twin)).toMatchObject({ state: 'review', reason: `2 contacts match (${twins.join(', ')}): ${remedy}` });
		expect(await stage().rowOf(shared)).toMatchObject({ state: 'review', reason: expect.stringContaining('belongs to a contact with another name') as string });
		expect(await stage().rowOf(blank)).toMatchObject({ state: 'sent' });

		Object.assign(hubspot.records.get('contacts')?.get(twins[1] ?? '') ?? {}, { business_card_person_id: twin.personId });
		succeeded(await stage().run(id));
		expect(hubspot.records.get('contacts')?.get(twins[1] ?? '')).toMatchObject({ jobtitle: '課長' });
		expect(hubspot.all('contacts')).toHaveLength(6);
	});

	test('sends the latest card of a person that colleagues met, and skips the others', async () => {
		const { emulator } = stage().world;
		const newest = emulator.addCard({ ...CARD, title: 'New', exchangeDate: '2026-03-01' });
		const older = emulator.addCard({ ...CARD, title: 'Old', exchangeDate: '2025-03-01', personId: newest.personId, ownerId: 'colleague' });
		succeeded(await stage().run(id));
		expect(hubspot.all('contacts')).toMatchObject([{ jobtitle: 'New' }]);
		expect(await stage().rowOf(older)).toMatchObject({ state: 'skipped', reason: `Card ${newest.id} of the same person is newer` });
	});

	test('writes the others when one is refused, and says which and why', async () => {
		const { emulator } = stage().world;
		const bad = emulator.addCard({ ...CARD, email: 'not an address' });
		const good = emulator.addCard({ ...CARD, lastName: 'Good', email: 'good@example.com' });
		const down = emulator.addCard({ ...CARD, lastName: 'Down', email: '' });
		stage().standIns.fault = ({ path, body }) =>
			path.endsWith('/batch/upsert') && JSON.stringify(body).includes('Down') ? { status: 503, json: { message: 'Down' } } : undefined;
		const { message } = errorOf(await stage().run(id));
		expect(message).toMatch(/^Cards that did not reach HubSpot: 2; the others did\.\n/);
		expect(message).toContain(`card ${bad.id} (${COMPANY}): Write Contact: `);
		expect(message).toContain('email not an address is invalid');
		for (const [card, state] of [[bad, 'failed'], [good, 'sent'], [down, 'failed']] as const) {
			expect(await stage().rowOf(card)).toMatchObject({ state });
		}
	});

	test('is started by the trigger', async () => {
		const { client, emulator } = stage().world;
		await client.activate(id);
		emulator.addCard({ ...CARD, email: 'new@example.com' });
		await waitFor('the contact', () => (hubspot.all('contacts').some(({ email }) => email === 'new@example.com') ? true : undefined), { timeoutMs: PATIENCE_MS });
		await client.deactivate(id);
	});
}
