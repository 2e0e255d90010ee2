import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { everyTag } from '../BusinessCardData/methods/getTags';
import { formatCount, idText, isObject, readRecords, stampToSeconds } from '../shared';
import type { ApiVersion, Endpoint, QueryPair, ServiceClient, ServiceRequest } from '../shared';
import type { TriggerSettings } from './settings';
import type { Selection } from './watermark/state';

/*
 * The event *Business Card Tagged*: tagging need not move a card's update time, so each poll searches for the cards of
 * each tag and compares them with those it remembers (contract: businessCardTagged; spec: E2).
 */

/** More cards than this would make the state and each poll too large. */
const MAX_CARDS = 10_000;

/**
 * A list is a snapshot only where it fits one page; what seems to be gone from a longer one is looked for once more.
 */
const PAGE = 300;

const SEARCH: Endpoint = { method: 'GET', response: 'list', effect: 'read', record: 'card' };

/** What decides which cards a search shows. */
type Shown = Pick<Selection, 'version' | 'entryStatus' | 'includePastBizCards'>;

/** What the event remembers between polls: plain JSON, written in one assignment. */
export interface TaggedState {
	readonly scope: string;
	/** Polls that this state has seen: of two states the one with more is the newer. */
	readonly polls: number;
	readonly shown: Shown;
	/** Ids of the cards of each tag, by the id of the tag. */
	readonly cards: Readonly<Record<string, readonly string[]>>;
}

/** A card that was found with a tag. */
interface Firing {
	readonly card: IDataObject;
	readonly tagId: string;
}

/** What a poll comes to. */
export interface TaggedResult {
	readonly records: IDataObject[];
	readonly state: TaggedState;
}

function shownBy({ selection }: TriggerSettings): Shown {
	const { version, entryStatus, includePastBizCards } = selection;
	return { version, entryStatus, includePastBizCards };
}

/** The search for the cards of one tag; version 2.0 has brackets behind the name (spec: Common parameter rules). */
function requestFor(settings: TriggerSettings, shown: Shown, tagId: string): ServiceRequest {
	const version = shown.version as ApiVersion;
	const query: QueryPair[] = [
		[version === '2.0' ? 'tagId[]' : 'tagId', tagId],
		['range', settings.range],
		['includePastBizCards', String(shown.includePastBizCards)],
		...shown.entryStatus.map((status): QueryPair => ['entryStatus', status]),
		...(version === '2.0' ? [] : [['includeTags', String(settings.selection.includeTags)] as QueryPair]),
	];
	return { endpoint: SEARCH, version, path: '/bizCards/search', query };
}

/**
 * The cards of a tag by their ids. While a longer list is read, a card that loses the tag can push another one past its
 * page.
 */
async function cardsOf(
	client: ServiceClient,
	request: ServiceRequest,
	known: readonly string[],
): Promise<Map<string, IDataObject>> {
	const found = new Map<string, IDataObject>();
	for (
		let reading = 1;
		reading === 1 || (reading === 2 && found.size >= PAGE && known.some((id) => !found.has(id)));
		reading += 1
	) {
		for await (const cards of readRecords(client, request, MAX_CARDS + 1))
			for (const card of cards) found.set(idText(card.id) ?? '', card);
	}
	found.delete('');
	return found;
}

/** The cards of each tag. @throws NodeOperationError where they are too many to remember */
async function readAll(
	client: ServiceClient,
	settings: TriggerSettings,
	shown: Shown,
	known: TaggedState['cards'],
): Promise<Map<string, Map<string, IDataObject>>> {
	const all = new Map<string, Map<string, IDataObject>>();
	let count = 0;
	for (const tagId of settings.tagIds) {
		const cards = await cardsOf(client, requestFor(settings, shown, tagId), known[tagId] ?? []);
		all.set(tagId, cards);
		count += cards.size;
		if (count > MAX_CARDS) {
			const most = formatCount(MAX_CARDS);
			const message = `More than ${most} business cards have these tags, which is more than the trigger can watch`;
			throw new NodeOperationError(client.node, message, { description: 'Choose tags that fewer cards have.' });
		}
	}
	return all;
}

