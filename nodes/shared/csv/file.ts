import type { Encoding } from '../api/versions';
import { decodeAs } from '../base/json';
import { kindOfFile } from '../values/fileKinds';
import { CHARSETS } from './encoding';

/** Why a file cannot be sent as a CSV. */
export interface FileProblem {
	/** Goes on after the name of the file. */
	readonly message: string;
	/** What to do. */
	readonly rule: string;
}

/**
 * Larger files are refused. The specification shows no limit; this is some 300,000 users, more than any company imports
 * at once, and as much as n8n can hold in memory without harm.
 */
export const MAX_CSV_BYTES = 50 * 1024 * 1024;

const AS_CSV =
	'save the sheet as "CSV UTF-8" without a header row, or read it with the node Extract from File and choose Input ' +
	'Items as Source.';
const AS_UTF_8 = 'save the file as "CSV UTF-8".';

/**
 * Whether a file is what it claims to be: text in the encoding that was chosen. What is not would fill the company with
 * garbled names, since nearly all bytes are some characters in Shift JIS. What is valid in both counts as UTF-8, unless
 * it is ASCII, which is the same in both: hardly any Shift JIS text of some length is valid UTF-8.
 */
export function csvFileProblem(bytes: Buffer, encoding: Encoding): FileProblem | undefined {
	const { label, name } = CHARSETS[encoding];
	const kind = kindOfFile(bytes);
	if (kind !== undefined) return { message: `is not a CSV but seems to be ${kind}`, rule: AS_CSV };
	// The beginning of most tells, so that they are not decoded for it.
	if ([bytes.subarray(0, 1_024), bytes].every((part) => part.toString().trim() === '')) {
		return { message: 'is empty', rule: 'leave the field empty if there is nothing to import.' };
	}
	if (bytes.length > MAX_CSV_BYTES) {
		return { message: `is larger than ${MAX_CSV_BYTES / 1024 ** 2} MB`, rule: 'divide it into several imports.' };
	}
	if (bytes.includes(0)) {
		return { message: 'contains NUL bytes, so it may be UTF-16 ("Unicode Text" in Excel)', rule: AS_UTF_8 };
	}
	if (bytes.includes('\x1b')) {
		return { message: 'contains escape sequences, so it may be ISO-2022-JP (JIS)', rule: AS_UTF_8 };
	}
	const asUtf8 = decodeAs(CHARSETS.utf8.label, bytes);
	// Only ASCII has as many units as bytes.
	if (encoding === 'sjis' && asUtf8 !== undefined && asUtf8.length < bytes.length) {
		return { message: `is UTF-8, but ${name} is chosen as Encoding`, rule: 'choose UTF-8 as Encoding.' };
	}
	if (asUtf8?.includes('\ufffd')) {
		const message = 'contains the sign "\ufffd": characters were lost when it was read or saved';
		return { message, rule: 'create the file again from its source, and read it in its own encoding.' };
	}
	if (decodeAs(label, bytes) !== undefined) return undefined;
	const isShiftJis = encoding === 'utf8' && decodeAs(CHARSETS.sjis.label, bytes) !== undefined;
	const other = 'it may be Shift JIS, which Japanese Excel writes: choose Shift JIS as Encoding, or ';
	return { message: `is not ${name}, which is chosen as Encoding`, rule: `${isShiftJis ? other : ''}${AS_UTF_8}` };
}
