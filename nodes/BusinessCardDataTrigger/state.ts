/**
 * What the trigger remembers between polls: n8n keeps it as the node's static data, as plain JSON. It never holds
 * a record or a secret, only times of the service and fingerprints.
 */

/** A place in the reading of a term, from which reading goes on. */
export interface Position {
	/** The second to go on with; everything before it has been read. Seconds since 1970. */
	at: number;
	/** Set when the second before has more records than a page: the term is asked for without it. */
	narrow?: boolean;
	/** Where the slice ends that is asked for, when what lies ahead does not fit a page and comes in no order. */
	to?: number;
	/** The end of a slice that did not fit a page either, and of which this one is a part. */
	full?: number;
	/** Set inside a second with more records than a page: what the reading of its pages has met. */
	pass?: Pass;
	/** Inside such a second: the page to go on with. */
	token?: string;
}

/** One reading of all pages of a second. */
export interface Pass {
	/** Stands for the records met so far, and for those that the pass before met. */
	digest: number;
	before?: number;
	/** Whether any of them had not been met before. */
	fresh: boolean;
	/** Passes in a row that brought nothing new. */
	barren: number;
}

/** A stretch of the past that is read beside the present. */
export interface Stretch extends Position {
	/** The last second of it. */
	end: number;
}

/** The records met in one second: that second, then the fingerprint of each. */
export type SeenSecond = [second: number, ...keys: string[]];

/** Parameters that decide what a record looks like and which records are shown; kept to notice an edit. */
export interface Selection {
	version: string;
	entryStatus: string[];
	includeTags: boolean;
	includePastBizCards: boolean;
	type: string[];
	category: string[];
}

/** The change from one selection to another. */
export interface Rebase {
	selection: Selection;
	/** Absent when everything has been noted. */
	position?: Position;
	seen: SeenSecond[];
	waiting: string[];
	/** Times that the service was too busy for the change. */
	tries: number;
}

/** The reading of the present. */
export interface Live extends Position {
	/** Up to here the floor may rise by what this reading has met: a change may have become visible behind it. */
	ceiling: number;
}

export interface TriggerState {
	version: 2;
	/** Event, credential and range: with another of them all of this means nothing. */
	scope: string;
	selection: Selection;
	/** Everything stamped before it is final: read, and too old to become visible late. */
	floor: number;
	/** Records registered before it are no news (events that fire once). */
	cutoff: number;
	/** Everything met at or after the floor, oldest second first. */
	seen: SeenSecond[];
	/** Whether the service keeps the order it is asked for (not shown in the spec), as far as its answers have told. */
	ordered: boolean;
	/** Records that fit a page, as far as its answers have told; 0 as long as everything fitted one. */
	pageSize: number;
	/** Cards met before they had a chosen status (events that fire once). */
	waiting: string[];
	/** Up to this second nothing is news, because it was there at activation; absent once that is read. */
	quietUntil?: number;
	/** Nor in these seconds, because another selection has read them; absent once the present is read. */
	quietSeconds?: number[];
	/** Where the reading of the present stopped early. */
	live?: Live;
	/** The reading of `startFrom`'s past. */
	backfill?: Stretch;
	/** The search for cards that were waiting already at activation. */
	sweep?: Stretch;
	/**
	 * The repeated reading of an overlap that is too large for one poll: the floor once it is done, and whether no past was
	 * still to be read when it began.
	 */
	recheck?: Stretch & { floorAfter: number; isAlone: boolean };
	/** After an edit: what the new selection shows of the past is noted here before it takes over. */
	rebase?: Rebase;
}

/** The state of a newer release of this package, or none at all. */
export class StateUnreadable extends Error {}

const STATE_KEY = 'watermark';

/** The node's static data, as far as this file is concerned. */
export type StateHolder = Record<string, unknown>;

/** What the first layout held differently: pages of a second were read without saying what they had met. */
interface FirstLayout extends Omit<TriggerState, 'version' | 'live' | 'recheck' | 'rebase' | 'pageSize'> {
	version: 1;
	live?: { at: number };
	recheck?: Stretch & { floorAfter: number };
}

/** A stretch from the second on that it had reached. */
function resumed<T extends Stretch>(stretch: T | undefined): T | undefined {
	return stretch && { ...stretch, narrow: undefined, token: undefined, fresh: undefined };
}

/** Brings a state of the first layout into the present one; an edit that was coming into force begins again. */
function fromFirstLayout(state: FirstLayout): TriggerState {
	return {
		...state,
		version: 2,
		pageSize: 0,
		live: state.live && { at: state.live.at, ceiling: state.floor },
		backfill: resumed(state.backfill),
		sweep: resumed(state.sweep),
		recheck: resumed(state.recheck && { ...state.recheck, isAlone: false }),
		rebase: undefined,
	};
}

/**
 * Reads the state.
 *
 * @returns a copy that can be changed freely, or `undefined` when there is none yet
 * @throws StateUnreadable when a newer release wrote it: starting afresh would silently lose records
 */
export function loadState(holder: StateHolder): TriggerState | undefined {
	const stored = holder[STATE_KEY];
	if (stored === undefined || stored === null) return undefined;
	const state = JSON.parse(JSON.stringify(stored)) as TriggerState | FirstLayout;
	if (state.version === 1) return fromFirstLayout(state);
	if (state.version === 2) return state;
	throw new StateUnreadable(
		'The memory of this trigger was written by a newer version of the package: update the package, or add the trigger anew',
	);
}

/** Writes the state, in one assignment: n8n keeps whatever a poll changed before it failed. */
export function saveState(holder: StateHolder, state: TriggerState): void {
	holder[STATE_KEY] = state;
}
