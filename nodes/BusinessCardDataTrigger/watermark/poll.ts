import { catchAs, parameterError, OutOfTime } from '../../shared';
import type { JsonRecord } from '../../shared';
import { activate } from './activation';
import type { PollContext, PollOptions } from './context';
import { takeUpEdit } from './edit';
import { NewRecords, NewStates } from './novelty';
import { Reader } from './reader';
import { PageFailed } from './recordSource';
import type { SourcePage, SourceRecord } from './recordSource';
import { firstState } from './savedState';
import type { SavedState } from './savedState';
import { TIMELESS, WAITING } from './seenWindow';
import { CLOCK_DIFFERENCE, LAST_SECOND } from './times';
import { TriggerState } from './triggerState';
import { byUrgency, divideFailed, hasFailed, isHidden, isPresent, unreadRange, without } from './unreadRanges';
import type { Kind, UnreadRange } from './unreadRanges';

/** The outcome of a poll. */
export interface PollResult<S = SavedState> {
	readonly records: JsonRecord[];
	readonly state: S;
	/** Set when the state is to be kept, and the poll to fail all the same: something cannot be read. */
	readonly error?: unknown;
}

/** Every so many polls what cannot be read is tried again, before the present, and complained about. */
const RETRY_EVERY = 5;

/** Slow answers for which a poll has time: where one ends with fewer, something was in the way. */
const LEAST_ANSWERS = 5;

/** More records ahead than this would make the state too large for n8n's database: they are never forgotten. */
const MAX_AHEAD = 50_000;

/**
 * With more than this in the window, a record without a readable time is forgotten once it is not seen again, and a
 * card that still cannot be read is given up (events that fire once).
 */
const MANY = 25_000;

/**
 * Runs one poll: reads everything from the low watermark to the end, and outputs the records that the window of seen
 * records does not know. docs/internals/trigger.md explains how.
 *
 * @param saved the state that the poll before has left; `undefined` where the trigger starts
 * @throws the error that kept the poll from reading anything; then nothing has happened
 */
export async function pollWatermark(options: PollOptions, saved: SavedState | undefined): Promise<PollResult> {
	const { scope, selection, isOnce, local } = options;
	const before = saved?.scope === scope ? saved : firstState(scope, selection, local);
	const state = new TriggerState(before);
	const horizon = local + CLOCK_DIFFERENCE;
	const novelty = isOnce ? new NewRecords(state, horizon) : new NewStates(state, horizon);
	const poll = new Poll({ ...options, state, novelty, horizon });

	try {
		return await poll.run();
	} catch (error) {
		throw error instanceof PageFailed ? error.reason : error;
	}
}

/** The part of the unread ranges that a poll has read by its end. */
interface Progress {
	/** The present has been read to its end. */
	readonly isPresentRead: boolean;
	/** All has been read but for hidden seconds, in one pass that began with this poll. */
	readonly isAllButHiddenRead: boolean;
	/** The same, and nothing is hidden. */
	readonly isComplete: boolean;
}

/** A poll under way. Nothing is stored before its end. */
class Poll {
	private readonly reader: Reader;

	/** The reason why a page failed; the service has answered since. */
	private trouble: unknown;

	/** Ranges that failed and cannot be divided: one more try in this poll would be in vain. */
	private readonly givenUp = new Set<UnreadRange>();

	/** Whether the pass began in this poll, with nothing else left that can be read. */
	private readsAll = false;

	/** Records that an edit shows for the first time, past cards among them: see `takeUpEdit`. */
	private shownByEdit: readonly SourceRecord[] = [];

	constructor(private readonly context: PollContext) {
		this.reader = new Reader(context);
	}

	async run(): Promise<PollResult> {
		const { state } = this.context;

		if (state.polls === 0) {
			await activate(this.reader);
		} else {
			this.shownByEdit = await takeUpEdit(this.reader);
		}
		state.countPoll();

		await this.read('waiting');
		this.refuseShortActivation();

		const retries = state.polls % RETRY_EVERY === 0;
		if (retries) {
			await this.read('failed', 'hidden', 'past');
		}

		if (!state.isInPass) {
			await this.beginPass();
		}
		await this.read('present');

		// The past does not wait for ranges that keep failing: the two take turns.
		if (state.polls % 2 === 0) {
			await this.read('failed', 'past');
		} else {
			await this.read('past', 'failed');
		}

		this.moveOn();
		const records = this.recordsInOrder();
		const complains = retries && records.length === 0 && this.isLacking;
		return {
			records,
			state: state.toSaved(),
			error: complains ? this.trouble : undefined,
		};
	}

