import {
	catchAs,
	ENTRY_STATUSES,
	parameterError,
	isAscending,
	OutOfTime,
	PageRefused,
	requestedSeconds,
	step,
} from '../../shared';
import type { PollContext } from './context';
import { PageFailed, secondsOf } from './recordSource';
import type { Selection, SourcePage, SourceRecord } from './recordSource';
import { NEVER } from './times';
import { cutAfter, cutAtMedian } from './unreadRanges';
import type { UnreadRange } from './unreadRanges';

/** The status of a card that is being processed. It fires when that is over. */
export const PENDING_STATUS = 'processing';

/** Records of one page that have to show a time before it counts as reached: single ones may be stamped wrongly. */
const WITNESSES = 10;

/** Tokens of one range that are refused before the trigger says so. */
const MAX_REFUSED_TOKENS = 50;

/** The records of a page that a poll has observed. */
interface Observed {
	/** Whether any of them was seen for the first time. */
	readonly showsNews: boolean;
	/** The first record for which the poll has no room. */
	readonly firstLeft?: SourceRecord;
}

/** Reads time ranges page by page, and collects the records that are new. */
export class Reader {
	/** The records that the poll will output. */
	readonly newRecords: SourceRecord[] = [];

	/** Pages that were read: with any, a poll that runs out of time has done something. */
	pagesRead = 0;

	/** Whether no answer came in the time of the poll. */
	private isOutOfTime = false;

	constructor(readonly context: PollContext) {}

	/** Whether another page may be read. */
	get mayRead(): boolean {
		return !this.isFull && !this.isOutOfTime;
	}

	/** The second up to which this poll reads without past cards. */
	get pastCardsLeftOutUntil(): number {
		const { state, selection } = this.context;
		return state.baselines.pastCardsLeftOutUntil(selection);
	}

	/** Whether the poll has no room for another new record. */
	private get isFull(): boolean {
		return this.newRecords.length >= this.context.maxRecords;
	}

	/**
	 * Reads a page of a range.
	 *
	 * @returns the ranges of it that are still to be read, in order
	 * @throws PageFailed when the page cannot be had
	 * @throws ParameterError when its tokens are refused on and on
	 */
	async read(range: UnreadRange): Promise<UnreadRange[]> {
		const leftOutUntil = this.pastCardsLeftOutUntil;
		if (range.at <= leftOutUntil && leftOutUntil < range.to) return cutAfter(leftOutUntil, range);

		// A token that expires between two polls would do so at the same place again: the walk begins at the other end.
		const { refused = 0 } = range;
		const direction = refused % 2 === 1 ? 'desc' : 'asc';

		const outcome = await catchAs(this.fetchPage(range, direction), PageRefused);
		if (outcome instanceof PageRefused) return [beginWalkAgain(range, outcome)];
		return outcome ? this.takeUp(range, outcome) : [range];
	}

	/**
	 * Observes the records of a page that begins with the oldest, and finds where to go on.
	 *
	 * @returns the ranges that are still to be read, in order
	 */
	takeUp(range: UnreadRange, page: SourcePage): UnreadRange[] {
		if (range.kind === 'hidden') {
			this.context.state.retryAllHidden();
		}

		const { showsNews, firstLeft } = this.observePage(range, page);
		const hasNews = range.hasNews === true || showsNews;

		// Without an order, records before the last one of the page may be on a later page.
		const isUnordered = !range.walk && page.nextToken !== undefined && !this.learnOrder(page);
		const needsToken = range.kind === 'waiting' || (isUnordered && range.at === range.to);

		if (range.walk || needsToken) {
			const walking = { ...range, walk: range.walk ?? { to: range.to }, hasNews };
			return firstLeft ? [{ ...range, hasNews }] : this.goOn(walking, page);
		}
		if (isUnordered) return cutAtMedian(secondsOf(page.records), range);
		return firstLeft ? [this.beginWith(firstLeft, range)] : this.goOn(range, page);
	}

	/**
	 * Asks for a page, and takes note of what has been reached.
	 *
	 * @returns `undefined` when there is no answer in the time of the poll, which is over then
	 * @throws OutOfTime when there was none before either
	 * @throws PageFailed, PageRefused
	 */
	async fetchPage(range: UnreadRange, orderDirection: 'asc' | 'desc'): Promise<SourcePage | undefined> {
		const { source, isPageFailure, state } = this.context;
		const bounds = requestedSeconds(range, state);
		const request = {
			...bounds,
			token: range.walk?.token,
			orderDirection,
		};

		try {
			const page = await source.page(this.selectionFor(range), request);
			this.pagesRead += 1;
			this.noteReached(page);
			return page;
		} catch (error) {
			if (error instanceof OutOfTime && this.pagesRead > 0) {
				this.isOutOfTime = true;
				return undefined;
			}
			throw isPageFailure(error) ? new PageFailed(error) : error;
		}
	}

