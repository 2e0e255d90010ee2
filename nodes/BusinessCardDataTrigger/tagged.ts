import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { catchAs, everyTag, formatCount, idText, OutOfTime, readRecords, stampToSeconds, systemClock } from '../shared';
import type { ServiceClient } from '../shared';
import type { TriggerSettings } from './settings';
import { TEST_RECORDS } from './source';
import { countCards, inTurn, recallTag, rememberTags, shownBy } from './taggedMemory';
import type { TaggedState } from './taggedMemory';
import { MAX_CARDS, TagSearch } from './tagSearch';
import type { FollowedTag } from './tagSearch';
import type { PollResult } from './watermark/poll';

export type { TaggedState } from './taggedMemory';

/*
 * The event *Business Card Tagged*: tagging need not move a card's update time, so each poll searches for the cards
 * of each tag and compares them with those it remembers (contract: businessCardTagged; spec: E2). Tags for which a
 * poll has no time are the first of the next one.
 */

/** Part of a poll's time that its searches may take. The rest is for the names of the tags. */
const SEARCHING_SHARE = 2 / 3;

/** A card that has got a tag. */
type Firing = readonly [card: IDataObject, tagId: string];

/** Everything that one poll of the event needs. */
export interface TaggedTask {
	readonly client: ServiceClient;
	readonly settings: TriggerSettings;
	readonly scope: string;
	/** Milliseconds from now on. */
	readonly timeMs: number;
}

/**
 * Polls the event once. It follows the tags in turn, as many as it has time for.
 *
 * @param known the memory of the same scope
 * @returns the items, and the memory after the poll; with an `error` where nothing but the turn has changed
 * @throws NodeOperationError where there are too many cards to remember, and the error of a search that failed
 */
export async function pollTagged(task: TaggedTask, known: TaggedState | undefined): Promise<PollResult<TaggedState>> {
	return await new TaggedPoll(task, known).run();
}

/** A poll of the event under way. */
class TaggedPoll {
	private readonly search: TagSearch;

	/** IDs of the cards of each tag that this poll has followed, by the ID of the tag. */
	private readonly followed = new Map<string, string[]>();

	private readonly firings: Firing[] = [];

	constructor(
		private readonly task: TaggedTask,
		private readonly known: TaggedState | undefined,
	) {
		const { client, settings, timeMs } = task;
		this.search = new TagSearch(client, settings, systemClock.now() + timeMs * SEARCHING_SHARE);
	}

	async run(): Promise<PollResult<TaggedState>> {
		const order = inTurn(this.task.settings.tagIds, this.known?.turn);

		for (const tagId of order) {
			const outcome = await this.tryToFollow(tagId);
			const isOutOfTime = outcome instanceof OutOfTime;
			const isFirst = this.followed.size === 0;
			if (isOutOfTime && isFirst) return this.passTurnOn(order[1], this.reasonFor(outcome, tagId));
			if (isOutOfTime) return await this.end(tagId);

			const hasTakenAll = this.take(tagId, outcome);
			if (countCards(Object.fromEntries(this.followed)) > MAX_CARDS) throw this.tooManyCards();
			if (!hasTakenAll) return await this.end(tagId);
		}
		return await this.end(undefined);
	}

	/** Follows a tag. @returns its cards, or the error where there is no time to read all of them */
	private async tryToFollow(tagId: string): Promise<FollowedTag | OutOfTime> {
		const before = recallTag(this.known, tagId);
		return await catchAs(this.search.follow(tagId, before), OutOfTime);
	}

	/** Takes the cards of a tag that are fresh, as many as the poll has room for; the next one takes the others. */
	private take(tagId: string, tag: FollowedTag): boolean {
		const room = this.task.settings.maxRecords - this.firings.length;
		for (const [, card] of tag.fresh.slice(0, room)) {
			this.firings.push([card, tagId]);
		}

		const others = tag.fresh.slice(room);
		for (const [id] of others) {
			tag.ids.delete(id);
		}
		this.followed.set(tagId, [...tag.ids]);
		return others.length === 0;
	}

