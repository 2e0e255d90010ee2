import { fault, fingerprint, isObject } from '../../shared';
import type { RangeProgress } from '../../shared';
import { canonical } from './content';

/*
 * What the trigger remembers between polls: n8n keeps it as the node's static data, as plain JSON, with a `check` that
 * tells whether it is damaged. It never holds a record or a secret, only times of the service (seconds since 1970) and
 * prints.
 */

/** Parameters that decide what a record looks like and which records are shown; kept to notice an edit. */
export interface Selection {
	version: string;
	/** Statuses to emit, all where it is empty. An event that fires once asks for all: see `Reader`. */
	entryStatus: string[];
	includeTags: boolean;
	includePastBizCards: boolean;
	/** Of reports, as is `category`; all where it is empty. */
	type: string[];
	category: string[];
}

/**
 * Why a time range is read:
 * - `waiting`: for the cards that were being processed at activation
 * - `present`: from the low watermark on
 * - `failed`: a page of it could not be read
 * - `hidden`: one second that could not be read again; it is tried now and then
 * - `past`: since *Start From*
 */
export type Kind = 'waiting' | 'present' | 'failed' | 'hidden' | 'past';

/** A time range that is still to be read, from `at` to `to`; by page tokens where it has a `walk` (`lists/step.ts`). */
export type Range = RangeProgress & {
	kind: Kind;
	/** While it is followed by token: whether this round has shown anything new, and how many tokens were refused. */
	hasNews?: boolean;
	refused?: number;
	/** Of one second: it has failed by itself, and is hidden when it does so again. */
	failedAlone?: boolean;
};

/** What was there before an activation, *Start From* or an edit, and is not new when it is met for the first time. */
export interface Baseline {
	/**
	 * Everything up to this second, and as long as it `isOpen` also what no believable time places. It is `LAST_SECOND`
	 * until the end of the poll, which knows better.
	 */
	until: number;
	isOpen: boolean;
	/** An edit: the former selection; what it shows is new all the same. */
	former?: Selection;
}

/** What is common to the states of all events. */
export interface Counted {
	/** The polls that led to it, in whatever process: every fifth one tries again what cannot be read. */
	polls: number;
	/** Event, credential, address and whose records: with another of them a state means nothing. */
	readonly scope: string;
}

export interface TriggerState extends Counted {
	/** What the last poll asked for. */
	selection: Selection;
	/** Whether the API version has shown that a time range includes its first second. */
	includesFrom: boolean;
	/** Whether it has shown that lists come in the order that is asked for. */
	keepsOrder: boolean;
	/** The low watermark: nothing stamped before it can still show late; what could not be read of it is `left`. */
	low: number;
	/** Follows `low` when nothing is left: what was registered before was judged, and is forgotten (fires once). */
	cutoff: number;
	/** The newest second that ten records of one page have reached; this machine's clock then, and at the last poll. */
	reached: number;
	reachedAt: number;
	polledAt: number;
	/**
	 * Everything met from `low` on or in what is `left`; of events that fire once, from `cutoff` on, and the cards that
	 * wait for a chosen status: see `SeenWindow`.
	 */
	seen: string;
	/** Ranges that are still to be read. */
	left: Range[];
	/** While the present takes several polls: the low watermark when all of it has been read. */
	target?: number;
	/** What was there before: until all of it has been read, after an edit also until all of it is final. */
	baselines: Baseline[];
}

/** No moment of the service lies outside. */
export const FIRST_SECOND = 0;
export const LAST_SECOND = Date.UTC(2099, 11, 31, 23, 59, 59) / 1_000;

/** Stands for no second at all. */
export const NEVER = -1;

/** The clocks of this machine and the service differ by so much, seconds. */
export const CLOCK_DIFFERENCE = 600;

/** The state before the first poll. */
export function firstState(scope: string, selection: Selection, local: number): TriggerState {
	return {
		polls: 0,
		scope,
		selection,
		includesFrom: false,
		keepsOrder: false,
		low: FIRST_SECOND,
		cutoff: FIRST_SECOND,
		reached: NEVER,
		reachedAt: local,
		polledAt: local,
		seen: '',
		left: [],
		baselines: [],
	};
}

const VERSION = 1;

/** Under which n8n keeps the state, of every event: with another event it means nothing. */
const KEY = 'watermark';

/** n8n keeps the state by the name of the node: a node of another name, even the same one renamed, has none. */
const REMEDY =
	'rename this node, set Start From (where the event has it) to the time of its last good execution, and publish the ' +
	'workflow again';

/**
 * Reads a state from the node's static data.
 *
 * @returns a copy that can be changed freely, or `undefined` when there is none yet
 * @throws ParameterError when a newer release wrote it or it is damaged: starting afresh would lose records, going on
 *   with a part of it could repeat them
 */
export function loadState<S>(holder: Readonly<Record<string, unknown>>): S | undefined {
	const stored = holder[KEY];
	if (stored === undefined) return undefined;
	if (isObject(stored) && typeof stored.version === 'number' && stored.version > VERSION) {
		const message = 'A newer version of the package saved the state of this trigger';
		throw fault('state', message, `update the package, or ${REMEDY}`);
	}
	const copy: unknown = JSON.parse(JSON.stringify(stored));
	const { check, ...state } = isObject(copy) ? copy : {};
	if (check === fingerprint(canonical(state))) return state as S;
	throw fault('state', 'The saved state of this trigger is damaged, so it emits nothing', REMEDY);
}

/** Stands for the state in the node's static data: another state has another mark. Empty where there is none. */
export function markOf(holder: Readonly<Record<string, unknown>>): string {
	const stored = holder[KEY];
	return isObject(stored) ? String(stored.check) : '';
}

/** Writes a state, in one assignment: n8n keeps whatever a poll changed before it failed. */
export function saveState(holder: Record<string, unknown>, state: object): void {
	const versioned = { ...state, version: VERSION };
	holder[KEY] = { ...versioned, check: fingerprint(canonical(versioned)) };
}
