import type { CardInput } from '../../emulator';
import { errorOf, succeeded } from '../../../scripts/realN8n/executions';
import { CARD, rowOf, run, stored, world, type Crm } from './stage';

const COMPANY = CARD.companyName;

/** Cards become contacts of a CRM: found, written, reviewed, refused. */
export function cardsToCrm(crm: Crm): void {
	const { name, file, store, contact, company } = crm;
	let id: string;
	const contacts = () => store.all(contact);
	const add = (lastName: string, firstName: string, email = '', more: CardInput = {}) =>
		world.emulator.addCard({ ...CARD, lastName, firstName, email, ...more });

	beforeEach(async () => {
		id = await stored(file);
	});

	test('writes the whole card once: contact, company, owner, tags and picture', async () => {
		const { emulator } = world;
		const address = emulator.user.email.toUpperCase();
		const ownerId = store.make(crm.owner, { email: address, Email: address, IsActive: true });
		const tag = emulator.addTag({ name: '重要顧客' });
		const card = add('髙橋', '花子', 'hanako@example.com', {
			companyName: "O'Neil",
			isUserCreated: false,
			tagIds: [tag.id],
		});
		succeeded(await run(id));
		const [written = {}] = contacts();
		const [its = {}] = store.all(company);
		const recordId = written[crm.id];
		expect(its).toMatchObject({ [crm.companyName]: "O'Neil", [crm.companyId]: card.companyId });
		expect(written).toMatchObject({
			[crm.last]: '髙橋',
			[crm.first]: '花子',
			[crm.email]: 'hanako@example.com',
			[crm.title]: '課長',
			[crm.ownerId]: ownerId,
			[crm.person]: card.personId,
			[crm.state]: 'current',
			[crm.tags]: '重要顧客',
			[crm.image]: card.id,
			[crm.worksFor]: its[crm.id],
		});
		expect(store.all(crm.picture).flatMap((picture) => picture[crm.pictureOf])).toEqual([recordId]);
		expect(await rowOf(card)).toMatchObject({ state: 'sent', reason: '', recordId });

		const byHand = { [crm.origin]: 'Fair', [crm.ownerId]: 'other' };
		store.edit(contact, recordId, { ...byHand, [crm.title]: 'Manager' });
		emulator.changeCard(card.id, { title: '部長' });
		succeeded(await run(id));
		expect(contacts()).toEqual([{ ...written, ...byHand, [crm.title]: '部長' }]);
		expect([store.all(company).length, store.all(crm.picture).length]).toEqual([1, 1]);
	});

	test('finds what people made by hand, by address or name and company, and makes nothing where it is not certain', async () => {
		const [acme, hokuto] = ['Acme', COMPANY].map((called) => store.make(company, { [crm.companyName]: called }));
		const make = (last: string, first: string, more: object) =>
			store.make(contact, { [crm.last]: last, [crm.first]: first, ...more });
		const byAddress = make('髙橋', '花子', { [crm.email]: 'a@example.com' });
		const byCompany = make('佐藤', '次郎', { [crm.worksFor]: acme });
		const twins = [1, 2].map(() => make('鈴木', '一', { [crm.worksFor]: hokuto }));
		const other = make('Other', '', { [crm.email]: 'info@example.com' });
		const untouched = store.get(contact, other);
		add('髙橋', '花子', 'a@example.com');
		add('佐藤', '次郎', '', { companyName: 'Acme' });
		const twin = add('鈴木', '一');
		const shared = add('Else', '花子', 'info@example.com');
		const blank = add('', '');
		succeeded(await run(id));

		const ids = contacts().map((each) => each[crm.id]);
		expect(ids).toEqual([byAddress, byCompany, ...twins, other, expect.any(String)]);
		expect(store.get(contact, other)).toEqual(untouched);
		const remedy = `enter ${twin.personId} as Business Card Person ID in the right contact`;
		const reason = `2 contacts match (${twins.join(', ')}): ${remedy}`;
		expect(await rowOf(twin)).toMatchObject({ state: 'review', reason });
		const doubt = expect.stringContaining('belongs to a contact with another name') as string;
		expect(await rowOf(shared)).toMatchObject({ state: 'review', reason: doubt });
		expect(await rowOf(blank)).toMatchObject({ state: 'sent', recordId: ids.at(-1) });

		store.edit(contact, twins[1], { [crm.person]: twin.personId });
		succeeded(await run(id));
		expect(store.get(contact, twins[1])).toMatchObject({ [crm.title]: '課長' });
		expect(contacts()).toHaveLength(6);
	});

	test('sends the latest card of a person that colleagues met, and skips the others', async () => {
		const { emulator } = world;
		const newest = emulator.addCard({ ...CARD, title: 'New', exchangeDate: '2026-03-01' });
		const before = { title: 'Old', exchangeDate: '2025-03-01', personId: newest.personId, ownerId: 'colleague' };
		const older = emulator.addCard({ ...CARD, ...before });
		succeeded(await run(id));
		expect(contacts()).toMatchObject([{ [crm.title]: 'New' }]);
		const reason = `Card ${newest.id} of the same person is newer`;
		expect(await rowOf(older)).toMatchObject({ state: 'skipped', reason });
	});

	test('writes the others when one is refused, and says which and why', async () => {
		const { emulator } = world;
		const bad = emulator.addCard({ ...CARD, email: 'not an address' });
		const good = emulator.addCard({ ...CARD, lastName: 'Good', email: 'good@example.com' });
		const { message } = errorOf(await run(id));
		expect(message).toMatch(new RegExp(`^Cards that did not reach ${name}: 1; the others did.\n`));
		expect(message).toContain(`card ${bad.id} (${COMPANY}): Write Contact: `);
		expect(message).toContain('invalid email address');
		expect(await rowOf(bad)).toMatchObject({ state: 'failed' });
		expect(await rowOf(good)).toMatchObject({ state: 'sent' });
	});

	test('is started by the trigger', async () => {
		const { client, emulator } = world;
		await client.activate(id);
		const { personId } = emulator.addCard({ ...CARD, email: 'new@example.com' });
		await world.until('the contact', () => contacts().find((each) => each[crm.person] === personId));
		await client.deactivate(id);
	});
}
