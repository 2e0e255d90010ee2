import { errorOf, succeeded } from '../../support/realN8n/output';
import { waitFor } from '../../support/realN8n/wait';
import { HubSpot } from '../standIns/hubspot';
import { CARD, PATIENCE_MS, type Stage } from './stage';

/** HubSpot as these stories find it. */
export const hubspot = new HubSpot();

/** Cards become contacts, with and without an e-mail address. */
export function cardsToHubSpot(stage: () => Stage): void {
	let id: string;

	beforeAll(async () => {
		({ id } = await stage().stored('cards-to-hubspot.json'));
		succeeded(await stage().run(id, 'Make the Property Once'));
	});

	beforeEach(() => hubspot.contacts.clear());

	test('a second run of the property says that it is there', async () => {
		expect(errorOf(await stage().run(id, 'Make the Property Once')).description).toContain('already exists');
	});

	test('writes each card to its contact, once, with and without an address', async () => {
		const { emulator } = stage().world;
		const card = emulator.addCard({ ...CARD, email: 'Hanako@example.com' });
		const { id: noAddress } = emulator.addCard({ ...CARD, lastName: '佐藤', firstName: '', email: '' });
		succeeded(await stage().run(id));
		expect(hubspot.list).toEqual([
			{ email: 'hanako@example.com', company: '北斗商事株式会社', firstname: '花子', lastname: '髙橋', jobtitle: '課長', phone: '03-1234-5678' },
			{ business_card_id: noAddress, company: '北斗商事株式会社', lastname: '佐藤', jobtitle: '課長', phone: '03-1234-5678' },
		]);

		Object.assign(hubspot.contacts.get(1) ?? {}, { lifecyclestage: 'customer', mobilephone: '090-0000-0000', jobtitle: 'Manager' });
		emulator.changeCard(card.id, { title: '部長' });
		succeeded(await stage().run(id));
		expect(hubspot.list).toHaveLength(2);
		expect(hubspot.contacts.get(1)).toMatchObject({ jobtitle: '部長', lifecyclestage: 'customer', mobilephone: '090-0000-0000' });
	});

	test('writes the others when one is refused, names it, and completes with the next run', async () => {
		const { emulator } = stage().world;
		const { id: bad } = emulator.addCard({ ...CARD, email: 'not an address' });
		emulator.addCard({ ...CARD, email: 'good@example.com' });
		const { id: noAddress } = emulator.addCard({ ...CARD, email: '' });
		const { id: refused } = emulator.addCard({ ...CARD, email: '' });
		stage().standIns.fault = ({ body }) => (JSON.stringify(body ?? '').includes(refused) ? { status: 503, json: { message: 'Down' } } : undefined);
		const { message } = errorOf(await stage().run(id));
		expect(message).toMatch(/^Cards that did not reach HubSpot: 2; the others did\.\n/);
		expect(message).toContain(`card ${bad} (北斗商事株式会社): `);
		expect(message).toContain(`card ${refused} (北斗商事株式会社): `);
		expect(hubspot.list.map((contact) => contact.email ?? contact.business_card_id)).toEqual(['good@example.com', noAddress]);

		stage().standIns.fault = undefined;
		emulator.changeCard(bad, { email: 'better@example.com' });
		succeeded(await stage().run(id));
		expect(hubspot.list).toHaveLength(4);
	});

	test('is started by the trigger', async () => {
		const { client, emulator } = stage().world;
		await client.activate(id);
		emulator.addCard({ ...CARD, email: 'new@example.com' });
		await waitFor('the contact', () => (hubspot.list.some(({ email }) => email === 'new@example.com') ? true : undefined), { timeoutMs: PATIENCE_MS });
		await client.deactivate(id);
	});
}
