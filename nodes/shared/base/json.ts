/** A JSON object (not an array, not null). */
export type JsonRecord = Record<string, unknown>;

export function isObject(value: unknown): value is JsonRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether nothing was entered: white space is something. */
export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/**
 * Whether a value says nothing: `undefined`, `null`, a text of white space alone, or a list that is empty or has such
 * texts alone. A list of `undefined` is not blank: somebody meant an entry that is missing.
 */
export function isBlank(value: unknown): boolean {
	if (Array.isArray(value)) return value.every((entry) => typeof entry === 'string' && entry.trim() === '');
	return isEmpty(typeof value === 'string' ? value.trim() : value);
}

/** Text of bytes in a charset without a byte order mark; `undefined` when they are not in it. */
export function decodeAs(charset: string, bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder(charset, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/**
 * Reads a JSON body in UTF-8, with or without a byte order mark.
 *
 * @returns the value, or `undefined` when the body is no JSON: empty, cut off, HTML, and a byte that is none of UTF-8,
 *   which would become another character of a person's name
 */
export function parseJson(body: Buffer): unknown {
	try {
		return JSON.parse(decodeAs('utf-8', body) ?? '') as unknown;
	} catch {
		return undefined;
	}
}
