/** A JSON object (not an array, not null). */
export type JsonRecord = Record<string, unknown>;

export function isObject(value: unknown): value is JsonRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether nothing was entered: white space is something. */
export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

function isBlankText(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === '';
}

/**
 * Whether a value says nothing: `undefined`, `null`, a text of white space alone, or a list that is empty or has such
 * texts alone. A list of `undefined` is not blank: somebody meant an entry that is missing.
 */
export function isBlank(value: unknown): boolean {
	if (value === undefined || value === null || isBlankText(value)) return true;
	return Array.isArray(value) && value.every(isBlankText);
}

/**
 * Reads a JSON body in UTF-8, with or without a byte order mark.
 *
 * @returns the value, or `undefined` when the body is no JSON: empty, cut off, HTML, and a byte that is none of UTF-8,
 *   which would become another character of a person's name
 */
export function parseJson(body: Buffer): unknown {
	try {
		return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
	} catch {
		return undefined;
	}
}
