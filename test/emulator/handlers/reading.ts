import { ApiError, bytesAnswer, invalidValue, jsonAnswer } from '../answers';
import { ORDERS } from '../company';
import type { PageSource } from '../pager';
import type { Query } from '../parameters';
import type { BizCardRecord, ReportRecord, TagRecord } from '../records';
import { listAnswer, type Handler, type ServiceCall } from './call';

type CardTest = (card: BizCardRecord) => boolean;

function notFound(what: string): ApiError {
	return new ApiError(404, `The specified ${what} does not exist`);
}

/** Whether a record lies in updatedFrom to updatedTo. @throws ApiError 400 when the end lies before the start */
function inTerm(query: Query, { service }: ServiceCall): (record: { readonly updatedTime: number }) => boolean {
	const from = query.time('updatedFrom');
	const to = query.time('updatedTo');
	if (to < from) throw invalidValue('updatedTo', 'before updatedFrom');
	if (service.switches.bounds === 'exclusive') return ({ updatedTime }) => updatedTime > from && updatedTime < to;
	return ({ updatedTime }) => updatedTime >= from && updatedTime <= to;
}

/** What a range may show of what others hold. */
function inRange(query: Query, { service, user }: ServiceCall): (record: { readonly ownerId: string }) => boolean {
	if (query.text('range') === 'me') return ({ ownerId }) => ownerId === user.id;
	return ({ ownerId }) => service.company.maySee(user, ownerId);
}

type Order<T> = (a: T, b: T) => number;

