import { CsvError, parse } from 'csv-parse/sync';
import type { Delimiter } from '../api/versions';
import { Unusable } from '../base/errors';
import { decodeAs } from '../base/json';
import { formatCount } from '../values/show';
import { CHARSETS } from './encoding';

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
export class CsvFormatError extends Unusable {}

/**
 * Text of bytes whose charset is unknown, without a byte order mark. UTF-8 is tried first: hardly any Shift_JIS text of
 * some length is valid UTF-8.
 *
 * @throws CsvFormatError when the bytes are in neither charset, or in ISO-2022-JP, whose bytes are all ASCII
 */
export function decodeCsv(bytes: Uint8Array): string {
	const { utf8, sjis } = CHARSETS;
	const text = decodeAs(utf8.label, bytes) ?? decodeAs(sjis.label, bytes);
	if (text === undefined || text.includes('\x1b')) {
		throw new CsvFormatError(`The CSV is not valid ${utf8.name} or ${sjis.name}`);
	}
	return text;
}

/** The library's own messages quote the cell, and so personal data that nobody asked for. */
function malformed(failure: unknown): CsvFormatError {
	if (!(failure instanceof CsvError)) return new CsvFormatError(`The CSV cannot be read: ${String(failure)}`);
	const row = formatCount(Number(failure['records'] ?? 0) + 1);
	return new CsvFormatError(`Row ${row} of the CSV is malformed: its quotation marks do not match (${failure.code})`);
}

function parsed(text: string, delimiter: Delimiter, lineEnds: string[]): string[][] {
	const options = { relax_column_count: true, skip_empty_lines: true, record_delimiter: lineEnds };
	try {
		return parse(text, { ...options, delimiter: DELIMITER_CHARACTERS[delimiter] });
	} catch (error) {
		throw malformed(error);
	}
}

/**
 * The cells of a CSV whose rows should have a known number of them. Blank lines are skipped; lines may end in CR+LF, LF
 * or CR. A service that ends its lines in CR+LF may leave a lone CR or LF inside a cell unquoted, as common libraries
 * do: when the rows do not come out right, only CR+LF, which RFC 4180 has, is taken for the end of a line.
 *
 * @throws CsvFormatError when the quotes of a row do not match
 */
export function parseRows(text: string, delimiter: Delimiter, columns: number): string[][] {
	const fits = (rows: string[][]) => rows.every(({ length }) => length === columns);
	const rows = parsed(text, delimiter, ['\r\n', '\n', '\r']);
	if (fits(rows)) return rows;
	const strict = parsed(text, delimiter, ['\r\n']);
	return fits(strict) ? strict : rows;
}
