import { errorOf, succeeded } from '../../support/realN8n/executions';
import { waitFor } from '../../support/realN8n/wait';
import { CARD, hubspot, type Crm, type Stage } from './stage';

const COMPANY = CARD.companyName;

/** Cards become contacts of a CRM: found, written, reviewed, refused. */
export function cardsToCrm({
	name,
	file,
	store,
	contact,
	company,
	owner,
	picture,
	fields,
	companyFields,
	companyOf,
	ofPeople,
}: Crm) {
	return (stage: () => Stage): void => {
		let id: string;
		const contacts = () => store.all(contact);

		beforeAll(async () => {
			({ id } = await stage().stored(file));
		});

		beforeEach(() => store.clear());

		test('writes the whole card once: contact, company, owner, tags and picture', async () => {
			const { emulator } = stage().world;
			const ownerId = store.make(owner, {
				email: emulator.user.email,
				Email: emulator.user.email.toUpperCase(),
				IsActive: true,
			});
			const tag = emulator.addTag({ name: '重要顧客' });
			const email = name === 'HubSpot' ? 'Hanako@example.com' : 'hanako@example.com';
			const card = emulator.addCard({ ...CARD, companyName: "O'Neil", email, isUserCreated: false, tagIds: [tag.id] });
			succeeded(await stage().run(id));
			const [written = {}] = contacts();
			const [its] = store.all(company);
			expect(its).toMatchObject({ [companyFields.name]: "O'Neil", [companyFields.companyId]: card.companyId });
			expect(written).toMatchObject({
				...{ [fields.last]: '髙橋', [fields.first]: '花子', [fields.email]: 'hanako@example.com', [fields.title]: '課長' },
				...{ [fields.ownerId]: ownerId, [fields.person]: card.personId, [fields.state]: 'current' },
				...{ [fields.tags]: '重要顧客', [fields.image]: card.id },
			});
			const recordId = written[fields.id];
			const [image = {}] = store.all(picture);
			if (name === 'Salesforce') expect([written.AccountId, image.FirstPublishLocationId]).toEqual([its?.Id, recordId]);
			else
				expect([...hubspot.links]).toEqual([
					`contacts/${recordId} companies/${its?.id}`,
					`notes/${image.id} contacts/${recordId}`,
				]);
			expect(await stage().rowOf(card)).toMatchObject({ state: 'sent', reason: '', recordId });

			const byHand = { ...ofPeople, [fields.ownerId]: 'other' };
			store.edit(contact, recordId, { ...byHand, [fields.title]: 'Manager' });
			emulator.changeCard(card.id, { title: '部長' });
			succeeded(await stage().run(id));
			expect(contacts()).toEqual([{ ...written, ...byHand, [fields.title]: '部長' }]);
			expect([store.all(company).length, store.all(picture).length]).toEqual([1, 1]);
		});

		test('finds what people made by hand: by address, by name and company, and makes nothing where it is not certain', async () => {
			const { emulator } = stage().world;
			const [acme, hokuto] = ['Acme', COMPANY].map((called) => store.make(company, { [companyFields.name]: called }));
			const make = (last: string, first: string, more: object) =>
				store.make(contact, { [fields.last]: last, [fields.first]: first, ...more });
			const byAddress = make('髙橋', '花子', { [fields.email]: 'a@example.com' });
			const byCompany = make('佐藤', '次郎', { [companyOf]: acme });
			const twins = [1, 2].map(() => make('鈴木', '一', { [companyOf]: hokuto }));
			const other = make('Other', '', { [fields.email]: 'info@example.com' });
			const untouched = store.get(contact, other);
			emulator.addCard({ ...CARD, email: 'a@example.com' });
			emulator.addCard({
				...CARD,
				lastName: '佐藤',
				firstName: '次郎',
				companyName: 'Acme',
				companyId: 'acme',
				email: '',
			});
			const twin = emulator.addCard({ ...CARD, lastName: '鈴木', firstName: '一', email: '' });
			const shared = emulator.addCard({ ...CARD, lastName: 'Else', email: 'info@example.com' });
			const blank = emulator.addCard({ ...CARD, lastName: '', firstName: '', email: '' });
			succeeded(await stage().run(id));

			const ids = contacts().map((each) => each[fields.id]);
			expect(ids).toEqual([byAddress, byCompany, ...twins, other, expect.any(String)]);
			expect(store.get(contact, other)).toEqual(untouched);
			const remedy = `enter ${twin.personId} as Business Card Person ID in the right contact`;
			const reason = `2 contacts match (${twins.join(', ')}): ${remedy}`;
			expect(await stage().rowOf(twin)).toMatchObject({ state: 'review', reason });
			const doubt = expect.stringContaining('belongs to a contact with another name') as string;
			expect(await stage().rowOf(shared)).toMatchObject({ state: 'review', reason: doubt });
			expect(await stage().rowOf(blank)).toMatchObject({ state: 'sent', recordId: ids.at(-1) });

			store.edit(contact, twins[1], { [fields.person]: twin.personId });
			succeeded(await stage().run(id));
			expect(store.get(contact, twins[1])).toMatchObject({ [fields.title]: '課長' });
			expect(contacts()).toHaveLength(6);
		});

		test('sends the latest card of a person that colleagues met, and skips the others', async () => {
			const { emulator } = stage().world;
			const newest = emulator.addCard({ ...CARD, title: 'New', exchangeDate: '2026-03-01' });
			const before = { title: 'Old', exchangeDate: '2025-03-01', personId: newest.personId, ownerId: 'colleague' };
			const older = emulator.addCard({ ...CARD, ...before });
			succeeded(await stage().run(id));
			expect(contacts()).toMatchObject([{ [fields.title]: 'New' }]);
			const reason = `Card ${newest.id} of the same person is newer`;
			expect(await stage().rowOf(older)).toMatchObject({ state: 'skipped', reason });
		});

		test('writes the others when one is refused, and says which and why', async () => {
			const { emulator } = stage().world;
			const bad = emulator.addCard({ ...CARD, email: 'not an address' });
			const good = emulator.addCard({ ...CARD, lastName: 'Good', email: 'good@example.com' });
			const { message } = errorOf(await stage().run(id));
			expect(message).toMatch(new RegExp(`^Cards that did not reach ${name}: 1; the others did.\n`));
			expect(message).toContain(`card ${bad.id} (${COMPANY}): Write Contact: `);
			expect(message).toContain('invalid email address');
			expect(await stage().rowOf(bad)).toMatchObject({ state: 'failed' });
			expect(await stage().rowOf(good)).toMatchObject({ state: 'sent' });
		});

		test('is started by the trigger', async () => {
			const { client, emulator } = stage().world;
			await client.activate(id);
			const { personId } = emulator.addCard({ ...CARD, email: 'new@example.com' });
			await waitFor('the contact', () => contacts().find((each) => each[fields.person] === personId));
			await client.deactivate(id);
		});
	};
}
