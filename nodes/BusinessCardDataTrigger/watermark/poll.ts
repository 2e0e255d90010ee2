import type { IDataObject } from 'n8n-workflow';
import { catchAs, OutOfTime } from '../../shared';
import { activate, takeUpEdit } from './activation';
import type { Budget } from '../budget';
import { Judge, nthNewest } from './judge';
import { PageFailed, PENDING_STATUS, readableOf, Reader, WITNESSES } from './reader';
import type { RecordSource, SourcePage } from './reader';
import { TIMELESS } from './seen';
import { endOf, FIRST_SECOND, LAST_SECOND, NEVER } from './state';
import type { Begun, LeftRange, Range, Selection, TriggerState } from './state';

/** What a poll goes by. */
export interface PollOptions {
	/** Whether a record is emitted when it is there for the first time, or each of its states. */
	readonly isOnce: boolean;
	readonly scope: string;
	readonly selection: Selection;
	/** Which records are emitted; the others are judged like them. */
	readonly passes: (record: IDataObject) => boolean;
	/** Seconds a change may take to become visible. */
	readonly overlap: number;
	/** Seconds since 1970 from which on changes are emitted at activation. */
	readonly startFrom: number | undefined;
	readonly source: RecordSource;
	readonly budget: Budget;
	/** The clock of this machine at the beginning of the poll, seconds since 1970. */
	readonly local: number;
	/**
	 * Tells an error of one page (the service breaks down, the connection is lost) from one that concerns the whole poll.
	 */
	readonly isPageFailure: (error: unknown) => boolean;
}

/** What a poll comes to. */
export interface PollResult {
	readonly records: IDataObject[];
	readonly state: TriggerState;
	/** Set when the state is to be kept, and the poll to fail all the same: something cannot be read. */
	readonly error?: unknown;
}

/** The clocks of this machine and the service differ by so much, seconds. */
export const CLOCK_DIFFERENCE = 600;

/** Every so many polls what cannot be read is tried again, before the present, and complained about. */
const RETRY_EVERY = 5;

/** More than this would make the state too large for n8n's database. */
const MAX_SEEN = 50_000;

/** The clock of this machine is so far behind that nothing which was seen can be forgotten. */
export class TooMuchToRemember extends Error {}

/**
 * One poll: reads everything from the low watermark to the end, and emits what the window of what was seen does not
 * know.
 *
 * @param stored what the poll before remembers; it is changed, so that a copy is to be given
 * @throws whatever kept the poll from reading anything; then nothing has happened
 */
export async function pollWatermark(options: PollOptions, stored: TriggerState | undefined): Promise<PollResult> {
	if (stored?.scope === options.scope) return await new Poll(options, stored).run();
	const { state, newest } = await activate(options, options.local + CLOCK_DIFFERENCE);
	return await new Poll(options, state, newest).run();
}

/** One poll under way. Nothing is stored before its end. */
class Poll {
	private readonly reader: Reader;

	private readonly judge: Judge;

	/** Behind it no time of a record is believed. */
	private readonly horizon: number;

	/** Whether the service has answered since a page failed. */
	private isAlive = false;

	/** What a page that failed ran into. */
	private trouble: unknown;

	/** @param newest the newest records, where this is the first poll */
	constructor(
		private readonly options: PollOptions,
		private readonly state: TriggerState,
		private readonly newest?: SourcePage,
	) {
		const { isOnce, startFrom, local } = options;
		this.horizon = local + CLOCK_DIFFERENCE;
		this.judge = new Judge(state, { isOnce, startFrom, isFirst: newest !== undefined, horizon: this.horizon });
		this.reader = new Reader({ ...options, state, judge: this.judge, horizon: this.horizon });
	}

