/** A JSON object (not an array, not null). */
export type JsonRecord = Record<string, unknown>;

export function isObject(value: unknown): value is JsonRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A key that would become an object's prototype where somebody copies the record key by key. JSON.parse keeps
 * it as an ordinary key, n8n's own merging would not.
 */
const UNSAFE_KEY = '__proto__';

function dropUnsafeKey(this: unknown, key: string, value: unknown): unknown {
	return key === UNSAFE_KEY ? undefined : value;
}

/** Records are flat but for a handful of objects in them. What is deeper would overflow whoever walks it, n8n among them. */
const DEEPEST = 200;

/** A page of 300 cards has some 20,000; a body of tiny values takes many times its own size when it is parsed. */
const MAX_VALUES = 2_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_LIST = 0x5d;
const CLOSE_OBJECT = 0x7d;

/** The place behind a text that begins at `start`; the end of the body when it is not closed. */
function endOfText(body: Buffer, start: number): number {
	let end = body.indexOf(QUOTE, start + 1);
	while (end > 0 && isEscaped(body, end)) end = body.indexOf(QUOTE, end + 1);
	return end < 0 ? body.length : end;
}

function isEscaped(body: Buffer, place: number): boolean {
	let backslashes = 0;
	while (body[place - 1 - backslashes] === BACKSLASH) backslashes += 1;
	return backslashes % 2 === 1;
}

/** Whether a body is no deeper and has no more values than a response can have, seen before anything is made of it. */
function isWithinReason(body: Buffer): boolean {
	let depth = 0;
	let values = 0;
	for (let place = 0; place < body.length; place += 1) {
		const byte = body[place];
		if (byte === QUOTE) place = endOfText(body, place);
		else if (byte === COMMA) values += 1;
		else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
			depth += 1;
			values += 1;
		} else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
		if (depth > DEEPEST || values > MAX_VALUES) return false;
	}
	return true;
}

/**
 * Reads a JSON body in UTF-8, with or without a byte order mark.
 *
 * @returns the value, or `undefined` when the body is no JSON (empty, cut off, HTML, other bytes, …) or more than an
 *   answer can be
 */
export function parseJson(body: Buffer): unknown {
	if (!isWithinReason(body)) return undefined;
	try {
		// Strictly: a byte that is none of UTF-8 would become another character of a person's name.
		const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
		// The reviver visits every value: only worth it where the key can be there at all.
		return JSON.parse(text, text.includes(UNSAFE_KEY) ? dropUnsafeKey : undefined) as unknown;
	} catch {
		return undefined;
	}
}
