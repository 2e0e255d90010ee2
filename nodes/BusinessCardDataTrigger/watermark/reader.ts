import type { IDataObject } from 'n8n-workflow';
import { catchAs, ENTRY_STATUSES, isAscending, OutOfTime, PageRefused, showsFrom, step, termOf } from '../../shared';
import type { SourceRecord } from './content';
import type { Judge } from './judge';
import { nthNewest } from './judge';
import type { PollOptions } from './poll';
import { FIRST_SECOND, LAST_SECOND, NEVER } from './state';
import type { LeftRange, Range, Selection, TriggerState } from './state';

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

/** Records of the service that have to show a time before it counts as reached: single ones may be stamped wrongly. */
export const WITNESSES = 10;

/** A card that is being processed fires when that is over. */
export const PENDING_STATUS = 'processing';

/** Readings by token of one second: one that shows nothing new ends them. */
const MAX_ROUNDS = 3;

/** Times of a page that may look as if they were in order, and are not. */
const FEW_TIMES = 4;

/** Tokens in a row that are refused before the trigger says so. */
const MAX_REFUSED_TOKENS = 50;

/** The times of a page that can be read. */
export function readableOf({ records }: SourcePage): number[] {
	return records.flatMap(({ updated }) => (updated === undefined ? [] : [updated]));
}

/**
 * What to ask for. What fires once is met before it has a chosen status, or its completion could not be told from the
 * change of an old card.
 */
export function askedBy({ selection, isOnce }: Pick<PollOptions, 'selection' | 'isOnce'>): Selection {
	const hasStatus = isOnce && selection.entryStatus.length > 0;
	return hasStatus ? { ...selection, entryStatus: [...ENTRY_STATUSES] } : selection;
}

/** The service gives page tokens that it does not take. */
export class TokensRefused extends Error {
	constructor() {
		super('The service keeps refusing its own page tokens, so the list cannot be read to its end');
	}
}

/** A page of a range failed; nothing of the range from there on has been read. */
export class PageFailed extends Error {
	constructor(
		readonly range: Range,
		readonly reason: unknown,
	) {
		super('A page failed');
	}
}

/** The position of a record that the poll has no room for: what is not in order may hide earlier ones behind it. */
function hasReadTo({ updated = NEVER }: SourceRecord, { at, walk }: Range, page: SourcePage): number {
	return walk || !isAscending(readableOf(page)) ? at : Math.max(at, updated);
}

/** The earlier part of a range whose list has no order: up to the middle one of the times that a page of it shows. */
function firstPartOf<R extends Range>(range: R, page: SourcePage): R {
	const { at, to, ends = [] } = range;
	const seconds = readableOf(page).sort((a, b) => a - b);
	const middle = Math.max(at, Math.min(seconds[seconds.length >> 1] ?? at, to - 1));
	return { ...range, to: middle, ends: [...ends, to] };
}

/** The part of a range that follows the present one. */
function nextPartOf({ to, ends = [] }: Range): Range | undefined {
	const end = ends[ends.length - 1];
	return end === undefined ? undefined : { at: to + 1, to: end, ends: ends.slice(0, -1) };
}

export interface ReaderOptions extends PollOptions {
	readonly state: TriggerState;
	readonly judge: Judge;
	readonly horizon: number;
}

/** Reads time ranges page by page, and collects what is new. */
export class Reader {
	/** What will be emitted, with the time that decides its place. */
	readonly emitted: Array<{ readonly time: number; readonly json: IDataObject }> = [];

	/** The last time of each record that was met, as far as it is believed. */
	private readonly met = new Map<string, number>();

	/** Whether the last page showed anything new. */
	private hasNews = false;

	constructor(private readonly options: ReaderOptions) {}

	/** The newest second that enough of the records that were met show; `NEVER` when they are too few. */
	get newest(): number {
		return nthNewest([...this.met.values()], WITNESSES);
	}

	/**
	 * Reads a range as far as the poll goes.
	 *
	 * @param hear is told of the first page
	 * @returns what is left of it; `undefined` when it has been read to its end
	 * @throws PageFailed when a page of it cannot be had
	 */
	async read<R extends Range>(begin: R, hear?: (page: SourcePage) => Promise<void>): Promise<R | undefined> {
		let range: R | undefined = begin;
		for (let pages = 0; range && this.options.budget.mayRead; pages += 1) {
			const page = await this.ask(range);
			if (page === 'late') return range;
			if (page === 'refused') {
				range = this.beginAgain(range);
				continue;
			}
			if (pages === 0) await hear?.(page);
			const untaken = this.take(page.records, range);
			const isInOrder = await this.isInOrder(range, page);
			if (isInOrder === 'late') return range;
			if (!isInOrder) range = firstPartOf(range, page);
			else if (untaken) return { ...range, at: hasReadTo(untaken, range, page) };
			else range = this.follow(range, page);
		}
		return range;
	}

	/**
	 * Whether a page leads on by its times. A list may have no order, and look as if it had: then it hides some of what
	 * lies before its last record. That is asked for where a range begins, and where there are too few times to tell.
	 */
	private async isInOrder(range: Range, page: SourcePage): Promise<boolean | 'late'> {
		const { at, to, walk } = range;
		if (walk || page.nextToken === undefined || at === to) return true;
		const readable = readableOf(page);
		const [first = at] = readable;
		const last = readable[readable.length - 1] ?? at;
		const isSure = last <= at || (first <= at && new Set(readable).size > FEW_TIMES);
		if (isSure || !isAscending(readable)) return isAscending(readable);
		const shown = new Set(page.records.map(({ id }) => id));
		// Whether the last bound belongs to the range is not known: the second before the last record is asked for by itself.
		for (const part of [
			{ at, to: last - 2 },
			{ at: last - 1, to: last - 1 },
		]) {
			const before = await catchAs(this.ask(part), PageFailed);
			if (before instanceof PageFailed) throw new PageFailed(range, before.reason);
			if (typeof before === 'string') return 'late';
			if (before.records.some(({ id, updated = last }) => !shown.has(id) && updated >= at && updated < last)) return false;
		}
		return true;
	}

