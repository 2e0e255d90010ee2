import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { everyTag, formatCount, idText, OutOfTime, readRecords, stampToSeconds, systemClock } from '../shared';
import type { ServiceClient, ServiceRequest } from '../shared';
import { TAGGED } from './events';
import type { TriggerSettings } from './settings';
import { listRequest, TEST_RECORDS } from './source';
import type { PollResult } from './watermark/poll';
import type { Counted, Selection } from './watermark/state';

/*
 * The event *Business Card Tagged*: tagging need not move a card's update time, so each poll searches for the cards of
 * each tag and compares them with those it remembers (contract: businessCardTagged; spec: E2). Tags for which a poll has
 * no time are the first of the next one.
 */

/** More cards than this would make the state and each poll too large. */
const MAX_CARDS = 10_000;

/** Part of a poll's time that its searches may take. The rest is for the names of the tags. */
const SEARCHING_SHARE = 2 / 3;

/** What decides which cards a search shows; the version does not, and a former one may be retired. */
type Shown = Pick<Selection, 'entryStatus' | 'includePastBizCards'>;

/** What the event remembers between polls. */
export interface TaggedState extends Counted {
	/** What the last poll asked for. */
	readonly shown: Shown;
	/** The same of the last poll that read a tag, for tags that were not read since an edit, by the id of the tag. */
	readonly formerlyShown?: Readonly<Record<string, Shown>>;
	/** Ids of the cards of each tag, by the id of the tag. */
	readonly cards: Readonly<Record<string, readonly string[]>>;
	/** The tag that the next poll begins with, where the last one did not come to its end. */
	readonly turn?: string;
}

/** What is remembered of one tag. */
interface RememberedTag {
	readonly ids: readonly string[];
	readonly shown: Shown;
}

type Firing = readonly [card: IDataObject, tagId: string];

/** What a poll has found of one tag: all cards that have it, and those that have it for the first time. */
interface FollowedTag {
	readonly ids: Set<string>;
	readonly fresh: ReadonlyArray<readonly [id: string, card: IDataObject]>;
}

function shownBy({ selection: { entryStatus, includePastBizCards } }: TriggerSettings): Shown {
	return { entryStatus, includePastBizCards };
}

