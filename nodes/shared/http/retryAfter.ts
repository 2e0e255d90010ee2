import { isRetryAfterInSeconds } from '../api/versions';
import type { ApiVersion } from '../api/versions';

/** Nobody waits longer than this on one word of the service; it is asked again instead. */
const MAX_PAUSE_MS = 300_000;

/** How long to wait when the service names no time: the length of its window. */
export const UNNAMED_PAUSE_MS = 1_000;

/** A limit that is counted in one second has no use for longer pauses: a larger number means milliseconds … */
const MAX_LIKELY_SECONDS = 60;

/** … unless the call is refused again after so short a pause; from here on it means milliseconds even then. */
const MAX_SECONDS = 500;

const NAME = /^(?:x-)?retry[-_]?after[-_]?(ms|milliseconds|s|seconds)?$/i;

/** Up to which number a unit means seconds. */
const UNITS: Readonly<Record<string, number>> = { ms: -1, milliseconds: -1 };

/** What a 429 brings. */
interface TooManyCalls {
	/** The parsed body; `undefined` where it is no JSON. */
	readonly json: unknown;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly version: ApiVersion;
	/** Whether the call was refused or failed before. */
	readonly isRepeated: boolean;
}

/** What the time of day is, and up to which number one without a unit means seconds. */
interface Reading {
	readonly now: number;
	readonly mostSeconds: number;
}

function toPause(value: unknown, { now, mostSeconds }: Reading): number | undefined {
	if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
	const number = Number(value);
	const pause = Number.isNaN(number) ? Date.parse(String(value)) - now : number * (number > mostSeconds ? 1 : 1_000);
	return pause >= 0 ? Math.min(pause, MAX_PAUSE_MS) : undefined;
}

/** The first usable time under a name that says so, however deep. */
function find(value: unknown, reading: Reading): number | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	for (const [name, inner] of Object.entries(value)) {
		const [isNamed, unit] = NAME.exec(name) ?? [];
		const mostSeconds = unit === undefined ? reading.mostSeconds : (UNITS[unit.toLowerCase()] ?? Infinity);
		const pause = isNamed === undefined ? find(inner, reading) : toPause(inner, { ...reading, mostSeconds });
		if (pause !== undefined) return pause;
	}
	return undefined;
}

/**
 * Reads from a 429 how long to wait. Where `retry_after` sits is not shown, nor its unit in 2.5 and 3.2 (spec:
 * Errors, 429): it is looked for everywhere in the body, then in the headers, where it may also be a date.
 *
 * @returns milliseconds to wait
 */
export function readRetryAfter({ json, headers, version, isRepeated }: TooManyCalls): number {
	const serviceTime = Date.parse(String(headers.date));
	const now = Number.isNaN(serviceTime) ? Date.now() : serviceTime;
	const guessed = isRepeated ? MAX_SECONDS : MAX_LIKELY_SECONDS;
	const inBody = find(json, { now, mostSeconds: isRetryAfterInSeconds(version) ? Infinity : guessed });
	return inBody ?? find(headers, { now, mostSeconds: Infinity }) ?? UNNAMED_PAUSE_MS;
}
