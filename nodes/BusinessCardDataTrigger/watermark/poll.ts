import type { IDataObject } from 'n8n-workflow';
import { catchAs, fault, OutOfTime } from '../../shared';
import { activate, takeUpEdit } from './activation';
import type { SourceRecord } from './content';
import { Judge } from './judge';
import { cut, PageFailed, Reader } from './reader';
import type { RecordSource } from './reader';
import { TIMELESS, WAITING } from './seen';
import { CLOCK_DIFFERENCE, firstState, LAST_SECOND, NEVER } from './state';
import type { Baseline, Kind, Range, Selection, TriggerState } from './state';

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
	/** Records that are emitted at most. */
	readonly maxRecords: number;
	/** The clock of this machine at the beginning of the poll, seconds since 1970. */
	readonly local: number;
	/** Tells an error of one page (the service breaks down, the connection is lost) from one of the whole poll. */
	readonly isPageFailure: (error: unknown) => boolean;
}

/** What a poll comes to. */
export interface PollResult<S = TriggerState> {
	readonly records: IDataObject[];
	readonly state: S;
	/** Set when the state is to be kept, and the poll to fail all the same: something cannot be read. */
	readonly error?: unknown;
}

/** Every so many polls what cannot be read is tried again, before the present, and complained about. */
const RETRY_EVERY = 5;

/** A poll has time for so many slow answers: where one ends with fewer, something was in the way. */
const LEAST_ANSWERS = 5;

/** More than this that lie ahead would make the state too large for n8n's database: they are never forgotten. */
const MAX_AHEAD = 50_000;

/**
 * With more than this to remember, what shows no readable time is forgotten once it is not met again, and a card that
 * still cannot be read is given up (events that fire once).
 */
const MANY = 25_000;

const isPresent = ({ kind }: Range) => kind === 'present';
const isHidden = ({ kind }: Range) => kind === 'hidden';
const hasFailed = (range: Range) => range.kind === 'failed' || isHidden(range);

/**
 * One poll: reads everything from the low watermark to the end, and emits what the seen window does not know. The rest
 * answers four questions, which docs/internals/trigger.md explains.
 *
 * @param stored what the poll before remembers; it is changed, so that a copy is to be given
 * @throws whatever kept the poll from reading anything; then nothing has happened
 */
export async function pollWatermark(options: PollOptions, stored: TriggerState | undefined): Promise<PollResult> {
	const state = stored?.scope === options.scope ? stored : firstState(options.scope, options.selection, options.local);
	const horizon = options.local + CLOCK_DIFFERENCE;
	const context = { ...options, state, horizon, judge: new Judge(state, options.isOnce, horizon) };
	const result = await catchAs(new Poll(new Reader(context)).run(), PageFailed);
	if (result instanceof PageFailed) throw result.reason;
	return result;
}

/** One poll under way. Nothing is stored before its end. */
class Poll {
	/** What a page that failed ran into; the service has answered since. */
	private trouble: unknown;

	/** Ranges that failed and cannot be divided: one more try in this poll would be in vain. */
	private readonly givenUp = new Set<Range>();

	/** Whether the reading of the present began in this poll, with nothing else left that can be read. */
	private readsAll = false;

	/** What an edit shows, past cards among it: see `takeUpEdit`. */
	private shownByEdit: readonly SourceRecord[] = [];

	constructor(private readonly reader: Reader) {}

