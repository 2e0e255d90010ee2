import { stringify } from 'csv-stringify/sync';
import { describeCharacter, formatCount, quote } from './characters';
import { columnsOf } from './csvColumns';
import { DELIMITER_CHARACTERS, type Delimiter } from './csvDelimiters';
import { CsvFormatError, decodeCsv, parseCells, parseRows, type CsvEncoding } from './csvText';
import { FindingList, type FindingReport } from './finding';
import {
	fieldNames,
	type OrganizationField,
	type OrganizationKind,
	type OrganizationRows,
} from './organizationFields';
import { cellOf, type OrganizationItem } from './organizationValues';
import { ShiftJisEncoder } from './shiftJis';

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
	/** The IANA zone in which a `Date` object's day is taken; UTC without it. */
	zone?: string;
}

/** RFC 4180 ends lines with CR+LF, and so does what this module writes; it reads all three conventions. */
const LINE_END = '\r\n';

/**
 * What is quoted besides texts with a delimiter or a quote: line breaks of either kind, since the
 * library looks for the one that it writes; white space at either end, which a reader might trim, and
 * which includes the byte order mark, taken off where it starts a file.
 */
const QUOTED = [/[\r\n]/u, /^\s|\s$/u];

const COLUMN_ORDER_HINT = 'check the delimiter and the column order';

/**
 * Reads a CSV of records (E11, E12, E14, E16).
 *
 * There is no header row. A byte order mark is removed, blank lines are passed over, quoted cells may
 * hold line breaks and doubled quotes.
 * @returns one row per record with all documented field names in the tables' order: integers as numbers, blanks
 * as null, `Completed` as boolean (true, false, 1 and 0 in any case), the rest as they are
 * @throws CsvFormatError naming the row, when a row has another number of columns, quotes do not match, an
 * integer or boolean column holds something else, or the bytes are neither UTF-8 nor Shift_JIS
 */
export function parseRecords<K extends OrganizationKind>(
	kind: K,
	bytes: Uint8Array,
	layout: ParseLayout,
): Array<OrganizationRows[K]> {
	const columns = columnsOf(kind, layout.columnOrder);
	const records = parseRows(decodeCsv(bytes, layout.encoding), layout.delimiter, columns.length);
	const order = fieldNames(kind).map((name) => columns.findIndex((column) => column.name === name));
	return records.map((record, index) => {
		const row = index + 1;
		if (record.length !== columns.length) {
			throw wrongColumnCount(kind, record.length, columns.length, row);
		}
		const values = order.map((position) => {
			const field = columns[position] as OrganizationField;
			return [field.name, readValue(field, record[position] ?? '', row)];
		});
		return Object.fromEntries(values) as OrganizationRows[K];
	});
}

/**
 * Writes a CSV of records (E13, E14): no header row, every documented column (also the removed one), CR+LF
 * after each row, no byte order mark.
 * @param rows plain records; fields that the table does not have are left out
 * @returns the bytes and no findings, or no bytes at all and a finding for each cell that cannot be written:
 * a value of a wrong type, or a character that the encoding cannot hold
 */
export function writeRecords(
	kind: OrganizationKind,
	rows: readonly OrganizationItem[],
	layout: WriteLayout,
): FindingReport & { bytes: Uint8Array } {
	const columns = columnsOf(kind, layout.columnOrder);
	const list = new FindingList();
	const encoder = ENCODERS[layout.encoding]();
	const cells = rows.map((item, index) =>
		columns.map((field) => {
			const cell = cellOf(field, item[field.name], layout.zone);
			const problem = cell.problem ?? describeUnencodable(field, encoder.problem(cell.text));
			if (problem !== undefined) {
				const place = kind === 'result' ? {} : { file: kind };
				list.add({ field: field.name, message: problem, row: index + 1, ...place });
			}
			return cell.problem === undefined ? cell.text : '';
		}),
	);
	if (list.total > 0) return { bytes: new Uint8Array(0), ...list.report() };
	const text = stringify(cells, {
		delimiter: DELIMITER_CHARACTERS[layout.delimiter],
		record_delimiter: LINE_END,
		quoted_match: QUOTED,
	});
	return { bytes: encoder.encode(text), ...list.report() };
}

/**
 * Whether the first row of a CSV repeats the field names, which the service would take for a record: at
 * least half of its cells, in any case and order. Half, so that a header with a column too few or too many
 * is found, while a department that is called "Order" is not taken for one.
 * @returns false also when the first row cannot be read
 */
export function looksLikeHeader(
	kind: OrganizationKind,
	bytes: Uint8Array,
	layout: ParseLayout,
): boolean {
	const known = new Set(fieldNames(kind).map((name) => name.toLowerCase()));
	const first = firstRow(bytes, layout);
	const names = first.filter((cell) => known.has(cell.trim().toLowerCase())).length;
	return names >= 2 && names * 2 >= first.length;
}

function firstRow(bytes: Uint8Array, layout: ParseLayout): readonly string[] {
	try {
		return parseCells(decodeCsv(bytes, layout.encoding), layout.delimiter, { to: 1 })[0] ?? [];
	} catch {
		// What cannot be read repeats no field names; whether it can be sent is not asked here.
		return [];
	}
}

/** Knows whether a text can be encoded and encodes it. */
interface TextEncoding {
	problem(text: string): string | undefined;
	encode(text: string): Uint8Array;
}

const ENCODERS: Record<CsvEncoding, () => TextEncoding> = {
	utf8: () => ({
		// Half of a surrogate pair is no character, and would silently become U+FFFD.
		problem(text) {
			const half = /\p{Surrogate}/u.exec(text);
			return half
				? `contains ${describeCharacter(half[0])}, half of a character, which UTF-8 cannot hold`
				: undefined;
		},
		encode: (text) => Buffer.from(text, 'utf8'),
	}),
	sjis: () => new ShiftJisEncoder(),
};

function describeUnencodable(
	field: OrganizationField,
	problem: string | undefined,
): string | undefined {
	return problem === undefined ? undefined : `${field.name} ${problem}`;
}

function wrongColumnCount(
	kind: OrganizationKind,
	actual: number,
	expected: number,
	row: number,
): CsvFormatError {
	const [place, count] = [formatCount(row), formatCount(actual)];
	return new CsvFormatError(
		`Row ${place} of the ${kind} CSV has ${count} columns instead of ${expected}; ${COLUMN_ORDER_HINT}`,
		row,
	);
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
	['true', true],
	['1', true],
	['false', false],
	['0', false],
]);

function readValue(
	field: OrganizationField,
	text: string,
	row: number,
): string | number | boolean | null {
	if (text === '') return null;
	let value: string | number | boolean | undefined = text;
	if (field.type === 'int') value = readInteger(text);
	if (field.type === 'bool') value = BOOLEANS.get(text.trim().toLowerCase());
	if (value !== undefined) return value;
	const expected = field.type === 'int' ? 'a whole number' : 'true or false';
	throw new CsvFormatError(
		`${field.name} in row ${formatCount(row)} of the CSV is not ${expected} but ${quote(text)}; ${COLUMN_ORDER_HINT}`,
		row,
	);
}

function readInteger(text: string): number | undefined {
	const value = Number(text);
	return /^\s*-?\d+\s*$/u.test(text) && Number.isSafeInteger(value) ? value : undefined;
}