/** The order that a list is in: by a time, ties by id. */
function ordered<T extends { readonly id: string }>(keyOf: (item: T) => number, isDescending: boolean): Order<T> {
	const sign = isDescending ? -1 : 1;
	return (a, b) => sign * (keyOf(a) - keyOf(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

function cardList(call: ServiceCall, query: Query, tests: readonly CardTest[]): PageSource<BizCardRecord> {
	const { company, switches } = call.service;
	const statuses = query.list('entryStatus');
	const isAsked = switches.listOrder === 'parameters';
	const orderBy = isAsked ? (query.text('orderBy') as keyof typeof ORDERS) : 'registeredAt';
	const compare = ordered<BizCardRecord>(ORDERS[orderBy], !isAsked || query.text('orderDirection') === 'desc');
	const all: CardTest[] = [({ entryStatus }) => statuses.includes(entryStatus), inRange(query, call), ...tests];
	if (!query.flag('includePastBizCards')) all.push((card) => company.current(card) === card);
	return {
		list: () => [...company.cards.values()].filter((card) => all.every((test) => test(card))).sort(compare),
		find: (id) => company.cards.get(id),
		compare,
		project: (card) => call.projection.card(card, query.flag('includeTags')),
	};
}

/** E1: cards by term. */
export const getCards: Handler = (call) => listAnswer(call, (query) => cardList(call, query, [inTerm(query, call)]));

/** Blanks do not count in names: "Sato H" finds SatoHanako. */
function plainName(name: string): string {
	return name.replace(/[\s\u3000]/g, '').toLowerCase();
}

/** The search conditions, one per parameter (spec: endpoint 2). */
const CONDITIONS: Readonly<Record<string, (wanted: string) => CardTest>> = {
	companyName: (wanted) => (card) => card.companyName.toLowerCase().includes(wanted.toLowerCase()),
	name: (wanted) => (card) => plainName(card.lastName + card.firstName).startsWith(plainName(wanted)),
	email: (wanted) => (card) => card.email === wanted,
	tel: (wanted) => (card) => card.tel.includes(wanted),
	mobile: (wanted) => (card) => card.mobile.includes(wanted),
};

/** E2: cards by conditions; of several tags any is enough. */
export const searchCards: Handler = (call) =>
	listAnswer(call, (query) => {
		const tests = Object.entries(CONDITIONS).flatMap(([name, condition]) => {
			const wanted = query.text(name);
			return wanted === undefined ? [] : [condition(wanted)];
		});
		const tagIds = query.list('tagId');
		if (tagIds.length > 0) tests.push((card) => tagIds.some((id) => card.tagIds.includes(id)));
		return cardList(call, query, tests);
	});

function visibleCard({ service: { company }, user, id }: ServiceCall): BizCardRecord | undefined {
	const card = company.cards.get(id);
	return card && company.maySee(user, card.ownerId) ? card : undefined;
}

/** E3: one card, or the latest card that it was collated into. */
export const getCard: Handler = (call) => {
	const card = visibleCard(call);
	if (!card) throw notFound('business card');
	return jsonAnswer(200, call.projection.card(call.service.company.current(card), call.query.flag('includeTags')));
};

/** E4: the image of one side of a card. */
export const getCardImage: Handler = (call) => {
	const card = visibleCard(call);
	const side = call.query.text('side') === 'back' ? 'back' : 'front';
	const image = card && call.service.images.read(card, side);
	if (image) return bytesAnswer(200, 'image/jpeg', image);
	const field = card ? 'side' : 'id';
	throw new ApiError(404, `There is no image of the ${side} of this business card`, [{ Code: 'invalid_value', field }]);
};

/** E5: the tags of one card. */
export const getCardTags: Handler = (call) => {
	const card = visibleCard(call);
	if (!card) throw notFound('business card');
	const { projection, service } = call;
	return listAnswer(call, () => ({
		list: () => projection.tagsOf(card),
		find: (id) => service.company.tags.get(id),
		compare: ordered<TagRecord>(() => 0, false),
		project: (tag) => projection.tag(tag, 'idInCardTags'),
	}));
};

/** E8: a person with the latest card that the caller may view. */
export const getPerson: Handler = (call) => {
	const { company } = call.service;
	const [head] = company.cardsOf(call.id, (card) => company.maySee(call.user, card.ownerId));
	if (!head) throw notFound('person');
	return jsonAnswer(200, { id: call.id, headBizCard: call.projection.card(head, call.query.flag('includeTags')) });
};

/** E9: reports by term, category (name or value) and type. Version 2.5, which has no type OnlineMeeting, shows none of them. */
export const getReports: Handler = (call) =>
	listAnswer(call, (query) => {
		const { reports } = call.service.company;
		const types = query.list('type');
		const wanted = query.list('category');
		const orderBy = query.text('orderBy') === 'registeredAt' ? 'registeredAt' : 'updatedAt';
		const compare = ordered<ReportRecord>(ORDERS[orderBy], query.text('orderDirection') === 'desc');
		const tests: Array<(report: ReportRecord) => boolean> = [
			...[inTerm(query, call), inRange(query, call)],
			({ type }) => call.version === '3.2' || type !== 'OnlineMeeting',
			({ type }) => types.length === 0 || types.includes(type),
			({ categories }) =>
				wanted.length === 0 || categories.some(({ name, value }) => wanted.includes(name) || wanted.includes(value)),
		];
		return {
			list: () => [...reports.values()].filter((report) => tests.every((test) => test(report))).sort(compare),
			find: (id) => reports.get(id),
			compare,
			project: (report) => call.projection.report(report),
		};
	});

/** E10: the company's tags. */
export const getTags: Handler = (call) =>
	listAnswer(call, (query) => {
		const { user, projection } = call;
		const { company } = call.service;
		const compare = ordered<TagRecord>(() => 0, false);
		const isMine = query.text('range') === 'me';
		const shown = [...company.tags.values()]
			.filter(({ type }) => query.list('type').includes(type))
			.filter((tag) => (isMine ? tag.ownerId === user.id : company.maySeeTag(user, tag)));
		return {
			list: () => shown.sort(compare),
			find: (id) => company.tags.get(id),
			compare,
			project: (tag) => projection.tag(tag, 'idInTagList'),
		};
	});
