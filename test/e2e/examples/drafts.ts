import type { CardInput, EmulatorUser } from '../../emulator';
import type { DataTableRow, WorkflowDefinition } from '../../../scripts/realN8n/client';
import { errorOf, succeeded } from '../../../scripts/realN8n/executions';
import { readExample } from '../../../scripts/realN8n/workflows';
import type { Fields } from '../standIns/services';
import {
	CARD,
	draftRows,
	failAt,
	hubspot,
	outlook,
	run,
	runWhileDown,
	salesforce,
	standIns,
	stored,
	world,
} from './stage';

const FILE = 'drafts-after-exhibition.json';
const ADDRESS = 'hanako@example.com';
const UNDER_WAY = 'Another execution is making this draft';

function isMake(line: string): boolean {
	return line.startsWith('POST') && line.endsWith('/messages');
}

interface Change {
	readonly crm?: string;
	/** Whether the nodes of Salesforce are turned on. */
	readonly salesforce?: boolean;
}

/** Cards with a tag become drafts in the mailboxes of their holders. */
export function draftsAfterExhibition(): void {
	let tag: string;
	let holder: string;
	let colleague: EmulatorUser;

	beforeAll(() => {
		const apiKey = 'TheKeyOfAColleagueInTheStories01';
		colleague = world.emulator.addUser({ apiKey, name: '佐藤 次郎', email: 'Jiro@example.co.jp' });
	});

	beforeEach(() => {
		tag = world.emulator.addTag({ name: '展示会', type: 'shared' }).id;
		holder = world.emulator.user.email;
		outlook.mailboxes = [holder, colleague.email];
	});

	const add = (lastName: string, more: CardInput = {}) =>
		world.emulator.addCard({ ...CARD, lastName, email: ADDRESS, tagIds: [tag], ...more });

	/** Stores the workflow as a person sets it up: with the tag, and for all cards of it. */
	const prepared = async ({ crm = 'HubSpot', salesforce: isOn = false }: Change = {}) =>
		await stored(FILE, (definition: WorkflowDefinition) => {
			for (const node of definition.nodes) {
				const { parameters } = node;
				if (node.name === 'New Card with the Tag') parameters.tagIds = [tag];
				if (node.name === 'Cards with the Tag') Object.assign(parameters, { returnAll: true, filters: { tagId: [tag] } });
				if (isOn && 'salesforceOAuth2Api' in (node.credentials ?? {})) node.disabled = false;
				if (node.name === 'Settings') node.parameters = replaced(parameters, 'HubSpot', crm);
			}
		});

	const drafts = () => outlook.all('messages');
	const contentOf = (draft: Fields | undefined) => String((draft?.body as Fields | undefined)?.content);
	const rowOf = async (card: { id: string }): Promise<DataTableRow | undefined> =>
		(await draftRows()).find(({ cardId }) => cardId === card.id);

	test('has no node that could send mail', () => {
		const { nodes } = readExample(FILE);
		const calls = nodes.filter(({ parameters }) => 'url' in parameters).map(({ parameters }) => String(parameters.url));
		const kinds = new Set(nodes.map(({ type }) => type.replace(/^.*\./, '')));
		expect(calls.filter((url) => url.includes('microsoft')).every((url) => url.endsWith('/messages'))).toBe(true);
		expect([...kinds].sort()).toEqual(
			'businessCardData businessCardDataTrigger dataTable executeWorkflow executeWorkflowTrigger httpRequest if manualTrigger set stickyNote stopAndError switch wait'.split(
				' ',
			),
		);
	});

	test('makes one draft from the holder for a card that gets the tag, in the language of the card, and sends nothing', async () => {
		const { client, emulator } = world;
		const before = add('Earlier', { email: 'earlier@example.com' });
		const id = await prepared();
		succeeded(await client.run(id, 'Run Now'));
		outlook.remove('messages', drafts()[0]?.id);
		await client.activate(id);

		const card = add('髙橋', { email: ' Hanako@Example.com', departmentName: '営業部', tagIds: [] });
		const foreign = add('<b>O\'Neil & "Sons"</b>', {
			email: "o'neil@example.com",
			companyName: 'Sample Inc.',
			tagIds: [],
		});
		for (const { id: each } of [card, foreign]) emulator.changeCard(each, { tagIds: [tag] });
		await world.until('two drafts', async () => ((await rowOf(foreign))?.state === 'drafted' ? true : undefined));
		await world.until('the other', async () => ((await rowOf(card))?.state === 'drafted' ? true : undefined));
		await client.deactivate(id);

		const to = (address: string) => drafts().find((draft) => JSON.stringify(draft.toRecipients).includes(address));
		expect(drafts()).toHaveLength(2);
		expect(to(ADDRESS)).toMatchObject({
			user: holder.toLowerCase(),
			isDraft: true,
			subject: expect.stringContaining('展示会ご来場のお礼') as string,
			toRecipients: [{ emailAddress: { address: ADDRESS, name: '髙橋 花子' } }],
		});
		expect(contentOf(to(ADDRESS))).toMatch(
			/^北斗商事株式会社<br>営業部 課長<br>髙橋 花子 様<br><br>お世話になっております。/,
		);
		expect(contentOf(to(ADDRESS))).toContain(emulator.user.name);
		expect(contentOf(to("o'neil"))).toContain('&lt;b&gt;O\'Neil &amp; "Sons"&lt;/b&gt;,<br>');
		expect(await rowOf(card)).toMatchObject({ address: ADDRESS, state: 'drafted', mailbox: holder });
		expect((await rowOf(card))?.draft).toContain('outlook.office365.com');
		expect(await rowOf(before)).toMatchObject({ state: 'drafted' });
	});

	test('writes in English to a card without Japanese, or of another country', async () => {
		add('Brown', { firstName: 'Ann', companyName: 'Sample Inc.', countryCode: 'JP' });
		add('王', { companyName: '样本公司', countryCode: 'CN', email: 'wang@example.com' });
		succeeded(await run(await prepared()));
		expect(drafts().map(({ subject }) => subject)).toEqual(Array(2).fill('Thank you for visiting us at the exhibition'));
		expect(drafts().map(contentOf).join()).toContain('Dear Ann Brown,<br><br>Thank you');
	});

	test('makes one for each person and address, whoever has cards of the person and however often they come', async () => {
		const { emulator } = world;
		const first = add('Same');
		const same = { personId: first.personId, ownerId: colleague.id };
		const theirs = add('Same', same);
		const other = add('Other', { email: ADDRESS });
		const second = add('Same', { ...same, email: 'second@example.com' });
		const id = await prepared();
		succeeded(await run(id));
		succeeded(await run(id));
		expect(drafts()).toHaveLength(3);
		const rows = await draftRows();
		expect(rows.map(({ state }) => state)).toEqual(['drafted', 'drafted', 'drafted']);
		for (const card of [other, second]) expect(await rowOf(card)).toBeDefined();
		expect([first, theirs].filter(({ id: each }) => rows.some(({ cardId }) => cardId === each))).toHaveLength(1);
		emulator.changeCard(first.id, { tagIds: [] });
		emulator.changeCard(first.id, { tagIds: [tag] });
		succeeded(await run(id));
		expect(drafts()).toHaveLength(3);
	});

	test('makes nothing again that people sent, changed or deleted', async () => {
		for (const name of ['Sent', 'Changed', 'Deleted']) add(name, { email: `${name}@example.com` });
		const id = await prepared();
		succeeded(await run(id));
		const [sent, changed, deleted] = drafts().map((draft) => draft.id);
		outlook.edit('messages', sent, { isDraft: false, subject: 'Sent' });
		outlook.edit('messages', changed, { subject: 'Mine' });
		outlook.remove('messages', deleted);
		succeeded(await run(id));
		expect(drafts().map(({ subject }) => subject)).toEqual(['Sent', 'Mine']);
	});

	test('doubles nothing, whatever step fails, names the card, and makes the drafts of the others', async () => {
		const card = add('Once');
		const others = add('Others', { email: 'others@example.com' });
		const id = await prepared();
		for (const [method, word] of [
			['POST', ADDRESS],
			['GET', '/messages'],
			['POST', '/messages'],
		] as const) {
			const { message } = errorOf(await runWhileDown(id, method, word));
			expect(message).toContain(`card ${card.id} (${CARD.companyName}): `);
			expect(await rowOf(card)).toMatchObject({ state: 'failed' });
			if (word === ADDRESS) expect(await rowOf(others)).toMatchObject({ state: 'drafted' });
		}
		succeeded(await run(id));
		expect(await rowOf(card)).toMatchObject({ state: 'drafted', reason: '' });
		expect(drafts()).toHaveLength(2);
	});

	test('doubles nothing when answers are lost, and waits where Outlook or the CRM asks for it', async () => {
		const card = add('Lost');
		const id = await prepared();
		const calls: string[] = [];
		const busy = { status: 429, json: { error: { code: 'ApplicationThrottled', message: 'Too many requests' } } };
		standIns.fault = ({ line }) => {
			calls.push(line);
			if (calls.filter((each) => each === line).length === 1) return busy;
			return isMake(line) ? 'lost' : undefined;
		};
		succeeded(await run(id));
		expect(await rowOf(card)).toMatchObject({ state: 'drafted' });
		expect(drafts()).toHaveLength(1);
	});

	test("finds a draft of which nobody heard in a colleague's mailbox", async () => {
		const { emulator } = world;
		const mine = add('Both');
		const theirs = add('Both', { personId: mine.personId, ownerId: colleague.id });
		const id = await prepared();
		standIns.fault = ({ line }) => {
			if (isMake(line)) return 'lost';
			return drafts().length > 0 && line.startsWith('GET') ? { status: 503 } : undefined;
		};
		expect(errorOf(await run(id)).message).toContain('Cards that got no draft: 2.');
		standIns.fault = undefined;
		expect(drafts()).toHaveLength(1);

		/* The card of whoever has the draft is no longer there to ask for it. */
		const [row] = await draftRows();
		emulator.changeCard(row?.mailbox === holder ? mine.id : theirs.id, { tagIds: [] });
		succeeded(await run(id));
		expect(await draftRows()).toMatchObject([{ state: 'drafted', mailbox: row?.mailbox }]);
		expect(drafts()).toHaveLength(1);
	});

	test('goes on where n8n was killed, but leaves a draft for ten minutes to the execution that is making it', async () => {
		const { client, n8n } = world;
		const card = add('Killed');
		const id = await prepared();
		let killed: Promise<void> | undefined;
		standIns.fault = async ({ line }) => {
			if (!isMake(line)) return undefined;
			killed = n8n.kill();
			await killed;
			return 'lost';
		};
		await client.begin(id, 'Run Now');
		await world.until('the kill', () => killed && true);
		await killed;
		standIns.fault = undefined;
		await n8n.start();
		expect(await rowOf(card)).toMatchObject({ state: 'making', mailbox: holder });
		expect(errorOf(await run(id)).message).toContain(`card ${card.id} (${CARD.companyName}): ${UNDER_WAY}`);
		expect(await rowOf(card)).toMatchObject({ state: 'making' });

		/* As though the ten minutes had passed. */
		await client.saveNodes(id, (nodes) => {
			for (const node of nodes) node.parameters = replaced(node.parameters, 'minutes: 10', 'seconds: 0');
		});
		succeeded(await run(id));
		expect(await rowOf(card)).toMatchObject({ state: 'drafted' });
		expect(drafts()).toHaveLength(1);
	});

	test.each([
		['that reads the row', '!$json.key'],
		['that reads the table just before the row is there', 'true'],
	])('makes one draft where another execution has the same person, %s', async (_, isNew) => {
		const { client } = world;
		add('Twice');
		const id = await prepared();
		await client.saveNodes(id, (nodes) => {
			for (const node of nodes) node.parameters = replaced(node.parameters, '!$json.key', isNew);
		});
		let asked = 0;
		let goOn: () => void = () => undefined;
		const free = new Promise<void>((resolve) => (goOn = resolve));
		standIns.fault = async ({ line }) => {
			if (!line.startsWith('GET')) return undefined;
			asked += 1;
			if (asked > 1) goOn();
			await free;
			return undefined;
		};
		const first = await client.begin(id, 'Run Now');
		await world.until('the first to ask Outlook', () => asked > 0 || undefined);
		expect(errorOf(await run(id)).message).toContain(UNDER_WAY);
		goOn();
		succeeded(await client.finished(first));
		expect(drafts()).toHaveLength(1);
		expect((await draftRows()).map(({ state }) => state)).toEqual(['drafted']);
	});

	test('leaves out who opted out in HubSpot, also with an additional address, until the person opts in', async () => {
		const [main, additional, free] = ['main', 'additional', 'free'].map((name) =>
			add(name, { email: `${name}@example.com` }),
		);
		const contact = hubspot.make('contacts', { email: 'main@example.com', hs_email_optout: 'true' });
		hubspot.make('contacts', {
			email: 'x@example.com',
			hs_additional_emails: 'additional@example.com',
			hs_email_optout: 'true',
		});
		hubspot.make('contacts', { email: 'free@example.com', hs_email_optout: 'false' });
		const id = await prepared();
		succeeded(await run(id));
		expect(drafts()).toMatchObject([{ toRecipients: [{ emailAddress: { address: free?.email } }] }]);
		const reason = 'HubSpot: a contact with this address has opted out of email';
		for (const card of [main, additional])
			expect(await rowOf(card ?? { id: '' })).toMatchObject({ state: 'opted out', reason });
		hubspot.edit('contacts', contact, { hs_email_optout: 'false' });
		succeeded(await run(id));
		expect(await rowOf(main ?? { id: '' })).toMatchObject({ state: 'drafted', reason: '' });
	});

	test('leaves out contacts and leads who opted out in Salesforce', async () => {
		const [contact, lead, free] = ['contact', "le'ad", 'free'].map((name) => add(name, { email: `${name}@example.com` }));
		const has = (Email: string | undefined, HasOptedOutOfEmail: boolean) => ({
			LastName: 'X',
			Email,
			HasOptedOutOfEmail,
		});
		salesforce.make('Contact', has('Contact@example.com', true));
		salesforce.make('Contact', has('contact@example.com', false));
		salesforce.make('Lead', { Company: 'X', ...has(lead?.email, true) });
		salesforce.make('Contact', has(free?.email, false));
		succeeded(await run(await prepared({ crm: 'Salesforce', salesforce: true })));
		expect(drafts()).toMatchObject([{ toRecipients: [{ emailAddress: { address: free?.email } }] }]);
		for (const card of [contact, lead]) expect(await rowOf(card ?? { id: '' })).toMatchObject({ state: 'opted out' });
	});

	test.each([
		['is down', { crm: 'HubSpot' }, 'Contacts in HubSpot: '],
		['is Salesforce and down', { crm: 'Salesforce', salesforce: true }, 'Salesforce: '],
		['is one whose nodes are turned off', { crm: 'Salesforce' }, 'Salesforce: no answer'],
		['is misspelled', { crm: 'hubspot' }, 'Settings: crm is "hubspot"'],
	])('makes no draft, and names each card, when the CRM %s', async (_, change, reason) => {
		const cards = ['A', 'B'].map((name) => add(name, { email: `${name}@example.com` }));
		const id = await prepared(change);
		failAt('', change.crm === 'HubSpot' ? '/search' : '/query');
		const { message } = errorOf(await run(id));
		for (const card of cards) {
			expect(message).toContain(`card ${card.id} (${CARD.companyName}): ${reason}`);
			expect(await rowOf(card)).toMatchObject({ state: 'failed', reason: expect.stringContaining(reason) as string });
		}
		expect(drafts()).toEqual([]);
	});

	test('names cards without an address, and those whose holder has no mailbox, without a CRM as well', async () => {
		const [none, two, gone] = [
			add('None', { email: '' }),
			add('Two', { email: 'a@x.jp, b@x.jp' }),
			add('Gone', { ownerId: 'nobody' }),
		];
		const fine = add('Fine', { email: 'fine@example.com' });
		const { message } = errorOf(await run(await prepared({ crm: 'none' })));
		expect(message).toContain('Cards that got no draft: 1.');
		expect(message).toMatch(new RegExp(`card ${gone.id} .*Find Draft: The requested user '.*' is invalid`));
		for (const card of [none, two]) expect(await rowOf(card)).toMatchObject({ state: 'no address' });
		expect(await rowOf(fine)).toMatchObject({ state: 'drafted' });
	});
}

/** Parameters with another text in place of one. */
function replaced(parameters: Record<string, unknown>, from: string, to: string): Record<string, unknown> {
	return JSON.parse(JSON.stringify(parameters).replaceAll(from, to)) as Record<string, unknown>;
}
