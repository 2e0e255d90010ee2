import { errorOf, succeeded } from '../../../tools/realN8n/output';
import { Outlook } from '../standIns/outlook';
import { CARD, type Stage } from './stage';

/** The mailbox as these stories find it. */
export const outlook = new Outlook();

/** One contact of a mailbox a person. */
export function cardsToOutlook(stage: () => Stage): void {
	beforeEach(() => outlook.contacts.clear());

	test('adds a contact for each card, updates it afterwards, and leaves other fields and contacts alone', async () => {
		const { emulator } = stage().world;
		const neighbour = outlook.add({ givenName: '次郎', surname: '山田', emailAddresses: [{ name: '山田', address: 'j@example.com' }], personalNotes: 'a friend' });
		const hanako = emulator.addCard({ ...CARD, email: 'Hanako@example.com' });
		const { id: noAddress } = emulator.addCard({ ...CARD, lastName: '佐藤', firstName: '', email: '' });
		const { id } = await stage().stored('cards-to-outlook.json');
		succeeded(await stage().run(id));
		expect(outlook.list.slice(1)).toEqual([
			{
				surname: '髙橋', givenName: '花子', displayName: '髙橋 花子', companyName: '北斗商事株式会社', jobTitle: '課長', businessPhones: ['03-1234-5678'],
				emailAddresses: [{ name: '髙橋 花子', address: 'Hanako@example.com' }],
			},
			{ surname: '佐藤', givenName: '', displayName: '佐藤', companyName: '北斗商事株式会社', jobTitle: '課長', businessPhones: ['03-1234-5678'], emailAddresses: [] },
		]);

		const [, first, second] = [...outlook.contacts.values()];
		Object.assign(first ?? {}, { mobilePhone: '090-0000-0000', personalNotes: 'likes tea', jobTitle: 'Manager', emailAddresses: [{ address: 'private@example.org' }, { address: 'hanako@EXAMPLE.com' }] });
		emulator.changeCard(hanako.id, { title: '部長' });
		emulator.changeCard(noAddress, { tel: '06-0000-0000' });
		outlook.expire();
		succeeded(await stage().run(id));
		expect([...outlook.contacts.values()]).toEqual([
			neighbour,
			{ ...first, jobTitle: '部長' },
			{ ...second, businessPhones: ['06-0000-0000'] },
		]);
	});

	test('makes one contact of two cards with one address, as the card says that changed last', async () => {
		const { emulator } = stage().world;
		const earlier = emulator.addCard({ ...CARD, email: 'h@example.com', title: '主任', updatedTime: emulator.clock.now() - 3000 });
		emulator.addCard({ ...CARD, email: 'H@example.com', title: '課長', updatedTime: emulator.clock.now() - 2000 });
		const { id } = await stage().stored('cards-to-outlook.json');
		succeeded(await stage().run(id));
		expect(outlook.list).toMatchObject([{ jobTitle: '課長' }]);
		emulator.changeCard(earlier.id, { title: '部長' });
		succeeded(await stage().run(id));
		expect(outlook.list).toMatchObject([{ jobTitle: '部長' }]);
	});

	test('writes the others when one is refused, names it, and completes with the next run', async () => {
		const { emulator } = stage().world;
		const { id: bad } = emulator.addCard({ ...CARD, email: 'no address' });
		emulator.addCard({ ...CARD, email: 'good@example.com' });
		const { id: refused } = emulator.addCard({ ...CARD, lastName: '佐藤', email: '' });
		stage().standIns.fault = ({ method, body }) => (method === 'POST' && JSON.stringify(body ?? '').includes('佐藤') ? { status: 503, json: { error: { code: 'ServiceUnavailable', message: 'Down' } } } : undefined);
		const { id } = await stage().stored('cards-to-outlook.json');
		const { message } = errorOf(await stage().run(id));
		expect(message).toMatch(/^Cards that did not reach Outlook: 2; the others did\.\n/);
		expect(message).toContain(`card ${bad} (北斗商事株式会社): `);
		expect(message).toContain(`card ${refused} (北斗商事株式会社): `);
		expect(outlook.list).toMatchObject([{ emailAddresses: [{ address: 'good@example.com' }] }]);

		stage().standIns.fault = undefined;
		emulator.changeCard(bad, { email: 'better@example.com' });
		succeeded(await stage().run(id));
		expect(outlook.list).toHaveLength(3);
	});

	test('writes nothing when the contacts cannot be read', async () => {
		stage().world.emulator.addCard({ ...CARD, email: 'h@example.com' });
		stage().standIns.fault = ({ method, host }) => (method === 'GET' && host === 'graph.microsoft.com' ? { status: 503, json: { error: { code: 'ServiceUnavailable', message: 'Down' } } } : undefined);
		const { id } = await stage().stored('cards-to-outlook.json');
		expect(errorOf(await stage().run(id)).message).not.toBe('');
		expect(outlook.list).toEqual([]);
	});

	test('is started by the trigger', async () => {
		const { client, emulator } = stage().world;
		const { id } = await stage().stored('cards-to-outlook.json');
		await client.activate(id);
		emulator.addCard({ ...CARD, email: 'new@example.com' });
		succeeded(await stage().lastOf(id, 1));
		await client.deactivate(id);
		expect(outlook.list).toMatchObject([{ emailAddresses: [{ address: 'new@example.com' }] }]);
	});
}
