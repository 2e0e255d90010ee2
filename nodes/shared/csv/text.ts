import { CsvError, parse, type Options as ParseOptions } from 'csv-parse/sync';
import { formatCount } from '../values/characters';
import { DELIMITER_CHARACTERS, type Delimiter } from './delimiters';
import { csvPieces } from './pieces';
import type { TimeSlices } from '../base/timeSlices';

/** The `encoding` parameter's values. */
export type CsvEncoding = 'utf8' | 'sjis';

type PieceOptions = Pick<ParseOptions, 'to' | 'record_delimiter'>;

/**
 * A CSV that does not have the form of the records it should hold. The message is a sentence for a person; a row in it is
 * counted in records, since a quoted line break does not begin a new one.
 */
export class CsvFormatError extends Error {
	override readonly name = 'CsvFormatError';
}

/** What a reader takes for the end of a line. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

/** What RFC 4180 has there. */
const STRICT_LINE_ENDS = ['\r\n'];

/** The charsets that are tried, in this order, and their names in messages. */
const CHARSETS = {
	utf8: { label: 'utf-8', name: 'UTF-8' },
	sjis: { label: 'shift_jis', name: 'Shift_JIS' },
} as const satisfies Record<CsvEncoding, unknown>;

/** How ISO-2022-JP changes its character set: all its bytes are ASCII, so that it passes for UTF-8. */
export const JIS_ESCAPES: readonly string[] = ['\x1b$', '\x1b('];

/** How many bytes are decoded at once, in a few milliseconds. */
const BYTES_AT_ONCE = 1024 * 1024;

/**
 * Text of bytes whose charset may be unknown, without a byte order mark. UTF-8 is tried first: hardly any
 * Shift_JIS text of some length is valid UTF-8.
 * @throws CsvFormatError when the bytes are in none of the charsets that come into question, or in ISO-2022-JP
 */
export async function decodeCsv(
	bytes: Uint8Array,
	encoding: CsvEncoding | undefined,
	slices: TimeSlices,
): Promise<string> {
	const charsets = encoding === undefined ? Object.values(CHARSETS) : [CHARSETS[encoding]];
	for (const { label } of charsets) {
		const text = await decodeAs(label, bytes, slices);
		if (text === undefined) continue;
		if (encoding !== undefined || !JIS_ESCAPES.some((escape) => text.includes(escape))) return text;
		throw new CsvFormatError('The CSV contains escape sequences, so it seems to be ISO-2022-JP (JIS) and not UTF-8 or Shift_JIS');
	}
	throw new CsvFormatError(`The CSV is not valid ${charsets.map(({ name }) => name).join(' or ')}`);
}

/** Text of bytes, or undefined when they are not in the charset. */
async function decodeAs(label: string, bytes: Uint8Array, slices: TimeSlices): Promise<string | undefined> {
	const pieces: string[] = [];
	const isValid = await decodePieces(label, bytes, slices, (piece) => pieces.push(piece));
	return isValid ? pieces.join('') : undefined;
}

/**
 * Decodes bytes piece by piece.
 *
 * @param take gets the text of each piece
 * @returns whether the bytes are in the charset
 */
export async function decodePieces(
	label: string,
	bytes: Uint8Array,
	slices: TimeSlices,
	take: (piece: string) => void,
): Promise<boolean> {
	const decoder = new TextDecoder(label, { fatal: true });
	for (let from = 0; from <= bytes.length; from += BYTES_AT_ONCE) {
		const isLast = from + BYTES_AT_ONCE > bytes.length;
		try {
			take(decoder.decode(bytes.subarray(from, from + BYTES_AT_ONCE), { stream: !isLast }));
		} catch {
			// The bytes are not in this charset: that is the question, and nothing else can fail here.
			return false;
		}
		await slices.pause();
	}
	return true;
}

/**
 * The cells of the first row of a CSV; none when there is nothing but blank lines.
 * @throws CsvFormatError when the quotes of the row do not match
 */
export function parseFirstRow(text: string, delimiter: Delimiter): string[] {
	return parsePiece(text, delimiter, { to: 1 }, 0)[0] ?? [];
}

/** One piece of a CSV that begins and ends with a row. */
function parsePiece(text: string, delimiter: Delimiter, more: PieceOptions, rowsBefore: number): string[][] {
	let failure: unknown;
	try {
		return parse(text, {
			delimiter: DELIMITER_CHARACTERS[delimiter],
			record_delimiter: LINE_ENDS,
			relax_column_count: true,
			skip_empty_lines: true,
			...more,
		});
	} catch (error) {
		failure = error;
	}
	throw formatErrorOf(failure, rowsBefore);
}

/** The rows up to and including the first that has another number of cells: what follows it is not read. */
async function rowsThatFit(
	text: string,
	delimiter: Delimiter,
	columns: number,
	slices: TimeSlices,
	lineEnds: string[],
): Promise<string[][]> {
	const rows: string[][] = [];
	for (const piece of csvPieces(text, lineEnds)) {
		for (const row of parsePiece(piece, delimiter, { record_delimiter: lineEnds }, rows.length)) {
			rows.push(row);
			if (row.length !== columns) return rows;
		}
		await slices.pause();
	}
	return rows;
}

/**
 * The cells of a CSV whose rows have a known number of them, row by row; what follows the first row that has another number
 * is left out. Blank lines are skipped; lines may end in CR+LF, LF or CR. A service that ends its lines in CR+LF may
 * leave a lone CR or LF inside a cell unquoted, as common libraries do: when the rows do not come out right, only CR+LF is
 * taken for the end of a line.
 * @throws CsvFormatError when the quotes of a row do not match
 */
export async function parseRows(
	text: string,
	delimiter: Delimiter,
	columns: number,
	slices: TimeSlices,
): Promise<string[][]> {
	const fits = (rows: string[][]) => rows.every(({ length }) => length === columns);
	const rows = await rowsThatFit(text, delimiter, columns, slices, LINE_ENDS);
	if (fits(rows)) return rows;
	const strict = await rowsThatFit(text, delimiter, columns, slices, STRICT_LINE_ENDS);
	return fits(strict) ? strict : rows;
}

function formatErrorOf(failure: unknown, rowsBefore: number): CsvFormatError {
	if (!(failure instanceof CsvError))
		return new CsvFormatError(`The CSV cannot be read: ${String(failure)}`);
	const row = rowsBefore + Number(failure['records'] ?? 0) + 1;
	const problem = CSV_PROBLEMS[failure.code] ?? failure.code;
	return new CsvFormatError(`Row ${formatCount(row)} of the CSV is malformed: ${problem}`);
}

/** The library's own messages quote the cell, and so personal data that nobody asked for. */
const CSV_PROBLEMS: Partial<Record<CsvError['code'], string>> = {
	CSV_INVALID_CLOSING_QUOTE: 'a closing quote is followed by something other than a delimiter',
	INVALID_OPENING_QUOTE: 'there is a quote inside a cell that does not begin with one',
	CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
};
