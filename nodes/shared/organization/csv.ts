import { stringify } from 'csv-stringify/sync';
import { formatCount, quote } from '../values/characters';
import { switchOf } from '../values/switchValue';
import { wholeNumberOf } from '../values/wholeNumber';
import { columnsOf } from './csvColumns';
import { DELIMITERS } from '../api/versions';
import { DELIMITER_CHARACTERS, type Delimiter } from '../csv/delimiters';
import { TEXT_ENCODINGS } from '../csv/encodings';
import { CsvFormatError, decodeCsv, parseFirstRow, parseRows, type CsvEncoding } from '../csv/text';
import {
	fieldNames,
	type OrganizationField,
	type OrganizationKind,
	type OrganizationRecordKind,
	type OrganizationRows,
} from './fields';
import type { JobRow } from './rows';
import { TimeSlices } from '../base/timeSlices';

/** How a CSV of records is laid out. */
export interface CsvLayout {
	delimiter: Delimiter;
	/** All documented field names in the order of the columns; without it, the order of the tables. */
	columnOrder?: readonly string[];
}

/** How a CSV of records is read. */
export interface ParseLayout extends CsvLayout {
	/** The charset, where it is known. Without it: UTF-8, and Shift_JIS when the bytes are no UTF-8. */
	encoding?: CsvEncoding;
}

/** How a CSV of records is written. */
export interface WriteLayout extends CsvLayout {
	encoding: CsvEncoding;
}

/** RFC 4180 ends lines with CR+LF, and so does what this module writes; it reads all three conventions. */
const LINE_END = '\r\n';

/**
 * What is quoted besides texts with a delimiter or a quote: line breaks of either kind, since the
 * library looks for the one that it writes; white space at either end, which a reader might trim, and
 * which includes the byte order mark, taken off where it starts a file.
 */
const QUOTED = [/[\r\n]/u, /^\s|\s$/u];

const COLUMN_ORDER_HINT = 'check Delimiter and Column Order';

/**
 * Reads a CSV of records (E11, E12, E14, E16), every cell as the text that it is.
 *
 * There is no header row. A byte order mark is removed, blank lines are skipped, quoted cells may
 * hold line breaks and doubled quotes.
 * @returns one record per row, by the documented field names in the tables' order
 * @throws CsvFormatError naming the row, when a row has another number of columns, quotes do not match, an
 * integer or boolean column holds something else, or the bytes are neither UTF-8 nor Shift_JIS
 */
export async function parseTexts(
	kind: OrganizationKind,
	bytes: Uint8Array,
	layout: ParseLayout,
	slices = new TimeSlices(),
): Promise<Array<Readonly<Record<string, string>>>> {
	return await parseWith(kind, bytes, layout, slices, (field, text, row) => {
		// Asked for its refusal alone: a column that holds something else shows that the columns are in another order.
		readValue(field, text, row);
		return text;
	});
}

/**
 * The same, with values in place of texts.
 * @returns integers as numbers, blanks as null, `Completed` as boolean (true, false, 1 and 0 in any case), the rest as
 * they are
 */
export async function parseRecords<K extends OrganizationKind>(
	kind: K,
	bytes: Uint8Array,
	layout: ParseLayout,
	slices = new TimeSlices(),
): Promise<Array<OrganizationRows[K]>> {
	return (await parseWith(kind, bytes, layout, slices, readValue)) as Array<OrganizationRows[K]>;
}

