import type { CardInput } from '../../emulator';
import type { WorkflowDefinition } from '../../../scripts/realN8n/client';
import { errorOf, succeeded } from '../../../scripts/realN8n/executions';
import { PLACE } from '../standIns/contacts/addressBook';
import { graphToken } from '../standIns/outlook';
import type { StandInAnswer, StandInRequest } from '../standIns/services';
import { CARD, googleContacts, outlookContacts, rowIn, run, runWhileDown, standIns, stored, world } from './stage';

/** The contacts of the colleagues who hold the cards, in either service; the words name its requests. */
export const OUTLOOK = {
	file: 'contacts-to-outlook.json',
	table: 'Contacts in Outlook',
	book: outlookContacts,
	place: 'folder',
	noAccess: (holder: string) => `404 ErrorInvalidUser The requested user '${holder}' is invalid.`,
	steps: {
		places: 'GET .+/contactFolders ',
		makePlace: 'POST .+/contactFolders ',
		contacts: 'GET .+/contacts ',
		make: 'POST .+/contacts ',
		change: 'PATCH .+',
	},
} as const;

export const GOOGLE = {
	file: 'contacts-to-google.json',
	table: 'Contacts in Google',
	book: googleContacts,
	place: 'label',
	noAccess: () => '400 Invalid email or User ID invalid_grant',
	steps: {
		places: 'GET /v1/contactGroups ',
		makePlace: 'POST /v1/contactGroups ',
		contacts: 'GET /v1/people/me/connections ',
		make: 'POST /v1/people:createContact ',
		change: 'PATCH .+',
	},
} as const;

type Service = typeof OUTLOOK | typeof GOOGLE;

const [SATO, SUZUKI] = ['sato@example.co.jp', 'suzuki@example.co.jp'] as const;

