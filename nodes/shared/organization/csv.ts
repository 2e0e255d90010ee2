import { stringify } from 'csv-stringify/sync';
import { parameterError } from '../base/errors';
import { encodeText } from '../csv/encoding';
import type { Encoding } from '../csv/encoding';
import { CsvFormatError, DELIMITER_CHARACTERS, parseCells } from '../csv/file';
import type { Delimiter } from '../csv/file';
import { readText } from '../values/readers';
import { formatCount, quote } from '../values/show';
import { cellValue } from './cells';
import { fieldNames, ID_FIELD, ORGANIZATION_FIELDS } from './fields';
import type { Cells, OrganizationField, OrganizationKind, OrganizationRecordKind, OrganizationRow } from './fields';
import { comparable } from './identity';

/** How a CSV of records is laid out. */
export interface CsvLayout {
	delimiter: Delimiter;
	/** All documented field names in the order of the columns; without it, the order of the tables. */
	columnOrder?: readonly string[];
}

/** Texts in quotes besides those with a delimiter or a quote: with line breaks, or white space that a reader may trim. */
const QUOTED = [/[\r\n]/u, /^\s|\s$/u];

const HINT = 'check Delimiter and Column Order';

/** The first bytes of a file in which its header is looked for: enough of any row. */
const HEADER_BYTES = 65_536;

/**
 * Reads an order of the columns: names separated by commas, each once; the specification shows none. The order counts
 * for each kind that has exactly these columns. The others, and all where nothing is given, keep the order of the tables.
 *
 * @param kinds the kinds that the CSV files may hold
 * @returns the names in their order, for each kind that has them
 * @throws ParameterError when a name is unknown, missing or repeated in each of the kinds
 */
export function columnOrders(parameter: string, value: unknown, kinds: readonly OrganizationKind[]) {
	const orders: Partial<Record<OrganizationKind, string[]>> = {};
	const names = columnsIn(parameter, value);
	if (names.length === 0) return orders;

	const problems: string[] = [];
	for (const kind of kinds) {
		const problem = orderProblem(kind, names);
		if (problem === undefined) {
			orders[kind] = names;
		} else {
			problems.push(`every column of the ${kind} CSV once; ${problem}`);
		}
	}

	const noKindHasThem = problems.length === kinds.length;
	if (noKindHasThem) throw parameterError(parameter, `${parameter} must name ${problems[0]}`);
	return orders;
}

/** The names that a parameter lists, separated by commas; none where it is blank. */
function columnsIn(parameter: string, value: unknown): string[] {
	const text = value === undefined ? '' : readText(parameter, value).trim();
	if (text === '') return [];

	const names = text.split(',');
	return names.map((name) => name.trim());
}

/** Says why an order of the columns does not fit a kind, as the rest of a sentence; `undefined` where it does. */
function orderProblem(kind: OrganizationKind, names: readonly string[]): string | undefined {
	const known = fieldNames(kind);
	const unknown = names.find((name) => !known.includes(name));
	if (unknown !== undefined) return unknownColumn(unknown, known);

	const repeated = names.find((name, index) => names.indexOf(name) !== index);
	if (repeated !== undefined) return `${repeated} is named twice`;

	const missing = known.filter((name) => !names.includes(name));
	if (missing.length === 0) return undefined;
	return `missing: ${missing.join(', ')}`;
}

/** Says that a column does not exist, and which one may be meant. */
function unknownColumn(name: string, known: readonly string[]): string {
	const problem = `${quote(name)} is not one of them`;
	const lowerCase = name.toLowerCase();
	const similar = known.find((each) => each.toLowerCase() === lowerCase);

	return similar ? `${problem}, write ${similar}` : problem;
}

/**
 * Reads a CSV of records (spec: E11, E12, E14, E16). It has no header row, and its charset is UTF-8 or Shift JIS.
 *
 * @returns one record a row: integers as numbers, blanks as null, `Completed` as boolean, the rest as they are
 * @throws CsvFormatError naming the row, when it has another number of columns or an integer or boolean column holds
 *   something else, and when the bytes are in neither charset
 */