	async run(): Promise<PollResult> {
		const { reader } = this;
		const { state, judge } = reader.context;
		if (state.polls === 0) await activate(reader);
		else this.shownByEdit = await takeUpEdit(reader);
		state.polls += 1;
		await this.read('waiting');
		// A card that is being processed has to be known before it is finished, or that would not be new.
		const wasCutShort = state.polls === 1 && reader.answers < LEAST_ANSWERS && this.trouble === undefined;
		if (wasCutShort && state.left.some(({ kind }) => kind === 'waiting')) throw new OutOfTime();
		const retries = state.polls % RETRY_EVERY === 0;
		if (retries) await this.read('failed', 'hidden', 'past');
		if (state.target === undefined) await this.beginPass();
		await this.read('present');
		// What keeps failing does not keep the past waiting.
		const others: readonly Kind[] = state.polls % 2 === 0 ? ['failed', 'past'] : ['past', 'failed'];
		await this.read(...others);
		this.moveOn();
		state.seen = judge.seen.toText();
		const at = ({ updated = LAST_SECOND }: SourceRecord) => updated;
		const records = reader.emitted.sort((a, b) => at(a) - at(b)).map(({ json }) => json);
		const isLacking = state.left.some((range) => hasFailed(range) || range.kind === 'waiting');
		const mustComplain = retries && records.length === 0 && isLacking;
		return { records, state, error: mustComplain ? this.trouble : undefined };
	}

	/**
	 * Begins a reading of the present, all from the low watermark on but for what has failed: with the newest page after
	 * that, which often is all. What has been reached is taken before a reading of several pages: what becomes visible
	 * meanwhile, in a part that was read, has to stay above the new watermark.
	 */
	private async beginPass(): Promise<void> {
		const { reader } = this;
		const { state, local, overlap } = reader.context;
		const others = state.left.filter((range) => !isPresent(range));
		const failed = others.filter(hasFailed);
		const at = Math.min(Math.max(state.low, ...failed.map(({ to }) => to + 1)), LAST_SECOND);
		const end: Range = { at, to: LAST_SECOND, kind: 'present' };
		const newest = await catchAs(reader.page(end, 'desc'), PageFailed);
		// What has not moved for so long has nothing below it that could still show.
		const isIdle = local - state.reachedAt > overlap + CLOCK_DIFFERENCE;
		state.target = isIdle ? state.reached + 1 : state.reached - overlap;
		this.readsAll = others.every(isHidden);
		const isPage = newest && !(newest instanceof PageFailed);
		const isWhole = isPage && newest.nextToken === undefined && reader.pastCardsAfter < at;
		const rest = isWhole ? reader.take(end, { ...newest, records: [...newest.records].reverse() }) : [end];
		state.left = [...others, ...without({ ...end, at: state.low, to: at - 1 }, failed), ...rest];
	}

	/** Reads ranges of some kinds, one kind after the other, as far as the poll goes. */
	private async read(...kinds: readonly Kind[]): Promise<void> {
		const { state, horizon, judge } = this.reader.context;
		const place = ({ kind }: Range) => kinds.indexOf(kind);
		while (this.reader.mayRead) {
			const meant = state.left.filter((one) => place(one) >= 0 && !this.givenUp.has(one));
			const [range] = meant.sort((a, b) => place(a) - place(b) || byUrgency(a, b));
			if (!range) return;
			let rest = await catchAs(this.reader.read(range), PageFailed);
			if (rest instanceof PageFailed) {
				await this.bear(rest, range);
				rest = divide(range, horizon, [...judge.seen.seconds(), state.polledAt]);
				if (rest.length === 1) rest.forEach((one) => this.givenUp.add(one));
			}
			state.left = [...state.left.filter((one) => one !== range), ...rest];
		}
	}

	/**
	 * Goes on where a page of a range fails.
	 *
	 * @throws PageFailed where the service does not answer at all, and at an activation that cannot read the present
	 */
	private async bear(failed: PageFailed, { kind }: Range): Promise<void> {
		const { reader } = this;
		const isActivation = reader.context.state.polls === 1;
		if (isActivation && kind === 'present') throw failed;

		if (this.trouble === undefined) {
			// Nothing is ever there: an answer only shows that the service is alive.
			const end: Range = { at: LAST_SECOND, to: LAST_SECOND, kind: 'present' };
			const answer = await catchAs(reader.page(end, 'asc'), PageFailed);
			if (answer instanceof PageFailed) throw failed;
		}
		this.trouble = failed.reason;
	}

