import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { loadOptions } from '../../support/engine/n8n';
import { ALWAYS } from '../../support/engine/world';
import { cardId, CARDS, idsOf, listOutcome, outcomeOf, REPORTS, secondOf, type Stage } from './stage';
import type { Deed } from './deeds';

/** The operations that read cards, persons, reports and tags, and what each gives whatever is open. */

const HOURS_7 = 7 * 3_600_000;

function tagIds({ tags }: IDataObject): unknown {
	return Array.isArray(tags) ? tags.map((tag) => (tag as IDataObject).id) : (tags ?? 'none');
}

async function search({ run }: Stage, filters: INodeParameters) {
	return await run('businessCard.search', { returnAll: true, filters });
}

async function getMany({ run }: Stage, more: INodeParameters = {}) {
	return await run('businessCard.getAll', { ...ALWAYS, returnAll: true, ...more });
}

const WHOLE_COMPANY = { count: CARDS, different: CARDS } as const;

export const READING: Readonly<Record<string, Deed>> = {
	'businessCard.getAll: all, in the order of the service': {
		act: async (stage) => outcomeOf(await getMany(stage), listOutcome),
		outcome: { ...WHOLE_COMPANY, order: 'ascending' },
		otherwise: {
			by: ['listOrder'],
			row: 9,
			outcome: ({ listOrder }) => ({ ...WHOLE_COMPANY, order: listOrder === 'parameters' ? 'ascending' : 'descending' }),
		},
	},
	'businessCard.getAll: all, in an order that was asked for': {
		act: async (stage) =>
			outcomeOf(await getMany(stage, { sort: { orderBy: 'updatedAt', orderDirection: 'asc' } }), listOutcome),
		outcome: { ...WHOLE_COMPANY, order: 'ascending' },
		otherwise: {
			by: ['listOrder'],
			row: 9,
			outcome: ({ listOrder }) => ({ ...WHOLE_COMPANY, order: listOrder === 'registeredDesc' ? 'descending' : 'ascending' }),
		},
	},
	'businessCard.getAll: the cards of three seconds': {
		async act(stage) {
			const term = { updatedFrom: secondOf(100), updatedTo: secondOf(102) };
			return outcomeOf(await getMany(stage, term), (rows) => idsOf(rows).sort());
		},
		outcome: [cardId(100), cardId(101), cardId(102)],
		otherwise: {
			by: ['updatedFrom', 'updatedTo', 'timePrecision'],
			row: 19,
			outcome({ updatedFrom, updatedTo, timePrecision }) {
				const fractions = timePrecision === 'milliseconds';
				const first = fractions || updatedFrom === 'inclusive' ? [cardId(100)] : [];
				const last = !fractions && updatedTo === 'inclusive' ? [cardId(102)] : [];
				return [...first, cardId(101), ...last];
			},
		},
	},
	'businessCard.search: more than a page': {
		act: async (stage) => outcomeOf(await search(stage, { companyName: '商事' }), listOutcome),
		outcome: { ...WHOLE_COMPANY, order: 'descending' },
	},
	'businessCard.search: by two tags': {
		act: async (stage) => outcomeOf(await search(stage, { tagId: ['t1', 't2'] }), (rows) => idsOf(rows).sort()),
		outcome: [cardId(0), cardId(1)],
		otherwise: {
			by: ['tagIdMatch'],
			row: 29,
			outcome: ({ tagIdMatch }) => (tagIdMatch === 'any' ? [cardId(0), cardId(1)] : [cardId(0)]),
		},
	},
	'businessCard.search: a page token that the service does not know': {
		async act(stage) {
			stage.world.emulator.faults.add({
				kind: 'transform',
				endpoint: 'E2',
				transform: (body) => ({ ...(body as object), nextPageToken: 'lost' }),
			});
			return outcomeOf(await search(stage, { companyName: '商事' }), listOutcome);
		},
		outcome: { ...WHOLE_COMPANY, order: 'descending' },
	},
	'businessCard.search: a page token that has expired': {
		async act(stage) {
			const { emulator } = stage.world;
			let isLate = false;
			const remove = emulator.onBeforeCall(({ endpoint, query }) => {
				if (isLate || endpoint !== 'E2' || !query.some(([key]) => key === 'nextPageToken')) return;
				isLate = true;
				stage.clock.advance(HOURS_7);
			});
			const run = await search(stage, { companyName: '商事' });
			remove();
			return outcomeOf(run, listOutcome);
		},
		outcome: { ...WHOLE_COMPANY, order: 'descending' },
	},
	'businessCard.get: without its tags': {
		act: async ({ run }) =>
			outcomeOf(await run('businessCard.get', { businessCardId: cardId(0) }), ([card = {}]) => [card.id, tagIds(card)]),
		outcome: [cardId(0), 'none'],
		otherwise: {
			by: ['tagsWithoutIncludeTags'],
			row: 1,
			outcome: ({ tagsWithoutIncludeTags }) => [
				cardId(0),
				{ absent: 'none', empty: [], present: ['t1', 't2'] }[tagsWithoutIncludeTags],
			],
		},
	},
	'businessCard.get: with its tags': {
		async act({ run }) {
			const parameters = { businessCardId: cardId(0), options: { includeTags: true } };
			return outcomeOf(await run('businessCard.get', parameters), ([card = {}]) => [card.id, tagIds(card)]);
		},
		outcome: [cardId(0), ['t1', 't2']],
	},
	'businessCard.get: six at once': {
		async act({ run }) {
			const items = Array.from({ length: 6 }, (_, number) => ({ json: { id: cardId(number) } }));
			return outcomeOf(await run('businessCard.get', { businessCardId: '={{ $json.id }}' }, { items }), idsOf);
		},
		outcome: Array.from({ length: 6 }, (_, number) => cardId(number)),
	},
	'businessCard.get: refused once as one call too many': {
		async act({ run, world: { emulator } }) {
			emulator.faults.add({ kind: 'status', status: 429, endpoint: 'E3' });
			const before = emulator.calls.length;
			const outcome = outcomeOf(await run('businessCard.get', { businessCardId: cardId(7) }), idsOf);
			return [outcome, emulator.calls.length - before];
		},
		outcome: [[cardId(7)], 2],
	},
	'businessCard.get: an id that does not exist': {
		act: async ({ run }) => outcomeOf(await run('businessCard.get', { businessCardId: 'nobody' }), idsOf),
		outcome: { refused: '404' },
		otherwise: { by: ['unknownId'], row: 28, outcome: ({ unknownId }) => ({ refused: String(unknownId) }) },
	},
	'businessCard.getImage: the front': {
		async act({ run }) {
			const { items, error } = await run('businessCard.getImage', { businessCardId: cardId(0), side: 'front' });
			const { mimeType, fileName } = items[0]?.binary?.data ?? {};
			return error?.message ?? [mimeType, fileName];
		},
		outcome: ['image/jpeg', `${cardId(0)}-front.jpg`],
	},
	'businessCard.getImage: a back that there is not': {
		act: async ({ run }) =>
			outcomeOf(await run('businessCard.getImage', { businessCardId: cardId(0), side: 'back' }), idsOf),
		outcome: { refused: '404' },
	},
	'businessCard.getTags': {
		act: async ({ run }) =>
			outcomeOf(await run('businessCard.getTags', { businessCardId: cardId(0), returnAll: true }), (rows) =>
				rows.map(({ id, name, type }) => [id, name, type]),
			),
		outcome: [
			['t1', '展示会', 'private'],
			['t2', '商談', 'shared'],
		],
	},
	'person.get': {
		async act({ run }) {
			const parameters = { personId: 'p0', options: { includeTags: true } };
			return outcomeOf(await run('person.get', parameters), ([{ id, headBizCard } = {}]) => [
				id,
				(headBizCard as IDataObject).id,
				tagIds(headBizCard as IDataObject),
			]);
		},
		outcome: ['p0', cardId(0), ['t1', 't2']],
	},
	'report.getAll: all': {
		act: async ({ run }) => outcomeOf(await run('report.getAll', { ...ALWAYS, returnAll: true }), listOutcome),
		outcome: { count: REPORTS, different: REPORTS, order: 'descending' },
	},
	'report.getAll: meetings in 2.5': {
		async act({ run }) {
			const parameters = { ...ALWAYS, returnAll: true, apiVersion: '2.5', options: { type: ['Meeting'] } };
			return outcomeOf(await run('report.getAll', parameters), (rows) => rows.length);
		},
		outcome: REPORTS - 1,
		otherwise: {
			by: ['onlineMeetingIn25'],
			row: 31,
			outcome: ({ onlineMeetingIn25 }) => (onlineMeetingIn25 === 'hidden' ? REPORTS - 1 : REPORTS),
		},
	},
	'report.getAll: of a category': {
		async act({ run }) {
			const parameters = { ...ALWAYS, returnAll: true, options: { category: 'phase' } };
			return outcomeOf(await run('report.getAll', parameters), (rows) => idsOf(rows).sort());
		},
		outcome: ['r001', 'r002'],
		otherwise: {
			by: ['categoryMatch'],
			row: 30,
			outcome: ({ categoryMatch }) => ({ either: ['r001', 'r002'], name: ['r001'], value: ['r002'] })[categoryMatch],
		},
	},
	'tag.getAll': {
		act: async ({ run }) =>
			outcomeOf(await run('tag.getAll', { returnAll: true, options: { type: ['private', 'shared'] } }), (rows) =>
				rows.map(({ id, name }) => [id, name]),
			),
		outcome: [
			['t1', '展示会'],
			['t2', '商談'],
		],
	},
	'the list of tags in the panel': {
		async act({ world }) {
			const options = await loadOptions('getTags', world.credential({ apiKey: world.freshKey() }));
			return options.map(({ value }) => value).sort();
		},
		outcome: ['t1', 't2'],
	},
};
