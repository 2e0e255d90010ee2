import { errorOf, succeeded } from '../../support/realN8n/executions';
import { CARD, CRMS, MORE_THAN_USUAL, useSalesforce, type Stage } from './stage';

/** What failed is sent again, what is gone is marked. */
export function crmEveryNight(stage: () => Stage): void {
	describe.each(CRMS)('$name', ({ name, file, store, contact, fields }) => {
		let cards: string;
		let night: string;

		/* Stores the workflow as its note says. */
		beforeAll(async () => {
			({ id: cards } = await stage().stored(file, undefined, true));
			/* Newer versions call what is published. */
			await stage().world.client.activate(cards);
			const adapt = await stage().stored('crm-every-night.json', (definition) => {
				const call = definition.nodes.find((node) => node.name === 'Send Them Again');
				if (call) call.parameters.workflowId = { __rl: true, mode: 'id', value: cards };
				if (name === 'Salesforce') useSalesforce(definition);
			});
			night = adapt.id;
		});

		beforeEach(async () => {
			store.clear();
			await stage().emptyTable();
		});

		afterAll(async () => await stage().world.client.deactivate(cards));

		const states = () => Object.fromEntries(store.all(contact).map((each) => [each[fields.last], each[fields.state]]));

		test('sends again what failed, marks what is gone, and changes nothing the second time', async () => {
			const { emulator } = stage().world;
			const add = (lastName: string, more: object = {}) => emulator.addCard({ ...CARD, lastName, email: '', ...more });
			const [bad, gone, mine] = [add('Bad'), add('Gone'), add('Ours')];
			const method = name === 'HubSpot' ? 'POST' : 'PATCH';
			const cut = await stage().whileDown(method, '"Bad","', async () => await stage().run(cards));
			expect(errorOf(cut).message).toContain(`card ${bad.id}`);
			const colleague = add('Ours', { ownerId: 'colleague', personId: mine.personId, exchangeDate: '2000-01-01' });
			emulator.deleteCard(gone.id);
			emulator.deleteCard(mine.id);
			succeeded(await stage().run(night));
			expect(states()).toEqual({ Bad: 'current', Gone: 'gone', Ours: 'current' });
			for (const [card, state] of [
				[bad, 'sent'],
				[gone, 'gone'],
				[mine, 'gone'],
				[colleague, 'sent'],
			] as const) {
				expect(await stage().rowOf(card)).toMatchObject({ state });
			}
			expect(await stage().requestsOf(async () => succeeded(await stage().run(night)))).toEqual([]);
		});

		test('names what could not be marked, and marks nothing when more is gone than usual', async () => {
			const { emulator } = stage().world;
			const gone = Array.from({ length: MORE_THAN_USUAL }, (_, at) =>
				emulator.addCard({ ...CARD, lastName: `Gone ${at}`, email: '' }),
			);
			succeeded(await stage().run(cards));
			emulator.deleteCard(gone[0]?.id ?? '');
			const down = await stage().whileDown('PATCH', '"gone"', async () => await stage().run(night));
			expect(errorOf(down).message).toMatch(/^Contact \w+ was not marked: Down$/);
			for (const { id } of gone) emulator.deleteCard(id);
			const reason =
				'No contact was marked. Cards that would be gone: 21, more than usual. Cards that the service shows: 0.';
			expect(errorOf(await stage().run(night)).message).toContain(reason);
			expect(Object.values(states())).not.toContain('gone');
		});
	});
}