	/** Moves the low watermark as far as the reading of the present has come, and forgets what lies below it. */
	private moveOn(): void {
		const { state, isOnce, judge, horizon, overlap, local } = this.reader.context;
		const { target = NEVER } = state;
		const { pastCardsAfter } = this.reader;
		const present = state.left.filter(isPresent);
		const isOver = present.length === 0;
		const isRead = this.readsAll && state.left.every(isHidden);
		const isComplete = isRead && state.left.length === 0;
		if (isComplete) for (const record of this.shownByEdit) judge.meet(record);
		state.low = Math.max(state.low, Math.min(target, ...present.map(({ at }) => at)));
		for (const baseline of state.baselines) {
			if (baseline.until === LAST_SECOND) baseline.until = Math.min(target + overlap, state.reached);
			if (isOver) baseline.isOpen = false;
			// An edit may have gone by n8n's clock, which may be ahead. Past cards that are not read are not met either.
			if (isOver && baseline.former && pastCardsAfter === NEVER) baseline.until = Math.min(baseline.until, state.reached);
		}
		if (isOver) state.target = undefined;
		state.polledAt = local;
		const hasMany = judge.seen.seconds().length > MANY;
		// A card may move from a range that is left into the present: it would count as forgotten.
		if (isComplete || (isRead && hasMany)) state.cutoff = Math.max(state.cutoff, state.low);
		// Where the watermark passes what was reached, nothing can show late any more.
		const isKept = ({ former, until }: Baseline) => former && until >= state.low && target <= state.reached;
		if (isComplete) state.baselines = state.baselines.filter(isKept);
		const isLeft = (second: number) => state.left.some(({ at, to }) => second >= at && second <= to);
		judge.seen.forget((second, isMetAgain) => {
			if (second === TIMELESS) return isComplete && !isMetAgain && hasMany;
			if (second === WAITING) return false;
			return isOnce ? second < state.cutoff : second < state.low && !isLeft(second);
		});
		const ahead = judge.seen.seconds().filter((second) => second > horizon);
		if (ahead.length <= MAX_AHEAD) return;
		const message = "n8n's clock is so far behind the service's that the trigger cannot tell old records from new ones";
		throw fault('state', message, 'set the clock of the machine that runs n8n, and restart n8n.');
	}
}

/** What is left of a range between others. */
function without(range: Range, others: readonly Range[]): Range[] {
	const sorted = [...others].sort((a, b) => a.at - b.at);
	const ends = [...sorted.map(({ at }) => at - 1), range.to].map((end) => Math.min(end, range.to));
	const starts = [range.at, ...sorted.map(({ to }) => Math.max(range.at, to + 1))];
	const gaps = starts.map((at, index) => ({ ...range, at, to: ends[index] ?? NEVER }));
	return gaps.filter(({ at, to }) => at <= to);
}

/** The earlier range first; of what has failed the wider one, since it may hold more that can be read. */
function byUrgency(one: Range, other: Range): number {
	if (hasFailed(one)) return other.to - other.at - (one.to - one.at);
	return one.at - other.at;
}

/**
 * Divides what has failed in two: up to the horizon and beyond it, or at the middle of what is known of it. A list of
 * waiting cards goes on as one of them, until single seconds of it fail: these are then read with all their cards.
 */
function divide(range: Range, horizon: number, known: readonly number[]): Range[] {
	const { at, to } = range;
	if (at === to) return [{ at, to, kind: range.failedAlone ? 'hidden' : 'failed', failedAlone: true }];

	const kind = range.kind === 'waiting' ? 'waiting' : 'failed';
	if (at <= horizon && horizon < to) return cut({ at, to, kind }, horizon);
	const inside = known.filter((second) => second >= at && second < to).sort((a, b) => a - b);
	return cut({ at, to, kind }, inside[inside.length >> 1]);
}
