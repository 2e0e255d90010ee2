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

/**
 * Reads a JSON body.
 *
 * @returns the value, or `undefined` when the body is no JSON (empty, cut off, HTML, …)
 */
export function parseJson(body: Buffer): unknown {
	const text = body.toString('utf8').replace(/^\uFEFF/, '');
	try {
		// The reviver visits every value: only worth it where the key can be there at all.
		return JSON.parse(text, text.includes(UNSAFE_KEY) ? dropUnsafeKey : undefined) as unknown;
	} catch {
		return undefined;
	}
}
