import { ApiError, notTaken } from '../apiError';
import { bytesAnswer, jsonAnswer } from '../answers';
import { latestOf } from '../collation';
import type { Company } from '../company';
import type { PageSource } from '../pager';
import type { Query } from '../parameters';
import type { BizCardRecord, EmulatorUser } from '../records';
import { listAnswer, type Handler, type ServiceCall } from '../service';
import type { Switches } from '../switches';
import { readTerm } from './terms';

type CardTest = (card: BizCardRecord) => boolean;
/** 404 or, by switch, 400 for an id that leads nowhere. */
export function notFound(what: string, { unknownId }: Switches): ApiError {
	const message = `The specified ${what} does not exist`;
	return unknownId === 404 ? new ApiError(404, message) : notTaken('id', message);
}

/** The tests that every card list shares: range, entryStatus, includePastBizCards. */
function commonTests(company: Company, user: EmulatorUser, query: Query): CardTest[] {
	const statuses = new Set(query.list('entryStatus'));
	const mine = query.text('range') === 'me';
	const tests: CardTest[] = [
		(card) => statuses.has(card.entryStatus),
		(card) => (mine ? card.ownerId === user.id : company.maySee(user, card.ownerId)),
	];
	if (!query.flag('includePastBizCards')) tests.push((card) => company.current(card) === card);
	return tests;
}

function cardList(
	{ service: { company, switches }, projection }: ServiceCall,
	query: Query,
	tests: readonly CardTest[],
	term?: { readonly from: number; readonly to: number },
): PageSource<BizCardRecord> {
	const isAsked = query.isSent('orderBy') || query.isSent('orderDirection');
	const byParameters = { parameters: true, registeredDesc: false, registeredDescUnlessAsked: isAsked }[switches.listOrder];
	const { orders } = company.cards;
	const asked = (Object.keys(orders) as Array<keyof typeof orders>).find((order) => order === query.text('orderBy')) ?? 'registeredAt';
	const orderBy = byParameters ? asked : 'registeredAt';
	const descending = byParameters ? query.text('orderDirection') === 'desc' : true;
	const includeTags = query.flag('includeTags');
	const passes = (card: BizCardRecord) => tests.every((test) => test(card));
	const inTerm = (card: BizCardRecord) =>
		term === undefined || (card.updatedTime >= term.from && card.updatedTime <= term.to);
	return {
		list() {
			const found =
				orderBy === 'updatedAt'
					? company.cards.select(orderBy, passes, term?.from, term?.to)
					: company.cards.select(orderBy, (card) => inTerm(card) && passes(card));
			return descending ? found.reverse() : found;
		},
		find: (id) => company.cards.get(id),
		keyOf: orders[orderBy],
		descending,
		project: (card) => projection.card(card, includeTags),
	};
}

/** E1: cards by term. */
export const getCards: Handler = (call) => {
	const { service, user } = call;
	return listAnswer(call, (query) =>
		cardList(call, query, commonTests(service.company, user, query), readTerm(query, service.switches)),
	);
};

/** Blanks do not count in names: "Sato H" finds SatoHanako. */
function plainName(name: string): string {
	return name.replace(/[\s\u3000]/g, '').toLowerCase();
}

/** The tests of the search conditions, one per parameter (spec: endpoint 2). */
const CONDITIONS: Readonly<Record<string, (wanted: string) => CardTest>> = {
	companyName: (wanted) => {
		const part = wanted.toLowerCase();
		return (card) => card.companyName.toLowerCase().includes(part);
	},
	name: (wanted) => {
		const prefix = plainName(wanted);
		return (card) => plainName(card.lastName + card.firstName).startsWith(prefix);
	},
	email: (wanted) => (card) => card.email === wanted,
	tel: (wanted) => (card) => card.tel.includes(wanted),
	mobile: (wanted) => (card) => card.mobile.includes(wanted),
};

/** E2: cards by conditions. */
export const searchCards: Handler = (call) => {
	const { service, user } = call;
	return listAnswer(call, (query) => {
		const tests = commonTests(service.company, user, query);
		for (const [name, condition] of Object.entries(CONDITIONS)) {
			const wanted = query.text(name);
			if (wanted !== undefined) tests.push(condition(wanted));
		}
		const tagIds = query.list('tagId');
		if (tagIds.length > 0) {
			const anyIsEnough = service.switches.tagIdMatch === 'any';
			tests.push((card) =>
				anyIsEnough
					? tagIds.some((id) => card.tagIds.includes(id))
					: tagIds.every((id) => card.tagIds.includes(id)),
			);
		}
		return cardList(call, query, tests);
	});
};

function visibleCard({ service: { company }, user, id }: ServiceCall): BizCardRecord | undefined {
	const card = company.cards.get(id);
	return card && company.maySee(user, card.ownerId) ? card : undefined;
}

/** E3: one card, or the latest card that it was collated into. */
export const getCard: Handler = (call) => {
	const card = visibleCard(call);
	if (!card) throw notFound('business card', call.service.switches);
	const current = call.service.company.current(card);
	return jsonAnswer(200, call.projection.card(current, call.query.flag('includeTags')));
};

/** E4: the image of one side of a card. */
export const getCardImage: Handler = async (call) => {
	const card = visibleCard(call);
	const side = call.query.text('side') === 'back' ? 'back' : 'front';
	const image = card && (await call.service.images.read(card, side));
	if (!image) {
		throw new ApiError(404, `There is no image of the ${side} of this business card`, [
			{ Code: 'invalid_value', field: card ? 'side' : 'id' },
		]);
	}
	return bytesAnswer(200, 'image/jpeg', image);
};

/** E5: the tags of one card. */
export const getCardTags: Handler = (call) => {
	const card = visibleCard(call);
	if (!card) throw notFound('business card', call.service.switches);
	const { company } = call.service;
	return listAnswer(call, () => ({
		list: () => call.projection.tagsOf(card),
		find: (id) => company.tags.get(id),
		keyOf: () => 0,
		descending: false,
		project: (tag) => call.projection.tag(tag, 'cardTags'),
	}));
};

/** E8: a person with the latest card that the caller may view. */
export const getPerson: Handler = (call) => {
	const { company, switches } = call.service;
	const head = latestOf(
		company.cardsOf(call.id, (card) => company.maySee(call.user, card.ownerId)),
	);
	if (!head) throw notFound('person', switches);
	const headBizCard = call.projection.card(head, call.query.flag('includeTags'));
	return jsonAnswer(200, { id: call.id, headBizCard });
};
