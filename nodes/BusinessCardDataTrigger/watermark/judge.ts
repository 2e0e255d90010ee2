import type { EventRow } from '../events';
import type { SourceRecord } from '../source';
import { agree, anyContentOf, isNextContent, isSameTime, keyOf, nextContentOf, printOf } from './content';
import type { SeenWindow } from './seenWindow';

/** What a record that was read means. */
export type Verdict =
	/** To be emitted. */
	| 'emit'
	/** Met for the first time, but not to be emitted. */
	| 'baseline'
	/** Met before. */
	| 'duplicate';

/** A verdict, and whether the record has shown a time that it had not shown before. */
export interface Judgement {
	readonly verdict: Verdict;
	readonly isArrival: boolean;
}

const DUPLICATE: Judgement = { verdict: 'duplicate', isArrival: false };

/**
 * Contents of one record with one time that count (contract: Trigger 10): two changes can share a second, but a record that
 * looks different at each reading would come for ever.
 */
const MAX_CONTENTS = 5;

/** Contents of a record that are remembered: a page may show one that has been overtaken. */
const MAX_PRINTS = 8;

/** Cards whose data entry is over do not come back with another status. */
const FINAL_STATUS = 'completed';

export interface JudgeOptions {
	readonly event: EventRow;
	readonly window: SeenWindow;
	/** Cards met before they had a chosen status; changed by judging. */
	readonly pending: Set<string>;
	/** Statuses to emit; empty when the event knows none. */
	readonly statuses: readonly string[];
	/** Records registered before it are not new. */
	readonly cutoff: number;
	/** Behind it no time can be trusted. */
	readonly horizon: number;
	/** The newest time that can be trusted: a record without a readable time is kept under it. */
	readonly newest: number;
	/** As what records were brought last in this poll, by their ids. */
	readonly brought: ReadonlyMap<string, SourceRecord>;
}

/**
 * Tells what is new from what is known. For `each state` a record is known by its contents (two changes can share a second,
 * so a time is not enough); for `once` by its id, together with the time of its registration: what was registered before
 * the cutoff has been judged earlier, so its id need not be kept.
 */
export class Judge {
	constructor(private readonly options: JudgeOptions) {}

	/** Judges a record and remembers it. What belongs to the baseline is remembered and not emitted. */
	judge(record: SourceRecord, isBaseline: boolean): Judgement {
		return this.options.event.fires === 'once' ? this.judgeOnce(record, isBaseline) : this.judgeState(record, isBaseline);
	}

	/** Remembers a card that had no chosen status at activation, however old it is. */
	await(record: SourceRecord): Judgement {
		const key = keyOf(record);
		// A page may show how a card was that has been judged since.
		if (this.options.pending.has(key) || this.options.window.get(key)) return DUPLICATE;
		this.options.pending.add(key);
		return { verdict: 'baseline', isArrival: false };
	}

	private judgeState(record: SourceRecord, isBaseline: boolean): Judgement {
		const { window, brought } = this.options;
		const key = keyOf(record);
		const print = printOf(record);
		const last = brought.get(record.id);
		const seen = window.get(key);
		const second = this.secondFor(record.updated, seen?.second);
		const awaited = nextContentOf(print, record.shownBy);
		// What does not agree with how another selection has just brought it has changed since: it was awaited with that content, which counts.
		const hasChanged = last !== undefined && last.updated === record.updated && !agree(last, record);
		const asAwaited = hasChanged ? printOf(last) : print;
		const before = seen?.prints ?? [];
		// What is known the other selections have still to show; once it has changed, nothing is awaited any longer.
		const prints = before.includes(print)
			? before.filter((known) => known !== awaited)
			: before.map((known) => (known === awaited ? asAwaited : known)).filter((known) => !isNextContent(known) || !isSameTime(known, print));
		if (prints.includes(print) || prints.includes(anyContentOf(print))) {
			// What it showed before, a page token may show again once it is stamped ahead: that does not correct the stamp.
			window.set(key, { second: Math.max(second, seen?.second ?? second), prints });
			return DUPLICATE;
		}
		const isArrival = !prints.some((known) => isSameTime(known, print));
		const others = prints.filter((known) => !isSameTime(known, print));
		const isLast = prints.length - others.length >= MAX_CONTENTS - 1;
		const known = isLast ? [...others, anyContentOf(print)] : [...prints, print];
		window.set(key, { second, prints: known.slice(-MAX_PRINTS) });
		return { verdict: isBaseline ? 'baseline' : 'emit', isArrival };
	}

	private judgeOnce(record: SourceRecord, isBaseline: boolean): Judgement {
		const { window, pending, statuses, cutoff } = this.options;
		const { updated, status } = record;
		const registered = record.registered ?? updated;
		const key = keyOf(record);
		const seen = window.get(key);
		const isArrival = updated !== undefined && updated > (seen?.second ?? -Infinity);
		// An id is kept until the cutoff has passed its registration, which can lie ahead of its last change.
		const latest = registered === undefined || updated === undefined ? (updated ?? registered) : Math.max(updated, registered);
		const isPending = pending.has(key);
		// Pending cards as well: what a reading shows is to be counted.
		window.set(key, { second: this.secondFor(latest, seen?.second), prints: [] });
		if (seen && !isPending) return { verdict: 'duplicate', isArrival };
		const isNew = !isBaseline && (registered === undefined || registered >= cutoff);
		const isChosen = status === undefined || statuses.length === 0 || statuses.includes(status);
		if (isPending && !isChosen) return { verdict: 'duplicate', isArrival };
		if (!isPending && !isChosen && status !== FINAL_STATUS && (isBaseline || isNew)) {
			pending.add(key);
			return { verdict: 'baseline', isArrival };
		}
		pending.delete(key);
		return { verdict: isPending || (isChosen && isNew) ? 'emit' : 'baseline', isArrival };
	}

	/**
	 * The second that a record is kept under: its latest time. A time behind the horizon is given up once the record shows
	 * another; one without a readable time moves on with the present for as long as it is met.
	 */
	private secondFor(shown: number | undefined, known: number | undefined): number {
		const { horizon, newest } = this.options;
		const second = shown ?? newest;
		return known === undefined || known > horizon ? second : Math.max(known, second);
	}
}
