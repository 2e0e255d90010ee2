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

/** The error for a row. The library's own message quotes the cell, and so personal data that nobody asked for. */
function malformed(error: unknown): CsvFormatError {
	const rowsBefore = isObject(error) ? Number(error.records) : 0;
	const row = formatCount(rowsBefore + 1);
	return new CsvFormatError(`Row ${row} of the CSV is malformed, because its quotation marks do not match`);
}

/** The specification shows no limit; this is some 300,000 users, and what n8n can hold in memory without harm. */
export const MAX_CSV_BYTES = 50 * 1024 * 1024;

/** The bytes that Windows programs put before a text in UTF-8. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** The bytes of a file without the byte order mark, which the service would take for a part of the first cell. */
export function withoutByteOrderMark(bytes: Buffer): Buffer {
	let start = 0;
	while (bytes.subarray(start, start + BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) {
		start += BYTE_ORDER_MARK.length;
	}
	return bytes.subarray(start);
}

const AS_CSV =
	'save the sheet as "CSV UTF-8" without a header row, or read it with the Extract from File node and choose Input Items ' +
	'as Source.';
const AS_UTF_8 = 'save the file as "CSV UTF-8".';
const AS_SHIFT_JIS = `choose Shift JIS, in which Japanese Excel writes, as Encoding, or ${AS_UTF_8}`;
const AGAIN = 'export the file again, and choose the encoding in which it was saved.';

/** A problem of a file: the end of a sentence that starts with its name, and what to do. */
interface FileProblem {
	readonly message: string;
	readonly rule: string;
}

/**
 * Finds why a file is no text in the encoding that was chosen, and would fill the company with garbled names. A text that
 * is valid in both encodings and no ASCII counts as UTF-8: hardly any Shift JIS text of some length is valid UTF-8.
 *
 * @returns the problem; `undefined` where the file can be sent
 */
export function csvFileProblem(bytes: Buffer, encoding: Encoding): FileProblem | undefined {
	const { name } = CHARSETS[encoding];
	const kind = kindOfFile(bytes);
	const asUtf8 = decodeAs(CHARSETS.utf8.label, bytes);
	const asShiftJis = decodeAs(CHARSETS.sjis.label, bytes);

	// Only ASCII has as many units as bytes.
	const isOtherUtf8 = encoding === 'sjis' && asUtf8 !== undefined && asUtf8.length < bytes.length;
	const asChosen = encoding === 'sjis' ? asShiftJis : asUtf8;
	const problems: ReadonlyArray<readonly [isFound: boolean | undefined, message: string, rule: string]> = [
		[kind !== undefined, `is not a CSV but seems to be ${kind}`, AS_CSV],
		[asUtf8?.trim() === '', 'is empty', 'leave the field empty if there is nothing to import.'],
		[bytes.length > MAX_CSV_BYTES, 'is larger than 50 MB', 'split it into several imports.'],
		[bytes.includes(0), 'contains NUL bytes, so it may be UTF-16 ("Unicode Text" in Excel)', AS_UTF_8],
		[bytes.includes('\x1b'), 'contains escape sequences, so it may be ISO-2022-JP (JIS)', AS_UTF_8],
		[isOtherUtf8, `is UTF-8, but ${name} is chosen as Encoding`, 'choose UTF-8 as Encoding.'],
		[
			asUtf8?.includes('\ufffd'),
			'contains the replacement character "\ufffd", so characters were lost when it was read or saved',
			AGAIN,
		],
		[
			asChosen === undefined,
			`is not in the chosen encoding, ${name}`,
			asShiftJis === undefined ? AS_UTF_8 : AS_SHIFT_JIS,
		],
	];

	const found = problems.find(([isFound]) => isFound);
	if (!found) return undefined;

	const [, message, rule] = found;
	return { message, rule };
}
