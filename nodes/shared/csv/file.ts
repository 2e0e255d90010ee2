import type { Encoding } from '../api/versions';
import { decodeAs } from '../base/json';
import { kindOfFile } from '../values/fileKinds';
import { CHARSETS } from './encoding';

/**
 * Larger files are refused. The specification shows no limit; this is some 300,000 users, more than any company imports
 * at once, and as much as n8n can hold in memory without harm.
 */
export const MAX_CSV_BYTES = 50 * 1024 * 1024;

const AS_CSV =
	'save the sheet as "CSV UTF-8" without a header row, or read it with the node Extract from File and choose Input ' +
	'Items as Source.';
const AS_UTF_8 = 'save the file as "CSV UTF-8".';
const AS_SHIFT_JIS = `it may be Shift JIS, which Japanese Excel writes: choose Shift JIS as Encoding, or ${AS_UTF_8}`;
const AGAIN = 'create the file again from its source, and read it in its own encoding.';

/**
 * Why a file is not what it claims to be, text in the encoding that was chosen: what is wrong, to follow the name of the
 * file, and what to do. It would fill the company with garbled names, since nearly all bytes are some characters in
 * Shift JIS. What is valid in both counts as UTF-8, unless it is ASCII, which is the same in both: hardly any Shift JIS
 * text of some length is valid UTF-8.
 */
export function csvFileProblem(bytes: Buffer, encoding: Encoding): { message: string; rule: string } | undefined {
	const { name } = CHARSETS[encoding];
	const kind = kindOfFile(bytes);
	const [asUtf8, asShiftJis] = [CHARSETS.utf8, CHARSETS.sjis].map(({ label }) => decodeAs(label, bytes));
	// Only ASCII has as many units as bytes.
	const isOtherUtf8 = encoding === 'sjis' && asUtf8 !== undefined && asUtf8.length < bytes.length;
	const isNeither = (encoding === 'sjis' ? asShiftJis : asUtf8) === undefined;
	const problems: ReadonlyArray<readonly [is: boolean | undefined, message: string, rule: string]> = [
		[kind !== undefined, `is not a CSV but seems to be ${kind}`, AS_CSV],
		[asUtf8?.trim() === '', 'is empty', 'leave the field empty if there is nothing to import.'],
		[bytes.length > MAX_CSV_BYTES, 'is larger than 50 MB', 'divide it into several imports.'],
		[bytes.includes(0), 'contains NUL bytes, so it may be UTF-16 ("Unicode Text" in Excel)', AS_UTF_8],
		[bytes.includes('\x1b'), 'contains escape sequences, so it may be ISO-2022-JP (JIS)', AS_UTF_8],
		[isOtherUtf8, `is UTF-8, but ${name} is chosen as Encoding`, 'choose UTF-8 as Encoding.'],
		[asUtf8?.includes('\ufffd'), 'contains the sign "\ufffd": characters were lost when it was read or saved', AGAIN],
		[isNeither, `is not ${name}, which is chosen as Encoding`, asShiftJis === undefined ? AS_UTF_8 : AS_SHIFT_JIS],
	];
	const found = problems.find(([is]) => is);
	return found && { message: found[1], rule: found[2] };
}