function isSame(one: Shown, other: Shown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

/** What is remembered of a tag; `undefined` where it has not been noted yet. */
function recall(known: TaggedState | undefined, tagId: string): RememberedTag | undefined {
	const ids = known?.cards[tagId];
	return known && ids && { ids, shown: known.formerlyShown?.[tagId] ?? known.shown };
}

/** The tags in the order in which a poll follows them: from the one on whose turn it is. */
function inTurn(tagIds: readonly string[], turn: string | undefined): string[] {
	const start = Math.max(
		0,
		tagIds.findIndex((tagId) => tagId === turn),
	);
	return [...tagIds.slice(start), ...tagIds.slice(0, start)];
}

/** Searches for the cards of tags, in the time that a poll has for that. */
class TagSearch {
	/** Pages that were read: with any of them it is not the service that did not respond. */
	pages = 0;

	private readonly client: ServiceClient;

	/** @param endsAt on {@link systemClock}'s scale */
	constructor(
		client: ServiceClient,
		private readonly settings: TriggerSettings,
		endsAt: number,
	) {
		this.client = client.endedBy({ deadline: endsAt });
	}

	/**
	 * Finds what has changed for a tag. One that is not remembered is noted in silence, as at activation.
	 *
	 * @throws OutOfTime, and whatever a search ran into
	 */
	async follow(tagId: string, before: RememberedTag | undefined): Promise<FollowedTag> {
		const shown = shownBy(this.settings);
		const isEdited = before !== undefined && !isSame(before.shown, shown);

		// What the new options alone show was there before: it is noted. It is read first, so that what is tagged between the
		// two readings is in the second, and fires.
		const shownNow = isEdited ? await this.cardsOf(tagId, shown) : undefined;
		const found = await this.cardsOf(tagId, before?.shown ?? shown, isEdited ? undefined : before?.ids);

		const old = new Set(before?.ids ?? found.keys());
		const fresh = [...found].filter(([id, card]) => !old.has(id) && this.settings.passes(card));
		return { ids: new Set([...found.keys(), ...(shownNow?.keys() ?? [])]), fresh };
	}

	/**
	 * The cards of a tag, by their ids. While a list is read, a card that loses the tag can pull another one over the edge
	 * of a page that was read. So it is read until a reading has all that was there before: then nothing left meanwhile.
	 * The deadline ends a list that never comes to rest.
	 *
	 * @param known the ids that were there before; `undefined` where nobody can tell
	 */
	private async cardsOf(tagId: string, shown: Shown, known?: readonly string[]): Promise<Map<string, IDataObject>> {
		const search = searchFor(this.settings, tagId, shown);
		const found = new Map<string, IDataObject>();
		let before = known;
		for (;;) {
			const reading = new Set<string>();
			for await (const cards of readRecords(this.client, search, MAX_CARDS + 1)) {
				this.pages += 1;
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
}

/** The search for the cards of one tag; version 2.0 has brackets behind the name (spec: Common parameter rules). */
function searchFor({ range, selection }: TriggerSettings, tagId: string, shown: Shown): ServiceRequest {
	const key = selection.version === '2.0' ? 'tagId[]' : 'tagId';
	return listRequest(TAGGED, range, { ...selection, ...shown }, { [key]: tagId });
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

function tooManyCards(client: ServiceClient): Error {
	const most = formatCount(MAX_CARDS);
	const message = `More than ${most} business cards have these tags, which is more than the trigger can watch`;
	return new NodeOperationError(client.errorContext.node, message, {
		description: 'Choose tags that fewer cards have.',
	});
}

/** The error for a tag whose cards a whole poll has no time to read; it is not the service that does not respond. */
function tooSlow(client: ServiceClient, tagId: string): Error {
	const message = `One poll has no time to read all business cards with the tag ${tagId}`;
	return new NodeOperationError(client.errorContext.node, message, {
		description:
			'The next polls go on with the other tags. Increase Calls per Second in the credential, or choose tags that ' +
			'fewer cards have.',
	});
}

/** What one poll of the event goes by. */
export interface TaggedTask {
	readonly client: ServiceClient;
	readonly settings: TriggerSettings;
	readonly scope: string;
	/** Milliseconds from now on. */
	readonly timeMs: number;
}

/**
 * One poll of the event. It follows the tags in turn, as many as it has time for.
 *
 * @param known what was remembered of the same scope
 * @returns the items, and what is to be remembered; with an `error` where nothing but the turn has changed
 * @throws NodeOperationError where there are too many cards to remember, and whatever a search ran into
 */
export async function pollTagged(task: TaggedTask, known: TaggedState | undefined): Promise<PollResult<TaggedState>> {
	const { client, settings, scope, timeMs } = task;
	const search = new TagSearch(client, settings, systemClock.now() + timeMs * SEARCHING_SHARE);
	const order = inTurn(settings.tagIds, known?.turn);
	const followed = new Map<string, string[]>();
	const firings: Firing[] = [];
	let turn: string | undefined;

	for (const tagId of order) {
		let tag: FollowedTag;
		try {
			tag = await search.follow(tagId, recall(known, tagId));
		} catch (error) {
			if (!(error instanceof OutOfTime)) throw error;
			if (followed.size > 0) {
				turn = tagId;
				break;
			}

			const reason = error.cause ?? (search.pages > 0 ? tooSlow(client, tagId) : error);
			if (!known) throw reason;
			return { records: [], state: { ...known, polls: known.polls + 1, turn: order[1] }, error: reason };
		}

		// What does not fit this poll is left for the next one.
		const room = settings.maxRecords - firings.length;
		for (const [, card] of tag.fresh.slice(0, room)) firings.push([card, tagId]);
		const left = tag.fresh.slice(room);
		for (const [id] of left) tag.ids.delete(id);
		followed.set(tagId, [...tag.ids]);

		if (countOf(Object.fromEntries(followed)) > MAX_CARDS) throw tooManyCards(client);
		if (left.length > 0) {
			turn = tagId;
			break;
		}
	}

	const state = { ...remember(settings, known, followed), scope, polls: (known?.polls ?? 0) + 1, turn };
	if (known && countOf(state.cards) > MAX_CARDS) {
		// Tags that were not read may have fewer cards by now.
		return { records: [], state: { ...known, polls: known.polls + 1, turn }, error: tooManyCards(client) };
	}
	return { records: await itemsOf(client, settings, firings), state };
}

function countOf(cards: TaggedState['cards']): number {
	return Object.values(cards).reduce((sum, ids) => sum + ids.length, 0);
}

/** What is to be remembered of the chosen tags: of those that this poll did not follow, what was remembered before. */
function remember(
	settings: TriggerSettings,
	known: TaggedState | undefined,
	followed: ReadonlyMap<string, string[]>,
): Pick<TaggedState, 'shown' | 'formerlyShown' | 'cards'> {
	const shown = shownBy(settings);
	const cards: Record<string, readonly string[]> = {};
	const formerlyShown: Record<string, Shown> = {};

	for (const tagId of settings.tagIds) {
		const before = recall(known, tagId);
		const ids = followed.get(tagId);
		if (ids) {
			cards[tagId] = ids;
		} else if (before) {
			cards[tagId] = before.ids;
			if (!isSame(before.shown, shown)) formerlyShown[tagId] = before.shown;
		}
	}
	return { shown, formerlyShown, cards };
}

/**
 * What the event would emit if nothing were remembered, for *Fetch Test Event*.
 *
 * @param timeMs as for a poll
 * @returns at most ten, oldest change first
 * @throws NodeOperationError where no card that passes has any of the tags
 */
export async function taggedForTest(
	client: ServiceClient,
	settings: TriggerSettings,
	timeMs: number,
): Promise<IDataObject[]> {
	const cards = Object.fromEntries(settings.tagIds.map((tagId) => [tagId, []]));
	const nothing = { scope: '', polls: 0, shown: shownBy(settings), cards };
	const task = { client, settings: { ...settings, maxRecords: TEST_RECORDS }, scope: '', timeMs };
	const { records, state, error } = await pollTagged(task, nothing);
	if (error !== undefined) throw error;
	if (records.length > 0) return records;

	const message =
		state.turn === undefined
			? 'No business card has any of these tags'
			: 'No business card has any of the tags for which there was time';
	const description = 'Tag a business card in the service, or choose other tags. Then fetch a test event again.';
	throw new NodeOperationError(client.errorContext.node, message, { description });
}
