import { Baselines } from './baselines';
import type { Selection } from './recordSource';
import type { SavedState } from './savedState';
import { SeenWindow } from './seenWindow';
import { NEVER } from './times';
import { firstUnread, isHidden, isPresent, unreadRange } from './unreadRanges';
import type { UnreadRange } from './unreadRanges';

/** A changing copy of the saved state, without the parts that have classes of their own. */
type Values = { -readonly [Name in keyof Omit<SavedState, 'left' | 'seen' | 'baselines'>]: SavedState[Name] };

/**
 * The state of the trigger while a poll runs. Everyone reads it; it changes by the methods below alone, in the order in
 * which a poll goes through them. Two parts have methods of their own: the window of seen records, and the baselines.
 */
export class TriggerState {
	readonly seen: SeenWindow;

	readonly baselines: Baselines;

	private readonly values: Values;

	private ranges: readonly UnreadRange[];

	constructor(saved: SavedState) {
		const { left, seen, baselines, ...values } = saved;
		this.values = values;
		this.ranges = left;
		this.seen = new SeenWindow(seen);
		this.baselines = new Baselines(baselines);
	}

	get polls(): number {
		return this.values.polls;
	}

	get selection(): Selection {
		return this.values.selection;
	}

	get includesFrom(): boolean {
		return this.values.includesFrom;
	}

	get keepsOrder(): boolean {
		return this.values.keepsOrder;
	}

	get low(): number {
		return this.values.low;
	}

	get cutoff(): number {
		return this.values.cutoff;
	}

	get reached(): number {
		return this.values.reached;
	}

	get reachedAt(): number {
		return this.values.reachedAt;
	}

	get polledAt(): number {
		return this.values.polledAt;
	}

	/** The ranges that are still to be read (`left` in the saved state). */
	get unread(): readonly UnreadRange[] {
		return this.ranges;
	}

	/** Whether the reading of the present goes on from the poll before. */
	get isInPass(): boolean {
		return this.values.target !== undefined;
	}

	/** The low watermark when all of the present has been read. */
	get target(): number {
		return this.values.target ?? NEVER;
	}

	// At the beginning of a poll

	/** Begins a poll, the first one with an activation. */
	countPoll(): void {
		this.values.polls += 1;
	}

	/** Puts the low watermark where an activation begins. */
	beginAt(low: number): void {
		this.values.low = low;
	}

	/**
	 * Adopts edited options. All of the present is read again with them, from the low watermark on, and what was learned
	 * of the lists of the former options may not hold for the new ones. The baselines are told apart:
	 * `Baselines.beginAtEdit`.
	 */
	adoptSelection(selection: Selection): void {
		this.values.selection = selection;
		this.values.target = undefined;
		this.values.includesFrom = false;
		this.values.keepsOrder = false;
		// Page tokens belong to the options that they were issued for.
		this.ranges = this.ranges.map((range) => unreadRange(range.kind, range.at, range.to));
	}

	/**
	 * Begins a pass: a reading of the present, all from the low watermark on. It takes the place of the present ranges of
	 * the pass before. But for that, `replaceUnread` alone takes ranges away.
	 *
	 * @param target the low watermark when it is over
	 * @param others ranges of other kinds that stay
	 * @param present what is to be read in the pass
	 */
	beginPass(target: number, others: readonly UnreadRange[], present: readonly UnreadRange[]): void {
		this.values.target = target;
		this.ranges = [...others, ...present];
	}

	// While pages are read

	/** Leaves a range to be read: for waiting cards, or since *Start From*. */
	leaveUnread(range: UnreadRange): void {
		this.ranges = [...this.ranges, range];
	}

	/** Replaces a range by the ranges of it that are still to be read, after a page or a failure. */
	replaceUnread(range: UnreadRange, rest: readonly UnreadRange[]): void {
		this.ranges = [...this.ranges.filter((one) => one !== range), ...rest];
	}

	/** Has all hidden seconds read again, now that one of them could be: none of them waits for its turn. */
	retryAllHidden(): void {
		for (const range of this.ranges.filter(isHidden)) {
			range.kind = 'failed';
		}
	}

	/** Takes note that the newest second which ten records of one page have shown is newer than all before. */
	noteReached(reached: number, local: number): void {
		if (reached <= this.values.reached) return;

		this.values.reached = reached;
		this.values.reachedAt = local;
	}

	/** Takes note that a list was seen to come in the order that was asked for, or in another one. */
	noteOrder(keepsOrder: boolean): void {
		this.values.keepsOrder = keepsOrder;
	}

	/** Takes note that a time range was seen to include its first second. */
	noteIncludesFrom(): void {
		this.values.includesFrom = true;
	}

	// At the end of a poll

	/**
	 * Moves the low watermark as far as the pass has read the present: to its target, or to the first second of the
	 * present that is still unread. It never moves back. Ranges that failed do not hold it: they stay unread by themselves.
	 */
	moveLow(): void {
		const unread = firstUnread(this.ranges.filter(isPresent)) ?? this.target;
		this.values.low = Math.max(this.values.low, Math.min(this.target, unread));
	}

	/** Moves the cutoff up to the low watermark: what was registered before counts as judged from now on. */
	moveCutoff(): void {
		this.values.cutoff = Math.max(this.values.cutoff, this.values.low);
	}

	/** Ends the pass: the present has been read. */
	endPass(): void {
		this.values.target = undefined;
	}

	/** Ends a poll. */
	endPoll(local: number): void {
		this.values.polledAt = local;
	}

	toSaved(): SavedState {
		const { values } = this;
		return {
			polls: values.polls,
			scope: values.scope,
			selection: values.selection,
			includesFrom: values.includesFrom,
			keepsOrder: values.keepsOrder,
			low: values.low,
			cutoff: values.cutoff,
			reached: values.reached,
			reachedAt: values.reachedAt,
			polledAt: values.polledAt,
			seen: this.seen.toText(),
			left: this.ranges,
			baselines: this.baselines.toSaved(),
			target: values.target,
		};
	}
}
