import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { everyTag } from '../BusinessCardData/methods/getTags';
import { formatCount, idText, isObject, readRecords } from '../shared';
import type { ServiceClient, ServiceRequest } from '../shared';
import { TAGGED } from './events';
import { listRequest } from './source';
import type { TriggerSettings } from './settings';
import { firstPassing, oldestFirst, TEST_RECORDS } from './testEvent';
import type { Selection } from './watermark/state';

/*
 * The event *Business Card Tagged*: tagging need not move a card's update time, so each poll searches for the cards of
 * each tag and compares them with those it remembers (contract: businessCardTagged; spec: E2).
 */

/** More cards than this would make the state and each poll too large. */
const MAX_CARDS = 10_000;

/** What decides which cards a search shows; the version does not, and a former one may be retired. */
type Shown = Pick<Selection, 'entryStatus' | 'includePastBizCards'>;

/** What the event remembers between polls: plain JSON, written in one assignment. */
export interface TaggedState {
	readonly scope: string;
	/** Polls that led to it. */
	readonly polls: number;
	readonly shown: Shown;
	/** Ids of the cards of each tag, by the id of the tag. */
	readonly cards: Readonly<Record<string, readonly string[]>>;
}

/** Cards by their ids, by the id of the tag that they were found with. */
type Found = ReadonlyMap<string, ReadonlyMap<string, IDataObject>>;

/** A card that was found with a tag. */
interface Firing {
	readonly card: IDataObject;
	readonly tagId: string;
}

/** The search for the cards of one tag; version 2.0 has brackets behind the name (spec: Common parameter rules). */
function searchFor({ range, selection }: TriggerSettings, tagId: string, shown?: Shown): ServiceRequest {
	const key = selection.version === '2.0' ? 'tagId[]' : 'tagId';
	return listRequest(TAGGED, range, { ...selection, ...shown }, [[key, tagId]]);
}

/**
 * The cards of a tag by their ids. While a list is read, a card that loses the tag can pull another one over the edge
 * of a page that was read. So it is read until a reading has all that was there before: then nothing left meanwhile.
 * The client's deadline ends a list that never comes to rest.
 *
 * @param known the ids that were there before; `undefined` where nobody can tell
 */
async function cardsOf(client: ServiceClient, request: ServiceRequest, known?: readonly string[]) {
	const found = new Map<string, IDataObject>();
	for (let before = known; ;) {
		const reading = new Set<string>();
		for await (const cards of readRecords(client, request, MAX_CARDS + 1)) {
			for (const card of cards) {
				const id = idText(card.id);
				if (id === undefined) continue;
				reading.add(id);
				found.set(id, card);
			}
		}
		if (before?.every((id) => reading.has(id))) return found;
		before = [...reading];
	}
}

/** The cards of each tag. @throws NodeOperationError where they are too many to remember */
async function readAll(
	client: ServiceClient,
	settings: TriggerSettings,
	shown: Shown,
	known: TaggedState['cards'] = {},
): Promise<Found> {
	const all = new Map<string, ReadonlyMap<string, IDataObject>>();
	let count = 0;
	for (const tagId of settings.tagIds) {
		const cards = await cardsOf(client, searchFor(settings, tagId, shown), known[tagId]);
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

/** What comes out of each firing: the card as the options want it, and id and name of the tag (spec: E10). */
async function itemsOf(client: ServiceClient, { selection, presentation }: TriggerSettings, firings: Firing[]) {
	if (firings.length === 0) return [];
	const names = new Map<string | undefined, IDataObject[string]>();
	for await (const tags of readRecords(client, everyTag(selection.version), Infinity)) {
		for (const { id, name } of tags) names.set(idText(id), name);
	}
	return oldestFirst(firings, ({ card }) => card.updatedTime).map(({ card, tagId }) => {
		const taggedWith = { id: tagId, name: names.get(tagId) ?? null };
		return { ...presentation.project(card), taggedWith };
	});
}

/**
 * Compares what was found with what is remembered. A tag that is not remembered is noted in silence, as at activation;
 * what does not fit this poll is left for the next one.
 */
function judge({ presentation, maxRecords }: TriggerSettings, found: Found, known: TaggedState['cards']) {
	const firings: Firing[] = [];
	const cards: Record<string, string[]> = {};
	for (const [tagId, present] of found) {
		const before = new Set(known[tagId] ?? present.keys());
		cards[tagId] = [...present].flatMap(([id, card]) => {
			if (before.has(id) || !presentation.passes(card)) return [id];
			if (firings.length >= maxRecords) return [];
			firings.push({ card, tagId });
			return [id];
		});
	}
	return { firings, cards };
}

/**
 * One poll of the event.
 *
 * @param before what was remembered; anything but a state of the same scope begins anew
 * @returns the items, and what is to be remembered
 * @throws whatever a search ran into; then nothing has happened
 */
export async function pollTagged(
	client: ServiceClient,
	settings: TriggerSettings,
	scope: string,
	before: TaggedState | undefined,
): Promise<{ records: IDataObject[]; state: TaggedState }> {
	const known = before?.scope === scope ? before : undefined;
	const { entryStatus, includePastBizCards } = settings.selection;
	const shown = { entryStatus, includePastBizCards };
	const isEdited = known !== undefined && JSON.stringify(known.shown) !== JSON.stringify(shown);
	// What the new options alone show was there before: it is noted. It is read first, so that what is tagged between the
	// two readings is in the second, and fires.
	const shownNow = isEdited ? await readAll(client, settings, shown) : undefined;
	const found = await readAll(client, settings, known?.shown ?? shown, isEdited ? undefined : known?.cards);
	const { firings, cards } = judge(settings, found, known?.cards ?? {});
	for (const [tagId, present] of shownNow ?? []) {
		const others = [...present.keys()].filter((id) => !found.get(tagId)?.has(id));
		cards[tagId]?.push(...others);
	}
	const state = { scope, polls: (before?.polls ?? 0) + 1, shown, cards };
	return { records: await itemsOf(client, settings, firings), state };
}

/**
 * Some cards that have the tags now, for *Fetch Test Event*.
 *
 * @returns at most ten, oldest change first
 * @throws NodeOperationError where no card that passes has any of the tags
 */
export async function taggedForTest(client: ServiceClient, settings: TriggerSettings): Promise<IDataObject[]> {
	const firings: Firing[] = [];
	for (const tagId of settings.tagIds) {
		const { passing } = await firstPassing(client, searchFor(settings, tagId), settings);
		firings.push(...passing.map((card) => ({ card, tagId })));
	}
	if (firings.length > 0) return await itemsOf(client, settings, firings.slice(0, TEST_RECORDS));
	const description = 'Tag a business card in the service, or choose other tags. Then fetch a test event again.';
	throw new NodeOperationError(client.node, 'No business card has any of these tags', { description });
}

/** Reads the state of the event from the node's static data; `undefined` where there is none, or that of another. */
export function loadTagged(holder: object): TaggedState | undefined {
	const stored: unknown = 'tagged' in holder ? holder.tagged : undefined;
	if (!isObject(stored) || !isObject(stored.cards) || typeof stored.polls !== 'number') return undefined;
	return stored as unknown as TaggedState;
}
