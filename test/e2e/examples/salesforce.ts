import type { CardInput } from '../../emulator';
import { errorOf, succeeded } from '../../../scripts/realN8n/executions';
import { LIMIT_EXCEEDED, LOCKED } from '../standIns/salesforce';
import type { Fields } from '../standIns/services';
import { CARD, rowOf, run, salesforce, standIns, stored, world } from './stage';

/** What only Salesforce does. */
export function cardsToSalesforce(): void {
	let id: string;

	beforeEach(async () => {
		id = await stored('cards-to-salesforce.json');
	});

	const add = (lastName: string, more: CardInput = {}) =>
		world.emulator.addCard({ ...CARD, lastName, email: '', companyName: `Company of ${lastName}`, ...more });
	const contactOf = (lastName: string) => salesforce.all('Contact').find((each) => each.LastName === lastName);

	test('every field of the card arrives, cut to what Salesforce takes, and the row says what was cut', async () => {
		const { emulator } = world;
		const tags = Array.from({ length: 20 }, (_, at) =>
			emulator.addTag({ type: 'public', name: `Tag number ${at} of many` }),
		);
		const whole = add('Whole', {
			firstName: '花子',
			lastNameReading: 'タカハシ',
			firstNameReading: 'ハナコ',
			departmentName: '営業部',
			countryCode: 'JP',
			postalCode: '100-0001',
			prefecture: '東京都',
			city: '千代田区',
			street: '千代田1-1',
			building: '第一ビル',
			email: 'whole@example.com',
			mobile: '090-1',
			secondTel: '03-2',
			fax: '03-3',
			memo: 'Met at the fair',
			exchangeDate: '2026-03-01',
		});
		const long = add('L'.repeat(250), {
			firstName: 'F'.repeat(250),
			title: 'T'.repeat(129),
			departmentName: 'D'.repeat(81),
			city: 'C'.repeat(41),
			street: 'S'.repeat(250),
			building: 'B'.repeat(250),
			postalCode: '1'.repeat(21),
			tel: '0'.repeat(41),
			companyName: 'N'.repeat(250),
			tagIds: tags.map((tag) => tag.id),
		});
		const unreadable = add('Unreadable', { email: 'hanako..t@docomo' });
		const nameless = add('', { firstName: '', companyName: '' });
		succeeded(await run(id));

		expect(contactOf('Whole')).toMatchObject({
			FirstName: '花子',
			Business_Card_Reading__c: 'タカハシ ハナコ',
			Department: '営業部',
			MailingCountry: 'Japan',
			MailingPostalCode: '100-0001',
			MailingState: '東京都',
			MailingCity: '千代田区',
			MailingStreet: '千代田1-1 第一ビル',
			Email: 'whole@example.com',
			Phone: CARD.tel,
			MobilePhone: '090-1',
			OtherPhone: '03-2',
			Fax: '03-3',
			Business_Card_Memo__c: 'Met at the fair',
			Business_Card_Exchanged__c: '2026-03-01',
			LeadSource: 'Business card',
		});
		expect(await rowOf(whole)).toMatchObject({ state: 'sent', reason: '' });
		const exchange = { ActivityDate: '2026-03-01', IsAllDayEvent: true, WhoId: contactOf('Whole')?.Id };
		expect(salesforce.all('Event')).toContainEqual(
			expect.objectContaining({ ...exchange, Subject: 'Card exchanged on 2026-03-01' }),
		);

		expect(contactOf('L'.repeat(80))).toMatchObject({ Title: 'T'.repeat(128), MailingCity: 'C'.repeat(40) });
		const named = [
			'LastName',
			'FirstName',
			'Title',
			'Department',
			'Phone',
			'MailingStreet',
			'MailingCity',
			'MailingPostalCode',
		];
		const reason = `Cut to what Salesforce takes: ${[...named, 'Business_Card_Tags__c'].join(', ')}`;
		expect(await rowOf(long)).toMatchObject({ state: 'sent', reason });
		expect((await rowOf(unreadable))?.reason).toContain('does not take the email address');
		expect(await rowOf(nameless)).toMatchObject({ state: 'sent', recordId: contactOf('Unknown')?.Id });
	});

	test('a new card takes ten calls, a changed one four, and a field whose row is deleted is left to people', async () => {
		const own = await stored('cards-to-salesforce.json', ({ nodes }) => {
			const fields = nodes.find(({ name }) => name === 'Fields')?.parameters.assignments as { assignments: Fields[] };
			fields.assignments = fields.assignments.filter(({ name }) => name !== 'LastName' && name !== 'Phone');
		});
		const card = add('Counted', { isUserCreated: false });
		const before = standIns.requests.length;
		succeeded(await run(own));
		expect(standIns.requests.length - before).toBe(10);
		const [contact] = salesforce.all('Contact');
		expect(contact).toMatchObject({ LastName: 'Counted', Title: CARD.title });
		expect(contact).not.toHaveProperty('Phone');

		salesforce.edit('Contact', contact?.Id, { LastName: 'By hand' });
		world.emulator.changeCard(card.id, { title: 'New' });
		succeeded(await run(own));
		expect(standIns.requests.length - before).toBe(14);
		expect(salesforce.all('Contact')).toMatchObject([{ LastName: 'By hand', Title: 'New' }]);
	});

	test('the owner is the active user with a login of their own, among any number, in any case', async () => {
		const { emulator } = world;
		const email = emulator.user.email.toUpperCase();
		salesforce.make('User', { Email: email, IsActive: true, UserType: 'PowerCustomerSuccess' });
		salesforce.make('User', { Email: email, IsActive: false, UserType: 'Standard' });
		for (let at = 0; at < 2_001; at += 1) {
			salesforce.make('User', { Email: `user${at}@example.com`, IsActive: true, UserType: 'Standard' });
		}
		const owner = salesforce.make('User', { Email: email, IsActive: true, UserType: 'Standard' });
		add('Owned');
		add('Nobody', { ownerId: 'colleague' });
		succeeded(await run(id));
		expect(contactOf('Owned')).toMatchObject({ OwnerId: owner });
		expect(contactOf('Nobody')).not.toHaveProperty('OwnerId');
	});

	test('accounts are told apart among more than one answer of Salesforce has', async () => {
		for (let at = 0; at < 2_001; at += 1) salesforce.make('Account', { Name: `Trading House ${at}` });
		const account = salesforce.make('Account', { Name: 'House Ltd.' });
		add('Housed', { companyName: 'House' });
		succeeded(await run(id));
		expect(contactOf('Housed')).toMatchObject({ AccountId: account });
	});

	test('a lock is waited out, and a limit leaves cards to the next run', async () => {
		const locked = new Set<string>();
		const isFirst = (line: string) => locked.size < locked.add(line).size;
		standIns.fault = ({ line }) => (line.startsWith('PATCH') && isFirst(line) ? LOCKED : undefined);
		const [one, two] = [add('One'), add('Two')];
		succeeded(await run(id));
		expect(await rowOf(one)).toMatchObject({ state: 'sent' });

		standIns.fault = ({ line, body }) =>
			line.startsWith('PATCH') && JSON.stringify(body).includes('"One"') ? LOCKED : undefined;
		expect(errorOf(await run(id)).message).toMatch(/: 1; the others did\.\n.*UNABLE_TO_LOCK_ROW/);
		expect(await rowOf(one)).toMatchObject({ state: 'failed' });
		standIns.fault = () => LIMIT_EXCEEDED;
		expect(errorOf(await run(id)).message).toMatch(/^Cards that did not reach Salesforce: 2; /);
		expect(await rowOf(two)).toMatchObject({ state: 'failed' });
		standIns.fault = undefined;
		succeeded(await run(id));
		expect(await rowOf(two)).toMatchObject({ state: 'sent', reason: '' });
		expect(salesforce.all('Contact')).toHaveLength(2);
	});

	test('a duplicate rule that blocks names its record in the row, and the remedy there works', async () => {
		const firstWord = ({ Name }: Fields) => [String(Name).split(' ')[0]];
		salesforce.duplicateRules = [
			...salesforce.duplicateRules,
			{ name: 'Same_Fax', object: 'Contact', alike: ({ Fax }) => [Fax], blocks: true },
			{ name: 'Same_Word', object: 'Account', alike: firstWord, blocks: true },
		];
		const contact = salesforce.make('Contact', { LastName: 'By hand', Fax: '03-9' });
		const account = salesforce.make('Account', { Name: 'Hokuto Group' });
		const blocked = add('Blocked', { fax: '03-9' });
		const employed = add('Employed', { companyName: 'Hokuto Trading' });
		succeeded(await run(id));
		const reasonWith = (record: string, remedy: string) =>
			expect.stringMatching(new RegExp(`${record}: enter ${remedy} ID there`)) as string;
		const contactReason = reasonWith(contact, `${blocked.personId} as Business Card Person`);
		expect(await rowOf(blocked)).toMatchObject({ state: 'review', reason: contactReason });
		const accountReason = reasonWith(account, `${employed.companyId} as Business Card Company`);
		expect(await rowOf(employed)).toMatchObject({ state: 'review', reason: accountReason });
		expect(salesforce.all('Contact')).toHaveLength(1);

		salesforce.edit('Contact', contact, { Business_Card_Person_ID__c: blocked.personId });
		salesforce.edit('Account', account, { Business_Card_Company_ID__c: employed.companyId });
		succeeded(await run(id));
		expect(await rowOf(blocked)).toMatchObject({ state: 'sent', reason: '', recordId: contact });
		expect(await rowOf(employed)).toMatchObject({ state: 'sent', reason: '' });
		expect(contactOf('Blocked')).toMatchObject({ Id: contact });
		expect(contactOf('Employed')).toMatchObject({ AccountId: account });
	});
}

