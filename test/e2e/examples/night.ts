import { errorOf, succeeded } from '../../../scripts/realN8n/executions';
import type { WorkflowDefinition } from '../../../scripts/realN8n/client';
import { CARD, CRMS, hubspot, rowOf, reportRowOf, run, runWhileDown, standIns, stored, world } from './stage';

const FILE = 'crm-every-night.json';

/** Stores the workflow as its note says. */
export async function storedNight(calls: Readonly<Record<string, string>>, mostGone = 20): Promise<string> {
	return await stored(FILE, (definition: WorkflowDefinition) => {
		for (const node of definition.nodes) {
			const { [node.name]: value } = calls;
			const assignments = [{ name: 'mostGone', type: 'number', value: mostGone }];
			if (value)
				Object.assign(node, {
					disabled: false,
					parameters: { ...node.parameters, workflowId: { __rl: true, mode: 'id', value } },
				});
			if (node.name === 'Settings') node.parameters.assignments = { assignments };
		}
	});
}

/** What the table does not say was sent is sent, and what is gone is marked. */
export function crmEveryNight(): void {
	describe.each(CRMS)('$name', ({ name, file, store, contact, last, title, state: itsState, person }) => {
		let cards: string;

		beforeEach(async () => {
			cards = await stored(file, undefined, true);
			/* Newer versions call what is published. */
			await world.client.activate(cards);
		});

		afterEach(async () => await world.client.deactivate(cards));

		const add = (lastName: string, more: object = {}) =>
			world.emulator.addCard({ ...CARD, lastName, email: '', ...more });
		const contactOf = (lastName: string) => store.all(contact).find((each) => each[last] === lastName);

		test('sends what is new, changed, failed or reviewed, marks what is gone, and does nothing the second time', async () => {
			const { emulator } = world;
			const night = await storedNight({ 'Send One Card': cards });
			const [bad, changed, gone, mine] = [add('Bad'), add('Changed'), add('Gone'), add('Ours')];
			const twins = [1, 2].map(() => store.make(contact, { [last]: 'Twin', company: CARD.companyName }));
			const twin = name === 'HubSpot' ? add('Twin', { firstName: '' }) : undefined;
			expect(errorOf(await runWhileDown(cards, 'P', '"Bad"')).message).toContain(`card ${bad.id}`);
			if (twin) expect(await rowOf(twin)).toMatchObject({ state: 'review' });

			const unseen = add('Unseen');
			const colleague = add('Ours', { ownerId: 'colleague', personId: mine.personId, exchangeDate: '2000-01-01' });
			emulator.changeCard(changed.id, { title: 'New' });
			for (const card of [gone, mine]) emulator.deleteCard(card.id);
			if (twin) store.edit(contact, twins[0], { [person]: twin.personId });
			succeeded(await run(night));
			expect(['Bad', 'Changed', 'Unseen', 'Ours'].map((each) => contactOf(each)?.[itsState])).toEqual(
				Array<string>(4).fill('current'),
			);
			expect(contactOf('Gone')?.[itsState]).toBe('gone');
			expect(contactOf('Changed')?.[title]).toBe('New');
			const all = [bad, changed, unseen, colleague, ...(twin ? [twin] : []), gone, mine];
			const states = (await Promise.all(all.map(rowOf))).map((row) => row?.state);
			expect(states).toEqual([...Array<string>(all.length - 2).fill('sent'), 'gone', 'gone']);

			standIns.requests.length = 0;
			succeeded(await run(night));
			expect(standIns.requests).toEqual([]);
		});

		test('names what could not be marked, and marks nothing when more is gone than usual', async () => {
			const { emulator } = world;
			const night = await storedNight({ 'Send One Card': cards }, 1);
			const [first, second] = [add('First'), add('Second')];
			succeeded(await run(cards));
			emulator.deleteCard(first.id);
			expect(errorOf(await runWhileDown(night, 'PATCH', '"gone"')).message).toContain(`card ${first.id}`);
			emulator.deleteCard(second.id);
			const reason = 'Cards that would be gone: 2, more than usual. Cards that the service shows: 0.';
			expect(errorOf(await run(night)).message).toContain(`No contact was marked. ${reason}`);
			expect(contactOf('First')?.[itsState]).toBe('current');
		});
	});

	test('writes the change during which n8n was killed', async () => {
		const { client, emulator, n8n } = world;
		const cards = await stored('cards-to-hubspot.json');
		const night = await storedNight({ 'Send One Card': cards });
		const card = emulator.addCard({ ...CARD, lastName: 'Killed' });
		succeeded(await run(cards));
		await client.activate(cards);
		const title = () => hubspot.all('contacts')[0]?.jobtitle;

		let isDead: () => void = () => undefined;
		const isWriting = new Promise<void>((resolve) => {
			standIns.fault = async ({ body }) => {
				if (!JSON.stringify(body).includes('Written last')) return undefined;
				resolve();
				await new Promise<void>((goOn) => (isDead = goOn));
				return { status: 503 };
			};
		});
		emulator.changeCard(card.id, { title: 'Written last' });
		await isWriting;
		await n8n.kill();
		standIns.fault = undefined;
		isDead();
		await n8n.start();
		expect(title()).toBe(CARD.title);

		succeeded(await run(night));
		expect(title()).toBe('Written last');
		expect(hubspot.all('contacts')).toHaveLength(1);
		expect(await rowOf(card)).toMatchObject({ state: 'sent', reason: '' });
		await client.deactivate(cards);
	});

	test('sends meetings that are new, changed or failed, and links attendees whose card came later', async () => {
		const { client, emulator } = world;
		const [cards, reports] = [
			await stored('cards-to-hubspot.json', undefined, true),
			await stored('reports-to-crm.json', undefined, true),
		];
		for (const id of [cards, reports]) await client.activate(id);
		const night = await storedNight({ 'Send One Card': cards, 'Send One Report': reports });
		succeeded(await run(cards));
		const attendee = { id: 'a', personId: 'later', lastName: 'Later', firstName: '', companyName: '' };
		const waiting = emulator.addReport({ title: 'Waiting', externalAttendees: [attendee] });
		const changed = emulator.addReport({ title: 'Changed' });
		const failed = emulator.addReport({ title: 'Failed' });
		expect(errorOf(await runWhileDown(reports, 'POST', '"Failed"')).message).toContain(`report ${failed.id}`);
		expect(await reportRowOf(waiting)).toMatchObject({
			state: 'waiting',
			reason: expect.stringContaining('0 of 1') as string,
		});

		emulator.changeReport(changed.id, { title: 'Changed later' });
		emulator.addReport({ title: 'Unseen' });
		const card = emulator.addCard({ ...CARD, lastName: 'Later', personId: 'later' });
		succeeded(await run(night));
		const titles = hubspot.all('meetings').map((meeting) => meeting.hs_meeting_title);
		expect(titles.sort()).toEqual(['Changed later', 'Failed', 'Unseen', 'Waiting']);
		const meeting = hubspot.all('meetings').find((each) => each.hs_meeting_title === 'Waiting');
		expect(meeting?.contacts).toEqual([(await rowOf(card))?.recordId]);
		standIns.requests.length = 0;
		succeeded(await run(night));
		expect(standIns.requests).toEqual([]);
		for (const id of [cards, reports]) await client.deactivate(id);
	});
}
