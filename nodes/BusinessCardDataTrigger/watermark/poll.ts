import type { IDataObject } from 'n8n-workflow';
import { catchAs, OutOfTime } from '../../shared';
import type { Budget } from '../budget';
import { activate, firstState, takeUpEdit } from './activation';
import { Judge } from './judge';
import { PageFailed, PENDING_STATUS, reachedBy, Reader } from './reader';
import type { RecordSource } from './reader';
import { TIMELESS } from './seen';
import { CLOCK_DIFFERENCE, FIRST_SECOND, KINDS, LAST_SECOND, NEVER } from './state';
import type { Kind, Pass, Range, Selection, TriggerState } from './state';

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

/** Every so many polls what cannot be read is tried again, before the present, and complained about. */
const RETRY_EVERY = 5;

/** More than this would make the state too large for n8n's database. */
const MAX_SEEN = 50_000;

/** The clock of this machine is so far behind that nothing which was seen can be forgotten. */
export class TooMuchToRemember extends Error {}

const isPresent = ({ kind }: Range) => kind === 'present';

/**
 * One poll: reads everything from the low watermark to the end, and emits what the window of what was seen does not
 * know.
 *
 * @param stored what the poll before remembers; it is changed, so that a copy is to be given
 * @throws whatever kept the poll from reading anything; then nothing has happened
 */
