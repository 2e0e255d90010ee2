import { CsvError, parse, type Options as ParseOptions } from 'csv-parse/sync';
import type { Delimiter } from '../api/versions';
import { formatCount } from '../values/show';
import { CHARSETS, decodeAs } from './encoding';

/** The characters that the values of the `delimiter` parameter stand for. */
export const DELIMITER_CHARACTERS: Readonly<Record<Delimiter, string>> = {
	comma: ',',
	semicolon: ';',
	tab: '\t',
	space: ' ',
};

/**
 * A CSV that does not have the form of the records it should hold. The message is a sentence for a person; a row in it
 * is counted in records, since a quoted line break does not begin a new one.
 */
export class CsvFormatError extends Error {
	override readonly name = 'CsvFormatError';
}

/** How ISO-2022-JP changes its character set: all its bytes are ASCII, so that it passes for UTF-8. */
const JIS_ESCAPES: readonly string[] = ['\x1b$', '\x1b('];

/**
 * Text of bytes whose charset is unknown, without a byte order mark. UTF-8 is tried first: hardly any Shift_JIS text of
 * some length is valid UTF-8.
 *
 * @throws CsvFormatError when the bytes are in neither charset, or in ISO-2022-JP
 */
export function decodeCsv(bytes: Uint8Array): string {
	const { utf8, sjis } = CHARSETS;
	const text = decodeAs(utf8.label, bytes) ?? decodeAs(sjis.label, bytes);
	if (text === undefined) throw new CsvFormatError(`The CSV is not valid ${utf8.name} or ${sjis.name}`);
	if (!JIS_ESCAPES.some((escape) => text.includes(escape))) return text;
	throw new CsvFormatError(
		`The CSV contains escape sequences, so it seems to be ISO-2022-JP (JIS) and not ${utf8.name} or ${sjis.name}`,
	);
}

/** The library's own messages quote the cell, and so personal data that nobody asked for. */
const CSV_PROBLEMS: Partial<Record<CsvError['code'], string>> = {
	CSV_INVALID_CLOSING_QUOTE: 'a closing quote is followed by something other than a delimiter',
	INVALID_OPENING_QUOTE: 'there is a quote inside a cell that does not begin with one',
	CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
};

function parsed(text: string, delimiter: Delimiter, more: Pick<ParseOptions, 'to' | 'record_delimiter'>): string[][] {
	const options = { relax_column_count: true, skip_empty_lines: true, ...more };
	let failure: unknown;
	try {
		return parse(text, { ...options, delimiter: DELIMITER_CHARACTERS[delimiter] });
	} catch (error) {
		failure = error;
	}
	if (!(failure instanceof CsvError)) throw new CsvFormatError(`The CSV cannot be read: ${String(failure)}`);
	const row = formatCount(Number(failure['records'] ?? 0) + 1);
	throw new CsvFormatError(`Row ${row} of the CSV is malformed: ${CSV_PROBLEMS[failure.code] ?? failure.code}`);
}

/** What a reader takes for the end of a line. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

/**
 * The cells of a CSV whose rows should have a known number of them. Blank lines are skipped; lines may end in CR+LF, LF
 * or CR. A service that ends its lines in CR+LF may leave a lone CR or LF inside a cell unquoted, as common libraries
 * do: when the rows do not come out right, only CR+LF, which RFC 4180 has, is taken for the end of a line.
 *
 * @throws CsvFormatError when the quotes of a row do not match
 */
export function parseRows(text: string, delimiter: Delimiter, columns: number): string[][] {
	const fits = (rows: string[][]) => rows.every(({ length }) => length === columns);
	const rows = parsed(text, delimiter, { record_delimiter: LINE_ENDS });
	if (fits(rows)) return rows;
	const strict = parsed(text, delimiter, { record_delimiter: ['\r\n'] });
	return fits(strict) ? strict : rows;
}
