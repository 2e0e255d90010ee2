import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../base/json';
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

/** Numbers from here on are no pauses but moments: seconds, or from the second one on milliseconds, since 1970. */
const FIRST_MOMENT = 1e9;
const FIRST_MOMENT_IN_MS = 1e12;

/** A number with its unit, as some gateways write it. */
const WITH_UNIT = /^(\d+(?:\.\d+)?)\s*(ms|msec|milliseconds?|s|sec|secs|seconds?)$/i;

/** How deep the value is looked for; error bodies are flat. */
const DEEPEST = 4;

/** What a number without a unit means. */
interface Reading {
	/** Up to here seconds, above it milliseconds. */
	readonly mostSeconds: number;
	/** The time of day, by the service's own clock where it is known: milliseconds since 1970. */
	readonly now: number;
}

/** How many seconds a number may mean under a name that tells the unit; under others it has to be guessed. */
const NAMES: ReadonlyMap<string, number | 'guess'> = new Map<string, number | 'guess'>([
	['retryafter', 'guess'],
	['retryafterseconds', Infinity],
	['retryaftersec', Infinity],
	['retryafterms', 0],
	['retryaftermilliseconds', 0],
]);

/** The value under the first name that has a usable one, by any spelling of the name. */
function named(object: Record<string, unknown>, reading: Reading): number | undefined {
	for (const [key, value] of Object.entries(object)) {
		const unit = NAMES.get(key.toLowerCase().replace(/[^a-z]/g, '').replace(/^x(?=retry)/, ''));
		if (unit === undefined) continue;
		const pause = toPause(value, unit === 'guess' ? reading : { ...reading, mostSeconds: unit });
		if (pause !== undefined) return pause;
	}
	return undefined;
}

function find(value: unknown, reading: Reading, depth = 0): number | undefined {
	if (depth > DEEPEST || typeof value !== 'object' || value === null) return undefined;
	const here = isObject(value) ? named(value, reading) : undefined;
	if (here !== undefined) return here;
	for (const inner of Object.values(value)) {
		const found = find(inner, reading, depth + 1);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** The pause until a moment; one that has passed is no use, as a clock is wrong then. */
function until(moment: number, now: number): number | undefined {
	return moment > now ? moment - now : undefined;
}

function numberToPause(amount: number, { mostSeconds, now }: Reading): number | undefined {
	if (!Number.isFinite(amount) || amount < 0) return undefined;
	if (amount >= FIRST_MOMENT_IN_MS) return until(amount, now);
	if (amount >= FIRST_MOMENT) return until(amount * 1_000, now);
	return amount > mostSeconds ? amount : amount * 1_000;
}

function textToPause(text: string, reading: Reading): number | undefined {
	const trimmed = text.trim();
	if (trimmed === '') return undefined;
	const [, amount, unit] = WITH_UNIT.exec(trimmed) ?? [];
	if (amount !== undefined) return Number(amount) * (unit?.toLowerCase().startsWith('m') ? 1 : 1_000);
	const number = Number(trimmed);
	if (!Number.isNaN(number)) return numberToPause(number, reading);
	const moment = Date.parse(trimmed);
	return Number.isNaN(moment) ? undefined : until(moment, reading.now);
}

/** A pause in milliseconds, within reason; `undefined` for what is no time. */
function toPause(value: unknown, reading: Reading): number | undefined {
	const pause =
		typeof value === 'number'
			? numberToPause(value, reading)
			: typeof value === 'string'
				? textToPause(value, reading)
				: undefined;
	return pause === undefined ? undefined : Math.min(MAX_PAUSE_MS, pause);
}

/** What a refusing answer brings. */
export interface RefusingResponse {
	/** The parsed body; `undefined` where it is no JSON. */
	readonly json: unknown;
	readonly headers: IDataObject;
	readonly version: ApiVersion;
	/** Whether the call was refused or failed before. */
	readonly repeated: boolean;
}

/**
 * Reads from a 429 how long to wait. Where `retry_after` sits is not shown, nor its unit in 2.5 and 3.2 (spec: Errors,
 * 429): it is looked for everywhere in the body, then in the headers, under any spelling, as a number, a number with a
 * unit, or a date. A number too large for seconds is taken for milliseconds.
 *
 * @returns milliseconds to wait
 */
export function readRetryAfter({ json, headers, version, repeated }: RefusingResponse): number {
	const serviceTime = typeof headers.date === 'string' ? Date.parse(headers.date) : NaN;
	const now = Number.isNaN(serviceTime) ? Date.now() : serviceTime;
	const guessed = repeated ? MAX_SECONDS : MAX_LIKELY_SECONDS;
	return (
		find(json, { mostSeconds: isRetryAfterInSeconds(version) ? Infinity : guessed, now }) ??
		named(headers, { mostSeconds: MAX_SECONDS, now }) ??
		UNNAMED_PAUSE_MS
	);
}
