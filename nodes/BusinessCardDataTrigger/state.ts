import { isObject } from '../shared';
import type { Bounds, Position } from '../shared';
import { damageOf } from './stateForm';

/**
 * What the trigger remembers between polls: n8n keeps it as the node's static data, as plain JSON. It never holds
 * a record or a secret, only times of the service and fingerprints.
 */

/** A time range that is read beside the present. */
export type TimeRange = Position & {
	/** The last second of it. */
	end: number;
	/** Records asked for on a page, while pages of the usual size fail or take too long. */
	limit?: number;
	/** Times in a row that its first page failed. */
	failures?: number;
	/** Set when nothing in it is new but what is known and has changed. */
	isBaseline?: boolean;
};

/** The records met in one second: that second, then the text of each (see `SeenWindow`). */
export type SeenSecond = [second: number, ...records: string[]];

/** Parameters that decide what a record looks like and which records are shown; kept to notice an edit. */
export interface Selection {
	version: string;
	entryStatus: string[];
	includeTags: boolean;
	includePastBizCards: boolean;
	type: string[];
	category: string[];
}

/** What of a selection decides what a record looks like. */
export type Look = Pick<Selection, 'version' | 'includeTags'>;

/** A selection and the time it is in force for: what is stamped later belongs to the next one. */
export interface View {
	selection: Selection;
	/** What the responses of its version have shown of the bounds of time ranges. */
	bounds: Bounds;
	/** The last second it is in force for; absent for the present selection. */
	until?: number;
	/** The time that had passed over the polls when the next one took over. */
	since?: number;
	/** Set when the service does not give it any longer, too many are in force, or a day has gone by since `since`: its time is read with one that may show other records, once as a baseline. */
	isGone?: boolean;
}

/** What the service's responses have shown of its ways. */
export interface Evidence {
	/** Whether the service keeps the order it is asked for (not shown in the spec). */
	ordered: boolean;
	/** Most records on a page that has another after it; 0 as long as everything fitted one. */
	pageSize: number;
}

/** The newest time that the service is known to have reached. */
export interface Present {
	/** On the service's clock. */
	second: number;
	/** When that was seen, on the clock of this machine, and on the time that has passed over the polls. */
	local: number;
	passed: number;
	/** How long ago it may have been by then, seconds. */
	gap: number;
	/** Set when so many records say it that the clock of this machine must be behind. */
	isClockBehind?: boolean;
}

/** Time as polls have lived through it. */
export interface Elapsed {
	/** The clock of this machine at the last poll, seconds since 1970. */
	local: number;
	/** What it showed between the last two polls, seconds. */
	gap: number;
	/** And between the two polls before, seconds. */
	before: number;
	/** Seconds that count since the activation. */
	passed: number;
}

/** What was there at activation, as long as it has not been read completely. */
export interface Baseline {
	/** Up to this second nothing is new. */
	until: number;
	/** Whether that holds for records whose time says nothing, too. */
	unplaced: boolean;
	/** Those without an update time that were registered later are new (events that fire once). */
	registered?: number;
}

export interface TriggerState {
	version: 3;
	/** Event, credential, address and range: with another of them all of this means nothing. */
	scope: string;
	/** The selections in force, the present one last. */
	views: View[];
	/** The low watermark: everything stamped before it is final, read and too old to become visible late. */
	low: number;
	/** Records registered before it are not new (events that fire once). */
	cutoff: number;
	/** Everything met at or after the low watermark, oldest second first. */
	seen: SeenSecond[];
	/** Cards met before they had a chosen status (events that fire once). */
	pending: string[];
	/** The records that arrived last, each with its time: what the low watermark follows. */
	arrivals: Array<[record: string, second: number]>;
	/** The time that has passed over the polls. */
	elapsed: Elapsed;
	/** The newest time of a record at some moments of that time, oldest first. */
	marks: Array<[passed: number, second: number]>;
	present?: Present;
	evidence: Evidence;
	baseline?: Baseline;
	/** Where the reading of the present stopped early, and how far the low watermark may follow it. */
	tail?: TimeRange & { ceiling: number };
	/** Time ranges that have not been read yet: the past of `startFrom`, and what the present has left behind. */
	gaps?: TimeRange[];
	/**
	 * The search for pending cards: at activation, or (with what it has met) to find those that are gone. Where pages of it fail, the
	 * other parts that are left.
	 */
	scan?: TimeRange & { met?: string[]; others?: TimeRange[] };
	/** When the last of those searches ended, on the time that has passed over the polls; 0 before the first. */
	scanned: number;
	/**
	 * The repeated reading of what is too much for one call: what is left of it, the low watermark once it is done, and
	 * whether nothing else was still to be read when it began.
	 */
	rescan?: { parts: TimeRange[]; lowAfter: number; isAlone: boolean };
	/** Polls in a row in which something beside the present could not be read. */
	failedPolls?: number;
}

/** The state of a newer release of this package, or no state at all. */
export class StateUnreadable extends Error {}

const STATE_KEY = 'watermark';

/** The layout of {@link TriggerState}. */
const VERSION = 3;

/** n8n keeps the state by the name of the node: a node of another name, even the same one renamed, has none. */
const REMEDY = 'rename this node, set Start From to the time of its last good execution, and publish the workflow again';

/** The node's static data, as far as this file is concerned. */
export type StateHolder = Record<string, unknown>;

/**
 * Reads the state.
 *
 * @returns a copy that can be changed freely, or `undefined` when there is none yet
 * @throws StateUnreadable when a newer release wrote it or it is damaged: starting afresh would silently lose records, and
 *   going on with a part of it could repeat them
 */
export function loadState(holder: StateHolder): TriggerState | undefined {
	const stored = holder[STATE_KEY];
	if (stored === undefined || stored === null) return undefined;
	if (isObject(stored) && typeof stored.version === 'number' && stored.version > VERSION) {
		throw new StateUnreadable(
			`A newer version of the package saved the state of this trigger: update the package, or ${REMEDY}`,
		);
	}
	const state: unknown = JSON.parse(JSON.stringify(stored));
	const damaged = damageOf(state);
	if (damaged === undefined) return state as TriggerState;
	throw new StateUnreadable(
		`The saved state of this trigger is damaged (${damaged}), so it emits nothing: ${REMEDY}`,
	);
}

/** Writes the state, in one assignment: n8n keeps whatever a poll changed before it failed. */
export function saveState(holder: StateHolder, state: TriggerState): void {
	holder[STATE_KEY] = state;
}