	/** Observes a record, and keeps it for output if it is new. @returns whether it was seen for the first time */
	observe(record: SourceRecord): boolean {
		const { novelty, passes } = this.context;
		const verdict = novelty.observe(record);
		if (verdict === 'new' && passes(record.json)) {
			this.newRecords.push(record);
		}
		return verdict !== 'known';
	}

	/**
	 * Observes the records within a range, as many as the poll has room for. A page may have some of the seconds beside
	 * it, which are read elsewhere.
	 */
	private observePage(range: UnreadRange, page: SourcePage): Observed {
		let showsNews = false;

		for (const record of page.records) {
			const { updated = range.at } = record;
			if (updated < range.at || updated > range.to) continue;

			if (this.isFull) return { showsNews, firstLeft: record };
			if (this.observe(record)) {
				showsNews = true;
			}
		}
		return { showsNews };
	}

	/** The newest believed second that enough records of a page show has been reached. */
	private noteReached(page: SourcePage): void {
		const { state, horizon, local } = this.context;
		const believed = secondsOf(page.records).filter((second) => second <= horizon);
		believed.sort((one, other) => other - one);
		state.noteReached(believed[WITNESSES - 1] ?? NEVER, local);
	}

	/**
	 * Learns from a page whether lists come in the order that is asked for. A list may come in descending order of
	 * registration, whatever it was asked for (spec: E1), and a page of it look as if it were in order: one that is not
	 * descending by registration proves it.
	 *
	 * @returns whether pages lead on by their times
	 */
	private learnOrder(page: SourcePage): boolean {
		const { state } = this.context;
		const backward = page.records.flatMap((record) => record.registered ?? []).reverse();

		if (!isAscending(secondsOf(page.records))) {
			state.noteOrder(false);
		} else if (!isAscending(backward)) {
			state.noteOrder(true);
		}
		return state.keepsOrder;
	}

	/** Where a full poll left off: the next one begins with the first record that found no room, if times lead on. */
	private beginWith(record: SourceRecord, range: UnreadRange): UnreadRange {
		if (!this.context.state.keepsOrder) return range;
		return {
			...range,
			at: Math.max(range.at, record.updated ?? NEVER),
		};
	}

	/** Goes on after a page. A range that is followed by token is read again until that shows nothing new. */
	private goOn(range: UnreadRange, page: SourcePage): UnreadRange[] {
		const { kind, walk, hasNews } = range;
		const seconds = secondsOf(page.records);
		if (seconds.includes(range.at - 1)) {
			this.context.state.noteIncludesFrom();
		}

		const next = step(range, seconds, page.nextToken);
		if (walk && next?.walk) return [{ ...range, ...next }];

		// A list that fits one page was shown at one moment.
		const wasLonger = walk?.token !== undefined;
		if (hasNews && wasLonger) return [{ ...range, walk: { to: walk.to }, hasNews: false }];
		return next ? [{ ...next, kind }] : [];
	}

	/**
	 * The options that a range is asked for with. An event that fires once asks for cards with any status: if it first saw
	 * a card with a chosen one, it could not tell the completion from the change of an old card.
	 */
	private selectionFor(range: UnreadRange): Selection {
		const { selection, isOnce } = this.context;
		const includePastBizCards = selection.includePastBizCards && range.to > this.pastCardsLeftOutUntil;
		let { entryStatus } = selection;

		if (range.kind === 'waiting') {
			entryStatus = [PENDING_STATUS];
		} else if (isOnce && entryStatus.length > 0) {
			entryStatus = [...ENTRY_STATUSES];
		}
		return { ...selection, includePastBizCards, entryStatus };
	}
}

/**
 * A range whose token was refused, at the beginning of its walk.
 *
 * @throws PageRefused where there was no token to refuse
 * @throws ParameterError after too many of them
 */
function beginWalkAgain(range: UnreadRange, refusal: PageRefused): UnreadRange {
	const { walk, refused = 0 } = range;
	if (walk?.token === undefined) throw refusal;
	if (refused === MAX_REFUSED_TOKENS) {
		throw parameterError(
			'state',
			'The service keeps refusing its own page tokens, so the trigger cannot read the list to its end',
		);
	}
	return { ...range, walk: { to: walk.to }, refused: refused + 1 };
}
