import { parameterError, fingerprint, isObject } from '../../shared';
import type { Baseline } from './baselines';
import { canonical } from './fingerprint';
import type { Selection } from './recordSource';
import { FIRST_SECOND, NEVER } from './times';
import type { UnreadRange } from './unreadRanges';

/*
 * The saved form of the state that the trigger keeps between polls: n8n has it as the node's static data, as plain
 * JSON, with a `check` that tells whether it is damaged. It never holds a record or a secret, only times of the
 * service (seconds since 1970) and fingerprints. Its names are in the databases of users: they stay.
 */

/** The part that the states of all events have. */
export interface SavedCount {
	/** The polls that led to it, in whatever process: every fifth one tries again what cannot be read. */
	readonly polls: number;
	/** Event, credential, address and whose records: with another of them a state means nothing. */
	readonly scope: string;
}

/** The state of an event that goes by the watermark, as it is saved. `TriggerState` says what changes it. */
export interface SavedState extends SavedCount {
	/** The options that the last poll asked with. */
	readonly selection: Selection;
	/** Whether the API version has shown that a time range includes its first second. */
	readonly includesFrom: boolean;
	/** Whether it has shown that lists come in the order that is asked for. */
	readonly keepsOrder: boolean;
	/** The low watermark: nothing stamped before it can still show late; what could not be read of it is in `left`. */
	readonly low: number;
	/** Events that fire once: what was registered before this second was judged, and is forgotten. It follows `low`. */
	readonly cutoff: number;
	/** The newest second that ten records of one page have reached. */
	readonly reached: number;
	/** n8n's clock when that was found. */
	readonly reachedAt: number;
	/** n8n's clock at the last poll. */
	readonly polledAt: number;
	/** The window of seen records, as text: see `SeenWindow`. */
	readonly seen: string;
	/** The ranges that are still to be read. */
	readonly left: readonly UnreadRange[];
	/** The low watermark when the present has been read; set while that takes several polls. */
	readonly target?: number;
	/** Everything that was there before: until all of it has been read, after an edit also until all of it is final. */
	readonly baselines: readonly Baseline[];
}

/**
 * The state before the first poll.
 *
 * @param local n8n's clock
 */
export function firstState(scope: string, selection: Selection, local: number): SavedState {
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

/** The version of the saved form. */
const VERSION = 1;

/** The key under which n8n keeps the state, of every event: with another event it means nothing. */
const KEY = 'watermark';

/**
 * The way out. n8n keeps a state by the name of its node: under another name, even a node that was renamed has
 * none.
 */
const REMEDY =
	'rename this node, set Start From (if the event has this option) to the time of the last successful execution, and ' +
	'publish the workflow again';

/**
 * Reads a state from the node's static data.
 *
 * @returns a copy that can be changed freely, or `undefined` when there is none yet
 * @throws ParameterError when a newer release wrote it or it is damaged: starting over would lose records, going on
 *   with a part of it could repeat them
 */
export function loadState<S>(holder: Readonly<Record<string, unknown>>): S | undefined {
	const stored = holder[KEY];
	if (stored === undefined) return undefined;

	if (isObject(stored) && typeof stored.version === 'number' && stored.version > VERSION) {
		const message = 'A newer version of the package saved the state of this trigger';
		throw parameterError('state', message, `update the package, or ${REMEDY}`);
	}

	const copy: unknown = JSON.parse(JSON.stringify(stored));
	const { check, ...state } = isObject(copy) ? copy : {};
	if (check === fingerprint(canonical(state))) return state as S;

	throw parameterError('state', 'The saved state of this trigger is damaged, so it outputs nothing', REMEDY);
}

/** A mark that stands for the state in the node's static data: each state has its own. Empty where there is none. */
export function markOf(holder: Readonly<Record<string, unknown>>): string {
	const stored = holder[KEY];
	return isObject(stored) ? String(stored.check) : '';
}

/** Writes a state, in one assignment: n8n keeps whatever a poll changed before it failed. */
export function saveState(holder: Record<string, unknown>, state: object): void {
	const versioned = { ...state, version: VERSION };
	holder[KEY] = { ...versioned, check: fingerprint(canonical(versioned)) };
}