export async function parseRecords(kind: OrganizationKind, bytes: Uint8Array, layout: CsvLayout) {
	const fields = ORGANIZATION_FIELDS[kind];
	const { delimiter, columnOrder = fieldNames(kind) } = layout;
	const places = fields.map((field) => columnOrder.indexOf(field.name));
	const rows = parseCells(bytes, delimiter);

	return rows.map((row, index): OrganizationRow => {
		const rowNumber = formatCount(index + 1);
		if (row.length !== fields.length) {
			const count = `${formatCount(row.length)} columns instead of ${fields.length}`;
			throw new CsvFormatError(`Row ${rowNumber} of the ${kind} CSV has ${count}; ${HINT}`);
		}

		const record: Record<string, OrganizationRow[string]> = {};
		for (const [column, field] of fields.entries()) {
			const place = places[column] ?? 0;
			const text = row[place] ?? '';
			record[field.name] = readCell(field, text, rowNumber);
		}
		return record;
	});
}

/** @param rowNumber for the error */
function readCell(field: OrganizationField, text: string, rowNumber: string): OrganizationRow[string] {
	const value = cellValue(field, text);
	if (value !== undefined) return value;

	const expected = field.type === 'int' ? 'a whole number' : 'true or false';
	const problem = `is not ${expected} but ${quote(text)}`;
	throw new CsvFormatError(`${field.name} in row ${rowNumber} of the CSV ${problem}; ${HINT}`);
}

/**
 * Reads all users or departments of the service (spec: E11, E12) as texts, to be compared with items and sent back.
 *
 * @throws CsvFormatError as {@link parseRecords}, and when a record has no id, or two have the same
 */
export async function parsePresent(kind: OrganizationRecordKind, bytes: Uint8Array, layout: CsvLayout) {
	const column = ID_FIELD[kind];
	const records = await parseRecords(kind, bytes, layout);
	const seen = new Set(['']);

	return records.map((values, index): Cells => {
		const texts = textsOf(values);
		const key = comparable(column, texts[column] ?? '');
		if (seen.has(key)) {
			const row = `Row ${formatCount(index + 1)} of the ${kind} CSV`;
			throw new CsvFormatError(`${row} has no ${column} of its own; check Column Order`);
		}

		seen.add(key);
		return texts;
	});
}

/** The values of a record as the texts that they are in a CSV. */
function textsOf(row: OrganizationRow): Record<string, string> {
	const texts: Record<string, string> = {};

	for (const [name, value] of Object.entries(row)) {
		texts[name] = String(value ?? '');
	}
	return texts;
}

/**
 * Writes the CSV of a kind for an import (spec: E13, E14): no header row, every documented column, CR+LF after each row,
 * no byte order mark.
 *
 * @throws RangeError for a character that the encoding cannot hold, which the check of the rows would have found
 */
export function writeRows(
	kind: OrganizationRecordKind,
	rows: readonly Cells[],
	layout: CsvLayout & { encoding: Encoding },
): Uint8Array {
	const { delimiter, encoding, columnOrder = fieldNames(kind) } = layout;
	const cellsOf = (row: Cells) => columnOrder.map((name) => row[name] ?? '');

	const text = stringify(rows.map(cellsOf), {
		delimiter: DELIMITER_CHARACTERS[delimiter],
		record_delimiter: '\r\n',
		quoted_match: QUOTED,
	});
	return encodeText(text, encoding);
}

/**
 * Tells whether the first row of a CSV repeats the field names in at least half of its cells, in any case, order and
 * delimiter. Half, so that a header with a column too few is found, and a department called "Order" is none.
 */
export function looksLikeHeader(kind: OrganizationKind, bytes: Uint8Array): boolean {
	const names = fieldNames(kind);
	const known = new Set(names.map((name) => name.toLowerCase()));

	// The names are ASCII in either charset.
	const decoder = new TextDecoder();
	const beginning = decoder.decode(bytes.subarray(0, HEADER_BYTES));
	const [firstRow = ''] = beginning.split(/[\r\n]/);

	const unquoted = firstRow.replaceAll('"', '');
	const cells = unquoted.split(/[,;\t ]/);
	const named = cells.filter((cell) => known.has(cell.toLowerCase()));
	return named.length >= 2 && named.length * 2 >= cells.length;
}
