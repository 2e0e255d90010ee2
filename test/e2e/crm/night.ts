import { errorOf, succeeded } from '../../support/realN8n/output';
import type { StoredWorkflow } from '../../support/realN8n/types';
import { hubspot } from './hubspot';
import { salesforce } from './salesforce';
import { CARD, NEVER_POLLS, useSalesforce, type Stage } from './stage';

const MORE_THAN_USUAL = 21;

/** What failed is sent again, what is gone is marked. */
export function crmEveryNight(stage: () => Stage): void {
	let cards: StoredWorkflow;
	let night: StoredWorkflow;

	/** Stores the workflow as its note says, for one CRM. */
	async function storedFor(file: string): Promise<void> {
		cards = await stage().stored(file, undefined, NEVER_POLLS);
		/* Newer versions call what is published. */
		await stage().world.client.activate(cards.id);
		night = await stage().stored('crm-every-night.json', (definition) => {
			const call = definition.nodes.find(({ name }) => name === 'Send Them Again');
			if (call) call.parameters.workflowId = { __rl: true, mode: 'id', value: cards.id };
			if (file.includes('salesforce')) useSalesforce(definition);
		});
	}

	beforeEach(async () => {
		hubspot.clear();
		salesforce.clear();
		await stage().emptyTable();
	});

	afterEach(async () => await stage().world.client.deactivate(cards.id));

	test('HubSpot: sends again what failed, marks what is gone, and changes nothing the second time', async () => {
		await storedFor('cards-to-hubspot.json');
		const { emulator } = stage().world;
		const bad = emulator.addCard({ ...CARD, lastName: 'Bad', email: '' });
		const gone = emulator.addCard({ ...CARD, lastName: 'Gone', email: '' });
		const mine = emulator.addCard({ ...CARD, lastName: 'Ours', email: '' });
		stage().standIns.fault = ({ path, body }) =>
			path.endsWith('/batch/upsert') && JSON.stringify(body).includes('Bad') ? { status: 503, json: { message: 'Down' } } : undefined;
		expect(errorOf(await stage().run(cards.id)).message).toContain(`card ${bad.id}`);
		stage().standIns.fault = undefined;
		const colleague = emulator.addCard({ ...CARD, lastName: 'Ours', email: '', ownerId: 'colleague', personId: mine.personId, exchangeDate: '2000-01-01' });
		emulator.deleteCard(gone.id);
		emulator.deleteCard(mine.id);

		succeeded(await stage().run(night.id));
		const states = Object.fromEntries(hubspot.all('contacts').map(({ lastname = '', business_card_state }) => [lastname, business_card_state]));
		expect(states).toEqual({ Bad: 'current', Gone: 'gone', Ours: 'current' });
		for (const [card, state] of [[bad, 'sent'], [gone, 'gone'], [mine, 'gone'], [colleague, 'sent']] as const) {
			expect(await stage().rowOf(card)).toMatchObject({ state });
		}
		const { requests } = stage().standIns;
		const before = requests.length;
		succeeded(await stage().run(night.id));
		expect(requests.slice(before)).toEqual([]);
	});

	test('Salesforce: marks what is gone, also where the contact was deleted, and names what could not be marked', async () => {
		await storedFor('cards-to-salesforce.json');
		const { emulator } = stage().world;
		const gone = emulator.addCard({ ...CARD, lastName: 'Gone', email: '' });
		emulator.addCard({ ...CARD, lastName: 'Stays', email: '' });
		succeeded(await stage().run(cards.id));
		emulator.deleteCard(gone.id);
		stage().standIns.fault = ({ method }) => (method === 'PATCH' ? { status: 500, json: [{ message: 'Down' }] } : undefined);
		expect(errorOf(await stage().run(night.id)).message).toMatch(/^Contact \w+ was not marked: Down$/);
		stage().standIns.fault = undefined;
		succeeded(await stage().run(night.id));
		expect(salesforce.all('Contact').map((contact) => contact.Business_Card_State__c)).toEqual(['gone', 'current']);
		expect(await stage().rowOf(gone)).toMatchObject({ state: 'gone' });
	});

	test('marks nothing when more is gone than usual', async () => {
		await storedFor('cards-to-hubspot.json');
		const { emulator } = stage().world;
		const many = Array.from({ length: MORE_THAN_USUAL }, (_, index) => emulator.addCard({ ...CARD, lastName: `Gone ${index}`, email: '' }));
		succeeded(await stage().run(cards.id));
		for (const { id } of many) emulator.deleteCard(id);
		const reason = 'No contact was marked. Cards that would be gone: 21, more than usual. Cards that the service shows: 0.';
		expect(errorOf(await stage().run(night.id)).message).toContain(reason);
		expect(hubspot.all('contacts').filter((contact) => contact.business_card_state === 'gone')).toEqual([]);
	});
}
