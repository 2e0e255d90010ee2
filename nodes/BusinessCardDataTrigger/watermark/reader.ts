import {
	catchAs,
	ENTRY_STATUSES,
	fault,
	isAscending,
	OutOfTime,
	PageRefused,
	requestedSeconds,
	step,
} from '../../shared';
import type { SourceRecord } from './content';
import type { Judge, Verdict } from './judge';
import type { PollOptions } from './poll';
import { NEVER } from './state';
import type { Range, Selection, TriggerState } from './state';

/** A time range as it is put to the service, bounds in seconds since 1970. */
export interface SourceRequest {
	readonly from: number;
	readonly to: number;
	readonly token?: string;
	readonly orderDirection: 'asc' | 'desc';
}

/** Records of one time range in the order of their update times, as the service gives them in one response. */
export interface SourcePage {
	readonly records: readonly SourceRecord[];
	/** Set when the range has more. */
	readonly nextToken: string | undefined;
}

/** Where the trigger reads from: the service, or in tests a model of it. */
export interface RecordSource {
	/**
	 * One page; of empty ones that promise more, the first one behind them that shows a record.
	 *
	 * @throws PageRefused when the token is not accepted (any longer)
	 * @throws OutOfTime when there is no answer in the time of the poll
	 */
	page(selection: Selection, request: SourceRequest): Promise<SourcePage>;
}

/** A card that is being processed fires when that is over. */
export const PENDING_STATUS = 'processing';

/** Records of the service that have to show a time before it counts as reached: single ones may be stamped wrongly. */
const WITNESSES = 10;

/** Tokens of one range that are refused before the trigger says so. */
const MAX_REFUSED_TOKENS = 50;

/** A page failed; nothing of it has been read. */
export class PageFailed extends Error {
	constructor(readonly reason: unknown) {
		super();
	}
}

/** The times of records that can be read. */
function secondsOf(records: readonly SourceRecord[]): number[] {
	return records.flatMap(({ updated }) => updated ?? []);
}

/** All that a poll goes by. */
export interface PollContext extends PollOptions {
	readonly state: TriggerState;
	readonly judge: Judge;
	/** Beyond it no time of a record is believed. */
	readonly horizon: number;
}

/** A range in two: up to a second, without that to its middle, and the rest. */
export function cut({ at, to, kind }: Range, second = Math.floor((at + to) / 2)): [Range, Range] {
	const end = Math.max(at, Math.min(second, to - 1));
	return [
		{ at, to: end, kind },
		{ at: end + 1, to, kind },
	];
}

/** Reads time ranges page by page, and collects what is new. */
export class Reader {
	/** What will be emitted. */
	readonly emitted: SourceRecord[] = [];

	/** Pages that were read: with any, a poll that runs out of time has done something. */
	answers = 0;

	/** Whether no answer came in the time of the poll. */
	private isOver = false;

	constructor(readonly context: PollContext) {}

	/** Whether another page may be read. */
	get mayRead(): boolean {
		return this.emitted.length < this.context.maxRecords && !this.isOver;
	}

	/**
	 * Reads a page of a range.
	 *
	 * @returns what is still to be read of it, in order
	 * @throws PageFailed when the page cannot be had
	 * @throws ParameterError when its tokens are refused on and on
	 */
	async read(range: Range): Promise<Range[]> {
		if (range.at <= this.pastCardsAfter && this.pastCardsAfter < range.to) return cut(range, this.pastCardsAfter);
		const { walk, refused = 0 } = range;
		// A token that expires between two polls would do so at the same place again: the walk begins at the other end.
		const page = await catchAs(this.page(range, refused % 2 === 1 ? 'desc' : 'asc'), PageRefused);
		if (!page) return [range];
		if (page instanceof PageRefused) {
			if (walk?.token === undefined) throw page;
			if (refused === MAX_REFUSED_TOKENS) {
				throw fault('state', 'The service keeps refusing its own page tokens, so the list cannot be read to its end');
			}
			return [{ ...range, walk: { to: walk.to }, refused: refused + 1 }];
		}
		return this.take(range, page);
	}