export async function pollWatermark(options: PollOptions, stored: TriggerState | undefined): Promise<PollResult> {
	const state = stored?.scope === options.scope ? stored : firstState(options);
	return await new Poll(options, state).run();
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

	constructor(
		private readonly options: PollOptions,
		private readonly state: TriggerState,
	) {
		this.horizon = options.local + CLOCK_DIFFERENCE;
		this.judge = new Judge(state, options.isOnce, this.horizon);
		this.reader = new Reader({ ...options, state, judge: this.judge, horizon: this.horizon });
	}

	async run(): Promise<PollResult> {
		const { state, judge, reader } = this;
		const begun = await catchAs(this.begin(), PageFailed);
		if (begun instanceof PageFailed) throw begun.reason;
		const retries = state.polls % RETRY_EVERY === 0;
		const beside: readonly Kind[] = retries ? ['failed', 'hidden', 'past'] : ['failed', 'past'];
		if (retries) await this.read(beside);
		const pass = await this.beginPass();
		await this.read(['present']);
		if (!retries) await this.read(beside);
		// Where all of it is left, at least the service answers.
		if (this.options.budget.pages === 0) await this.expectAnswer();
		this.moveOn(pass);
		state.seen = judge.seen.toText();
		state.pending = [...judge.pending];
		const records = reader.emitted.sort((a, b) => a.time - b.time).map(({ json }) => json);
		const isHidden = retries && this.trouble !== undefined && records.length === 0 && !state.left.every(isPresent);
		return { records, state, ...(isHidden ? { error: this.trouble } : {}) };
	}

	/** Takes up an activation or an edit, and looks for cards that wait for the end of their processing. */
	private async begin(): Promise<void> {
		const { state, options, reader } = this;
		const { isOnce, selection, budget } = options;
		const isNew = state.polls === 0;
		await (isNew ? activate(reader) : takeUpEdit(reader));
		state.polls += 1;
		// A card that was being processed before anybody looked has to be known, or its completion would not be new.
		const awaits = isOnce && selection.entryStatus.length > 0 && !selection.entryStatus.includes(PENDING_STATUS);
		if (isNew && awaits) state.left.push({ at: FIRST_SECOND, to: LAST_SECOND, kind: 'waiting' });
		const { pages } = budget;
		await this.read(['waiting']);
		// One that is finished before it was found would never fire.
		if (isNew && awaits && budget.pages === pages) throw new OutOfTime();
	}

	/** The reading of the present that is under way, or a new one. */
	private async beginPass(): Promise<Pass> {
		const { state, reader, horizon } = this;
		if (state.pass) return state.pass;
		const pass = this.passFromLow();
		await this.read(['present'], 1);
		// What has been reached has to be known before a long reading: what shows late behind it would be lost.
		if (!state.left.some(isPresent)) return pass;
		const newest = await catchAs(reader.page({ at: FIRST_SECOND, to: horizon }, 'desc'), PageFailed);
		if (!newest || newest instanceof PageFailed) return pass;
		this.noteReached(reachedBy(newest.records, horizon));
		return this.passFromLow();
	}

	/** A reading of the present: all from the low watermark on, less what has failed. */
	private passFromLow(): Pass {
		const { state, options } = this;
		state.left = state.left.filter((range) => !isPresent(range));
		const pass = { local: options.local, reached: state.reached, isAlone: state.left.length === 0 };
		const failed = state.left.filter(({ kind }) => kind === 'failed' || kind === 'hidden').sort((a, b) => a.at - b.at);
		let at = state.low;
		for (const range of [...failed, { at: LAST_SECOND + 1, to: LAST_SECOND + 1 }]) {
			if (range.at > at) state.left.push({ at, to: range.at - 1, kind: 'present' });
			at = Math.max(at, range.to + 1);
		}
		state.pass = pass;
		return pass;
	}

	/** Reads ranges of some kinds page by page, the most urgent first, as far as the poll goes. */
	private async read(kinds: readonly Kind[], pages = Infinity): Promise<void> {
		const { state, options, reader } = this;
		const tried = new Set<Range>();
		for (let page = 0; page < pages && options.budget.mayRead; page += 1) {
			const [range] = state.left.filter((one) => kinds.includes(one.kind) && !tried.has(one)).sort(byUrgency);
			if (!range) return;
			let rest = await catchAs(reader.read(range), PageFailed);
			if (rest instanceof PageFailed) {
				await this.bear(rest);
				rest = this.divide(range);
				if (rest.length === 1) for (const one of rest) tried.add(one);
			}
			state.left = [...state.left.filter((one) => one !== range), ...rest];
		}
	}

	/** Goes on where a single page fails; at activation, or where the service does not answer at all, the poll fails. */
	private async bear({ reason }: PageFailed): Promise<void> {
		this.trouble = reason;
		if (this.state.polls === 1) throw reason;
		if (this.isAlive) return;
		if ((await catchAs(this.expectAnswer(), PageFailed)) instanceof PageFailed) throw reason;
		this.isAlive = true;
	}

	/** Asks for what is never there. @throws PageFailed when the service does not answer at all */
	private async expectAnswer(): Promise<void> {
		await this.reader.page({ at: LAST_SECOND, to: LAST_SECOND }, 'asc');
	}

	/** What has failed in two parts, before and behind the horizon or halves; one where it cannot be divided. */
	private divide({ at, to, kind }: Range): Range[] {
		if (kind === 'waiting') return [{ at, to, kind }];
		if (at === to) return [{ at, to, kind: 'hidden' }];
		const isAhead = at <= this.horizon && to > this.horizon;
		const middle = isAhead ? this.horizon : Math.floor((at + to) / 2);
		return [
			{ at, to: middle, kind: 'failed' },
			{ at: middle + 1, to, kind: isAhead ? kind : 'failed' },
		];
	}

	private noteReached(second: number): void {
		const { state, options } = this;
		if (second <= state.reached) return;
		state.reached = second;
		state.reachedAt = options.local;
	}

	/** Moves the low watermark as far as the reading of the present has come, and forgets what lies below it. */
	private moveOn(pass: Pass): void {
		const { state, options, reader } = this;
		const { left } = state;
		const present = left.filter(isPresent);
		const isOver = present.length === 0;
		state.reachedAt = Math.min(state.reachedAt, options.local);
		// By then everything up to there had become visible.
		const isIdle = isOver && pass.local - state.reachedAt > options.overlap + CLOCK_DIFFERENCE;
		const settled = isIdle ? pass.reached + 1 : pass.reached - options.overlap;
		if (pass.reached !== NEVER) state.low = Math.max(state.low, Math.min(settled, ...present.map(({ at }) => at)));
		this.noteReached(reader.reached);
		if (isOver) state.pass = undefined;
		const isRead = isOver && pass.isAlone && left.length === 0;
		if (isRead) {
			state.cutoff = Math.max(state.cutoff, state.low);
			state.baselines = state.baselines.filter(({ former, until }) => former && until >= state.low);
			for (const baseline of state.baselines) baseline.isOpen = false;
		}
		this.forget(isRead && pass.local === options.local);
	}

	/** @param isRead whether nothing was left beside the present, and that has been read */
	private forget(isRead: boolean): void {
		const { state, options, judge } = this;
		const isLeft = (second: number) => state.left.some(({ at, to }) => second >= at && second <= to);
		judge.seen.forget((second, isMetAgain) => {
			if (second === TIMELESS) return isRead && !isMetAgain;
			return options.isOnce ? second < state.cutoff : second < state.low && !isLeft(second);
		});
		if (judge.seen.size > MAX_SEEN) throw new TooMuchToRemember();
	}
}

/** What waits for the end of its processing, the present in order, what has failed with the widest part first. */
function byUrgency(one: Range, other: Range): number {
	const byKind = KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);
	if (byKind !== 0) return byKind;
	return one.kind === 'failed' ? other.to - other.at - (one.to - one.at) : one.at - other.at;
}
