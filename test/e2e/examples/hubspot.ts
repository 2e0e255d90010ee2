import type { CardInput } from '../../emulator';
import { errorOf, succeeded } from '../../../scripts/realN8n/executions';
import type { Fields } from '../standIns/services';
import { CARD, hubspot, rowOf, run, runWhileDown, standIns, stored, world } from './stage';

const FILE = 'cards-to-hubspot.json';

/** Contacts and nothing else, with n8n's own node. */
export function contactsToHubSpot(): void {
	test('makes a contact of each person with an address, from the latest card, and follows the card', async () => {
		const { client, emulator } = world;
		const id = await stored('contacts-to-hubspot.json');
		const known = hubspot.make('contacts', { email: 'hanako@example.com', lifecyclestage: 'lead', fax: '1' });
		const card = emulator.addCard({ ...CARD, email: 'Hanako@Example.com', prefecture: '東京都' });
		emulator.addCard({ ...CARD, title: 'Old', exchangeDate: '2019-03-01', personId: card.personId });
		emulator.addCard({ ...CARD, lastName: 'Nobody', email: '' });
		succeeded(await run(id));
		const written = {
			lastname: '髙橋',
			jobtitle: '課長',
			state: '東京都',
			country: 'JP',
			lifecyclestage: 'lead',
			fax: '1',
		};
		expect(hubspot.all('contacts')).toMatchObject([{ id: known, ...written }]);
		await client.activate(id);
		emulator.changeCard(card.id, { title: '部長' });
		await world.until('the title', () => (hubspot.get('contacts', known)?.jobtitle === '部長' ? true : undefined));
		await client.deactivate(id);
	});
}

