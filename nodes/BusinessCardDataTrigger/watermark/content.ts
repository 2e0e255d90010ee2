import { hash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

/** What the trigger needs to know of a record. Times are seconds since 1970, `undefined` where they cannot be read. */
export interface SourceRecord {
	readonly json: IDataObject;
	/** The whole record as text where it has no id that tells it from others. */
	readonly id: string;
	readonly updated: number | undefined;
	readonly registered: number | undefined;
	/** `entryStatus` of a card. */
	readonly status: string | undefined;
}

/**
 * A print stands for what was met: six characters, of which the first three stand for the record and its time, the
 * others for its content. Among 20,000 of one second two are the same less than once in 100,000 such seconds.
 */
export const PRINT_LENGTH = 6;
export const TIME_LENGTH = 3;

/** In place of a content: whatever the record shows next with that time is known. */
export const NEXT_CONTENT = '***';

/** The first character is one of so many, since the window writes it once for all that share it and their second. */
export const CODES = 4_096;

/** The others are what JSON writes as it is, but for the `*` above. */
const DIGITS = "!#$%&'()+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~";

function printed(text: string): string {
	const number = hash('sha256', text, 'buffer').readUIntBE(0, 6);
	let print = String.fromCharCode(number % CODES);
	let rest = Math.floor(number / CODES);
	for (; print.length < PRINT_LENGTH; rest = Math.floor(rest / DIGITS.length)) print += DIGITS[rest % DIGITS.length];
	return print;
}

/**
 * JSON that is the same for the same content, as far as a person is concerned: keys in order, lists in order (a service
 * may give tags and attendees in any), and no difference between a field that is absent and one that is null.
 */
export function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
	const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
	entries.sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`;
}

/** Stands for a record, for an event that fires once whatever it shows, else with its time and content. */
export function printOf({ id, updated, json }: SourceRecord, isOnce: boolean): string {
	if (isOnce) return printed(id);
	const time = updated ?? canonical(json.updatedTime);
	return printed(`${id} ${time}`).slice(0, TIME_LENGTH) + printed(canonical(json)).slice(TIME_LENGTH);
}
