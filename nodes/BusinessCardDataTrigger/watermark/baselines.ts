import type { JsonRecord } from '../../shared';
import type { Selection } from './recordSource';
import { CLOCK_DIFFERENCE, LAST_SECOND, NEVER } from './times';

/*
 * Baselines answer one question: was a record there before? Before an activation, before *Start From*, before an edit
 * of the options. This file makes them, asks them and closes them; nobody else does.
 */

/** Everything that was there before an activation, *Start From* or an edit: it is not new when it is seen first. */
export interface Baseline {
	/**
	 * The last second that was there before. It is `LAST_SECOND` until the end of the first poll, which knows better.
	 */
	until: number;
	/** Whether the present has not been read once since: then what no believable time places was there before, too. */
	isOpen: boolean;
	/** The selection before an edit: what it shows is new all the same. */
	former?: Selection;
}

/** The knowledge of a poll about the service when it takes up an edit. */
export interface KnownAtEdit {
	/** The newest second that has been reached; `NEVER` where none was. */
	readonly reached: number;
	/** n8n's clock when that was found, and at the last poll. */
	readonly reachedAt: number;
	readonly polledAt: number;
	/** The seconds of all records that were seen. */
	readonly seconds: readonly number[];
}

/** Whether a selection shows a record, as far as the record itself says. */
export type Shows = (selection: Selection, json: JsonRecord) => boolean;

export class Baselines {
	constructor(private baselines: readonly Baseline[]) {}

	// Making them

	/** Makes the baseline of an activation: all that the first poll shows was there before. */
	beginAtActivation(): void {
		this.add({ until: LAST_SECOND, isOpen: true });
	}

	/** Makes the baseline of an activation with *Start From*: all that is older was there before. */
	beginAtStartFrom(startFrom: number): void {
		this.add({ until: startFrom - 1, isOpen: false });
	}

	/**
	 * Makes the baseline of an edit: all that only the new options show was there before, up to the newest second that was
	 * surely past when it was seen. Ten records can span days, so what has been reached is not enough. Where so few were
	 * shown that nothing was reached, n8n's clock tells what was there at the last poll.
	 */
	beginAtEdit(former: Selection, known: KnownAtEdit): void {
		const { reached, reachedAt, polledAt, seconds } = known;
		// n8n's clock may be ahead: a later second may not have been over when it was seen.
		const surelyPast = seconds.filter((second) => second <= reachedAt - CLOCK_DIFFERENCE);
		const newest = surelyPast.reduce((one, other) => Math.max(one, other), reached);
		const until = reached === NEVER ? polledAt : newest;
		this.add({
			until,
			isOpen: true,
			former,
		});
	}

	// Asking them

	/**
	 * Whether a record was there before, when it is seen for the first time.
	 *
	 * @param time of the record; `undefined` where none can be believed
	 * @param formerShows tells what the former options of an edit would have shown, which is new all the same
	 */
	hadRecord(json: JsonRecord, time: number | undefined, formerShows: Shows): boolean {
		return this.baselines.some((baseline) => {
			const wasShownByFormer = baseline.former !== undefined && formerShows(baseline.former, json);
			return covers(baseline, time) && !wasShownByFormer;
		});
	}

	/**
	 * Whether a card that has waited for a chosen status had its present one before an edit that chose it. It was waiting
	 * since an activation, so that an activation says nothing of it.
	 *
	 * @param time of the change; `undefined` where none can be believed
	 */
	hadStatus(json: JsonRecord, time: number | undefined): boolean {
		return this.baselines.some((baseline) => {
			const { former } = baseline;
			return former !== undefined && covers(baseline, time) && !shows(former, json);
		});
	}

	/**
	 * The second up to which a poll reads without past cards. After an edit that adds them it is the second of the edit:
	 * nothing in a past card tells whether it was there before.
	 *
	 * @returns `NEVER` where a poll reads everything with past cards, or everything without
	 */
	pastCardsLeftOutUntil(selection: Selection): number {
		if (!selection.includePastBizCards) return NEVER;

		const edits = this.baselines.filter((baseline) => baseline.former?.includePastBizCards === false);
		return edits.reduce((latest, baseline) => Math.max(latest, baseline.until), NEVER);
	}

	// Closing them

	/** Ends the baseline of an activation, whose first poll is over, at a second. */
	endActivationAt(second: number): void {
		for (const baseline of this.baselines) {
			if (baseline.until === LAST_SECOND) {
				baseline.until = second;
			}
		}
	}

	/**
	 * Closes all, now that the present has been read: what no time places and was there before has been seen.
	 *
	 * @param reached the newest second that has been reached. The baseline of an edit may have gone by n8n's clock, which
	 *   may be ahead, and ends there now. It does not while past cards are left out: those have not been seen.
	 */
	close(reached: number, selection: Selection): void {
		const leavesPastCardsOut = this.pastCardsLeftOutUntil(selection) !== NEVER;

		for (const baseline of this.baselines) {
			baseline.isOpen = false;
			if (baseline.former && !leavesPastCardsOut) {
				baseline.until = Math.min(baseline.until, reached);
			}
		}
	}

	/**
	 * Lets go of those that are over, now that everything has been read.
	 *
	 * @param low the low watermark. What the former options of an edit have not shown can still show late from there on.
	 * @param isFinal whether nothing at all can show late any more
	 */
	letGo(low: number, isFinal: boolean): void {
		this.baselines = this.baselines.filter((baseline) => baseline.former && baseline.until >= low && !isFinal);
	}

	toSaved(): Baseline[] {
		return [...this.baselines];
	}

	private add(baseline: Baseline): void {
		this.baselines = [...this.baselines, baseline];
	}
}

function covers(baseline: Baseline, time: number | undefined): boolean {
	return time === undefined ? baseline.isOpen : time <= baseline.until;
}

/** Whether a selection shows a record with the status that it has. */
export function shows(selection: Selection, json: JsonRecord): boolean {
	return isAmong(selection.entryStatus, json.entryStatus) && showsInSomeStatus(selection, json);
}

/** Whether a selection shows a record with one status or another. */
export function showsInSomeStatus(selection: Selection, json: JsonRecord): boolean {
	const { category } = selection;
	const { categories } = json;
	if (!isAmong(selection.type, json.type)) return false;
	if (category.length === 0 || !Array.isArray(categories)) return true;

	const values = (categories as ReadonlyArray<JsonRecord | null>).map((each) => String(each?.value));
	return values.some((value) => category.includes(value));
}

/** Whether a value was chosen; what is no text may have been. */
function isAmong(chosen: readonly string[], value: unknown): boolean {
	return chosen.length === 0 || typeof value !== 'string' || chosen.includes(value);
}
