import { shows, showsInSomeStatus } from './baselines';
import { fingerprintOfId, fingerprintOfState } from './fingerprint';
import type { SourceRecord } from './recordSource';
import { TIMELESS, WAITING } from './seenWindow';
import type { TriggerState } from './triggerState';
import { isUnread } from './unreadRanges';

/** `new` is to be output; `old` is seen for the first time and is not to be output; `known` says nothing new. */
export type Verdict = 'new' | 'old' | 'known';

/** The rules of an event: which records are new to it. */
export interface Novelty {
	/** Takes note of a record, and says whether it is new. */
	observe(record: SourceRecord): Verdict;

	/** Whether the window may forget what it keeps under a second, since it cannot be new again. */
	mayForget(second: number): boolean;
}

/** Contents of a record with one time that are output: one that differs at each reading would come for ever. */
const MAX_CONTENTS = 5;

/**
 * *Created or Updated*: each state of a record is new once. A record is known by its content, since two changes can
 * share a second.
 */
export class NewStates implements Novelty {
	/** @param horizon beyond it no time of a record is believed */
	constructor(
		private readonly state: TriggerState,
		private readonly horizon: number,
	) {}

	observe(record: SourceRecord): Verdict {
		const { seen, baselines } = this.state;
		const second = record.updated ?? TIMELESS;
		const fingerprint = fingerprintOfState(record);

		if (seen.recognize(fingerprint, second)) return 'known';
		if (seen.knownUnder(fingerprint, second).length >= MAX_CONTENTS) return 'known';

		seen.add(fingerprint, second);
		const time = firstBelieved([record.updated], this.horizon);
		return baselines.hadRecord(record.json, time, shows) ? 'old' : 'new';
	}

	mayForget(second: number): boolean {
		const { low, unread } = this.state;
		return second < low && !isUnread(second, unread);
	}
}

/** The status of a card whose data entry is over; it does not come back with another one. */
const FINAL_STATUS = 'completed';

/**
 * *Created*: a record is new once, when it is seen for the first time with a chosen status. It is known by its ID and,
 * where that is forgotten, by the time of its registration. A card without a chosen status waits in the window.
 */
export class NewRecords implements Novelty {
	/** @param horizon beyond it no time of a record is believed */
	constructor(
		private readonly state: TriggerState,
		private readonly horizon: number,
	) {}

	observe(record: SourceRecord): Verdict {
		const { seen } = this.state;
		const second = record.registered ?? record.updated ?? TIMELESS;
		const fingerprint = fingerprintOfId(record);

		const known = seen.recognize(fingerprint);
		if (!known) return this.observeFirst(record, fingerprint, second);
		if (known.second === WAITING) return this.observeWaiting(record, fingerprint, second);

		// Its registration may have been read by now, or changed: the window keeps it as long as that could show again.
		seen.keepUnder(fingerprint, second);
		return 'known';
	}

	mayForget(second: number): boolean {
		return this.wasJudged(second);
	}

	/** Whether a record with this registration was judged before, and may have been forgotten since. */
	private wasJudged(second: number): boolean {
		return second < this.state.cutoff;
	}

	/** A record that is not in the window is new unless it was judged, it has to wait, or it was there before. */
	private observeFirst(record: SourceRecord, fingerprint: string, second: number): Verdict {
		const { seen, baselines } = this.state;
		if (second !== TIMELESS && this.wasJudged(second)) return 'known';

		const isChosen = this.hasChosenStatus(record);
		const waits = !isChosen && record.status !== FINAL_STATUS;
		seen.add(fingerprint, waits ? WAITING : second);
		if (!isChosen) return 'old';

		const time = firstBelieved([record.registered, record.updated], this.horizon);
		return baselines.hadRecord(record.json, time, showsInSomeStatus) ? 'old' : 'new';
	}

	/** A card that has waited is new as soon as it has a chosen status, unless it had that before an edit chose it. */
	private observeWaiting(record: SourceRecord, fingerprint: string, second: number): Verdict {
		const { seen, baselines } = this.state;
		const time = firstBelieved([record.updated], this.horizon);
		const isNew = this.hasChosenStatus(record) && !baselines.hadStatus(record.json, time);

		// A card with a status that only an edit chose goes on waiting for one that the former options chose.
		const isOver = isNew || record.status === FINAL_STATUS;
		if (isOver) {
			seen.keepUnder(fingerprint, second);
		}
		return isNew ? 'new' : 'known';
	}

	private hasChosenStatus(record: SourceRecord): boolean {
		const { entryStatus } = this.state.selection;
		return record.status === undefined || entryStatus.length === 0 || entryStatus.includes(record.status);
	}
}

/** The first of some times that is known, and not beyond the horizon. */
function firstBelieved(times: ReadonlyArray<number | undefined>, horizon: number): number | undefined {
	return times.find((time) => time !== undefined && time <= horizon);
}