	/** Whether something of what should have been read could not be. */
	private get isLacking(): boolean {
		return this.context.state.unread.some((range) => hasFailed(range) || range.kind === 'waiting');
	}

	/** The new records, oldest change first. */
	private recordsInOrder(): JsonRecord[] {
		const changedAt = (record: SourceRecord) => record.updated ?? LAST_SECOND;
		const ascending = this.reader.newRecords.sort((one, other) => changedAt(one) - changedAt(other));
		return ascending.map((record) => record.json);
	}

	/**
	 * Refuses an activation that had no time to read all waiting cards: each has to be known before it is finished, or
	 * that would not be new.
	 *
	 * @throws OutOfTime
	 */
	private refuseShortActivation(): void {
		const { state } = this.context;
		const isActivation = state.polls === 1;
		const wasCutShort = this.reader.pagesRead < LEAST_ANSWERS && this.trouble === undefined;
		const waits = state.unread.some((range) => range.kind === 'waiting');
		if (isActivation && wasCutShort && waits) throw new OutOfTime();
	}

	/**
	 * Begins a pass: a reading of the present, all from the low watermark on but for ranges that have failed. It begins
	 * with the newest page after these, which often is all.
	 */
	private async beginPass(): Promise<void> {
		const { state } = this.context;
		const others = state.unread.filter((range) => !isPresent(range));
		const failed = others.filter(hasFailed);

		const start = Math.max(state.low, ...failed.map((range) => range.to + 1));
		const end = unreadRange('present', Math.min(start, LAST_SECOND), LAST_SECOND);
		const newest = await this.newestPage(end);

		// The target is taken before a reading of several pages: a change that becomes visible meanwhile, in a part that was
		// read, has to stay above the new watermark.
		const target = this.nextTarget();
		this.readsAll = others.every(isHidden);

		const beforeEnd = without(failed, unreadRange('present', state.low, end.at - 1));
		const hasAllOfEnd = newest?.nextToken === undefined && this.reader.pastCardsLeftOutUntil < end.at;
		const restOfEnd = newest && hasAllOfEnd ? this.reader.takeUp(end, reversed(newest)) : [end];
		state.beginPass(target, others, [...beforeEnd, ...restOfEnd]);
	}

	/** The page with the newest records of a range; `undefined` where it cannot be read. */
	private async newestPage(range: UnreadRange): Promise<SourcePage | undefined> {
		const outcome = await catchAs(this.reader.fetchPage(range, 'desc'), PageFailed);
		return outcome instanceof PageFailed ? undefined : outcome;
	}

	/**
	 * The low watermark after a pass: as long before what has been reached as a change may take to become visible. When
	 * nothing newer has come for so long, nothing before it can become visible any more.
	 */
	private nextTarget(): number {
		const { state, local, overlap } = this.context;
		const isIdle = local - state.reachedAt > overlap + CLOCK_DIFFERENCE;
		return isIdle ? state.reached + 1 : state.reached - overlap;
	}

	/** Reads ranges of some kinds, one kind after the other, as far as the poll goes. */
	private async read(...kinds: readonly Kind[]): Promise<void> {
		while (this.reader.mayRead) {
			const range = this.mostUrgent(kinds);
			if (!range) return;

			const rest = await this.readRange(range);
			this.context.state.replaceUnread(range, rest);
		}
	}

	/** The range that is read next, of the first kind that has any. */
	private mostUrgent(kinds: readonly Kind[]): UnreadRange | undefined {
		for (const kind of kinds) {
			const ranges = this.context.state.unread.filter((range) => range.kind === kind && !this.givenUp.has(range));
			const [first] = ranges.sort(byUrgency);
			if (first) return first;
		}
		return undefined;
	}

