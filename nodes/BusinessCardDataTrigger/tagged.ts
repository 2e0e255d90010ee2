import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { everyTag, formatCount, idText, readRecords, stampToSeconds } from '../shared';
import type { ServiceClient, ServiceRequest } from '../shared';
import { TAGGED } from './events';
import type { TriggerSettings } from './settings';
import { listRequest, TEST_RECORDS } from './source';
import type { PollResult } from './watermark/poll';
import type { Counted, Selection } from './watermark/state';

/*
 * The event *Business Card Tagged*: tagging need not move a card's update time, so each poll searches for the cards of
 * each tag and compares them with those it remembers (contract: businessCardTagged; spec: E2).
 */

/** More cards than this would make the state and each poll too large. */
const MAX_CARDS = 10_000;

/** What the event remembers between polls. */
export interface TaggedState extends Counted {
	/** What decides which cards a search shows; the version does not, and a former one may be retired. */
	readonly shown: Pick<Selection, 'entryStatus' | 'includePastBizCards'>;
	/** Ids of the cards of each tag, by the id of the tag. */
	readonly cards: Readonly<Record<string, readonly string[]>>;
}

type Firing = readonly [card: IDataObject, tagId: string];

function shownBy({ selection: { entryStatus, includePastBizCards } }: TriggerSettings): TaggedState['shown'] {
	return { entryStatus, includePastBizCards };
}

/** The search for the cards of one tag; version 2.0 has brackets behind the name (spec: Common parameter rules). */
function searchFor({ range, selection }: TriggerSettings, tagId: string, shown?: TaggedState['shown']): ServiceRequest {
	const key = selection.version === '2.0' ? 'tagId[]' : 'tagId';
	return listRequest(TAGGED, range, { ...selection, ...shown }, { [key]: tagId });
}

/**
 * The cards that a search shows, by their ids. While a list is read, a card that loses the tag can pull another one
 * over the edge of a page that was read. So it is read until a reading has all that was there before: then nothing left
 * meanwhile. The client's deadline ends a list that never comes to rest.
 *
 * @param known the ids that were there before; `undefined` where nobody can tell
 */
async function cardsOf(client: ServiceClient, search: ServiceRequest, known?: readonly string[]) {
	const found = new Map<string, IDataObject>();
	let before = known;
	for (;;) {
		const reading = new Set<string>();
		for await (const cards of readRecords(client, search, MAX_CARDS + 1)) {
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

/** What comes out of each firing: the card as the options want it, and id and name of the tag (spec: E10). */
async function itemsOf(client: ServiceClient, { selection, project }: TriggerSettings, firings: Firing[]) {
	if (firings.length === 0) return [];
	const names = new Map<string | undefined, IDataObject[string]>();
	for await (const tags of readRecords(client, everyTag(selection.version), Infinity)) {
		for (const { id, name } of tags) names.set(idText(id), name);
	}
	const at = ([card]: Firing) => stampToSeconds(card.updatedTime) ?? 0;
	return firings
		.sort((one, other) => at(one) - at(other))
		.map(([card, tagId]) => ({
			...project(card),
			taggedWith: { id: tagId, name: names.get(tagId) ?? null },
		}));
}

/**
 * One poll of the event. A tag that is not remembered is noted in silence, as at activation.
 *
 * @param known what was remembered of the same scope
 * @returns the items, and what is to be remembered
 * @throws NodeOperationError where there are too many cards to remember, and whatever a search ran into
 */
export async function pollTagged(
	client: ServiceClient,
	settings: TriggerSettings,
	scope: string,
	known: TaggedState | undefined,
): Promise<PollResult<TaggedState>> {
	const shown = shownBy(settings);
	const isEdited = known !== undefined && JSON.stringify(known.shown) !== JSON.stringify(shown);
	const firings: Firing[] = [];
	const cards: Record<string, string[]> = {};
	for (const tagId of settings.tagIds) {
		// What the new options alone show was there before: it is noted. It is read first, so that what is tagged between the
		// two readings is in the second, and fires.
		const shownNow = isEdited ? await cardsOf(client, searchFor(settings, tagId, shown)) : undefined;
		const noted = known?.cards[tagId];
		const search = searchFor(settings, tagId, known?.shown ?? shown);
		const found = await cardsOf(client, search, isEdited ? undefined : noted);
		const old = new Set(noted ?? found.keys());
		const ids = new Set([...found.keys(), ...(shownNow?.keys() ?? [])]);
		for (const [id, card] of found) {
			if (old.has(id) || !settings.passes(card)) continue;
			// What does not fit this poll is left for the next one.
			if (firings.length < settings.maxRecords) firings.push([card, tagId]);
			else ids.delete(id);
		}
		cards[tagId] = [...ids];
		if (Object.values(cards).flat().length > MAX_CARDS) {
			const most = formatCount(MAX_CARDS);
			const message = `More than ${most} business cards have these tags, which is more than the trigger can watch`;
			throw new NodeOperationError(client.errorContext.node, message, {
				description: 'Choose tags that fewer cards have.',
			});
		}
	}
	const state = { scope, polls: (known?.polls ?? 0) + 1, shown, cards };
	return { records: await itemsOf(client, settings, firings), state };
}

/**
 * What the event would emit if nothing were remembered, for *Fetch Test Event*.
 *
 * @returns at most ten, oldest change first
 * @throws NodeOperationError where no card that passes has any of the tags
 */
export async function taggedForTest(client: ServiceClient, settings: TriggerSettings): Promise<IDataObject[]> {
	const cards = Object.fromEntries(settings.tagIds.map((tagId) => [tagId, []]));
	const nothing = { scope: '', polls: 0, shown: shownBy(settings), cards };
	const { records } = await pollTagged(client, { ...settings, maxRecords: TEST_RECORDS }, '', nothing);
	if (records.length > 0) return records;
	const description = 'Tag a business card in the service, or choose other tags. Then fetch a test event again.';
	throw new NodeOperationError(client.errorContext.node, 'No business card has any of these tags', { description });
}