	/** Takes up a page of a range that begins with the oldest. @returns what is still to be read of it, in order */
	take(range: Range, page: SourcePage): Range[] {
		const { at, to } = range;
		const { state } = this.context;
		// Where one second can be read again, the others may be: none of them waits for its turn.
		if (range.kind === 'hidden') for (const one of state.left) if (one.kind === 'hidden') one.kind = 'failed';
		// The bounds may belong to the range or not; what lies outside is read elsewhere.
		const own = page.records.filter(({ updated = at }) => updated >= at && updated <= to);
		const verdicts = own.map((record) => this.takeOne(record));
		const untaken = own[verdicts.indexOf(undefined)];
		const hasNews = range.hasNews || verdicts.some((verdict) => verdict !== undefined && verdict !== 'known');
		const hidesWhatComesFirst = !range.walk && page.nextToken !== undefined && !this.isInOrder(page);
		// A list of cards that are being processed is short.
		const byToken = range.walk ?? (range.kind === 'waiting' || (hidesWhatComesFirst && at === to) ? { to } : undefined);
		if (byToken) return untaken ? [{ ...range, hasNews }] : this.follow({ ...range, walk: byToken, hasNews }, page);
		const seconds = secondsOf(page.records).sort((a, b) => a - b);
		if (hidesWhatComesFirst) return cut(range, seconds[seconds.length >> 1]);
		if (!untaken) return this.follow(range, page);
		return [state.keepsOrder ? { ...range, at: Math.max(at, untaken.updated ?? NEVER) } : range];
	}

	/**
	 * Asks for a page, and notes what has been reached.
	 *
	 * @returns `undefined` when there is no answer in the time of the poll, which is over then
	 * @throws OutOfTime when there was none before either
	 * @throws PageFailed, PageRefused
	 */
	async page(range: Range, orderDirection: 'asc' | 'desc'): Promise<SourcePage | undefined> {
		const { source, isPageFailure, state, horizon, local } = this.context;
		const request = { ...requestedSeconds(range, state), token: range.walk?.token, orderDirection };
		try {
			const page = await source.page(this.selectionFor(range), request);
			this.answers += 1;
			// The newest believed second that enough of the records show has been reached.
			const believed = secondsOf(page.records).filter((second) => second <= horizon);
			const reached = believed.sort((a, b) => b - a)[WITNESSES - 1] ?? NEVER;
			if (reached > state.reached) Object.assign(state, { reached, reachedAt: local });
			return page;
		} catch (error) {
			if (!(error instanceof OutOfTime) || this.answers === 0) throw isPageFailure(error) ? new PageFailed(error) : error;
			this.isOver = true;
			return undefined;
		}
	}

	/** Takes up a record. @returns what it means; `undefined` where the poll has no room for another one that is new */
	takeOne(record: SourceRecord): Verdict | undefined {
		const { judge, passes, maxRecords } = this.context;
		if (this.emitted.length >= maxRecords) return undefined;
		const verdict = judge.meet(record);
		if (verdict === 'new' && passes(record.json)) this.emitted.push(record);
		return verdict;
	}

	/**
	 * Whether pages lead on by their times. A list may come in descending order of registration, whatever it was asked for
	 * (spec: E1), and a page of it look as if it were in order: one that is not descending by registration proves it.
	 */
	private isInOrder({ records }: SourcePage): boolean {
		const { state } = this.context;
		const backward = records.flatMap(({ registered }) => registered ?? []).reverse();
		if (!isAscending(secondsOf(records))) state.keepsOrder = false;
		else if (!isAscending(backward)) state.keepsOrder = true;
		return state.keepsOrder;
	}

	/** Where to go on after a page. What is followed by token is read again until that shows nothing new. */
	private follow(range: Range, page: SourcePage): Range[] {
		const { kind, walk, hasNews } = range;
		const seconds = secondsOf(page.records);
		this.context.state.includesFrom ||= seconds.includes(range.at - 1);
		const next = step(range, seconds, page.nextToken);
		if (walk && next?.walk) return [{ ...range, ...next }];
		// What fits one page was shown at one moment.
		if (hasNews && walk?.token !== undefined) return [{ ...range, walk: { to: walk.to }, hasNews: false }];
		return next ? [{ ...next, kind }] : [];
	}

	/**
	 * Up to the second of an edit past cards are left out, because they were when the polls before read it: which of them
	 * were there before they do not say.
	 */
	get pastCardsAfter(): number {
		const { selection, state } = this.context;
		const edits = state.baselines.filter(({ former }) => former?.includePastBizCards === false);
		return selection.includePastBizCards ? Math.max(NEVER, ...edits.map(({ until }) => until)) : NEVER;
	}

	/**
	 * What to ask for. What fires once is met before it has a chosen status, or its completion could not be told from the
	 * change of an old card.
	 */
	private selectionFor({ to, kind }: Range): Selection {
		const { selection, isOnce } = this.context;
		const includePastBizCards = selection.includePastBizCards && to > this.pastCardsAfter;
		const all = isOnce && selection.entryStatus.length > 0 ? [...ENTRY_STATUSES] : selection.entryStatus;
		return { ...selection, includePastBizCards, entryStatus: kind === 'waiting' ? [PENDING_STATUS] : all };
	}
}
