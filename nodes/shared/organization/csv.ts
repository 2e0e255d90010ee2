import { stringify } from 'csv-stringify/sync';
import { fault } from '../base/errors';
import { encodeText } from '../csv/encoding';
import type { Encoding } from '../csv/encoding';
import { CsvFormatError, DELIMITER_CHARACTERS, parseCells } from '../csv/file';
import type { Delimiter } from '../csv/file';
import { readText } from '../values/readers';
import { formatCount, quote } from '../values/show';
import { cellValue, fieldNames, ID_FIELD, ORGANIZATION_FIELDS } from './fields';
import type { Cells, OrganizationKind, OrganizationRecordKind, OrganizationRow } from './fields';
import { comparable } from './identity';

/** How a CSV of records is laid out. */
export interface CsvLayout {
	delimiter: Delimiter;
	/** All documented field names in the order of the columns; without it, the order of the tables. */
	columnOrder?: readonly string[];
}

/** What is quoted besides texts with a delimiter or a quote: line breaks, and white space that a reader might trim. */
const QUOTED = [/[\r\n]/u, /^\s|\s$/u];

const HINT = 'check Delimiter and Column Order';

/**
 * Reads the order of the columns, comma-separated, each once; the spec does not show it. It counts for the kinds whose
 * columns it names; the others, and all where it is left out, have that of the tables.
 *
 * @param kinds what the CSV files may hold
 * @throws ParameterError when a name is unknown, missing or repeated in each of the kinds
 */
export function columnOrders(parameter: string, value: unknown, kinds: readonly OrganizationKind[]) {
	const text = value === undefined ? '' : readText(parameter, value).trim();
	const names = text.split(',').map((name) => name.trim());
	const fitting = text === '' ? [] : kinds.filter((kind) => orderProblem(kind, names) === undefined);
	const orders: Partial<Record<OrganizationKind, string[]>> = Object.fromEntries(fitting.map((kind) => [kind, names]));
	if (text === '' || fitting.length > 0) return orders;
	const [problem] = kinds.map((kind) => `every column of the ${kind} CSV once; ${orderProblem(kind, names)}`);
	throw fault(parameter, `${parameter} must name ${problem}`, 'name every column exactly once.');
}

/** What is wrong with an order of the columns, as the rest of a sentence. */
function orderProblem(kind: OrganizationKind, names: readonly string[]): string | undefined {
	const known = fieldNames(kind);
	const unknown = names.find((name) => !known.includes(name));
	const similar = known.find((name) => name.toLowerCase() === unknown?.toLowerCase());
	if (unknown !== undefined) return `${quote(unknown)} is not one of them${similar ? `, write ${similar}` : ''}`;
	const repeated = names.find((name, index) => names.indexOf(name) !== index);
	if (repeated !== undefined) return `${repeated} is named twice`;
	const missing = known.filter((name) => !names.includes(name));
	return missing.length > 0 ? `missing: ${missing.join(', ')}` : undefined;
}

/**
 * Reads a CSV of records (E11, E12, E14, E16). There is no header row; the charset is UTF-8 or Shift_JIS.
 *
 * @returns one record a row: integers as numbers, blanks as null, `Completed` as boolean, the rest as they are
 * @throws CsvFormatError naming the row, when it has another number of columns or an integer or boolean column holds
 *   something else, and when the bytes are in neither charset
 */
export async function parseRecords(kind: OrganizationKind, bytes: Uint8Array, layout: CsvLayout) {
	const fields = ORGANIZATION_FIELDS[kind];
	const { delimiter, columnOrder = fieldNames(kind) } = layout;
	return parseCells(bytes, delimiter).map((row, index): OrganizationRow => {
		const number = formatCount(index + 1);
		if (row.length !== fields.length) {
			const count = `${formatCount(row.length)} columns instead of ${fields.length}`;
			throw new CsvFormatError(`Row ${number} of the ${kind} CSV has ${count}; ${HINT}`);
		}
		const values = fields.map((field) => {
			const { name, type } = field;
			const text = row[columnOrder.indexOf(name)] ?? '';
			const value = cellValue(field, text);
			if (value !== undefined) return [name, value] as const;
			const expected = type === 'int' ? 'a whole number' : 'true or false';
			throw new CsvFormatError(`${name} in row ${number} of the CSV is not ${expected} but ${quote(text)}; ${HINT}`);
		});
		return Object.fromEntries(values);
	});
}

/**
 * Reads all users or departments of the service (E11, E12) as texts, to be held against items and sent back.
 * @throws CsvFormatError as {@link parseRecords}, and when a record has no id, or two have the same
 */
export async function parsePresent(kind: OrganizationRecordKind, bytes: Uint8Array, layout: CsvLayout) {
	const column = ID_FIELD[kind];
	const seen = new Set(['']);
	return (await parseRecords(kind, bytes, layout)).map((values, index): Cells => {
		const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')]));
		const key = comparable(column, texts[column] ?? '');
		if (seen.has(key)) {
			const row = `Row ${formatCount(index + 1)} of the ${kind} CSV`;
			throw new CsvFormatError(`${row} has no ${column} of its own; check Column Order`);
		}
		seen.add(key);
		return texts;
	});
}

/**
 * Writes the CSV of a kind for an import (E13, E14): no header row, every documented column, CR+LF after each row, no
 * byte order mark.
 * @throws RangeError for a character that the encoding cannot hold, which the check of the rows would have found
 */
export function writeRows(
	kind: OrganizationRecordKind,
	rows: readonly Cells[],
	layout: CsvLayout & { encoding: Encoding },
): Uint8Array {
	const { columnOrder = fieldNames(kind) } = layout;
	const cells = rows.map((row) => columnOrder.map((name) => row[name] ?? ''));
	const delimiter = DELIMITER_CHARACTERS[layout.delimiter];
	const options = { delimiter, record_delimiter: '\r\n', quoted_match: QUOTED };
	return encodeText(stringify(cells, options), layout.encoding);
}

/**
 * Whether the first row of a CSV repeats the field names in at least half of its cells, in any case, order and
 * delimiter. Half, so that a header with a column too few is found, and a department called "Order" is none.
 */
export function looksLikeHeader(kind: OrganizationKind, bytes: Uint8Array): boolean {
	const known = new Set(fieldNames(kind).map((name) => name.toLowerCase()));
	// Of a row this long, enough is seen. Names are ASCII in either charset, and what else there is does not matter here.
	const [first = ''] = new TextDecoder().decode(bytes.subarray(0, 65_536)).split(/[\r\n]/);
	const cells = first.replaceAll('"', '').split(/[,;\t ]/);
	const names = cells.filter((cell) => known.has(cell.toLowerCase())).length;
	return names >= 2 && names * 2 >= cells.length;
}
