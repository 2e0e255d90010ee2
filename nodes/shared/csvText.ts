import { CsvError, parse, type Options as ParseOptions } from 'csv-parse/sync';
import { formatCount } from './characters';
import { DELIMITER_CHARACTERS, type Delimiter } from './csvDelimiters';

/** The `encoding` parameter's values. */
export type CsvEncoding = 'utf8' | 'sjis';

/** A CSV that does not have the form of the records it should hold. The message is a sentence for a person. */
export class CsvFormatError extends Error {
	override readonly name = 'CsvFormatError';

	/**
	 * @param message what is wrong, with the row
	 * @param row 1-based, counted in records, since a quoted line break does not begin a new one
	 */
	constructor(
		message: string,
		readonly row?: number,
	) {
		super(message);
	}
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

/**
 * Text of bytes whose charset may be unknown, without a byte order mark. UTF-8 is tried first: hardly any
 * Shift_JIS text of some length is valid UTF-8.
 * @throws CsvFormatError when the bytes are in none of the charsets that come into question
 */
export function decodeCsv(bytes: Uint8Array, encoding: CsvEncoding | undefined): string {
	const charsets = encoding === undefined ? Object.values(CHARSETS) : [CHARSETS[encoding]];
	for (const { label } of charsets) {
		const decoder = new TextDecoder(label, { fatal: true });
		try {
			return decoder.decode(bytes);
		} catch {
			// The bytes are not in this charset: that is the question, and nothing else can fail here.
			continue;
		}
	}
	throw new CsvFormatError(`The CSV is not valid ${charsets.map(({ name }) => name).join(' or ')}`);
}

/**
 * The cells of a CSV, row by row. Blank lines are passed over; lines may end in CR+LF, LF or CR.
 * @throws CsvFormatError when the quotes of a row do not match
 */
export function parseCells(
	text: string,
	delimiter: Delimiter,
	more: Pick<ParseOptions, 'to' | 'record_delimiter' | 'on_record'> = {},
): string[][] {
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
	throw formatErrorOf(failure);
}

/** The rows up to and including the first that has another number of cells: what follows it is not read. */
function rowsThatFit(text: string, delimiter: Delimiter, columns: number, more: Pick<ParseOptions, 'record_delimiter'> = {}): string[][] {
	const rows: string[][] = [];
	let fits = true;
	const collect = (row: string[]) => {
		if (fits) rows.push(row);
		fits &&= row.length === columns;
		return null;
	};
	parseCells(text, delimiter, { ...more, on_record: collect });
	return rows;
}

/**
 * The same for rows of a known number of cells; what follows the first row that has another number is left out. A service
 * that ends its lines in CR+LF may leave a lone CR or LF inside a cell unquoted, as common libraries do: when the rows do
 * not come out right, only CR+LF is taken for the end of a line.
 */
export function parseRows(text: string, delimiter: Delimiter, columns: number): string[][] {
	const fits = (rows: string[][]) => rows.every(({ length }) => length === columns);
	const rows = rowsThatFit(text, delimiter, columns);
	if (fits(rows)) return rows;
	const strict = rowsThatFit(text, delimiter, columns, { record_delimiter: STRICT_LINE_ENDS });
	return fits(strict) ? strict : rows;
}

function formatErrorOf(failure: unknown): CsvFormatError {
	if (!(failure instanceof CsvError))
		return new CsvFormatError(`The CSV cannot be read: ${String(failure)}`);
	const row = Number(failure['records'] ?? 0) + 1;
	const problem = CSV_PROBLEMS[failure.code] ?? failure.code;
	return new CsvFormatError(`Row ${formatCount(row)} of the CSV is malformed: ${problem}`, row);
}

/** The library's own messages quote the cell, and so personal data that nobody asked for. */
const CSV_PROBLEMS: Partial<Record<CsvError['code'], string>> = {
	CSV_INVALID_CLOSING_QUOTE: 'a closing quote is followed by something other than a delimiter',
	INVALID_OPENING_QUOTE: 'there is a quote inside a cell that does not begin with one',
	CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
};
