import { parse } from 'csv-parse/sync';
import { decodeAs, isObject } from '../base/json';
import { kindOfFile } from '../values/fileKinds';
import { formatCount } from '../values/show';
import { CHARSETS } from './encoding';
import type { Encoding } from './encoding';

/** The characters that the values of the `delimiter` parameter stand for. */
export const DELIMITER_CHARACTERS = { comma: ',', semicolon: ';', tab: '\t', space: ' ' };

export type Delimiter = keyof typeof DELIMITER_CHARACTERS;

/** A CSV without the form of its records, in words. Rows are counted in records: line breaks may be quoted. */
export class CsvFormatError extends Error {}

/**
 * The cells of a CSV of the service, whose charset and line ends (CR+LF, LF or CR) are unknown, without blank lines.
 * UTF-8 is tried first: hardly any Shift JIS text of some length is valid UTF-8.
 *
 * @throws CsvFormatError for bytes in neither charset, and when the quotes of a row do not match
 */
export function parseCells(bytes: Uint8Array, delimiter: Delimiter): string[][] {
	const { utf8, sjis } = CHARSETS;
	const text = decodeAs(utf8.label, bytes) ?? decodeAs(sjis.label, bytes);
	if (text === undefined) throw new CsvFormatError(`The CSV is not valid ${utf8.name} or ${sjis.name}`);
	const options = { delimiter: DELIMITER_CHARACTERS[delimiter], relax_column_count: true, skip_empty_lines: true };
	try {
		return parse(text, options);
	} catch (error) {
		throw malformed(error);
	}
}

/** The library's own message quotes the cell, and so personal data that nobody asked for. */
function malformed(error: unknown): CsvFormatError {
	const row = formatCount(Number(isObject(error) ? error.records : 0) + 1);
	return new CsvFormatError(`Row ${row} of the CSV is malformed: its quotation marks do not match`);
}

/** The specification shows no limit; this is some 300,000 users, and what n8n can hold in memory without harm. */
export const MAX_CSV_BYTES = 50 * 1024 * 1024;

/** What Windows programs put before a text in UTF-8. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** The bytes of a file without the byte order mark, which the service would take for a part of the first cell. */
export function withoutByteOrderMark(bytes: Buffer): Buffer {
	let start = 0;
	while (bytes.subarray(start, start + BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) {
		start += BYTE_ORDER_MARK.length;
	}
	return bytes.subarray(start);
}

const AS_CSV = 'save the sheet as "CSV UTF-8" without headings, or read it with Extract from File as input items.';
const AS_UTF_8 = 'save the file as "CSV UTF-8".';
const AS_SHIFT_JIS = `it may be Shift JIS, which Japanese Excel writes: choose Shift JIS as Encoding, or ${AS_UTF_8}`;
const AGAIN = 'create the file again from its source, and read it in its own encoding.';

/**
 * Why a file is no text in the encoding that was chosen, and would fill the company with garbled names: what is wrong,
 * to follow the file's name, and what to do. What is valid in both and no ASCII counts as UTF-8: hardly any Shift JIS
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