	async run(): Promise<PollResult> {
		const { state, judge, reader, newest } = this;
		state.polls += 1;
		const retries = state.polls % RETRY_EVERY === 0;
		if (newest) {
			this.noteNewest(newest);
			if (this.awaitsCards())
				state.left.push({ at: FIRST_SECOND, to: LAST_SECOND, walk: { to: LAST_SECOND }, isWaiting: true });
		} else {
			takeUpEdit(state, judge, this.options);
		}
		// One that is finished before it was found would never fire.
		await this.readLeft(({ isWaiting }) => isWaiting === true);
		if (newest && state.left.some(({ isWaiting, walk, round }) => isWaiting && !walk?.token && !round))
			throw new OutOfTime();
		if (retries) await this.readLeft(() => true);
		const begun = await this.readPresent();
		if (!retries) await this.readLeft((range) => !isSecond(range));
		// Where all of it is left, at least the service answers.
		if (this.options.budget.pages === 0) await reader.expectAnswer();
		state.reached.met = reader.newest;
		this.moveOn(begun);
		state.seen = judge.seen.toText();
		state.pending = [...judge.pending];
		const records = reader.emitted.sort((a, b) => a.time - b.time).map(({ json }) => json);
		const isHidden = retries && this.trouble !== undefined && records.length === 0 && state.left.length > 0;
		return { records, state, ...(isHidden ? { error: this.trouble } : {}) };
	}

	/** A card that was being processed before anybody looked has to be known, or its completion would not be new. */
	private awaitsCards(): boolean {
		const { isOnce, selection } = this.options;
		return isOnce && selection.entryStatus.length > 0 && !selection.entryStatus.includes(PENDING_STATUS);
	}

	/**
	 * What the newest page shows at activation is known at once: should the rest take several polls, it cannot be told
	 * from later changes.
	 */
	private noteNewest({ records }: SourcePage): void {
		if (this.options.startFrom !== undefined) return;
		for (const record of records) if ((record.updated ?? Infinity) >= this.state.low) this.reader.takeOne(record, 0);
	}

	/**
	 * Reads the present: from where the last poll stopped, or from the low watermark, to the end of time.
	 *
	 * @returns how it had begun; `undefined` when it has not come to its end
	 */
	private async readPresent(): Promise<Begun | undefined> {
		const { state, options } = this;
		const { pass } = state;
		const begun = pass?.begun ?? { local: options.local, isAlone: state.left.length === 0 };
		let hear = pass ? undefined : async (page: SourcePage) => await this.findReached(page);
		let range: Range | undefined = pass ?? this.segmentFrom(state.low);
		for (state.pass = undefined; range; range = this.segmentFrom(endOf(range) + 1)) {
			const { rest, failedTo } = await this.readSegment(range, hear);
			hear = undefined;
			state.pass = rest && { ...rest, begun };
			if (rest) return undefined;
			if (failedTo !== undefined) range = { at: failedTo, to: failedTo };
		}
		return begun;
	}

	/** Reads a part of the present. A page that fails is left with what lies before the horizon, and divided there. */
	private async readSegment(
		range: Range,
		hear?: (page: SourcePage) => Promise<void>,
	): Promise<{ rest?: Range; failedTo?: number }> {
		const rest = await catchAs(this.reader.read(range, hear), PageFailed);
		if (!(rest instanceof PageFailed)) return { rest };
		await this.bear(rest);
		const { at, to } = rest.range;
		const failedTo = at <= this.horizon ? Math.min(to, this.horizon) : to;
		this.state.left.push({ at, to: failedTo, isFailed: true });
		return { failedTo };
	}

	/**
	 * From a second on what can be read in one go: between what was left, and to the second up to which past cards are
	 * left out.
	 */
	private segmentFrom(second: number): Range | undefined {
		const { left, pastFrom } = this.state;
		const failed = left.filter(({ isFailed, isWaiting }) => isFailed && !isWaiting).sort((a, b) => a.at - b.at);
		let at = second;
		for (const range of failed) if (range.at <= at && endOf(range) >= at) at = endOf(range) + 1;
		const next = failed.find((range) => range.at > at);
		const hasPast = this.options.selection.includePastBizCards && at <= pastFrom;
		const to = Math.min(next ? next.at - 1 : LAST_SECOND, hasPast ? pastFrom : LAST_SECOND);
		return at > LAST_SECOND ? undefined : { at, to };
	}

