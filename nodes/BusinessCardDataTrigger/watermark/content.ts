import { fingerprint } from '../../shared';
import type { SourceRecord } from '../source';
import type { Look } from '../state';

/** Of a print, the characters that stand for the time of the record. */
const TIME_LENGTH = 6;

/** Begins the print of a time that cannot be read. */
const UNREADABLE = '~';

/** In place of a content: whatever the record shows with that time is known. */
const ANY_CONTENT = '******';

/** Begins, in place of a content, a look: the content that the record shows next with that time in it is known. */
const NEXT_CONTENT = '?';

/**
 * JSON that is the same for the same content, as far as a person is concerned: keys in order, lists in order (a service
 * may give tags and attendees in any), and no difference between a field that is absent and one that is null.
 */
function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
	const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
	entries.sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`;
}

/** Whether two looks may be of one content: what both show is the same. */
export function agree({ json: a }: SourceRecord, { json: b }: SourceRecord): boolean {
	return Object.keys(a).every((key) => !(key in b) || canonical(a[key]) === canonical(b[key]));
}

/** Keys that were made: a poll asks several times for that of each record. */
const keys = new WeakMap<SourceRecord, string>();

/** The fingerprint of a record. */
export function keyOf(record: SourceRecord): string {
	const known = keys.get(record);
	if (known !== undefined) return known;
	const key = fingerprint(record.id);
	keys.set(record, key);
	return key;
}

/** Stands for the time of a record: its second, or the text of a time that cannot be read. */
function timePrint({ updated, json }: SourceRecord): string {
	if (updated === undefined) return (UNREADABLE + fingerprint(canonical(json.updatedTime))).slice(0, TIME_LENGTH);
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(Math.min(Math.max(updated, 0), 0xffff_ffff));
	return bytes.toString('base64url');
}

/** Stands for a content of a record with its time. */
export function printOf(record: SourceRecord): string {
	return timePrint(record) + fingerprint(canonical(record.json)).slice(0, TIME_LENGTH);
}

/** Whether a print is of a record whose time cannot be read: such a time says nothing of what has changed. */
export function isTimeless(print: string): boolean {
	return print.startsWith(UNREADABLE);
}

/** The second that a print is of; where that cannot be read, the one that its record is kept under. */
export function secondOf(print: string, keptUnder: number): number {
	return isTimeless(print) ? keptUnder : Buffer.from(print.slice(0, TIME_LENGTH), 'base64url').readUInt32BE();
}

/** Stands for every content of a record with the time of a print. */
export function anyContentOf(print: string): string {
	return print.slice(0, TIME_LENGTH) + ANY_CONTENT;
}

/** Stands for the content that the record shows next in a look with the time of a print: another selection shows it in another way. */
export function nextContentOf(print: string, { version, includeTags }: Look): string {
	return print.slice(0, TIME_LENGTH) + (NEXT_CONTENT + fingerprint(`${version} ${includeTags}`)).slice(0, TIME_LENGTH);
}

/** Whether a print stands for the content that its record shows next in some look. */
export function isNextContent(print: string): boolean {
	return print.startsWith(NEXT_CONTENT, TIME_LENGTH);
}

/** Whether two prints are of one time. */
export function isSameTime(print: string, other: string): boolean {
	return print.slice(0, TIME_LENGTH) === other.slice(0, TIME_LENGTH);
}
