import { isObject, parseJson } from './json';
import type { ApiVersion } from './versions';

/** Nobody waits longer than this on one word of the service; it is asked again instead. */
const LONGEST_PAUSE_MS = 300_000;

/** How long to wait when the service names no time: the length of its window. */
export const UNNAMED_PAUSE_MS = 1_000;

/** A limit that is counted in one second has no use for longer pauses: a larger number means milliseconds … */
const MOST_LIKELY_SECONDS = 60;

/** … unless the call is refused again after so short a pause; from here on it means milliseconds even then. */
const MOST_SECONDS = 500;

const KEYS: readonly string[] = ['retry_after', 'retryAfter', 'retry-after', 'RetryAfter'];

/** How deep the value is looked for; error bodies are flat. */
const DEEPEST = 4;

function find(value: unknown, depth: number): unknown {
	if (depth > DEEPEST) return undefined;
	if (Array.isArray(value)) return firstFound(value, depth);
	if (!isObject(value)) return undefined;
	for (const key of KEYS) if (value[key] !== undefined) return value[key];
	return firstFound(Object.values(value), depth);
}

function firstFound(values: readonly unknown[], depth: number): unknown {
	for (const value of values) {
		const found = find(value, depth + 1);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** A pause in milliseconds, within reason; `undefined` for what is no time. */
function toPause(value: unknown, mostSeconds: number): number | undefined {
	const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof amount !== 'number' || !Number.isFinite(amount) || amount < 0) return undefined;
	return Math.min(LONGEST_PAUSE_MS, amount > mostSeconds ? amount : amount * 1_000);
}

/**
 * Reads from a 429 how long to wait. Where in the body `retry_after` sits is not shown, nor its unit in 2.5 and
 * 3.2 (spec: Errors, 429): it is looked for everywhere, and a number too large for seconds is taken for
 * milliseconds. The standard header counts when the body says nothing.
 *
 * @param header value of `Retry-After`, if there was one
 * @param repeated whether the call was refused or failed before
 * @returns milliseconds to wait
 */
export function readRetryAfter(
	body: Buffer,
	header: string | undefined,
	version: ApiVersion,
	repeated: boolean,
): number {
	const bodyMostSeconds = repeated ? MOST_SECONDS : MOST_LIKELY_SECONDS;
	return (
		toPause(find(parseJson(body), 0), version === '2.0' ? Infinity : bodyMostSeconds) ??
		toPause(header, Infinity) ??
		UNNAMED_PAUSE_MS
	);
}
