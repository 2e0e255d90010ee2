import { hash } from 'crypto';
import type { SourceRecord } from './recordSource';

/*
 * A fingerprint stands for a record that was seen. Its first three characters stand for the record and its time, the
 * other three for its content. Among 20,000 records of one second two have the same fingerprint less than once in
 * 100,000 such seconds.
 */

/** Characters of a fingerprint. */
export const FINGERPRINT_LENGTH = 6;

/** Characters of a fingerprint that stand for the record and its time. */
export const TIME_LENGTH = 3;

/** The content of a fingerprint that takes any content: whatever the record shows next with its time is known. */
export const NEXT_CONTENT = '***';

/** Different first characters. The window writes the first character once for all that share it and their second. */
export const CODES = 4_096;

/** The other characters: all that JSON writes as they are, but for the `*` above. */
const DIGITS = "!#$%&'()+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~";

/** Six characters that stand for a text. */
function shortHash(text: string): string {
	const number = hash('sha256', text, 'buffer').readUIntBE(0, 6);

	let written = String.fromCharCode(number % CODES);
	let rest = Math.floor(number / CODES);
	while (written.length < FINGERPRINT_LENGTH) {
		written += DIGITS[rest % DIGITS.length];
		rest = Math.floor(rest / DIGITS.length);
	}
	return written;
}

/**
 * Writes a value as JSON that is the same for the same content, as far as a person is concerned: keys in order, lists
 * in order (a service may give tags and attendees in any), and no difference between a field that is absent and one
 * that is null.
 */
export function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';

	const fields = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
	fields.sort(([one], [other]) => (one < other ? -1 : 1));
	return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`;
}

/** The fingerprint of a record for an event that fires once: whatever the record shows, its ID alone counts. */
export function fingerprintOfId(record: SourceRecord): string {
	return shortHash(record.id);
}

/** The fingerprint of one state of a record: of its ID and time, and of its content. */
export function fingerprintOfState(record: SourceRecord): string {
	const time = record.updated ?? canonical(record.json.updatedTime);
	const ofTime = shortHash(`${record.id} ${time}`);
	const ofContent = shortHash(canonical(record.json));
	return ofTime.slice(0, TIME_LENGTH) + ofContent.slice(TIME_LENGTH);
}
