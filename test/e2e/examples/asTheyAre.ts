import type { CardInput } from '../../emulator';
import { errorOf, succeeded } from '../../../scripts/realN8n/executions';
import { codeNode, manualTrigger, manualTriggerName, workflow } from '../../../scripts/realN8n/workflows';
import { CARD, rowOf, run, standIns, stored, world, type SALESFORCE } from './stage';

/** What a recipe that sends cards to a CRM has to hold against: people, failures and time. Told with the names of each CRM. */

const SCANNED = { isUserCreated: false };

/** Gives cards to the recipe as the night does. */
async function callWith(recipe: string, items: readonly object[]): Promise<void> {
	const call = {
		name: 'Call',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: { workflowId: { __rl: true, mode: 'id', value: recipe }, mode: 'each' },
	};
	const code = codeNode('Items', `return ${JSON.stringify(items.map((json) => ({ json })))};`);
	const { id } = await world.client.createWorkflow(workflow('Night', [manualTrigger(), code, call]));
	succeeded(await world.client.run(id, manualTriggerName));
}

export function cardsAsTheyAre(crm: typeof SALESFORCE): void {
	const { store, contact, company, file } = crm;
	let id: string;

	beforeEach(async () => {
		id = await stored(file);
	});

	const add = (lastName: string, more: CardInput = {}) =>
		world.emulator.addCard({ ...CARD, lastName, email: '', companyName: `Company of ${lastName}`, ...more });
	const contactOf = (lastName: string) => store.all(contact).filter((each) => each[crm.last] === lastName);
	const count = (object: string) => store.all(object).length;
	const employerOf = (lastName: string) => store.get(company, contactOf(lastName)[0]?.[crm.worksFor])?.[crm.companyName];

	/** Does something once, before the first request to the CRM in which a word stands. */
	const beforeFirst = (word: string, act: () => void) => {
		let isDone = false;
		standIns.fault = ({ line, body }) => {
			const isNow = !isDone && !line.startsWith('GET') && JSON.stringify(body).includes(word);
			if (isNow) act();
			isDone ||= isNow;
			return undefined;
		};
	};

	test('the latest card of a person is written, whichever card changes, also while others are written', async () => {
		const { emulator } = world;
		const latest = add('Latest', { title: 'Director', exchangeDate: '2026-03-01' });
		const before = { title: 'Clerk', companyName: 'Former', exchangeDate: '2019-03-01', ownerId: 'colleague' };
		const former = add('Latest', { ...before, personId: latest.personId });
		const changing = add('Changing', { title: 'Before' });
		const waiting = add('Waiting', { title: 'Before' });
		beforeFirst('"Changing"', () => {
			for (const card of [changing, waiting]) emulator.changeCard(card.id, { title: 'After' });
		});
		succeeded(await run(id));
		expect(contactOf('Changing')).toMatchObject([{ [crm.title]: 'After' }]);
		expect(contactOf('Waiting')).toMatchObject([{ [crm.title]: 'After' }]);

		emulator.changeCard(former.id, { title: 'Accountant' });
		succeeded(await run(id));
		expect(contactOf('Latest')).toMatchObject([{ [crm.title]: 'Director' }]);
		expect(employerOf('Latest')).toBe('Company of Latest');
		const recordId = contactOf('Latest')[0]?.[crm.id];
		expect(await rowOf(former)).toMatchObject({ state: 'sent', recordId });
		expect(await rowOf(latest)).toMatchObject({ state: 'sent', recordId });
	});

	test('nothing is made twice when answers are lost, or when two cards of a person take turns', async () => {
		const { emulator } = world;
		const first = add('One', SCANNED);
		const cards = [first, add('Two', SCANNED), add('Three', SCANNED)];
		const lost = new Set([company, contact, crm.exchange, crm.picture]);
		standIns.fault = ({ line }) => {
			const object = [...lost].find((each) => !line.startsWith('GET') && line.includes(`/${each}`));
			return object !== undefined && lost.delete(object) ? 'lost' : undefined;
		};
		const { message } = errorOf(await run(id));
		expect(message).toMatch(/^Cards that did not reach .+: 2; the others did\.\n/);
		expect(lost.size).toBe(0);
		succeeded(await run(id));
		for (const object of [contact, company, crm.exchange, crm.picture])
			expect([object, count(object)]).toEqual([object, 3]);
		for (const card of cards) expect(await rowOf(card)).toMatchObject({ state: 'sent', reason: '' });

		const { personId, companyName } = first;
		const other = add('One', { personId, companyName, ...SCANNED, exchangeDate: '2030-01-01' });
		succeeded(await run(id));
		emulator.changeCard(other.id, { exchangeDate: '2000-01-01' });
		succeeded(await run(id));
		emulator.changeCard(other.id, { exchangeDate: '2030-01-01' });
		succeeded(await run(id));
		expect(count(contact)).toBe(3);
		expect(count(crm.picture)).toBe(4);
		expect(count(crm.exchange)).toBe(4);
	});

	test('the account is the present employer, found by domain or by name without its legal form', async () => {
		const { emulator } = world;
		const make = (name: string, domain = '') => store.make(company, { [crm.companyName]: name, [crm.domain]: domain });
		make('Known otherwise', crm.asDomain('known.example.com'));
		make('株式会社 北斗商事');
		make('Twin Ltd.');
		make('twin');
		make('Mailer', crm.asDomain('gmail.com'));
		add('Domain', { companyName: 'Known K.K.', email: 'd@known.example.com' });
		add('Named', { companyName: '北斗商事㈱', email: 'n@gmail.com' });
		const twin = add('Twin', { companyName: 'Twin, Inc.' });
		const mover = add('Mover', { companyName: 'New in Town', email: 'm@new.example.com' });
		succeeded(await run(id));
		expect(employerOf('Domain')).toBe('Known otherwise');
		expect(employerOf('Named')).toBe('株式会社 北斗商事');
		expect(employerOf('Mover')).toBe('New in Town');
		expect(contactOf('Twin')[0]?.[crm.worksFor] ?? null).toBeNull();
		expect((await rowOf(twin))?.reason).toMatch(/2 \w+ match/);
		expect(count(company)).toBe(6);

		emulator.changeCard(mover.id, { companyName: 'Known K.K.' });
		add('Mover', { personId: mover.personId, companyName: '北斗商事㈱', exchangeDate: '2030-01-01' });
		succeeded(await run(id));
		expect(employerOf('Mover')).toBe('株式会社 北斗商事');
		expect(count(company)).toBe(6);
	});

	test('contacts that people merged stay merged, and those that they deleted stay deleted', async () => {
		const { emulator } = world;
		const [winner, loser, deleted] = [
			add('Winner', { email: 'w@example.com', exchangeDate: '2026-02-02' }),
			add('Loser', { email: 'l@example.com', exchangeDate: '2026-01-01' }),
			add('Deleted'),
		];
		succeeded(await run(id));
		const ids = await Promise.all([winner, loser, deleted].map(async (card) => String((await rowOf(card))?.recordId)));
		const [winning = '', losing = '', gone = ''] = ids;
		crm.merge(winning, losing);
		crm.remove(gone);
		for (const card of [winner, loser, deleted]) emulator.changeCard(card.id, { title: 'New' });
		succeeded(await run(id));
		expect(store.all(contact)).toMatchObject([{ [crm.id]: winning, [crm.last]: 'Winner', [crm.title]: 'New' }]);
		expect(await rowOf(loser)).toMatchObject({ state: 'sent', recordId: winning });
		expect(await rowOf(deleted)).toMatchObject({ state: 'skipped', reason: expect.stringContaining(gone) as string });

		emulator.changeCard(loser.id, { title: 'Newest', exchangeDate: '2026-03-03' });
		succeeded(await run(id));
		succeeded(await run(id));
		expect(store.all(contact)).toMatchObject([{ [crm.id]: winning, [crm.last]: 'Loser', [crm.title]: 'Newest' }]);
	});

	test('persons that the service makes one become one contact, with the help of a person where there are two', async () => {
		const { emulator } = world;
		const older = add('Person', { exchangeDate: '2025-01-01', ownerId: 'colleague' });
		const newer = add('Person', { exchangeDate: '2026-01-01' });
		succeeded(await run(id));
		expect(contactOf('Person')).toHaveLength(2);
		const kept = String((await rowOf(newer))?.recordId);
		const second = String((await rowOf(older))?.recordId);
		emulator.collateCards(older.id, newer.id);
		emulator.changeCard(newer.id, { title: 'One person' });
		succeeded(await run(id));
		expect(store.get(contact, kept)).toMatchObject({ [crm.title]: 'One person' });
		expect(await rowOf(older)).toMatchObject({ state: 'review', reason: expect.stringContaining(second) as string });
		crm.merge(kept, second);
		succeeded(await run(id));
		expect(await rowOf(older)).toMatchObject({ state: 'sent', reason: '', recordId: kept });
		expect(contactOf('Person')).toHaveLength(1);
	});

	test('people who share an address have a contact each, and what only a person can decide is written once it is decided', async () => {
		const info = { email: 'info@example.com' };
		const [one, two] = [add('One', info), add('Two', info)];
		const byHand = store.make(contact, { [crm.last]: 'Spelled otherwise', [crm.email]: 'same@example.com' });
		const doubtful = add('Doubtful', { email: 'same@example.com' });
		succeeded(await run(id));
		expect([contactOf('One').length, contactOf('Two').length]).toEqual([1, 1]);
		expect(await rowOf(one)).toMatchObject({ state: 'sent', reason: '' });
		expect(await rowOf(two)).toMatchObject({ state: 'sent', reason: expect.stringContaining('address') as string });
		const reason = expect.stringMatching(
			new RegExp(`${byHand}.*enter ${doubtful.personId} as its Business Card Person ID`),
		) as string;
		expect(await rowOf(doubtful)).toMatchObject({ state: 'review', reason });

		store.edit(contact, byHand, { [crm.person]: doubtful.personId });
		succeeded(await run(id));
		expect(await rowOf(doubtful)).toMatchObject({ state: 'sent', recordId: byHand });
		expect(store.get(contact, byHand)).toMatchObject({ [crm.last]: 'Doubtful' });
		expect(count(contact)).toBe(3);
	});

	test('what people made by hand is found by address, or by name and company, and completed', async () => {
		const employer = store.make(company, { [crm.companyName]: '㈱アクメ' });
		const make = (lastName: string, more: object) =>
			store.make(contact, { [crm.last]: lastName, [crm.first]: CARD.firstName, ...more });
		const byAddress = make('髙橋', { [crm.email]: 'A@example.com' });
		const byCompany = make('佐藤', { [crm.worksFor]: employer });
		const twins = [1, 2].map(() => make('鈴木', { [crm.worksFor]: employer }));
		const namesake = make('田中', {});
		add('髙橋', { email: 'a@example.com' });
		add('佐藤', { companyName: '株式会社アクメ' });
		const twin = add('鈴木', { companyName: '株式会社アクメ' });
		add('田中');
		succeeded(await run(id));
		for (const each of [byAddress, byCompany])
			expect(store.get(contact, each)).toMatchObject({ [crm.title]: CARD.title });
		expect(store.get(contact, namesake)).not.toHaveProperty(crm.title);
		const reason = expect.stringContaining(twins.join(', ')) as string;
		expect(await rowOf(twin)).toMatchObject({ state: 'review', reason });
		expect(count(contact)).toBe(6);

		crm.merge(...(twins as [string, string]));
		succeeded(await run(id));
		expect(await rowOf(twin)).toMatchObject({ state: 'sent', reason: '', recordId: twins[0] });
	});

	test('an execution that is slow does not leave what it read when it began', async () => {
		const { client, emulator } = world;
		const card = add('Slow', { title: 'Before' });
		let release: () => void = () => undefined;
		const isHeld = new Promise<void>((resolve) => {
			standIns.fault = async ({ line, body }) => {
				const isMeant = !line.startsWith('GET') && JSON.stringify(body).includes('"Before"');
				if (!isMeant) return undefined;
				resolve();
				await new Promise<void>((goOn) => (release = goOn));
				return undefined;
			};
		});
		const slow = await client.begin(id, 'Run Now');
		await isHeld;
		emulator.changeCard(card.id, { title: 'After' });
		succeeded(await run(id));
		release();
		succeeded(await client.finished(slow));
		expect(contactOf('Slow')).toMatchObject([{ [crm.title]: 'After' }]);
	});

	test('the trigger sends a card as soon as it comes', async () => {
		const { client } = world;
		await client.activate(id);
		add('Polled');
		await world.until('the contact', () => (contactOf('Polled').length > 0 ? true : undefined));
		await client.deactivate(id);
	});

	test('private tags stay private, and what a person set stays', async () => {
		const { emulator } = world;
		const owner = store.make(crm.owner, { ...crm.asOwner(emulator.user.email.toUpperCase()) });
		const tags = [
			emulator.addTag({ name: 'Ours', type: 'public' }),
			emulator.addTag({ name: 'Mine', type: 'private' }),
			emulator.addTag({ name: 'Shared', type: 'shared' }),
		];
		const card = add('Tagged', { tagIds: tags.map((tag) => tag.id), title: 'Director', tel: '03-1' });
		succeeded(await run(id));
		const [written] = contactOf('Tagged');
		expect(written).toMatchObject({ [crm.tags]: 'Ours; Shared', [crm.ownerId]: owner, [crm.origin]: 'Business card' });
		const other = store.make(crm.owner, { ...crm.asOwner('other@example.com') });
		store.edit(contact, written?.[crm.id], { [crm.ownerId]: other, [crm.origin]: 'Fair' });
		emulator.changeCard(card.id, { title: '', tel: '03-2' });
		succeeded(await run(id));
		expect(contactOf('Tagged')).toMatchObject([
			{ [crm.ownerId]: other, [crm.origin]: 'Fair', [crm.title]: 'Director', [crm.phone]: '03-2' },
		]);
	});

	test('each card that fails has its row with the reason, and the others are sent', async () => {
		const [bad, worse, good] = [add('Bad'), add('Worse'), add('Good')];
		standIns.fault = ({ line, body }) => {
			const isMeant = line.includes(`/${contact}`) && /"(Bad|Worse)"/.test(JSON.stringify(body));
			return isMeant ? store.refuse(400, 'Not today') : undefined;
		};
		const { message } = errorOf(await run(id));
		for (const card of [bad, worse]) {
			expect(message).toContain(`card ${card.id} (Company of ${card.lastName}): Not today`);
			expect(await rowOf(card)).toMatchObject({ state: 'failed', reason: expect.stringContaining('Not today') as string });
		}
		expect(await rowOf(good)).toMatchObject({ state: 'sent' });
	});

	test('the night has a card marked as gone, and its contact where no other card of the person is left', async () => {
		const { client } = world;
		const recipe = await stored(file, undefined, true);
		await client.activate(recipe);
		const [gone, one] = [add('Gone'), add('One')];
		succeeded(await run(recipe));
		const rows = await Promise.all([gone, one].map(async (card) => ({ ...(await rowOf(card)), todo: 'gone' })));
		const [first, second] = rows;
		await callWith(recipe, [first ?? {}, { ...second, recordId: '' }]);
		expect(contactOf('Gone')).toMatchObject([{ [crm.state]: 'gone' }]);
		expect(contactOf('One')).toMatchObject([{ [crm.state]: 'current' }]);
		const deleted = add('Deleted');
		await callWith(recipe, [{ cardId: deleted.id, personId: deleted.personId, recordId: 'x', todo: 'gone' }]);
		for (const card of [gone, one, deleted]) expect(await rowOf(card)).toMatchObject({ state: 'gone' });
		expect(contactOf('Deleted')).toEqual([]);
		await client.deactivate(recipe);
	});
}
