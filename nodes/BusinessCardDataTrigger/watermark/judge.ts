import type { IDataObject } from 'n8n-workflow';
import { idPrintOf, printOf } from './content';
import type { SourceRecord } from './content';
import type { PollOptions } from './poll';
import { SeenWindow, TIMELESS } from './seen';
import { NEVER } from './state';
import type { Baseline, Former, TriggerState } from './state';

/** `new` is to be emitted; `old` is met for the first time but was there before; `known` was met before. */
export type Verdict = 'new' | 'old' | 'known';

/**
 * Contents of a record with one time that are emitted: one that looks different at each reading would come for ever.
 */
const MAX_CONTENTS = 5;

/** A card whose data entry is over does not come back with another status. */
const FINAL_STATUS = 'completed';

export interface JudgeOptions extends Pick<PollOptions, 'isOnce' | 'startFrom'> {
	/** Behind it no time of a record is believed. */
	readonly horizon: number;
	/** Whether this is the first poll: what it shows was there before. */
	readonly isFirst: boolean;
}

/**
 * Tells what is new from what is known. An event for each state knows a record by its contents, since two changes can
 * share a second. One that fires once knows it by its id and, where that is forgotten, by the time of its registration.
 */
export class Judge {
	readonly seen: SeenWindow;

	readonly pending: Set<string>;

	constructor(
		private readonly state: TriggerState,
		private readonly options: JudgeOptions,
	) {
		this.seen = new SeenWindow(state.seen);
		this.pending = new Set(state.pending);
	}

	/** What a record means. Nothing changes but that what is known stays so. */
	judge(record: SourceRecord): Verdict {
		return this.options.isOnce ? this.judgeOnce(record) : this.judgeState(record);
	}

	/** Remembers a record that was judged. */
	note(record: SourceRecord): void {
		const print = this.options.isOnce ? idPrintOf(record) : printOf(record);
		if (this.options.isOnce && !this.isDue(record) && record.status !== FINAL_STATUS) this.pending.add(print);
		else this.pending.delete(print);
		this.seen.note(print, this.secondFor(record));
	}

	/**
	 * Remembers a card that is being processed: it fires when that is over, however old it is.
	 *
	 * @returns whether it was not known
	 */
	await(record: SourceRecord): boolean {
		const print = idPrintOf(record);
		const isNew = !this.pending.has(print) && !this.seen.has(print);
		if (isNew) this.pending.add(print);
		return isNew;
	}

	private judgeState(record: SourceRecord): Verdict {
		const { seen } = this;
		const print = printOf(record);
		const isKnown = seen.has(print, record.updated) || seen.takeAwaited(print, record.updated);
		if (record.updated === undefined) seen.keepAll(print, this.secondFor(record));
		if (isKnown || seen.contentsOf(print) >= MAX_CONTENTS) return 'known';
		return this.isOld(record) ? 'old' : 'new';
	}

	private judgeOnce(record: SourceRecord): Verdict {
		const { cutoff } = this.state;
		const print = idPrintOf(record);
		if (this.pending.has(print)) {
			if (!this.isDue(record)) return 'known';
			return this.isOldByEdit(record, record.updated, true) ? 'old' : 'new';
		}
		if (this.seen.has(print)) {
			this.seen.note(print, this.secondFor(record));
			return 'known';
		}
		// What was registered so early has been judged, and forgotten since.
		if ((this.timeOf(record) ?? cutoff) < cutoff) return 'known';
		return this.isOld(record) || !this.isDue(record) ? 'old' : 'new';
	}

	private isDue({ status }: SourceRecord): boolean {
		const { entryStatus } = this.state.selection;
		return status === undefined || entryStatus.length === 0 || entryStatus.includes(status);
	}

	/** The time that decides whether a record is new. */
	private timeOf({ updated, registered }: SourceRecord): number | undefined {
		return this.options.isOnce ? (registered ?? updated) : updated;
	}

	/**
	 * The second that a record is kept for. One without a readable time is met as long as the low watermark has not passed
	 * it.
	 */
	private secondFor(record: SourceRecord): number {
		return this.timeOf(record) ?? TIMELESS + Math.max(this.state.reached.second, this.options.horizon) + 1;
	}

	/** Whether a record that was not met was there before all the same. */
	private isOld(record: SourceRecord): boolean {
		const { isFirst, startFrom } = this.options;
		const { baseline } = this.state;
		const time = this.timeOf(record);
		if (isFirst && (startFrom === undefined || time === undefined)) return true;
		return (baseline !== undefined && this.holds(baseline, time)) || this.isOldByEdit(record, time, !this.options.isOnce);
	}

	/**
	 * Whether a record was there before an edit, and the former selection did not show it.
	 *
	 * @param byStatus whether its status tells; what fires once is met with any
	 */
	private isOldByEdit({ json }: SourceRecord, time: number | undefined, byStatus: boolean): boolean {
		// Where so little is known of the time before, all that the first reading shows was there.
		const isHeld = (former: Former) => this.holds(former, time) || (former.holdsUnplaced && former.until === NEVER);
		return this.state.formers.some((former) => isHeld(former) && !shows(former, json, byStatus));
	}

	private holds({ until, holdsUnplaced }: Baseline, time = Infinity): boolean {
		return time <= until || (holdsUnplaced && time > this.options.horizon);
	}
}

/** Whether a selection shows a record, as far as the record itself says. */
function shows({ entryStatus, type, category }: Former, json: IDataObject, byStatus: boolean): boolean {
	const isAmong = (chosen: readonly string[], value: unknown) =>
		chosen.length === 0 || typeof value !== 'string' || chosen.includes(value);
	if ((byStatus && !isAmong(entryStatus, json.entryStatus)) || !isAmong(type, json.type)) return false;
	const { categories } = json;
	if (category.length === 0 || !Array.isArray(categories)) return true;
	return categories.some((one) => category.includes(String((one as IDataObject | null)?.value)));
}

/** The so many-th newest of seconds, newest first; none when there are fewer. */
export function nthNewest(seconds: readonly number[], n: number): number {
	return [...seconds].sort((a, b) => b - a)[n - 1] ?? NEVER;
}