	/** Reads a page of a range, or divides the range where that fails. @returns the ranges that are still to be read */
	private async readRange(range: UnreadRange): Promise<UnreadRange[]> {
		const outcome = await catchAs(this.reader.read(range), PageFailed);
		if (!(outcome instanceof PageFailed)) return outcome;

		await this.tolerateFailedPage(outcome, range);
		const { state, horizon } = this.context;
		const rest = divideFailed(range, horizon, [...state.seen.seconds(), state.polledAt]);
		const [only, ...others] = rest;
		if (only && others.length === 0) {
			this.givenUp.add(only);
		}
		return rest;
	}

	/**
	 * Goes on where a page of a range fails, as long as the service answers at all.
	 *
	 * @throws PageFailed where it does not, and at an activation that cannot read the present
	 */
	private async tolerateFailedPage(failed: PageFailed, range: UnreadRange): Promise<void> {
		const isActivation = this.context.state.polls === 1;
		if (isActivation && isPresent(range)) throw failed;

		if (this.trouble === undefined) {
			await this.expectAnswer(failed);
		}
		this.trouble = failed.reason;
	}

	/** Asks for the end of time, where nothing ever is: an answer shows that the service is alive. @throws PageFailed */
	private async expectAnswer(failed: PageFailed): Promise<void> {
		const endOfTime = unreadRange('present', LAST_SECOND, LAST_SECOND);
		const outcome = await catchAs(this.reader.fetchPage(endOfTime, 'asc'), PageFailed);
		if (outcome instanceof PageFailed) throw failed;
	}

	/** Moves on as far as this poll has read, and forgets what lies behind. */
	private moveOn(): void {
		const { state, novelty, overlap, local } = this.context;
		const progress = this.progress();

		// Past cards that an edit shows, and the present has not shown without them, were there before.
		if (progress.isComplete) {
			this.shownByEdit.forEach((record) => novelty.observe(record));
		}

		// The end of the pass comes last: the steps before it go by its target.
		state.moveLow();
		const activatedAt = Math.min(state.target + overlap, state.reached);
		this.closeBaselines(progress, activatedAt);
		this.forget(progress);

		if (progress.isPresentRead) {
			state.endPass();
		}
		state.endPoll(local);
		this.refuseManyAhead();
	}

	private progress(): Progress {
		const { unread } = this.context.state;
		const isAllButHiddenRead = this.readsAll && unread.every(isHidden);
		return {
			isPresentRead: !unread.some(isPresent),
			isAllButHiddenRead,
			isComplete: isAllButHiddenRead && unread.length === 0,
		};
	}

	/**
	 * Closes the baselines as far as the poll has come.
	 *
	 * @param activatedAt the newest second that was there before, if this poll is an activation
	 */
	private closeBaselines(progress: Progress, activatedAt: number): void {
		const { state } = this.context;
		const { baselines, selection, reached } = state;
		baselines.endActivationAt(activatedAt);
		if (progress.isPresentRead) {
			baselines.close(reached, selection);
		}

		// Where the watermark passes what was reached, nothing can show late any more.
		const isFinal = state.target > reached;
		if (progress.isComplete) {
			baselines.letGo(state.low, isFinal);
		}
	}

	/** Moves the cutoff of events that fire once, and forgets fingerprints of records that are not read again. */
	private forget(progress: Progress): void {
		const { state, novelty } = this.context;
		const { isAllButHiddenRead, isComplete } = progress;
		const hasMany = state.seen.seconds().length > MANY;

		// A card may move from an unread range into the present: it would count as judged.
		if (isComplete || (isAllButHiddenRead && hasMany)) {
			state.moveCutoff();
		}

		state.seen.forget((second, isSeenAgain) => {
			if (second === WAITING) return false;
			if (second === TIMELESS) return isComplete && hasMany && !isSeenAgain;
			return novelty.mayForget(second);
		});
	}

	/** Refuses more records ahead than the window may hold: so many mean that n8n's clock is far behind. */
	private refuseManyAhead(): void {
		const { state, horizon } = this.context;
		const ahead = state.seen.seconds().filter((second) => second > horizon);
		if (ahead.length <= MAX_AHEAD) return;

		const message =
			'The clock of the n8n machine is too far behind the clock of the service, so the trigger cannot tell old records ' +
			'from new ones';
		throw parameterError('state', message, 'set the clock of the n8n machine, and restart n8n.');
	}
}

/** A page in descending order, in ascending order. */
function reversed(page: SourcePage): SourcePage {
	return { ...page, records: [...page.records].reverse() };
}
