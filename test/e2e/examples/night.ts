import { errorOf, succeeded } from '../../../scripts/realN8n/executions';
import { CARD, CRMS, MORE_THAN_USUAL, rowOf, run, runWhileDown, standIns, stored, useSalesforce, world } from './stage';

/** What failed is sent again, what is gone is marked. */
export function crmEveryNight(): void {
	describe.each(CRMS)('$name', ({ name, file, store, contact, last, state: itsState }) => {
		let cards: string;
		let night: string;

		/* Stores the workflow as its note says. */
		beforeEach(async () => {
			cards = await stored(file, undefined, true);
			/* Newer versions call what is published. */
			await world.client.activate(cards);
			night = await stored('crm-every-night.json', (definition) => {
				const call = definition.nodes.find((node) => node.name === 'Send Them Again');
				if (call) call.parameters.workflowId = { __rl: true, mode: 'id', value: cards };
				if (name === 'Salesforce') useSalesforce(definition);
			});
		});

		afterEach(async () => await world.client.deactivate(cards));

		const add = (lastName: string, more: object = {}) =>
			world.emulator.addCard({ ...CARD, lastName, email: '', ...more });
		const states = () => Object.fromEntries(store.all(contact).map((each) => [each[last], each[itsState]]));

		test('sends again what failed, marks what is gone, and changes nothing the second time', async () => {
			const { emulator } = world;
			const [bad, gone, mine] = [add('Bad'), add('Gone'), add('Ours')];
			const method = name === 'HubSpot' ? 'POST' : 'PATCH';
			expect(errorOf(await runWhileDown(cards, method, '"Bad","')).message).toContain(`card ${bad.id}`);
			const colleague = add('Ours', { ownerId: 'colleague', personId: mine.personId, exchangeDate: '2000-01-01' });
			emulator.deleteCard(gone.id);
			emulator.deleteCard(mine.id);
			succeeded(await run(night));
			expect(states()).toEqual({ Bad: 'current', Gone: 'gone', Ours: 'current' });
			const rows = await Promise.all([bad, gone, mine, colleague].map(rowOf));
			expect(rows.map((row) => row?.state)).toEqual(['sent', 'gone', 'gone', 'sent']);
			standIns.requests.length = 0;
			succeeded(await run(night));
			expect(standIns.requests).toEqual([]);
		});

		test('names what could not be marked, and marks nothing when more is gone than usual', async () => {
			const { emulator } = world;
			const gone = Array.from({ length: MORE_THAN_USUAL }, (_, at) => add(`Gone ${at}`).id);
			succeeded(await run(cards));
			emulator.deleteCard(gone[0] ?? '');
			const cut = await runWhileDown(night, 'PATCH', '"gone"');
			expect(errorOf(cut).message).toMatch(/^Contact \w+ was not marked: Down$/);
			for (const id of gone) emulator.deleteCard(id);
			const reason = 'Cards that would be gone: 21, more than usual. Cards that the service shows: 0.';
			expect(errorOf(await run(night)).message).toContain(`No contact was marked. ${reason}`);
			expect(Object.values(states())).not.toContain('gone');
		});
	});
}