/** Contacts and accounts, and nothing else. */
export function contactsToSalesforce(): void {
	test('each person becomes one contact with an account, whose fields follow the latest card', async () => {
		const { emulator } = world;
		const id = await stored('contacts-to-salesforce.json');
		const card = emulator.addCard({ ...CARD, email: 'one@example.com', title: 'T'.repeat(200) });
		emulator.addCard({ ...CARD, lastName: 'Two', email: '', companyName: '' });
		succeeded(await run(id));
		const account = salesforce.all('Account').find(({ Name }) => Name === CARD.companyName);
		const contact = { LastName: CARD.lastName, Title: 'T'.repeat(128), Email: 'one@example.com', AccountId: account?.Id };
		expect(salesforce.all('Contact')).toMatchObject([contact, { LastName: 'Two' }]);

		const before = { exchangeDate: '2000-01-01', personId: card.personId, ownerId: 'colleague' };
		emulator.addCard({ ...CARD, ...before, title: 'Old' });
		emulator.changeCard(card.id, { title: 'New', email: '' });
		succeeded(await run(id));
		expect(salesforce.all('Contact')).toMatchObject([{ ...contact, Title: 'New' }, { LastName: 'Two' }]);
	});

	test('a card that Salesforce refuses is named, and the others are sent', async () => {
		const id = await stored('contacts-to-salesforce.json');
		world.emulator.addCard({ ...CARD, email: 'none' });
		world.emulator.addCard({ ...CARD, lastName: 'Good', email: 'good@example.com' });
		expect(errorOf(await run(id)).message).toMatch(/: 1; the others did\.\n髙橋 .*: Bad request/);
		expect(salesforce.all('Contact')).toMatchObject([{ LastName: 'Good' }]);
	});
}