/** Each card becomes a contact of the colleague who holds it. */
export function contactsOfHolders({ file, table, book, place, noAccess, steps }: Service): void {
	let id: string;

	beforeEach(async () => {
		id = await stored(file, undefined, true);
		book.holders.clear();
		for (const [number, email] of [SATO, SUZUKI].entries()) {
			book.holders.add(email);
			world.emulator.addUser({ apiKey: String(number).repeat(32), id: email, name: email, email });
		}
	});

	const add = (lastName: string, more: CardInput = {}) =>
		world.emulator.addCard({ ...CARD, lastName, ownerId: SATO, ...more });
	const row = async (card: { id: string }) => await rowIn(table, card);
	const namesOf = (holder: string) => book.contactsOf(holder).map(({ lastName }) => lastName);

	/** What each of the requests meets once. */
	const once = (meets: Readonly<Record<string, 'lost' | StandInAnswer>>): Map<string, unknown> => {
		const left = new Map(Object.entries(meets));
		standIns.fault = ({ line }: StandInRequest) => {
			const [word = '', answer] = [...left].find(([pattern]) => new RegExp(`^${pattern}$`).test(`${line} `)) ?? [];
			left.delete(word);
			return answer;
		};
		return left;
	};

	test('gives each holder a contact of their own, and writes later only what changed on the card', async () => {
		const { emulator } = world;
		const phones = { tel: CARD.tel, mobile: '090-1111-2222' };
		const more = { email: 'hanako@example.com', street: '丸の内1-1', postalCode: '100-0005', ...phones };
		const card = add('髙橋', more);
		const other = add('髙橋', { ownerId: SUZUKI, personId: card.personId, title: '係長', mobile: '' });
		succeeded(await run(id));
		const [contact] = book.contactsOf(SATO);
		expect(book.contactsOf(SATO)).toEqual([
			{
				id: contact?.id,
				lastName: '髙橋',
				firstName: '花子',
				company: CARD.companyName,
				title: '課長',
				emails: ['hanako@example.com'],
				phones: [CARD.tel, '090-1111-2222'],
				street: '丸の内1-1',
				postalCode: '100-0005',
				notes: '',
				isInPlace: true,
			},
		]);
		expect(book.contactsOf(SUZUKI)).toMatchObject([{ title: '係長', phones: [CARD.tel] }]);
		for (const holder of [SATO, SUZUKI]) expect(book.placesOf(holder)).toEqual([PLACE]);
		expect(await row(card)).toMatchObject({ state: 'sent', holder: SATO, contactId: contact?.id });
		expect(await row(other)).toMatchObject({ state: 'sent', holder: SUZUKI });

		/* A colleague corrects the title, and adds notes and a number of their own. */
		book.change(SATO, contact?.id ?? '', { title: '課長代理', notes: '野球の話', phones: [CARD.tel, '03-9999-9999'] });
		emulator.changeCard(card.id, { tel: '03-5555-5555', email: '', street: '大手町2-2' });
		standIns.requests.length = 0;
		succeeded(await run(id));
		const [after] = book.contactsOf(SATO);
		expect(after).toMatchObject({
			title: '課長代理',
			notes: '野球の話',
			emails: ['hanako@example.com'],
			street: '大手町2-2',
			postalCode: '100-0005',
		});
		expect(after?.phones).toEqual(expect.arrayContaining(['03-5555-5555', '03-9999-9999']));
		expect(after?.phones).not.toContain(CARD.tel);
		expect(standIns.requests.filter((line) => !line.startsWith('GET'))).toHaveLength(1);

		standIns.requests.length = 0;
		succeeded(await run(id));
		expect(standIns.requests.filter((line) => !line.startsWith('GET'))).toEqual([]);
	});

	test('shows holders the latest card that they hold themselves, in one contact', async () => {
		const { emulator } = world;
		const old = add('Old', { title: '係長', exchangeDate: '2019-01-01' });
		succeeded(await run(id));
		const latest = add('New', { title: '部長', exchangeDate: '2024-01-01' });
		emulator.collateCards(old.id, latest.id);
		add('Later', { title: '社長', exchangeDate: '2025-01-01', personId: latest.personId, ownerId: SUZUKI });
		succeeded(await run(id));
		expect(book.contactsOf(SATO)).toMatchObject([{ lastName: 'New', title: '部長' }]);
		expect(book.contactsOf(SUZUKI)).toMatchObject([{ lastName: 'Later', title: '社長' }]);
		emulator.changeCard(old.id, { tel: '03-0000-0000' });
		succeeded(await run(id));
		expect(book.contactsOf(SATO)).toMatchObject([{ lastName: 'New', title: '部長', phones: [CARD.tel] }]);
	});

	test('makes nothing twice where each step fails once, or its answer is lost', async () => {
		const { emulator } = world;
		const card = add('Once');
		const { change, ...making } = steps;
		const answers = [{ status: 503 }, book.busy()];
		const failing = once(
			Object.fromEntries(Object.values(making).map((step, index) => [step, answers[index % 2] ?? 'lost'])),
		);
		succeeded(await run(id));
		expect([failing.size, namesOf(SATO), book.placesOf(SATO)]).toEqual([0, ['Once'], [PLACE]]);

		const lost = once({ [steps.makePlace]: 'lost', [steps.make]: 'lost', [change]: 'lost' });
		add('Lost', { ownerId: SUZUKI });
		emulator.changeCard(card.id, { title: '部長' });
		succeeded(await run(id));
		expect([lost.size, namesOf(SUZUKI), book.placesOf(SUZUKI)]).toEqual([0, ['Lost'], [PLACE]]);
		expect(book.contactsOf(SATO)).toMatchObject([{ lastName: 'Once', title: '部長' }]);

		/* As where n8n is killed: the contact is there, nobody heard of it, and nothing goes any more. */
		const cut = add('Cut');
		let isDown = false;
		standIns.fault = ({ line }) => {
			if (isDown) return { status: 503 };
			isDown = new RegExp(`^${steps.make}$`).test(`${line} `);
			return isDown ? 'lost' : undefined;
		};
		errorOf(await run(id));
		expect(await row(cut)).toMatchObject({ state: 'failed', contactId: null });
		standIns.fault = undefined;
		succeeded(await run(id));
		expect(namesOf(SATO)).toEqual(['Once', 'Cut']);
		expect(await row(cut)).toMatchObject({ state: 'sent', contactId: book.contactsOf(SATO)[1]?.id });
	});

	test('names what failed again and again, sends the others, and goes on the next time', async () => {
		const [bad, good] = [add('Bad'), add('Good')];
		const { message } = errorOf(await runWhileDown(id, 'POST', '"Bad"'));
		expect(message).toMatch(/^Cards that did not reach the contacts of their holders: 1; the others did\.\n/);
		expect(message).toContain(`card ${bad.id} (${CARD.companyName}): Write Contact: 503`);
		expect(await row(bad)).toMatchObject({ state: 'failed' });
		expect(await row(good)).toMatchObject({ state: 'sent' });
		succeeded(await run(id));
		expect(namesOf(SATO).sort()).toEqual(['Bad', 'Good']);
		expect(await row(bad)).toMatchObject({ state: 'sent', reason: '' });
	});

	test('leaves one contact where two executions make it at the same time', async () => {
		add('First');
		succeeded(await run(id));
		const card = add('Twice');
		let arrived = 0;
		let release: () => void = () => undefined;
		const both = new Promise<void>((resolve) => (release = resolve));
		standIns.fault = async ({ line }) => {
			if (!new RegExp(`^${steps.make}$`).test(`${line} `)) return undefined;
			arrived += 1;
			if (arrived === 2) release();
			await both;
			return undefined;
		};
		for (const execution of await Promise.all([run(id), run(id)])) succeeded(execution);
		expect([arrived, namesOf(SATO)]).toEqual([2, ['First', 'Twice']]);
		expect(await row(card)).toMatchObject({ state: 'sent', contactId: book.contactsOf(SATO)[1]?.id });
	});

	test(`leaves to people what they deleted, took out of the ${place}, or copied`, async () => {
		const { emulator } = world;
		const cards = ['Deleted', 'Moved', 'Copied'].map((name) => add(name));
		succeeded(await run(id));
		const [deleted = '', moved = '', copied = ''] = book.contactsOf(SATO).map((contact) => contact.id);
		book.delete(SATO, deleted);
		book.takeOut(SATO, moved);
		const copy = book.copy(SATO, copied);
		for (const card of cards) emulator.changeCard(card.id, { title: '部長' });
		succeeded(await run(id));
		const titles = Object.fromEntries(book.contactsOf(SATO).map((contact) => [contact.id, contact.title]));
		expect(titles).toEqual({ [moved]: '課長', [copied]: '部長', [copy]: '課長' });
		const [first, second, third] = await Promise.all(cards.map(row));
		for (const skipped of [first, second])
			expect(skipped).toMatchObject({ state: 'skipped', reason: expect.stringContaining(place) as string });
		expect(third).toMatchObject({ state: 'review', reason: expect.stringContaining('2 contacts') as string });

		/* The copy goes, and the row says so. */
		book.delete(SATO, copy);
		succeeded(await run(id));
		expect(await row(cards[2] ?? { id: '' })).toMatchObject({ state: 'sent', reason: '' });
	});

	test('keeps the contact where the service finds out that it is another person', async () => {
		const { emulator } = world;
		const card = add('Same');
		succeeded(await run(id));
		const [before] = book.contactsOf(SATO);
		emulator.changeCard(card.id, { personId: 'another' });
		succeeded(await run(id));
		const newer = add('Same', { personId: 'another', title: '部長', exchangeDate: '2030-01-01' });
		emulator.collateCards(card.id, newer.id);
		succeeded(await run(id));
		expect(book.contactsOf(SATO)).toMatchObject([{ id: before?.id, title: '部長' }]);
	});

	test('names holders without contacts or an address, serves the others, and only whom the settings name', async () => {
		const { emulator } = world;
		emulator.addUser({ apiKey: '8'.repeat(32), id: 'left', name: '退職 一郎', email: 'left@example.co.jp' });
		emulator.addUser({ apiKey: '9'.repeat(32), id: 'none', name: '無 二郎', email: '' });
		const [left, none, served] = ['left', 'none', SATO].map((ownerId) => add('Card', { ownerId }));
		const { message } = errorOf(await run(id));
		expect(message).toContain('No access to the contacts of left@example.co.jp: ' + noAccess('left@example.co.jp'));
		expect(message).toContain('No access to contacts: the holder 無 二郎 has no email address in the service');
		for (const card of [left, none]) expect(await row(card ?? { id: '' })).toMatchObject({ state: 'failed' });
		expect(await row(served ?? { id: '' })).toMatchObject({ state: 'sent' });

		add('Suzuki', { ownerId: SUZUKI });
		succeeded(await run(await stored(file, set({ onlyFor: `nobody@example.co.jp, ${SATO.toUpperCase()}` }), true)));
		expect(namesOf(SUZUKI)).toEqual([]);
		succeeded(await run(await stored(file, set({ notFor: 'left@example.co.jp', onlyFor: SUZUKI }), true)));
		expect(namesOf(SUZUKI)).toEqual(['Suzuki']);
	});

	test('is started by the trigger, and writes once more what changed meanwhile', async () => {
		const { client, emulator } = world;
		const own = await stored(file);
		succeeded(await run(own));
		await client.activate(own);
		const card = add('Trigger');
		const titles = ['係長', '部長'];
		standIns.fault = ({ line }) => {
			const title = line.startsWith('GET') ? undefined : titles.shift();
			if (title !== undefined) emulator.changeCard(card.id, { title });
			return undefined;
		};
		await world.until('the contact', () => (book.contactsOf(SATO)[0]?.title === '部長' ? true : undefined));
		await world.until('the row', async () => ((await row(card))?.state === 'sent' ? true : undefined));
		await client.deactivate(own);
		expect(book.contactsOf(SATO)).toMatchObject([{ lastName: 'Trigger', title: '部長' }]);
	});
}

