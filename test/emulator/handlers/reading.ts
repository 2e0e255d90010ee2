import { ApiError, bytesAnswer, invalidValue, jsonAnswer, notFound } from '../answers';
import type { PageSource } from '../pager';
import type { Query } from '../parameters';
import type { BizCardRecord, ReportRecord, TagRecord } from '../records';
import type { Handler, ServiceCall } from '../server';

type Test<T> = (record: T) => boolean;

/** Whether a record lies in updatedFrom to updatedTo. @throws ApiError 400 when the end lies before the start */
function inTerm(query: Query, { emulator }: ServiceCall): Test<{ readonly updatedTime: number }> {
	const from = query.time('updatedFrom');
	const to = query.time('updatedTo');
	if (to < from) throw invalidValue('updatedTo', 'before updatedFrom');
	const isInclusive = emulator.switches.bounds === 'inclusive';
	return ({ updatedTime: time }) => (time > from && time < to) || (isInclusive && (time === from || time === to));
}

/** What a range may show of what others hold. */
function inRange(query: Query, { emulator, user }: ServiceCall): Test<{ readonly ownerId: string }> {
	return ({ ownerId }) =>
		ownerId === user.id || (query.text('range') === 'all' && emulator.company.maySee(user, ownerId));
}

/** By what cards and reports are ordered; cards without a completion time come first. */
const ORDERS: Readonly<Record<string, (record: BizCardRecord | ReportRecord) => number>> = {
	registeredAt: ({ registeredTime }) => registeredTime,
	updatedAt: ({ updatedTime }) => updatedTime,
	completedAt: (record) => ('completedTime' in record && record.completedTime) || -1,
};

