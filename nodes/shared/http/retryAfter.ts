import type { ApiVersion } from '../api/versions';

/** Longest pause, however long the service asks to wait; it is asked again then. */
const MAX_PAUSE_MS = 300_000;

/** Pause when the service names no time: the length of its window. */
export const UNNAMED_PAUSE_MS = 1_000;

/**
 * Largest numbers that are seconds where the unit is not shown; larger ones are milliseconds. The second value counts
 * once a pause that was read so was too short.
 */
const MOST_SECONDS = 60;
const MOST_SECONDS_REPEATED = 500;

const NAME = /^(?:x-)?retry[-_]?after$/i;

/** A refusal of one call too many. */
export interface TooManyCalls {
	readonly json: unknown;
	readonly headers: object;
	readonly version: ApiVersion;
	/** Whether the call had been sent before. */
	readonly isRetry: boolean;
}

/** Milliseconds from now, of a number, or of the text of one or of a date. */
function pauseOf(value: unknown, mostSeconds: number): number | undefined {
	const isText = typeof value === 'string' && value.trim() !== '';
	if (typeof value !== 'number' && !isText) return undefined;

	const number = Number(value);
	if (Number.isNaN(number)) {
		return bounded(Date.parse(String(value)) - Date.now());
	}

	return bounded(number > mostSeconds ? number : number * 1_000);
}

/** A pause of at most {@link MAX_PAUSE_MS}; `undefined` where it is none. */
function bounded(pauseMs: number): number | undefined {
	return pauseMs >= 0 ? Math.min(pauseMs, MAX_PAUSE_MS) : undefined;
}

/** The first usable time under a name that says so, however deep. */
function findPause(value: unknown, mostSeconds: number): number | undefined {
	if (typeof value !== 'object' || value === null) return undefined;

	for (const [name, inner] of Object.entries(value)) {
		const pause = NAME.test(name) ? pauseOf(inner, mostSeconds) : findPause(inner, mostSeconds);
		if (pause !== undefined) return pause;
	}
	return undefined;
}

/** The largest number that is taken for seconds. Version 2.0 shows the unit. */
function mostSecondsOf(refusal: TooManyCalls): number {
	if (refusal.version === '2.0') return Infinity;
	return refusal.isRetry ? MOST_SECONDS_REPEATED : MOST_SECONDS;
}

/**
 * Reads from a 429 how long to wait. Where `retry_after` sits is not shown, nor its unit in 2.5 and 3.2 (spec: Errors,
 * 429): it is looked for everywhere in the body, then in the headers, where it may also be a date.
 *
 * @returns milliseconds
 */
export function readRetryAfter(refusal: TooManyCalls): number {
	const inBody = findPause(refusal.json, mostSecondsOf(refusal));
	return inBody ?? findPause(refusal.headers, Infinity) ?? UNNAMED_PAUSE_MS;
}
