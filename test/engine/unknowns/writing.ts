import { OPEN_ERROR_STATUSES } from '../../emulator';
import { jpeg } from '../../support/jpeg';
import { inMemory } from '../writes/support';
import type { Deed } from './deeds';
import { outcomeOf, type Stage } from './stage';

/** The operations that register cards, what each gives whatever is open, and what a refusal looks like. */

async function create({ run }: Stage) {
	return await run('businessCard.create', { companyName: '北斗商事', lastName: '髙橋' });
}

/** Refusals that a write meets and that are not worth a second try. */
const FINAL_STATUSES = OPEN_ERROR_STATUSES.filter((status) => status !== 429);

const INVISIBLE = { success: true, viewable: false };

export const WRITING: Readonly<Record<string, Deed>> = {
	'businessCard.create': {
		async act(stage) {
			const { cards } = stage.world.emulator.company;
			const before = cards.size;
			const outcome = outcomeOf(await create(stage), ([card = {}]) => ('success' in card ? card : cards.get(String(card.id))?.lastName));
			return [outcome, cards.size - before];
		},
		outcome: ['髙橋', 1],
		otherwise: {
			by: ['createdCard'],
			row: 42,
			outcome: ({ createdCard }) => [createdCard === 'card' ? '髙橋' : INVISIBLE, 1],
		},
	},
	'businessCard.uploadImage': {
		async act({ run, world: { emulator } }) {
			const items = [{ json: {}, binary: { data: inMemory(jpeg()) } }];
			return outcomeOf(await run('businessCard.uploadImage', { additionalFields: { tagId: 't1' } }, { items }), (rows) =>
				rows.map(({ id, language }) => [emulator.company.cards.get(String(id))?.entryStatus, language]),
			);
		},
		outcome: [['processing', 'Japanese']],
	},
	'refusals of a write: each is shown with its status, and none is sent again': {
		async act(stage) {
			const { emulator } = stage.world;
			const outcomes: unknown[] = [];
			for (const status of FINAL_STATUSES) {
				emulator.faults.add({ kind: 'status', status, endpoint: 'E6' });
				const before = emulator.calls.length;
				outcomes.push(outcomeOf(await create(stage), () => 'taken'), emulator.calls.length - before);
			}
			return outcomes;
		},
		outcome: FINAL_STATUSES.flatMap((status) => [{ refused: String(status) }, 1]),
	},
	'a key that the service does not know, and one that may not use it': {
		async act({ run, world }) {
			const forbidden = 'AKeyThatMayNotUseTheServiceAtAll';
			world.emulator.addUser({ apiKey: forbidden, forbidden: true });
			const keys = ['AKeyThatTheServiceHasNotIssuedAA', forbidden];
			const runs = keys.map(async (apiKey) => {
				const credential = world.credential({ apiKey });
				return outcomeOf(await run('businessCard.get', { businessCardId: 'c0000' }, { credential }), () => 'taken');
			});
			return await Promise.all(runs);
		},
		outcome: [{ refused: '401' }, { refused: '403' }],
	},
	'what the service holds against the calls': {
		act: async ({ world }) => [...new Set(world.emulator.violations.map(({ rule }) => rule))],
		outcome: [],
		otherwise: {
			by: ['reportsLimitMax', 'limitAboveMax'],
			row: 15,
			outcome: ({ reportsLimitMax, limitAboveMax }) =>
				reportsLimitMax === 100 && limitAboveMax === 'refuse' ? ['limit: more than 100'] : [],
		},
	},
};