/** The order that a list is in: by a time, ties by id. */
function order<T extends BizCardRecord | ReportRecord>(orderBy = '', direction = ''): (a: T, b: T) => number {
	const sign = direction === 'desc' ? -1 : 1;
	const keyOf = (record: T) => ORDERS[orderBy]?.(record) ?? 0;
	return (a, b) => sign * (keyOf(a) - keyOf(b) || byId(a, b));
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
	return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function cardList(
	call: ServiceCall,
	query: Query,
	tests: ReadonlyArray<Test<BizCardRecord>>,
): PageSource<BizCardRecord> {
	const { company, switches } = call.emulator;
	const statuses = query.list('entryStatus');
	const isAsked = switches.listOrder === 'parameters';
	const all = [({ entryStatus }: BizCardRecord) => statuses.includes(entryStatus), inRange(query, call), ...tests];
	if (!query.flag('includePastBizCards')) all.push((card) => company.current(card) === card);
	return {
		list: () => [...company.cards.values()].filter((card) => all.every((test) => test(card))),
		compare: isAsked ? order(query.text('orderBy'), query.text('orderDirection')) : order('registeredAt', 'desc'),
		find: (id) => company.cards.get(id),
		project: (card) => call.projection.card(card, query.flag('includeTags')),
	};
}

/** E1: cards by term. */
export const getCards: Handler = (call) =>
	call.emulator.pager.page(call, (query) => cardList(call, query, [inTerm(query, call)]));

/** Blanks do not count in names: "Sato H" finds SatoHanako. */
function plainName(name: string): string {
	return name.replace(/[\s\u3000]/g, '').toLowerCase();
}

/** The search conditions, one per parameter (spec: endpoint 2); of several tags any is enough. */
const CONDITIONS: Readonly<Record<string, (wanted: string, all: readonly string[]) => Test<BizCardRecord>>> = {
	companyName: (wanted) => (card) => card.companyName.toLowerCase().includes(wanted.toLowerCase()),
	name: (wanted) => (card) => plainName(card.lastName + card.firstName).startsWith(plainName(wanted)),
	email: (wanted) => (card) => card.email === wanted,
	tel: (wanted) => (card) => card.tel.includes(wanted),
	mobile: (wanted) => (card) => card.mobile.includes(wanted),
	tagId: (_, all) => (card) => all.some((id) => card.tagIds.includes(id)),
};

/** E2: cards by conditions. */
export const searchCards: Handler = (call) =>
	call.emulator.pager.page(call, (query) => {
		const tests = Object.entries(CONDITIONS).flatMap(([name, condition]) => {
			const all = query.list(name);
			return all[0] === undefined ? [] : [condition(all[0], all)];
		});
		return cardList(call, query, tests);
	});

function visibleCard({ emulator: { company }, user, id }: ServiceCall): BizCardRecord | undefined {
	const card = company.cards.get(id);
	return card && company.maySee(user, card.ownerId) ? card : undefined;
}

/** E3: one card, or the latest card that it was collated into. */
export const getCard: Handler = (call) => {
	const card = visibleCard(call);
	if (!card) throw notFound('business card');
	return jsonAnswer(200, call.projection.card(call.emulator.company.current(card), call.query.flag('includeTags')));
};

/** E4: the image of one side of a card. */
export const getCardImage: Handler = (call) => {
	const card = visibleCard(call);
	const side = call.query.text('side') === 'back' ? 'back' : 'front';
	const image = card && call.emulator.imageOf(card, side);
	if (image) return bytesAnswer(200, 'image/jpeg', image);
	const detail = { Code: 'invalid_value', field: card ? 'side' : 'id' };
	throw new ApiError(404, `There is no image of the ${side} of this business card`, detail);
};

function tagList(
	{ emulator, projection }: ServiceCall,
	tags: TagRecord[],
	place: 'idInTagList' | 'idInCardTags',
): PageSource<TagRecord> {
	const find = (id: string) => emulator.company.tags.get(id);
	return { list: () => tags, compare: byId, find, project: (tag) => projection.tag(tag, place) };
}

/** E5: the tags of one card. */
export const getCardTags: Handler = (call) => {
	const card = visibleCard(call);
	if (!card) throw notFound('business card');
	return call.emulator.pager.page(call, () => tagList(call, call.projection.tagsOf(card), 'idInCardTags'));
};

/** E8: a person with the latest card that the caller may view. */
export const getPerson: Handler = ({ emulator: { company }, id, user, projection, query }) => {
	const head = company.cardsOf(id).find((card) => company.maySee(user, card.ownerId));
	if (!head) throw notFound('person');
	return jsonAnswer(200, { id, headBizCard: projection.card(head, query.flag('includeTags')) });
};

/** E9: reports by term, category (name or value) and type. Version 2.5, which has no type OnlineMeeting, shows none of them. */
export const getReports: Handler = (call) =>
	call.emulator.pager.page(call, (query) => {
		const { reports } = call.emulator.company;
		const types = query.list('type');
		const wanted = query.list('category');
		const tests: ReadonlyArray<Test<ReportRecord>> = [
			...[inTerm(query, call), inRange(query, call)],
			({ type }) => (call.version === '3.2' || type !== 'OnlineMeeting') && (types.length === 0 || types.includes(type)),
			({ categories }) =>
				wanted.length === 0 || categories.some(({ name, value }) => wanted.includes(name) || wanted.includes(value)),
		];
		return {
			list: () => [...reports.values()].filter((report) => tests.every((test) => test(report))),
			compare: order(query.text('orderBy'), query.text('orderDirection')),
			find: (id) => reports.get(id),
			project: (report) => call.projection.report(report),
		};
	});

/** E10: the company's tags. */
export const getTags: Handler = (call) =>
	call.emulator.pager.page(call, (query) => {
		const { emulator, user } = call;
		const isMine = query.text('range') === 'me';
		const shown = [...emulator.company.tags.values()]
			.filter(({ type }) => query.list('type').includes(type))
			.filter((tag) => (isMine ? tag.ownerId === user.id : emulator.company.maySeeTag(user, tag)));
		return tagList(call, shown, 'idInTagList');
	});
