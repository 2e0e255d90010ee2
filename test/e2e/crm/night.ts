import { errorOf, succeeded } from '../../support/realN8n/executions';
import { CARD, CRMS, MORE_THAN_USUAL, useSalesforce, type Stage } from './stage';

/** What failed is sent again, what is gone is marked. */
export function crmEveryNight(stage: () => Stage): void {
	describe.each(CRMS)('$name', ({ name, file, store, contact, last, state: itsState }) => {
		let cards: string;
		let night: string;

		/* Stores the workflow as its note says. */
		beforeAll(async () => {
			cards = await stage().stored(file, undefined, true);
			/* Newer versions call what is published. */
			await stage().world.client.activate(cards);
			night = await stage().stored('crm-every-night.json', (definition) => {
				const call = definition.nodes.find((node) => node.name === 'Send Them Again');
				if (call) call.parameters.workflowId = { __rl: true, mode: 'id', value: cards };
				if (name === 'Salesforce') useSalesforce(definition);
			});
		});

		beforeEach(async () => {
			store.clear();
			await stage().emptyTable();
		});

		afterAll(async () => await stage().world.client.deactivate(cards));

		const add = (lastName: string, more: object = {}) =>
			stage().world.emulator.addCard({ ...CARD, lastName, email: '', ...more });
		const states = () => Object.fromEntries(store.all(contact).map((each) => [each[last], each[itsState]]));

		test('sends again what failed, marks what is gone, and changes nothing the second time', async () => {
			const { emulator } = stage().world;
			const [bad, gone, mine] = [add('Bad'), add('Gone'), add('Ours')];
			const method = name === 'HubSpot' ? 'POST' : 'PATCH';
			expect(errorOf(await stage().runWhileDown(cards, method, '"Bad","')).message).toContain(`card ${bad.id}`);
			const colleague = add('Ours', { ownerId: 'colleague', personId: mine.personId, exchangeDate: '2000-01-01' });
			emulator.deleteCard(gone.id);
			emulator.deleteCard(mine.id);
			succeeded(await stage().run(night));
			expect(states()).toEqual({ Bad: 'current', Gone: 'gone', Ours: 'current' });
			const rows = await Promise.all([bad, gone, mine, colleague].map(async (card) => await stage().rowOf(card)));
			expect(rows.map((row) => row?.state)).toEqual(['sent', 'gone', 'gone', 'sent']);
			stage().standIns.requests.length = 0;
			succeeded(await stage().run(night));
			expect(stage().standIns.requests).toEqual([]);
		});

		test('names what could not be marked, and marks nothing when more is gone than usual', async () => {
			const { emulator } = stage().world;
			const gone = Array.from({ length: MORE_THAN_USUAL }, (_, at) => add(`Gone ${at}`).id);
			succeeded(await stage().run(cards));
			emulator.deleteCard(gone[0] ?? '');
			const cut = await stage().runWhileDown(night, 'PATCH', '"gone"');
			expect(errorOf(cut).message).toMatch(/^Contact \w+ was not marked: Down$/);
			for (const id of gone) emulator.deleteCard(id);
			const reason = 'Cards that would be gone: 21, more than usual. Cards that the service shows: 0.';
			expect(errorOf(await stage().run(night)).message).toContain(`No contact was marked. ${reason}`);
			expect(Object.values(states())).not.toContain('gone');
		});
	});
}