	/**
	 * Ends the poll.
	 *
	 * @param turn the tag that the next poll begins with, where this one did not come to its end
	 */
	private async end(turn: string | undefined): Promise<PollResult<TaggedState>> {
		const { client, settings, scope } = this.task;
		const polls = (this.known?.polls ?? 0) + 1;
		const state = {
			...rememberTags(settings, this.known, this.followed),
			scope,
			polls,
			turn,
		};

		// Tags that were not read may have fewer cards by now.
		if (this.known && countCards(state.cards) > MAX_CARDS) return this.passTurnOn(turn, this.tooManyCards());
		return {
			records: await itemsOf(client, settings, this.firings),
			state,
		};
	}

	/** Fails the poll and lets the next one begin with another tag. @throws the reason, where nothing is known yet */
	private passTurnOn(turn: string | undefined, reason: Error): PollResult<TaggedState> {
		if (!this.known) throw reason;
		return {
			records: [],
			state: {
				...this.known,
				polls: this.known.polls + 1,
				turn,
			},
			error: reason,
		};
	}

	/** The reason why a whole poll could not read one tag. With any page it is not the service that did not respond. */
	private reasonFor(late: OutOfTime, tagId: string): Error {
		if (late.cause) return late.cause;
		return this.search.pages > 0 ? this.tooSlow(tagId) : late;
	}

	private tooSlow(tagId: string): Error {
		const message = `One poll has no time to read all business cards with the tag ${tagId}`;
		return new NodeOperationError(this.task.client.errorContext.node, message, {
			description:
				'The next polls go on with the other tags. Increase Calls per Second in the credential, or choose tags with ' +
				'fewer cards.',
		});
	}

	private tooManyCards(): Error {
		const most = formatCount(MAX_CARDS);
		const message = `More than ${most} business cards have these tags. The trigger can watch at most ${most}`;
		return new NodeOperationError(this.task.client.errorContext.node, message, {
			description: 'Choose tags with fewer cards.',
		});
	}
}

/** The items of firings: the card as the options want it, and ID and name of the tag (spec: E10). */
async function itemsOf(client: ServiceClient, settings: TriggerSettings, firings: Firing[]): Promise<IDataObject[]> {
	if (firings.length === 0) return [];

	const names = await tagNames(client, settings);
	const changedAt = ([card]: Firing) => stampToSeconds(card.updatedTime) ?? 0;
	const ascending = [...firings].sort((one, other) => changedAt(one) - changedAt(other));

	return ascending.map(([card, tagId]) => {
		const taggedWith = { id: tagId, name: names.get(tagId) ?? null };
		return { ...settings.project(card), taggedWith };
	});
}

/** The names of all tags, by the ID of the tag. */
async function tagNames(client: ServiceClient, settings: TriggerSettings) {
	const names = new Map<string | undefined, IDataObject[string]>();
	for await (const tags of readRecords(client, everyTag(settings.selection.version), Infinity)) {
		for (const tag of tags) {
			names.set(idText(tag.id), tag.name);
		}
	}
	return names;
}

/**
 * The items that the event would output if nothing were remembered, for *Fetch Test Event*.
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
	const nothing: TaggedState = {
		scope: '',
		polls: 0,
		shown: shownBy(settings),
		cards,
	};
	const task = { client, settings: { ...settings, maxRecords: TEST_RECORDS }, scope: '', timeMs };

	const { records, state, error } = await pollTagged(task, nothing);
	if (error !== undefined) throw error;
	if (records.length > 0) return records as IDataObject[];

	const hasReadAll = state.turn === undefined;
	const message = hasReadAll
		? 'No business card has any of these tags'
		: 'No business card has any of the tags for which there was time';
	const description =
		'Add a tag to a business card in the service, or choose other tags. Then select Fetch Test Event again.';
	throw new NodeOperationError(client.errorContext.node, message, { description });
}