/** What Outlook alone has: a time to wait, a login, rooms for so many values, and mailboxes that a policy closes. */
export function contactsToOutlook(): void {
	let id: string;

	beforeEach(async () => {
		id = await stored(OUTLOOK.file, undefined, true);
		outlookContacts.holders.add(SATO);
		world.emulator.addUser({ apiKey: '0'.repeat(32), id: SATO, name: SATO, email: SATO });
	});

	const add = (more: CardInput = {}) => world.emulator.addCard({ ...CARD, ownerId: SATO, ...more });

	test('waits as long as Outlook wants, and gets a new token when one has expired', async () => {
		add();
		const [seconds, refused] = [3, [] as number[]];
		standIns.fault = ({ line }) => {
			const isOver = Date.now() >= (refused[0] ?? Infinity) + seconds * 1000;
			if (!line.startsWith('POST') || !line.endsWith('/contacts') || isOver) return undefined;
			refused.push(Date.now());
			graphToken.expire();
			return outlookContacts.busy(seconds);
		};
		succeeded(await run(id));
		expect([refused.length, outlookContacts.contactsOf(SATO).length]).toEqual([1, 1]);
	});

	test('leaves out what the contact has no room for, and names mailboxes that are closed to it', async () => {
		const card = add({ tel: '' });
		succeeded(await run(id));
		outlookContacts.change(SATO, outlookContacts.contactsOf(SATO)[0]?.id ?? '', { phones: ['1', '2'] });
		world.emulator.changeCard(card.id, { tel: CARD.tel, title: '部長' });
		succeeded(await run(id));
		expect(outlookContacts.contactsOf(SATO)).toMatchObject([{ title: '部長', phones: ['1', '2'] }]);
		expect(await rowIn(OUTLOOK.table, card)).toMatchObject({ state: 'sent', reason: 'businessPhones is full' });

		outlookContacts.closed.add(SATO);
		const { message } = errorOf(await run(id));
		expect(message).toContain(`No access to the contacts of ${SATO}: 403 ErrorAccessDenied Access is denied.`);
	});
}

/** Sets values in the node Settings. */
function set(values: Readonly<Record<string, string>>): (definition: WorkflowDefinition) => void {
	return ({ nodes }) => {
		const settings = nodes.find(({ name }) => name === 'Settings')?.parameters.assignments;
		const { assignments } = settings as { assignments: Array<{ name: string; value: string }> };
		for (const assignment of assignments) assignment.value = values[assignment.name] ?? assignment.value;
	};
}
