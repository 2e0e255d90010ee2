import type { CardInput } from '../../emulator';
import type { WorkflowDefinition } from '../../../scripts/realN8n/client';
import { errorOf, succeeded } from '../../../scripts/realN8n/executions';
import { LIMIT_EXCEEDED, LOCKED } from '../standIns/salesforce';
import type { Fields } from '../standIns/services';
import { CARD, run, salesforce, standIns, stored, world } from './stage';

/** Leads from cards with a tag, and the members of the campaigns that have the names of the tags. */
export function leadsToSalesforce(): void {
	/** The tag of most stories, and the campaign that has its name. */
	let fair: { id: string; name: string };
	let campaign: string;
	let id: string;

	const newTag = (name: string) => world.emulator.addTag({ type: 'shared', name });
	const newCampaign = (Name: string) => salesforce.make('Campaign', { Name, IsActive: true });

	const watching = (...tags: ReadonlyArray<{ id: string }>) => watchingWith({}, ...tags);

	/** Stores the workflow with some tags, and with other values in rows of its settings. */
	function watchingWith(settings: Readonly<Record<string, string>>, ...tags: ReadonlyArray<{ id: string }>) {
		return stored('leads-to-salesforce.json', ({ nodes }: WorkflowDefinition) => {
			for (const { name, parameters } of nodes) {
				if (name === 'Tagged Card') parameters.tagIds = tags.map((tag) => tag.id);
				if (name !== 'Settings') continue;
				const { assignments } = parameters.assignments as { assignments: Array<{ name: string; value: string }> };
				for (const row of assignments) row.value = settings[row.name] ?? row.value;
			}
		});
	}

	beforeEach(async () => {
		fair = newTag("Autumn's fair");
		campaign = newCampaign(fair.name);
		id = await watching(fair);
	});

	/** A card with the tag, each with a name and an address of its own. */
	const add = (lastName: string, more: CardInput = {}) =>
		world.emulator.addCard({
			...CARD,
			lastName,
			email: `${lastName.toLowerCase()}@example.com`,
			tagIds: [fair.id],
			...more,
		});
	const leads = () => salesforce.all('Lead');
	const leadOf = (lastName: string) => leads().filter(({ LastName }) => LastName === lastName);
	const members = (of = campaign) => salesforce.all('CampaignMember').filter(({ CampaignId }) => CampaignId === of);
	const user = (Email: string) => salesforce.make('User', { Email, IsActive: true, UserType: 'Standard' });

	test('a card with the tag becomes a lead with all fields, cut to what Salesforce takes, in the campaign of the tag', async () => {
		const owner = user(world.emulator.user.email.toUpperCase());
		const card = add('Whole', {
			departmentName: '営業部',
			countryCode: 'JP',
			postalCode: '100-0001',
			prefecture: '東京都',
			city: '千代田区',
			street: '千代田1-1',
			building: '第一ビル',
			mobile: '090-1',
			fax: '03-3',
			url: 'https://example.com',
			memo: 'Wants a demonstration',
		});
		const long = { firstName: 'F'.repeat(250), title: 'T'.repeat(250), city: 'C'.repeat(250), street: 'S'.repeat(250) };
		add('L'.repeat(250), {
			...long,
			building: 'B'.repeat(250),
			url: 'U'.repeat(250),
			email: 'hanako..t@docomo.example.com',
		});
		add('', { firstName: '', companyName: '', email: '' });
		add('Untagged', { tagIds: [] });
		succeeded(await run(id));

		expect(leadOf('Whole')).toEqual([
			{
				Id: expect.any(String) as string,
				Business_Card_Person_ID__c: card.personId,
				LastName: 'Whole',
				FirstName: CARD.firstName,
				Company: CARD.companyName,
				Title: CARD.title,
				Email: 'whole@example.com',
				Phone: CARD.tel,
				MobilePhone: '090-1',
				Fax: '03-3',
				Website: 'https://example.com',
				Street: '千代田1-1 第一ビル',
				City: '千代田区',
				State: '東京都',
				PostalCode: '100-0001',
				Country: 'Japan',
				Description: 'Wants a demonstration',
				LeadSource: 'Business card',
				OwnerId: owner,
			},
		]);
		expect(leadOf('L'.repeat(80))).toMatchObject([
			{ FirstName: 'F'.repeat(40), Title: 'T'.repeat(128), City: 'C'.repeat(40) },
		]);
		expect(leadOf('L'.repeat(80))[0]).not.toHaveProperty('Email');
		expect(leadOf('Unknown')).toMatchObject([{ Company: 'Unknown' }]);
		expect(members().map(({ LeadId }) => LeadId)).toEqual(leads().map(({ Id }) => Id));
		expect(members()).toHaveLength(3);
	});

	test('the trigger sends a card when it gets a tag, to the campaign of each tag, and not those that had it', async () => {
		const { client, emulator } = world;
		const dinner = newTag('Dinner');
		const other = newCampaign('dinner');
		const both = await watching(fair, dinner);
		add('Before');
		const card = add('Tagged', { tagIds: [] });
		await client.activate(both);
		emulator.changeCard(card.id, { tagIds: [fair.id, dinner.id] });
		await world.until('two members', () => (salesforce.all('CampaignMember').length === 2 ? true : undefined));
		await client.deactivate(both);

		expect(leads()).toMatchObject([{ LastName: 'Tagged' }]);
		expect([...members(), ...members(other)]).toMatchObject([{ CampaignId: campaign }, { CampaignId: other }]);

		succeeded(await run(both));
		expect(leadOf('Tagged')).toHaveLength(1);
		expect(members()).toHaveLength(2);
		expect(members(other)).toHaveLength(1);
	});

	test('a contact of the person becomes the member, unchanged, and no lead is made', async () => {
		const known = add('Known', { email: '' });
		const alike = add('高橋', { email: 'alike@example.com' });
		const byId = { LastName: 'Married', Business_Card_Person_ID__c: known.personId, Phone: 'By hand' };
		const byName = { LastName: '高橋 花子', Email: 'Alike@Example.com', Title: 'By hand' };
		const contacts = [salesforce.make('Contact', byId), salesforce.make('Contact', byName)];
		salesforce.make('Contact', { LastName: 'Stranger', Email: 'alike@example.com' });
		salesforce.make('Lead', { LastName: '高橋', FirstName: '花子', Company: 'By hand', Email: 'alike@example.com' });
		succeeded(await run(id));
		succeeded(await run(id));

		expect(leads()).toHaveLength(1);
		expect(
			members()
				.map(({ ContactId }) => ContactId)
				.sort(),
		).toEqual(contacts);
		const linked = { Business_Card_Person_ID__c: alike.personId };
		expect(salesforce.all('Contact').slice(0, 2)).toEqual([
			{ Id: contacts[0], ...byId },
			{ Id: contacts[1], ...byName, ...linked },
		]);
	});

	test('a converted lead stands for its contact, and a deleted contact is left to people', async () => {
		const { emulator } = world;
		const dinner = newTag('Dinner');
		const other = newCampaign('Dinner');
		const both = await watching(fair, dinner);
		const card = add('Converted');
		succeeded(await run(both));
		const [lead] = leads();
		const contact = salesforce.convert(lead?.Id);
		salesforce.edit('Contact', contact, { Email: 'new@example.com' });

		emulator.changeCard(card.id, { tagIds: [fair.id, dinner.id] });
		succeeded(await run(both));
		expect(members()).toHaveLength(1);
		expect(members(other)).toMatchObject([{ ContactId: contact }]);
		expect(leads()).toHaveLength(1);

		const winner = salesforce.make('Contact', { LastName: 'Winner' });
		salesforce.merge('Contact', winner, contact);
		emulator.changeCard(card.id, { tagIds: [dinner.id] });
		succeeded(await run(both));
		expect(salesforce.get('Contact', winner)).toMatchObject({ Business_Card_Person_ID__c: card.personId });

		salesforce.remove('Contact', winner);
		const { message } = errorOf(await run(both));
		expect(message).toContain(`Lead ${String(lead?.Id)} was converted, and its contact no longer exists`);
		expect(leads()).toHaveLength(1);

		const restored = salesforce.make('Contact', { LastName: 'Right', Business_Card_Person_ID__c: card.personId });
		succeeded(await run(both));
		expect(members(other).at(-1)).toMatchObject({ ContactId: restored });
	});

	test('what people entered in a lead stays: only empty fields are filled, and the owner is theirs', async () => {
		const owner = user('by.hand@example.com');
		user(world.emulator.user.email);
		salesforce.leadAssignee = user('rule@example.com');
		const own = { LastName: 'hand', Company: 'By hand', Email: 'HAND@example.com', City: 'Osaka', OwnerId: owner };
		const lead = salesforce.make('Lead', own);
		const card = add('Hand', { firstName: '', city: 'Tokyo', street: '1-1', memo: 'Met' });
		succeeded(await run(id));

		const filled = { Title: CARD.title, Phone: CARD.tel, Description: 'Met', LeadSource: 'Business card' };
		const linked = { Id: lead, ...own, ...filled, Business_Card_Person_ID__c: card.personId };
		expect(leads()).toEqual([linked]);

		salesforce.edit('Lead', lead, { LastName: 'Married', Email: 'married@example.com', Title: null });
		world.emulator.changeCard(card.id, { title: 'Director', tel: '03-9' });
		succeeded(await run(id));
		expect(leads()).toMatchObject([
			{ LastName: 'Married', Email: 'married@example.com', Title: 'Director', Phone: CARD.tel },
		]);
		expect(members()).toHaveLength(1);
	});

	test('where the holder is no active user, the assignment rule of Salesforce chooses the owner of a new lead', async () => {
		const { emulator } = world;
		salesforce.leadAssignee = salesforce.make('User', {
			Email: 'rule@example.com',
			IsActive: true,
			UserType: 'Standard',
		});
		salesforce.make('User', { Email: emulator.user.email, IsActive: false, UserType: 'Standard' });
		salesforce.make('User', { Email: emulator.user.email, IsActive: true, UserType: 'PowerPartner' });
		add('Ruled');
		succeeded(await run(id));
		const owner = user(emulator.user.email);
		add('Held');
		succeeded(await run(id));
		expect([...leadOf('Ruled'), ...leadOf('Held')]).toMatchObject([
			{ OwnerId: salesforce.leadAssignee },
			{ OwnerId: owner },
		]);
	});

	test('nothing is lost or doubled when a step fails or its answer is lost, and the workflow runs once more', async () => {
		for (const [place, step] of ['sobjects/Lead', 'sobjects/CampaignMember'].entries()) {
			const name = `Failing${place}`;
			add(name);
			standIns.fault = ({ line }) => (line.includes(step) ? salesforce.refuse(400, 'Not today') : undefined);
			const { message } = errorOf(await run(id));
			const reason = 'Not today (UNKNOWN_EXCEPTION)';
			expect(message).toContain(`(${name} 花子, ${CARD.companyName}), tag ${fair.name}: ${reason}`);

			standIns.fault = undefined;
			succeeded(await run(id));
			expect(leadOf(name)).toHaveLength(1);
			expect(members()).toHaveLength(place + 1);
		}

		const lost = new Set<string>();
		const isFirst = (line: string) => !line.startsWith('GET') && lost.size < lost.add(line).size;
		standIns.fault = ({ line }) => (isFirst(line) ? 'lost' : undefined);
		add('Lost');
		succeeded(await run(id));
		expect(lost.size).toBe(2);
		expect(leadOf('Lost')).toHaveLength(1);
		expect(members()).toHaveLength(3);
	});

	test('a tag without exactly one active campaign is named with its cards, and the others are sent', async () => {
		const [missing, twofold] = [newTag('Missing'), newTag('Twofold')];
		salesforce.make('Campaign', { Name: 'Missing', IsActive: false });
		newCampaign('Twofold');
		newCampaign('Twofold');
		const all = await watching(fair, missing, twofold);
		add('Good');
		const [bad, worse] = [add('Bad', { tagIds: [missing.id] }), add('Worse', { tagIds: [twofold.id] })];
		const { message } = errorOf(await run(all));
		expect(message).toMatch(/^Cards that did not reach Salesforce: 2; /);
		expect(message).toContain(
			`card ${bad.id} (Bad 花子, ${CARD.companyName}), tag Missing: No active campaign has the name Missing`,
		);
		expect(message).toContain(
			`card ${worse.id} (Worse 花子, ${CARD.companyName}), tag Twofold: 2 active campaigns have the name Twofold`,
		);
		expect(leads()).toMatchObject([{ LastName: 'Good' }]);
	});

	test('a campaign of another name, and the status of its members, come from the settings', async () => {
		const dinner = newTag('Dinner');
		const other = newCampaign('Gala');
		const settings = { campaign: "={{ { 'Dinner': 'Gala' }[$json.tag] ?? $json.tag }}", memberStatus: 'Responded' };
		const both = await watchingWith(settings, fair, dinner);
		add('Guest', { tagIds: [fair.id, dinner.id] });
		succeeded(await run(both));
		expect(members()).toMatchObject([{ Status: 'Responded' }]);
		expect(members(other)).toMatchObject([{ Status: 'Responded' }]);
		expect(leads()).toHaveLength(1);
	});

	test('what only a person can decide is named, and the remedy there works', async () => {
		const sameFax = { name: 'Same_Fax', object: 'Lead', alike: ({ Fax }: Fields) => [Fax], blocks: true };
		salesforce.duplicateRules = [...salesforce.duplicateRules, sameFax];
		const twin = { LastName: 'Twin', FirstName: CARD.firstName, Email: 'twin@example.com' };
		const twins = [salesforce.make('Contact', twin), salesforce.make('Contact', twin)];
		const lead = salesforce.make('Lead', { LastName: 'By hand', Company: 'By hand', Fax: '03-9' });
		const [doubled, blocked] = [add('Twin'), add('Blocked', { fax: '03-9' })];
		const { message } = errorOf(await run(id));
		expect(message).toContain(`2 records match (${twins.join(', ')}): merge them, or enter ${doubled.personId}`);
		expect(message).toContain(`Enter ${blocked.personId} as Business Card Person ID in the record ${lead}`);
		expect(members()).toEqual([]);

		salesforce.edit('Contact', twins[1], { Business_Card_Person_ID__c: doubled.personId });
		salesforce.edit('Lead', lead, { Business_Card_Person_ID__c: blocked.personId });
		succeeded(await run(id));
		expect(members()).toHaveLength(2);
		expect(leads()).toHaveLength(1);
	});

	test('a field that is missing in Salesforce is named in its words, and so is a tag that nobody chose', async () => {
		add('Fieldless');
		const message = "No such column 'Business_Card_Person_ID__c' on entity 'Lead'.";
		const missing = { status: 400, json: [{ message, errorCode: 'INVALID_FIELD' }] };
		standIns.fault = ({ line }) => (line.endsWith('/queryAll') ? missing : undefined);
		expect(errorOf(await run(id)).message).toContain(message);
		expect(errorOf(await run(await watching())).message).toContain('Tag Names or IDs is empty');
		expect(leads()).toEqual([]);
	});

	test('leads that people merged are one lead', async () => {
		add('Merged');
		succeeded(await run(id));
		const winner = salesforce.make('Lead', { LastName: 'Winner', Company: 'By hand' });
		salesforce.merge('Lead', winner, String(leads()[0]?.Id));
		succeeded(await run(id));
		expect(leads()).toMatchObject([{ Id: winner, LastName: 'Winner', Title: CARD.title }]);
		expect(members()).toMatchObject([{ LeadId: winner }]);
	});

	test('a lock is waited out, a limit leaves cards to the next run, and a new lead takes seven calls, a known one five', async () => {
		const locked = new Set<string>();
		const isFirst = (line: string) => !line.startsWith('GET') && locked.size < locked.add(line).size;
		standIns.fault = ({ line }) => (isFirst(line) ? LOCKED : undefined);
		add('Locked');
		succeeded(await run(id));
		expect(members()).toHaveLength(1);

		standIns.fault = ({ line }) => (line.startsWith('GET') ? undefined : LIMIT_EXCEEDED);
		add('Limited');
		expect(errorOf(await run(id)).message).toContain('TotalRequests Limit exceeded. (REQUEST_LIMIT_EXCEEDED)');
		standIns.fault = undefined;
		succeeded(await run(id));
		expect(members()).toHaveLength(2);

		const before = standIns.requests.length;
		const alone = newTag('Alone');
		newCampaign('Alone');
		const other = await watching(alone);
		add('Alone', { tagIds: [alone.id] });
		succeeded(await run(other));
		expect(standIns.requests.length - before).toBe(7);
		succeeded(await run(other));
		expect(standIns.requests.length - before).toBe(7 + 5);
	});
}