	/** A token has expired, or was refused: its reading begins again, from the other end. */
	private beginAgain<R extends Range>(range: R): R {
		const refused = (range.refused ?? 0) + 1;
		if (refused > MAX_REFUSED_TOKENS) throw new TokensRefused();
		return { ...range, walk: range.walk && { to: range.walk.to }, isBackward: !range.isBackward || undefined, refused };
	}

	/** The newest records up to what can be believed, one page; none where it cannot be had. */
	async readNewest(): Promise<number[]> {
		const page = await catchAs(this.ask({ at: FIRST_SECOND, to: this.options.horizon, isBackward: true }), PageFailed);
		return typeof page === 'string' || page instanceof PageFailed ? [] : readableOf(page);
	}

	/** Asks for what is never there. @throws PageFailed when the service does not answer at all */
	async expectAnswer(): Promise<void> {
		await this.ask({ at: LAST_SECOND, to: LAST_SECOND });
	}

	/** Judges a record; false when it is new and does not fit the poll any longer. */
	takeOne(record: SourceRecord, time: number): boolean {
		const { judge, budget, passes } = this.options;
		const verdict = judge.judge(record);
		const isEmitted = verdict === 'new' && passes(record.json);
		if (isEmitted && !budget.hasRoom) return false;
		const { id, updated } = record;
		if (updated !== undefined && updated <= this.options.horizon) this.met.set(id, updated);
		if (verdict === 'known') return true;
		judge.note(record);
		this.hasNews = true;
		if (!isEmitted) return true;
		budget.spend();
		this.emitted.push({ time, json: record.json });
		return true;
	}

	/** Judges the records of a page. @returns the first one that the poll has no room for */
	private take(records: readonly SourceRecord[], range: Range & Partial<LeftRange>): SourceRecord | undefined {
		this.hasNews = false;
		let time = range.at;
		for (const record of records) {
			const { updated } = record;
			// The bounds may belong to the range or not; what lies outside is read elsewhere.
			if (updated !== undefined && (updated < range.at || updated > range.to)) continue;
			time = updated ?? time;
			if (range.isWaiting) this.hasNews = this.options.judge.await(record) || this.hasNews;
			else if (!this.takeOne(record, time)) return record;
		}
		return undefined;
	}

	/** Where to go on after a page. What is followed by token is read again until that shows nothing new. */
	private follow<R extends Range>(range: R, page: SourcePage): R | undefined {
		const seconds = page.records.map(({ updated }) => updated);
		const { state } = this.options;
		state.includesFrom ||= showsFrom(termOf(range, state.includesFrom), seconds);
		// A second that does not fit a page may be hidden by those beside it, which are shown with it.
		const isCrowded = range.at === range.to && !range.walk && page.nextToken !== undefined;
		const next = isCrowded
			? { ...range, walk: { to: range.to } }
			: (step(range, seconds, page.nextToken) ?? nextPartOf(range));
		if (!range.walk) return next && { ...range, walk: undefined, ...next };
		const { round = 1, walk } = range;
		const isFresh = range.isFresh === true || this.hasNews || undefined;
		const refused = walk.token === undefined ? range.refused : undefined;
		if (next?.walk) return { ...range, ...next, isFresh, refused };
		// What fits one page was shown at one moment.
		if (isFresh && walk.token !== undefined && round < MAX_ROUNDS)
			return { ...range, walk: { to: walk.to }, round: round + 1, isFresh: undefined };
		return (
			next && { ...range, walk: undefined, round: undefined, isFresh: undefined, isBackward: undefined, refused, ...next }
		);
	}

	/**
	 * What to ask for. Up to the second of an edit past cards are left out: which of them were there before they do not
	 * say.
	 */
	private selectionFor({ to, isWaiting }: Range & Partial<LeftRange>): Selection {
		const asked = askedBy(this.options);
		const includePastBizCards = asked.includePastBizCards && to > this.options.state.pastFrom;
		return { ...asked, includePastBizCards, ...(isWaiting ? { entryStatus: [PENDING_STATUS] } : {}) };
	}

	private async ask(range: Range & Partial<LeftRange>): Promise<SourcePage | 'late' | 'refused'> {
		const { isPageFailure, budget, state } = this.options;
		const { token } = range.walk ?? {};
		const request = {
			...termOf(range, state.includesFrom),
			token,
			orderDirection: range.isBackward ? 'desc' : 'asc',
		} as const;
		try {
			return await this.fetch(this.selectionFor(range), request);
		} catch (error) {
			if (error instanceof OutOfTime && budget.pages > 0) {
				budget.end();
				return 'late';
			}
			if (error instanceof PageRefused && token !== undefined) return 'refused';
			throw isPageFailure(error) ? new PageFailed(range, error) : error;
		}
	}

	private async fetch(selection: Selection, request: SourceRequest): Promise<SourcePage> {
		const page = await this.options.source.page(selection, request);
		this.options.budget.pages += 1;
		return page;
	}
}