/** The names of the tags, as far as the service shows them (spec: E10). */
async function namesOf(client: ServiceClient, { selection }: TriggerSettings): Promise<Map<string, unknown>> {
	const names = new Map<string, unknown>();
	for await (const tags of readRecords(client, everyTag(selection.version), Infinity)) {
		for (const tag of tags) names.set(idText(tag.id) ?? '', tag.name);
	}
	return names;
}

/** What comes out of each firing: the card as the options want it, and the tag that it was found with. */
async function itemsOf(
	client: ServiceClient,
	settings: TriggerSettings,
	firings: readonly Firing[],
): Promise<IDataObject[]> {
	if (firings.length === 0) return [];
	const names = await namesOf(client, settings);
	const at = ({ card }: Firing) => stampToSeconds(card.updatedTime) ?? -Infinity;
	const inOrder = [...firings].sort((one, other) => (at(one) < at(other) ? -1 : at(one) > at(other) ? 1 : 0));
	return inOrder.map(({ card, tagId }) => {
		const taggedWith = { id: tagId, name: names.get(tagId) ?? null } as IDataObject;
		return { ...settings.presentation.project(card), taggedWith };
	});
}

/**
 * Compares what was found with what is remembered. A tag that is not remembered is noted in silence, as at activation;
 * what does not fit this poll is left for the next one.
 */
function judge(
	settings: TriggerSettings,
	found: ReadonlyMap<string, ReadonlyMap<string, IDataObject>>,
	known: TaggedState['cards'],
	isQuiet: boolean,
): { firings: Firing[]; cards: Record<string, string[]> } {
	const firings: Firing[] = [];
	const cards: Record<string, string[]> = {};
	for (const [tagId, present] of found) {
		const before = known[tagId] && new Set(known[tagId]);
		const kept = (cards[tagId] = [] as string[]);
		for (const [id, card] of present) {
			const isNew = before !== undefined && !before.has(id) && !isQuiet;
			const passes = settings.presentation.passes(card);
			if (isNew && passes && firings.length >= settings.maxRecords) continue;
			if (isNew && passes) firings.push({ card, tagId });
			kept.push(id);
		}
	}
	return { firings, cards };
}

/**
 * One poll of the event.
 *
 * @param before what was remembered; anything but a state of the same scope begins anew
 * @throws whatever a search ran into; then nothing has happened
 */
export async function pollTagged(
	client: ServiceClient,
	settings: TriggerSettings,
	scope: string,
	before: TaggedState | undefined,
): Promise<TaggedResult> {
	const known = before?.scope === scope ? before : undefined;
	const shown = shownBy(settings);
	const polls = (before?.polls ?? 0) + 1;
	const isEdited = known !== undefined && JSON.stringify(known.shown) !== JSON.stringify(shown);
	const found = await readAll(client, settings, known?.shown ?? shown, known?.cards ?? {});
	const { firings, cards } = judge(settings, found, known?.cards ?? {}, false);
	const records = await itemsOf(client, settings, firings);
	if (!isEdited) return { records, state: { scope, polls, shown, cards } };
	// What the new options alone show was there before: it is noted, and what was left for the next poll with it.
	const others = judge(settings, await readAll(client, settings, shown, cards), cards, true);
	return { records, state: { scope, polls, shown, cards: others.cards } };
}

/**
 * Some cards that have the tags now, for *Fetch Test Event*.
 *
 * @returns at most ten, oldest change first; empty where no card has any of the tags
 */
export async function taggedForTest(client: ServiceClient, settings: TriggerSettings): Promise<IDataObject[]> {
	const firings: Firing[] = [];
	for (const tagId of settings.tagIds) {
		for await (const records of readRecords(client, requestFor(settings, shownBy(settings), tagId), 10)) {
			const passing = records.filter((card) => settings.presentation.passes(card));
			firings.push(...passing.map((card) => ({ card, tagId })));
		}
	}
	return await itemsOf(client, settings, firings.slice(0, 10));
}

/**
 * Reads the state of the event from the node's static data; `undefined` where there is none, or that of another event.
 */
export function loadTagged(holder: object): TaggedState | undefined {
	const stored: unknown = 'tagged' in holder ? holder.tagged : undefined;
	if (!isObject(stored) || !isObject(stored.cards) || typeof stored.polls !== 'number') return undefined;
	return stored as unknown as TaggedState;
}