/** Cards become contacts of HubSpot: found, written, reviewed, refused. */
export function cardsToHubSpot(): void {
	let id: string;

	beforeEach(async () => {
		id = await stored(FILE);
	});

	const add = (lastName: string, email = '', more: CardInput = {}) =>
		world.emulator.addCard({ ...CARD, lastName, email, ...more });
	const contacts = () => hubspot.all('contacts');
	const contactOf = ({ personId }: { personId: string }): Fields =>
		contacts().find((each) => each.business_card_person_id === personId) ?? {};
	const companyOf = (card: { personId: string }) => hubspot.get('companies', contactOf(card).associatedcompanyid);
	const counts = () => ['contacts', 'companies', 'notes', 'files'].map((object) => hubspot.all(object).length);

	test('writes the whole card once, and a change of the card leaves to people what they set', async () => {
		const { emulator } = world;
		for (let owner = 0; owner < 501; owner += 1) hubspot.make('owners', { email: `owner-${owner}@example.com` });
		const hubspot_owner_id = hubspot.make('owners', { email: emulator.user.email.toUpperCase() });
		const tags = [{ name: '重要顧客', type: 'public' } as const, { name: 'Mine', type: 'private' } as const];
		const card = add('髙橋', 'Hanako@Example.com', {
			isUserCreated: false,
			memo: 'Met at the fair',
			secondTel: '03-0000-0000',
			prefecture: '東京都',
			exchangeDate: '2026-03-01',
			lastNameReading: 'タカハシ',
			tagIds: tags.map((tag) => emulator.addTag(tag).id),
		});
		succeeded(await run(id));
		const written = contactOf(card);
		expect(written).toMatchObject({
			lastname: '髙橋',
			firstname: '花子',
			email: 'hanako@example.com',
			jobtitle: '課長',
			state: '東京都',
			country: 'JP',
			hubspot_owner_id,
			business_card_tags: '重要顧客',
			business_card_memo: 'Met at the fair',
			business_card_second_phone: '03-0000-0000',
			business_card_exchange_date: '2026-03-01',
			business_card_source: 'Business card',
			business_card_reading: 'タカハシ',
			business_card_state: 'current',
		});
		expect(companyOf(card)).toMatchObject({ name: CARD.companyName, domain: 'example.com' });
		const [note = {}] = hubspot.all('notes');
		const [file = {}] = hubspot.all('files');
		expect(note).toMatchObject({ contacts: [written.id], hs_attachment_ids: file.id });
		expect(note.hs_note_body).toContain('Card exchanged on 2026-03-01');
		expect(await rowOf(card)).toMatchObject({ state: 'sent', reason: '', recordId: written.id });

		const byHand = { lifecyclestage: 'lead', hubspot_owner_id: 'other', phone: '1' };
		hubspot.edit('contacts', written.id, byHand);
		emulator.changeCard(card.id, { title: '部長', tel: '' });
		emulator.addCard({
			...CARD,
			title: 'Old',
			exchangeDate: '2019-03-01',
			personId: card.personId,
			ownerId: 'colleague',
		});
		succeeded(await run(id));
		expect(contactOf(card)).toEqual({ ...written, ...byHand, jobtitle: '部長' });
		expect(counts()).toEqual([1, 1, 1, 1]);
	});

	test('finds what people made, and asks where it is not certain', async () => {
		const acme = hubspot.make('companies', { name: '㈱アクメ' });
		const make = (lastname: string, more: object) => hubspot.make('contacts', { lastname, firstname: '花子', ...more });
		const byAddress = make('髙橋', { email: 'a@one.example' });
		const byCompany = make('佐藤', { associatedcompanyid: acme });
		const twins = [1, 2].map(() => make('鈴木', { company: CARD.companyName }));
		const other = make('Other', { email: 'b@two.example' });
		const untouched = hubspot.get('contacts', other);
		add('髙橋', 'a@one.example');
		add('佐藤', '', { companyName: '株式会社アクメ' });
		const twin = add('鈴木');
		const married = add('Married', 'b@two.example');
		const blank = add('', '', { firstName: '' });
		succeeded(await run(id));
		expect(contacts().map((each) => each.id)).toEqual([byAddress, byCompany, ...twins, other, expect.any(String)]);
		expect(hubspot.get('contacts', byCompany)).toMatchObject({ jobtitle: '課長', associatedcompanyid: acme });
		expect(hubspot.get('contacts', other)).toEqual(untouched);
		expect(await rowOf(blank)).toMatchObject({ state: 'sent' });
		for (const [card, named] of [[twin, twins.join(', ')] as const, [married, other] as const]) {
			const row = await rowOf(card);
			expect(row).toMatchObject({ state: 'review', reason: expect.stringContaining(named) as string });
			expect(row?.reason).toContain(card.personId);
		}

		/* What the rows say. */
		hubspot.edit('contacts', twins[1], { business_card_person_id: twin.personId });
		hubspot.make('contacts', { business_card_person_id: married.personId });
		succeeded(await run(id));
		expect(hubspot.get('contacts', twins[1])).toMatchObject({ jobtitle: '課長' });
		expect(contactOf(married)).toMatchObject({ lastname: 'Married' });
		expect(await rowOf(twin)).toMatchObject({ state: 'sent', reason: '' });
		expect(await rowOf(married)).toMatchObject({ state: 'sent' });
	});

	test('gives people who share an address a contact each, and follows contacts that people merged or deleted', async () => {
		const { emulator } = world;
		const [first, second] = [add('First', 'info@example.com'), add('Second', 'info@example.com')];
		const [winner, loser] = [
			add('Same', 'one@example.com', { exchangeDate: '2026-02-02' }),
			add('Same', 'two@example.com', { firstName: 'H.', exchangeDate: '2026-01-01' }),
		];
		const deleted = add('Deleted');
		succeeded(await run(id));
		const [holder, sharer] = [contactOf(first), contactOf(second)];
		expect([holder.email, sharer.email]).toEqual(['info@example.com', undefined]);
		const stays = expect.stringContaining(`stays with contact ${String(holder.id)}`) as string;
		expect(await rowOf(second)).toMatchObject({ state: 'sent', reason: stays });

		hubspot.indexNow();
		hubspot.merge(String(contactOf(winner).id), String(contactOf(loser).id));
		hubspot.archive('contacts', contactOf(deleted).id);
		for (const card of [winner, deleted]) emulator.changeCard(card.id, { title: '部長' });
		emulator.changeCard(loser.id, { firstName: CARD.firstName, title: '社長' });
		const same = () => contacts().filter((each) => each.lastname === 'Same');
		succeeded(await run(id));
		expect(same()).toMatchObject([{ jobtitle: '部長' }]);
		expect(await rowOf(loser)).toMatchObject({ state: 'sent', recordId: (await rowOf(winner))?.recordId });
		const reason = expect.stringContaining('no longer in HubSpot') as string;
		expect(await rowOf(deleted)).toMatchObject({ state: 'skipped', reason });
		expect(contacts()).toHaveLength(3);

		emulator.changeCard(loser.id, { exchangeDate: '2026-03-03' });
		succeeded(await run(id));
		expect(same()).toMatchObject([{ jobtitle: '社長' }]);
	});

	test('takes two persons for one when the service does, and asks to merge their contacts', async () => {
		const { emulator } = world;
		const [old, latest] = [add('Old', 'old@example.com', { exchangeDate: '2020-01-01' }), add('New', 'new@example.com')];
		succeeded(await run(id));
		const [lost, kept] = [contactOf(old), contactOf(latest)].map((each) => String(each.id));
		emulator.changeCard(old.id, { personId: latest.personId });
		succeeded(await run(id));
		const named = expect.stringMatching(new RegExp(`${lost}|${kept}.*merge`)) as string;
		expect(await rowOf(old)).toMatchObject({ state: 'review', reason: named });
		hubspot.merge(lost ?? '', kept ?? '');
		succeeded(await run(id));
		expect(contacts()).toMatchObject([{ id: lost, lastname: 'New', business_card_person_id: latest.personId }]);
		expect(await rowOf(old)).toMatchObject({ state: 'sent' });
	});

	test('the present employer is the primary company, also where HubSpot makes companies from addresses', async () => {
		const { emulator } = world;
		hubspot.makesCompanies = true;
		const known = hubspot.make('companies', { domain: 'acme.example', name: 'Acme Holdings' });
		const named = hubspot.make('companies', { name: 'Hokuto Trading' });
		const mover = add('Mover', 'm@north.example', { companyName: 'North Inc.' });
		const [byDomain, byName] = [
			add('Domain', 'd@acme.example', { companyName: 'Acme Tokyo' }),
			add('Name', 'n@gmail.com', { companyName: 'Hokuto Trading Co., Ltd.' }),
		];
		succeeded(await run(id));
		expect([contactOf(byDomain), contactOf(byName)].map((each) => each.associatedcompanyid)).toEqual([known, named]);
		expect(companyOf(mover)).toMatchObject({ name: 'North Inc.', domain: 'north.example' });

		emulator.changeCard(mover.id, { companyName: 'South KK', email: 'm@south.example' });
		succeeded(await run(id));
		expect(companyOf(mover)).toMatchObject({ name: 'South KK', domain: 'south.example' });
		expect(hubspot.all('companies')).toHaveLength(4);
	});

	test('doubles nothing when a step fails, an answer is lost, or two cards take turns', async () => {
		const card = add('Once', '', { isUserCreated: false });
		expect(errorOf(await runWhileDown(id, 'PATCH', 'business_card_exchanges')).message).toContain(card.id);
		succeeded(await run(id));
		const lost = add('Lost', '', { isUserCreated: false });
		let isLost = false;
		standIns.fault = ({ line }) => {
			if (isLost || line !== 'POST /crm/v3/objects/notes') return undefined;
			isLost = true;
			return 'lost';
		};
		expect(errorOf(await run(id)).message).toContain(lost.id);
		succeeded(await run(id));
		expect(hubspot.all('notes').map((note) => note.contacts)).toEqual([[contactOf(card).id], [contactOf(lost).id]]);
		expect(counts()).toEqual([2, 1, 2, 2]);

		/* Two cards of a person take turns as the latest one. */
		const { emulator } = world;
		const other = add('Once', '', { personId: card.personId, exchangeDate: '2030-01-01' });
		succeeded(await run(id));
		emulator.changeCard(other.id, { exchangeDate: '2000-01-01' });
		succeeded(await run(id));
		expect(counts()).toEqual([2, 1, 3, 3]);
	});

	test('writes the person as it is when it writes, and once more when it changed meanwhile', async () => {
		const { emulator } = world;
		const card = add('Quick');
		const changes = ['B', 'C'];
		standIns.fault = ({ body }) => {
			const title = JSON.stringify(body).includes('"jobtitle":') ? changes.shift() : undefined;
			if (title) emulator.changeCard(card.id, { title, companyName: `Company ${title}` });
			return undefined;
		};
		succeeded(await run(id));
		expect(contactOf(card)).toMatchObject({ jobtitle: 'C', company: 'Company C' });
		expect(companyOf(card)).toMatchObject({ name: 'Company C' });
		expect(counts()).toEqual([1, 3, 1, 1]);
	});

	test('writes the others when some are refused, and says which and why', async () => {
		const bad = ['Bad', 'Worse'].map((name) => add(name, 'not an address'));
		const good = add('Good', 'good@example.com');
		const { message } = errorOf(await run(id));
		expect(message).toMatch(/^Cards that did not reach HubSpot: 2; the others did.\n/);
		for (const card of bad) {
			expect(message).toContain(`card ${card.id} (${CARD.companyName}): Write Contact: `);
			const reason = expect.stringContaining('invalid email address') as string;
			expect(await rowOf(card)).toMatchObject({ state: 'failed', reason });
		}
		expect(await rowOf(good)).toMatchObject({ state: 'sent' });
	});

	test('waits where HubSpot is called too often', async () => {
		/* The properties are made ten a second; the tests do not wait so long. */
		standIns.fault = ({ line }) => {
			hubspot.limitsCalls = !line.includes('/properties/');
			return undefined;
		};
		const cards = ['A', 'B', 'C', 'D'].map((name) => add(name, `${name}@example.com`));
		succeeded(await run(id));
		expect(contacts()).toHaveLength(cards.length);
	});

	test('is started by the trigger', async () => {
		const { client } = world;
		succeeded(await run(id));
		await client.activate(id);
		const card = add('Trigger', 'new@example.com');
		await world.until('the contact', () => contacts().find((each) => each.business_card_person_id === card.personId));
		await world.until('the row', async () => ((await rowOf(card))?.state === 'sent' ? true : undefined));
		await client.deactivate(id);
	});
}
