import { isObject } from '../../shared';
import type { ListPosition as Position } from '../../shared';
import { SeenWindow } from './seen';

/*
 * What the trigger remembers between polls: n8n keeps it as the node's static data, as plain JSON. It never holds a
 * record or a secret, only times of the service (seconds since 1970) and prints.
 */

/** Parameters that decide what a record looks like and which records are shown; kept to notice an edit. */
export interface Selection {
	version: string;
	/** Statuses to emit; empty where records have none. An event that fires once asks for all. */
	entryStatus: string[];
	includeTags: boolean;
	includePastBizCards: boolean;
	type: string[];
	category: string[];
}

/** A time range that is being read, across polls where it takes several. */
export type Range = Position & {
	/**
	 * Where it is read in parts, because its list has no order: the ends of the parts around the present one, the widest
	 * first.
	 */
	ends?: number[];
	/** Readings by token that have ended, and whether the present one has shown anything new. */
	round?: number;
	isFresh?: boolean;
	/** Set when a token that expired made the reading begin from the other end. */
	isBackward?: boolean;
	/** Tokens in a row that were refused. */
	refused?: number;
};

/** The last second of a range with all its parts. */
export function endOf({ to, ends }: Range): number {
	return ends?.[0] ?? to;
}

/** A range that is read beside the present. */
export type LeftRange = Range & {
	/** Set where a page of it failed; the past of `startFrom` is left as well. */
	isFailed?: boolean;
	/** Set for the cards that were being processed at activation. */
	isWaiting?: boolean;
};

/** What was there before: up to a second and, until all of it has been read, whatever no believable time places. */
export interface Baseline {
	until: number;
	holdsUnplaced: boolean;
}

/** What was there before an edit, but for what the former selection would have shown. */
export type Former = Baseline & Pick<Selection, 'entryStatus' | 'type' | 'category'>;

/** How a reading of the present began: when, by the clock of this machine, and whether nothing was left beside it. */
export interface Begun {
	local: number;
	isAlone: boolean;
}

export interface TriggerState {
	version: 1;
	/** Polls that led to this state. */
	polls: number;
	/** Event, credential, address and range: with another of them all of this means nothing. */
	scope: string;
	/** What the last poll asked for. */
	selection: Selection;
	/** Whether its version has shown that the first bound of a time range belongs to it. */
	includesFrom: boolean;
	/** The low watermark: everything stamped before it is final. Every pass begins here. */
	low: number;
	/** Records registered before it are not new (events that fire once). */
	cutoff: number;
	/**
	 * The second that the service has surely reached, and the clock of this machine when it was found; what the last poll
	 * has met says how far it may move when the next pass begins.
	 */
	reached: { second: number; since: number; met: number };
	/** Everything met from the low watermark on (see `SeenWindow`). */
	seen: string;
	/** Cards met before they had a chosen status (events that fire once). */
	pending: string[];
	/** Ranges that are still to be read beside the present. */
	left: LeftRange[];
	/** Former selections, as long as something stamped before their edit can still show for the first time. */
	formers: Former[];
	/** Up to here past cards are left out, because they were when the poll before read it. */
	pastFrom: number;
	/** Where the reading of the present stopped early. */
	pass?: Range & { begun: Begun };
	/** What was there at activation: until all of it has been read, or before `startFrom`. */
	baseline?: Baseline;
}

/** No moment of the service lies outside. */
export const FIRST_SECOND = 0;
export const LAST_SECOND = Date.UTC(2099, 11, 31, 23, 59, 59) / 1_000;

/** Stands for no second at all. */
export const NEVER = -1;

const STATE_KEY = 'watermark';
const VERSION = 1;

/** n8n keeps the state by the name of the node: a node of another name, even the same one renamed, has none. */
const REMEDY =
	'rename this node, set Start From to the time of its last good execution, and publish the workflow again';

/**
 * A state that cannot be read: starting afresh would silently lose records, going on with a part of it could repeat
 * them.
 */
export class StateUnreadable extends Error {}

const RANGE = { at: 0, to: 0 };
const SHOWN = { entryStatus: [''], type: [''], category: [''] };
const BASELINE = { until: 0, holdsUnplaced: true };

/** What each part of a state is like, and each that a state may be without. */
const PARTS = {
	version: VERSION,
	polls: 0,
	scope: '',
	selection: { ...SHOWN, version: '', includeTags: true, includePastBizCards: true },
	includesFrom: true,
	low: 0,
	cutoff: 0,
	reached: { second: 0, since: 0, met: 0 },
	seen: '',
	pending: [''],
	left: [RANGE],
	formers: [{ ...SHOWN, ...BASELINE }],
	pastFrom: 0,
};
const OPTIONAL_PARTS = { pass: { ...RANGE, begun: { local: 0, isAlone: true } }, baseline: BASELINE };

function isLike(value: unknown, sample: unknown): boolean {
	if (Array.isArray(sample)) return Array.isArray(value) && value.every((one) => isLike(one, sample[0]));
	if (isObject(sample))
		return isObject(value) && Object.entries(sample).every(([name, inner]) => isLike(value[name], inner));
	return typeof value === typeof sample && (typeof value !== 'number' || Number.isSafeInteger(value));
}

/** The first part of a state that is missing, or unlike what it should be. */
function damageOf(state: Record<string, unknown>): string | undefined {
	const isWrong = ([name, sample]: [string, unknown]) => !isLike(state[name], sample);
	const present = Object.entries(OPTIONAL_PARTS).filter(([name]) => state[name] !== undefined);
	const wrong = [...Object.entries(PARTS), ...present].find(isWrong)?.[0];
	return wrong ?? (SeenWindow.isText(state.seen) ? undefined : 'seen');
}

/**
 * Reads the state from the node's static data.
 *
 * @returns a copy that can be changed freely, or `undefined` when there is none yet
 * @throws StateUnreadable when a newer release wrote it or it is damaged
 */
export function loadState(holder: Readonly<Record<string, unknown>>): TriggerState | undefined {
	const stored = holder[STATE_KEY];
	if (stored === undefined || stored === null) return undefined;
	if (isObject(stored) && typeof stored.version === 'number' && stored.version > VERSION) {
		throw new StateUnreadable(
			`A newer version of the package saved the state of this trigger: update the package, or ${REMEDY}`,
		);
	}
	const state: unknown = JSON.parse(JSON.stringify(stored));
	const damage = isObject(state) ? damageOf(state) : 'all';
	if (damage === undefined) return state as TriggerState;
	throw new StateUnreadable(`The saved state of this trigger is damaged (${damage}), so it emits nothing: ${REMEDY}`);
}

/** Writes the state, in one assignment: n8n keeps whatever a poll changed before it failed. */
export function saveState(holder: Record<string, unknown>, state: TriggerState): void {
	holder[STATE_KEY] = state;
}
