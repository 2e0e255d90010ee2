import type { IDataObject } from 'n8n-workflow';
import { printOf } from './content';
import type { SourceRecord } from './content';
import { SeenWindow, TIMELESS, WAITING } from './seen';
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

	/** @param horizon beyond it no time of a record is believed */
	constructor(
		private readonly state: TriggerState,
		private readonly isOnce: boolean,
		private readonly horizon: number,
	) {
		this.seen = new SeenWindow(state.seen);
	}

	/** Tells what a record means, and remembers it. */
	meet(record: SourceRecord): Verdict {
		const { isOnce, seen, state } = this;
		const { registered, updated, status } = record;
		const second = (isOnce ? (registered ?? updated) : updated) ?? TIMELESS;
		const print = printOf(record, isOnce);
		const { entryStatus } = state.selection;
		const isDue = !isOnce || status === undefined || entryStatus.length === 0 || entryStatus.includes(status);
		const known = seen.find(print, isOnce ? undefined : second);
		if (known) {
			const hasWaited = known.second === WAITING;
			const isNew = hasWaited && isDue && !this.isOld(record, true);
			// What an edit shows before it has a status that the former options chose goes on waiting for one.
			known.second = hasWaited && !isNew && status !== FINAL_STATUS ? WAITING : second;
			return isNew ? 'new' : 'known';
		}
		// What was registered so early has been judged, and forgotten since.
		const isForgotten = isOnce && second !== TIMELESS && second < state.cutoff;
		if (isForgotten || seen.contentsOf(print, second).length >= MAX_CONTENTS) return 'known';
		seen.add(print, isDue || status === FINAL_STATUS ? second : WAITING);
		return isDue && !this.isOld(record, false) ? 'new' : 'old';
	}

	/**
	 * Whether a record was there before, by the first time of it that can be believed. Of one that has waited for its
	 * status only that change can be old.
	 */
	private isOld({ json, registered, updated }: SourceRecord, hasWaited: boolean): boolean {
		const times = this.isOnce && !hasWaited ? [registered, updated] : [updated];
		const time = times.find((one) => one !== undefined && one <= this.horizon);
		// What fires once is met with any status.
		const byStatus = hasWaited || !this.isOnce;
		return this.state.baselines.some(({ until, isOpen, former }) => {
			const isHeld = time === undefined ? isOpen : time <= until;
			return isHeld && (former ? !shows(former, json, byStatus) : !hasWaited);
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
