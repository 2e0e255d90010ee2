import type { IDataObject } from 'n8n-workflow';
import { idPrintOf, printOf } from './content';
import type { SourceRecord } from './content';
import { SeenWindow, TIMELESS } from './seen';
import type { Selection, TriggerState } from './state';

/** `new` is to be emitted; `old` is met for the first time but was there before; `known` was met before. */
export type Verdict = 'new' | 'old' | 'known';

/** Contents of a record with one time that are emitted: one that differs at each reading would come for ever. */
const MAX_CONTENTS = 5;

/** A card whose data entry is over does not come back with another status. */
const FINAL_STATUS = 'completed';

/**
 * Tells what is new from what is known. An event for each state knows a record by its contents, since two changes can
 * share a second. One that fires once knows it by its id and, where that is forgotten, by the time of its registration.
 */
export class Judge {
	readonly seen: SeenWindow;

	readonly pending: Set<string>;

	/** @param horizon behind it no time of a record is believed */
	constructor(
		private readonly state: TriggerState,
		private readonly isOnce: boolean,
		private readonly horizon: number,
	) {
		this.seen = new SeenWindow(state.seen);
		this.pending = new Set(state.pending);
	}

	/** What a record means. Nothing changes but that what is known stays so. */
	judge(record: SourceRecord): Verdict {
		const { isOnce, seen, pending } = this;
		const { registered, updated } = record;
		const print = this.printOf(record);
		const second = this.secondOf(record);
		if (pending.has(print)) {
			if (!this.isDue(record)) return 'known';
			return this.isOld(record, [updated], true) ? 'old' : 'new';
		}
		if (seen.knows(print, isOnce ? undefined : second)) {
			seen.note(print, second);
			return 'known';
		}
		// What was registered so early has been judged, and forgotten since.
		const isOver = isOnce
			? second !== TIMELESS && second < this.state.cutoff
			: seen.contentsOf(print, second) >= MAX_CONTENTS;
		if (isOver) return 'known';
		return this.isOld(record, isOnce ? [registered, updated] : [updated]) || !this.isDue(record) ? 'old' : 'new';
	}

	/** Remembers a record that was judged. */
	note(record: SourceRecord): void {
		const print = this.printOf(record);
		if (!this.isDue(record) && record.status !== FINAL_STATUS) this.pending.add(print);
		else this.pending.delete(print);
		this.seen.note(print, this.secondOf(record));
	}

	/** Remembers a card that is being processed: it fires when that is over. @returns whether it was not known */
	waitFor(record: SourceRecord): boolean {
		const print = idPrintOf(record);
		const isNew = !this.pending.has(print) && !this.seen.knows(print);
		if (isNew) this.pending.add(print);
		return isNew;
	}

	/** Whether it fires with this status; each state does. */
	private isDue({ status }: SourceRecord): boolean {
		const { entryStatus } = this.state.selection;
		return !this.isOnce || status === undefined || entryStatus.length === 0 || entryStatus.includes(status);
	}

	private printOf(record: SourceRecord): string {
		return this.isOnce ? idPrintOf(record) : printOf(record);
	}

	/** The second that a record is kept for. */
	private secondOf({ updated, registered }: SourceRecord): number {
		return (this.isOnce ? (registered ?? updated) : updated) ?? TIMELESS;
	}

	/**
	 * Whether a record that was not met was there before all the same.
	 *
	 * @param times that tell, the first one that can be believed
	 * @param isPending whether it has waited for its status: then that alone can be old
	 */
	private isOld({ json }: SourceRecord, times: ReadonlyArray<number | undefined>, isPending = false): boolean {
		const time = times.find((one) => one !== undefined && one <= this.horizon);
		// What fires once is met with any status.
		const byStatus = isPending || !this.isOnce;
		return this.state.baselines.some(({ until, isOpen, former }) => {
			const isHeld = time === undefined ? isOpen : time <= until;
			return isHeld && (former ? !shows(former, json, byStatus) : !isPending);
		});
	}
}

/** Whether a selection shows a record, as far as the record itself says. */
function shows({ entryStatus, type, category }: Selection, json: IDataObject, byStatus: boolean): boolean {
	const isAmong = (chosen: readonly string[], value: unknown) =>
		chosen.length === 0 || typeof value !== 'string' || chosen.includes(value);
	if ((byStatus && !isAmong(entryStatus, json.entryStatus)) || !isAmong(type, json.type)) return false;
	const { categories } = json;
	if (category.length === 0 || !Array.isArray(categories)) return true;
	return categories.some((one) => category.includes(String((one as IDataObject | null)?.value)));
}
