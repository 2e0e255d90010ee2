import type { ApiVersion } from '../api/versions';

/** Nobody waits longer than this on one word of the service; it is asked again instead. */
const MAX_PAUSE_MS = 300_000;

/** How long to wait when the service names no time: the length of its window. */
export const UNNAMED_PAUSE_MS = 1_000;

/** Where the unit is not shown, a larger number means milliseconds; once so short a pause was not enough, the second. */
const MOST_SECONDS = [60, 500] as const;

const NAME = /^(?:x-)?retry[-_]?after$/i;

/** A number, or the text of one or of a date, as milliseconds from now. */
function toPause(value: unknown, mostSeconds: number): number | undefined {
	if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
	const number = Number(value);
	const unit = number > mostSeconds ? 1 : 1_000;
	const pause = Number.isNaN(number) ? Date.parse(String(value)) - Date.now() : number * unit;
	return pause >= 0 ? Math.min(pause, MAX_PAUSE_MS) : undefined;
}

/** The first usable time under a name that says so, however deep. */
function find(value: unknown, mostSeconds: number): number | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	for (const [name, inner] of Object.entries(value)) {
		const pause = NAME.test(name) ? toPause(inner, mostSeconds) : find(inner, mostSeconds);
		if (pause !== undefined) return pause;
	}
	return undefined;
}

/**
 * Reads from a 429 how many milliseconds to wait. Where `retry_after` sits is not shown, nor its unit in 2.5 and 3.2
 * (spec: Errors, 429): it is looked for everywhere in the body, then in the headers, where it may also be a date.
 */
export function readRetryAfter(json: unknown, headers: object, version: ApiVersion, isRepeated: boolean): number {
	const mostSeconds = version === '2.0' ? Infinity : MOST_SECONDS[isRepeated ? 1 : 0];
	return find(json, mostSeconds) ?? find(headers, Infinity) ?? UNNAMED_PAUSE_MS;
}
