import { hash } from 'crypto';

export type JsonRecord = Record<string, unknown>;

export function isObject(value: unknown): value is JsonRecord {
	const isAnything = typeof value === 'object' && value !== null;
	return isAnything && !Array.isArray(value);
}

/** Whether nothing was entered: white space is something. */
export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/**
 * Characters of which a reader sees nothing: white space and controls, formats (zero-width spaces, direction marks, byte
 * order marks), what fonts ignore (soft hyphens, variation selectors, Hangul fillers), and two signs that are blank.
 */
const UNSEEN_ALONE = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]*$/u;

/** Whether nobody sees anything of a text: it is empty, or white space and invisible characters alone. */
export function showsNothing(text: string): boolean {
	return UNSEEN_ALONE.test(text);
}

/** Whether a value says nothing: also a text that shows nothing, and a list of such texts alone, but not of `undefined`. */
export function isBlank(value: unknown): boolean {
	if (typeof value === 'string') return showsNothing(value);
	if (!Array.isArray(value)) {
		return isEmpty(value);
	}

	return value.every((entry) => {
		return typeof entry === 'string' && showsNothing(entry);
	});
}

/** The text of bytes, `undefined` when they are not in the charset; empty for a charset that nobody knows. */
export function decodeAs(charset: string, bytes: Uint8Array): string | undefined {
	try {
		const decoder = new TextDecoder(charset, { fatal: true });
		return decoder.decode(bytes);
	} catch (error) {
		const isUnknown = isObject(error) && error.code === 'ERR_ENCODING_NOT_SUPPORTED';
		return isUnknown ? '' : undefined;
	}
}

/** Reads a text of JSON; `undefined` for what is none. */
export function parseJson(text = '', reviver?: (key: string, value: unknown) => unknown): unknown {
	try {
		return JSON.parse(text, reviver) as unknown;
	} catch {
		return undefined;
	}
}

/** A short, stable fingerprint of a text: 66 bits, so that two of a hundred million texts hardly ever meet. */
export function fingerprint(text: string): string {
	const digest = hash('sha256', text, 'base64url');
	return digest.slice(0, 11);
}