	/** What the service had reached when a pass begins: behind a long one nothing late is to be lost. */
	private async findReached(page: SourcePage): Promise<void> {
		const { reached } = this.state;
		const newest = page.nextToken === undefined ? readableOf(page) : await this.reader.readNewest();
		const believed = newest.filter((second) => second <= this.horizon);
		const second = Math.max(reached.met, nthNewest(believed, WITNESSES));
		if (second <= reached.second) return;
		reached.second = second;
		reached.since = this.options.local;
	}

	/**
	 * Goes on where a single page fails; where the service does not answer at all, or nothing was ever read, the poll
	 * fails.
	 */
	private async bear({ reason }: PageFailed): Promise<void> {
		this.trouble = reason;
		if (this.newest) throw reason;
		if (this.isAlive) return;
		if ((await catchAs(this.reader.expectAnswer(), PageFailed)) instanceof PageFailed) throw reason;
		this.isAlive = true;
	}

	/**
	 * Reads what was left beside the present: what failed first, the widest part of it before the others, what was tried
	 * last at the end.
	 */
	private async readLeft(isMeant: (range: LeftRange) => boolean): Promise<void> {
		const { state, options, reader } = this;
		const queue = state.left.filter(isMeant);
		const others = state.left.filter((range) => !isMeant(range));
		const tried: LeftRange[] = [];
		while (queue.length > 0 && options.budget.mayRead) {
			const range = queue.sort(byUrgency).shift();
			if (!range) break;
			const rest = await catchAs(reader.read(range), PageFailed);
			if (!(rest instanceof PageFailed)) {
				if (rest) tried.push(rest);
				continue;
			}
			await this.bear(rest);
			const failed: LeftRange = { at: rest.range.at, to: endOf(range), isFailed: true, isWaiting: range.isWaiting };
			if (isSecond(failed) || failed.isWaiting) tried.push(failed);
			else queue.push(...halvesOf(failed));
		}
		state.left = [...others, ...queue, ...tried];
	}

	/**
	 * Moves the low watermark, and forgets what lies below it.
	 *
	 * @param begun how the reading of the present had begun that has come to its end
	 */
	private moveOn(begun: Begun | undefined): void {
		const { state, judge, options } = this;
		const { reached, pass, left } = state;
		const { overlap, local, isOnce } = options;
		reached.since = Math.min(reached.since, local);
		// By then everything up to there had become visible.
		const isIdle = begun && begun.local - reached.since > overlap + CLOCK_DIFFERENCE;
		const settled = isIdle ? reached.second + 1 : reached.second - overlap;
		if (reached.second !== NEVER) state.low = Math.max(state.low, Math.min(settled, pass?.at ?? settled));
		const { low } = state;
		for (const former of state.formers) {
			if (begun) former.holdsUnplaced = false;
			if (former.until === NEVER) former.until = reached.second;
		}
		const isRead = begun?.isAlone === true && left.length === 0;
		if (isRead) {
			state.cutoff = Math.max(state.cutoff, low);
			if (state.baseline?.holdsUnplaced) state.baseline = undefined;
			state.formers = state.formers.filter(({ until }) => until >= low);
		}
		const isLeft = (second: number) => left.some((range) => second >= range.at && second <= endOf(range));
		judge.seen.forget((second) => {
			if (second >= TIMELESS) return isRead && second - TIMELESS < low;
			return isOnce ? second < state.cutoff : second < low && !isLeft(second);
		});
		if (judge.seen.size > MAX_SEEN) throw new TooMuchToRemember();
	}
}

function isSecond(range: Range): boolean {
	return range.at === endOf(range);
}

function halvesOf({ at, to }: LeftRange): LeftRange[] {
	const middle = Math.floor((at + to) / 2);
	return [
		{ at: middle + 1, to, isFailed: true },
		{ at, to: middle, isFailed: true },
	];
}

function byUrgency(one: LeftRange, other: LeftRange): number {
	const width = (range: Range) => endOf(range) - range.at;
	return Number(other.isFailed ?? false) - Number(one.isFailed ?? false) || width(other) - width(one);
}