async function parseWith<T>(
	kind: OrganizationKind,
	bytes: Uint8Array,
	layout: ParseLayout,
	slices: TimeSlices,
	read: (field: OrganizationField, text: string, row: number) => T,
): Promise<Array<Record<string, T>>> {
	const columns = columnsOf(kind, layout.columnOrder);
	const text = await decodeCsv(bytes, layout.encoding, slices);
	const records = await parseRows(text, layout.delimiter, columns.length, slices);
	const order = fieldNames(kind).map((name) => columns.findIndex((column) => column.name === name));
	const rows: Array<Record<string, T>> = [];
	for (const record of records) {
		const row = rows.length + 1;
		if (record.length !== columns.length) {
			const [place, count] = [formatCount(row), formatCount(record.length)];
			throw new CsvFormatError(`Row ${place} of the ${kind} CSV has ${count} columns instead of ${columns.length}; ${COLUMN_ORDER_HINT}`);
		}
		const values = order.map((position) => {
			const field = columns[position] as OrganizationField;
			return [field.name, read(field, record[position] ?? '', row)] as const;
		});
		rows.push(Object.fromEntries(values));
		if (slices.isOver) await slices.rest();
	}
	return rows;
}

/** How many rows are written at once, in a few milliseconds. */
const ROWS_AT_ONCE = 200;

/**
 * Writes the CSV of a kind for an import (E13, E14): no header row, every documented column (also the removed one), CR+LF
 * after each row, no byte order mark.
 * @param rows rows that have passed their checks, complete
 * @returns the bytes; none without rows
 * @throws RangeError for a character that the encoding cannot hold, which the check of the rows would have found
 */
export async function writeRows(
	kind: OrganizationRecordKind,
	rows: ReadonlyArray<Pick<JobRow, 'cells'>>,
	layout: WriteLayout,
	slices = new TimeSlices(),
): Promise<Uint8Array> {
	const columns = columnsOf(kind, layout.columnOrder);
	const options = {
		delimiter: DELIMITER_CHARACTERS[layout.delimiter],
		record_delimiter: LINE_END,
		quoted_match: QUOTED,
	};
	const pieces: Uint8Array[] = [];
	for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
		const cells = rows.slice(from, from + ROWS_AT_ONCE).map((row) => columns.map(({ name }) => row.cells[name] ?? ''));
		pieces.push(TEXT_ENCODINGS[layout.encoding].encode(stringify(cells, options)));
		await slices.pause();
	}
	return Buffer.concat(pieces);
}

/** How much of a file is looked at for a header row. */
const HEADER_BYTES = 64 * 1024;

/**
 * Whether the first row of a CSV repeats the field names, which the service would take for a record: at
 * least half of its cells, in any case and order. Half, so that a header with a column too few or too many
 * is found, while a department that is called "Order" is not taken for one. Whatever separates them: a
 * header in another delimiter than the chosen one is a record to the service, too.
 * @returns false also when the first row cannot be read
 */
export function looksLikeHeader(kind: OrganizationKind, bytes: Uint8Array): boolean {
	const known = new Set(fieldNames(kind).map((name) => name.toLowerCase()));
	// Names are ASCII in either charset, and what else there is does not matter here.
	const text = new TextDecoder().decode(bytes.subarray(0, HEADER_BYTES));
	return DELIMITERS.some((delimiter) => {
		const first = firstRow(text, delimiter);
		const names = first.filter((cell) => known.has(cell.trim().toLowerCase())).length;
		return names >= 2 && names * 2 >= first.length;
	});
}

function firstRow(text: string, delimiter: Delimiter): readonly string[] {
	try {
		return parseFirstRow(text, delimiter);
	} catch {
		// What cannot be read repeats no field names; whether it can be sent is not asked here.
		return [];
	}
}

/** How a switch may stand in the service's CSV beside its words. */
const BITS: ReadonlyMap<string, boolean> = new Map([
	['1', true],
	['0', false],
]);

function readValue(
	field: OrganizationField,
	text: string,
	row: number,
): string | number | boolean | null {
	if (text === '') return null;
	let value: string | number | boolean | undefined = text;
	if (field.type === 'int') value = wholeNumberOf(text);
	if (field.type === 'bool') value = switchOf(text) ?? BITS.get(text.trim());
	if (value !== undefined) return value;
	const expected = field.type === 'int' ? 'a whole number' : 'true or false';
	throw new CsvFormatError(
		`${field.name} in row ${formatCount(row)} of the CSV is not ${expected} but ${quote(text)}; ${COLUMN_ORDER_HINT}`,
	);
}
