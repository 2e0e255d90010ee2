import { stringify } from 'csv-stringify/sync';
import type { Delimiter, Encoding } from '../api/versions';
import { ParameterError } from '../base/errors';
import { encodeText } from '../csv/encoding';
import { CsvFormatError, decodeCsv, DELIMITER_CHARACTERS, parseRows } from '../csv/text';
import { readText, switchOf, wholeNumberOf } from '../values/readers';
import { formatCount, quote } from '../values/show';
import { fieldNames, fieldsOf, ID_FIELD, PLURAL } from './fields';
import type { OrganizationField, OrganizationKind, OrganizationRecordKind, OrganizationRow } from './fields';

/** How a CSV of records is laid out. */
export interface CsvLayout {
	delimiter: Delimiter;
	/** All documented field names in the order of the columns; without it, the order of the tables. */
	columnOrder?: readonly string[];
}

/** The cells of a record as the service shows them, by the names of the columns. */
export type PresentRecord = Readonly<Record<string, string>>;

/** RFC 4180 ends lines with CR+LF, and so does what this module writes; it reads all three conventions. */
const LINE_END = '\r\n';

/** What is quoted besides texts with a delimiter or a quote: line breaks, and white space that a reader might trim. */
const QUOTED = [/[\r\n]/u, /^\s|\s$/u];

const HINT = 'check Delimiter and Column Order';

/**
 * Reads the order of the columns, which the spec does not show: that of its field tables unless the option says
 * otherwise, comma-separated, each once. It counts for the kind whose columns it names.
 *
 * @param kinds what the CSV files may hold
 * @returns the order for each of the kinds; none for the default
 * @throws ParameterError when a name is unknown, missing or repeated in each of the kinds
 */
export function columnOrders<K extends OrganizationKind>(
	parameter: string,
	value: unknown,
	kinds: readonly K[],
): Partial<Record<K, string[]>> {
	const text = value === undefined ? '' : readText(parameter, value).trim();
	const names = text.split(',').map((name) => name.trim());
	const orders: Partial<Record<K, string[]>> = {};
	if (text === '') return orders;
	for (const kind of kinds) if (orderProblem(kind, names) === undefined) orders[kind] = names;
	const [kind] = kinds;
	if (!kind || Object.keys(orders).length > 0) return orders;
	const message = `${parameter} must name every column of the ${kind} CSV once; ${orderProblem(kind, names)}`;
	throw new ParameterError({ parameter, message, rule: 'name every column exactly once.' });
}

function orderProblem(kind: OrganizationKind, names: readonly string[]): string | undefined {
	const known = fieldNames(kind);
	const unknown = names.find((name) => !known.includes(name));
	if (unknown !== undefined) {
		const similar = known.find((name) => name.toLowerCase() === unknown.toLowerCase());
		return `${quote(unknown)} is not one of them${similar ? `, write ${similar}` : ''}`;
	}
	const repeated = names.find((name, index) => names.indexOf(name) !== index);
	if (repeated !== undefined) return `${repeated} is named twice`;
	const missing = known.filter((name) => !names.includes(name));
	return missing.length > 0 ? `missing: ${missing.join(', ')}` : undefined;
}

/** The columns of a CSV from left to right. */
function columnsOf(kind: OrganizationKind, { columnOrder = fieldNames(kind) }: CsvLayout): OrganizationField[] {
	return columnOrder.flatMap((name) => fieldsOf(kind).find((field) => field.name === name) ?? []);
}

/** A row as its texts and as its values, both by the documented field names in the tables' order. */
interface ReadRow {
	readonly texts: PresentRecord;
	readonly values: OrganizationRow;
}

function readRows(kind: OrganizationKind, bytes: Uint8Array, layout: CsvLayout): ReadRow[] {
	const columns = columnsOf(kind, layout);
	const rows = parseRows(decodeCsv(bytes), layout.delimiter, columns.length);
	const places = fieldsOf(kind).map((field) => [field, columns.indexOf(field)] as const);
	return rows.map((row, index) => {
		if (row.length !== columns.length) {
			const count = `${formatCount(row.length)} columns instead of ${columns.length}`;
			throw new CsvFormatError(`Row ${formatCount(index + 1)} of the ${kind} CSV has ${count}; ${HINT}`);
		}
		const texts = places.map(([{ name }, at]) => [name, row[at] ?? '']);
		const values = places.map(([field, at]) => [field.name, valueOf(field, row[at] ?? '', index + 1)]);
		return { texts: Object.fromEntries(texts), values: Object.fromEntries(values) };
	});
}

/**
 * Reads a CSV of records (E11, E12, E14, E16). There is no header row; the charset is UTF-8 or Shift_JIS.
 *
 * @returns one record a row: integers as numbers, blanks as null, `Completed` as boolean, the rest as they are
 * @throws CsvFormatError naming the row, when it has another number of columns or an integer or boolean column holds
 *   something else, and when the bytes are in neither charset
 */
export async function parseRecords(
	kind: OrganizationKind,
	bytes: Uint8Array,
	layout: CsvLayout,
): Promise<OrganizationRow[]> {
	return readRows(kind, bytes, layout).map(({ values }) => values);
}

/**
 * Reads all users or departments of the service (E11, E12) with every cell exactly as it came.
 *
 * @throws CsvFormatError as {@link parseRecords}, and when a record has no id, or two have the same
 */
export async function parsePresent(
	kind: OrganizationRecordKind,
	bytes: Uint8Array,
	layout: CsvLayout,
): Promise<PresentRecord[]> {
	const column = ID_FIELD[kind];
	const seen = new Map<string, number>();
	return readRows(kind, bytes, layout).map(({ texts }, index) => {
		const row = index + 1;
		const key = recordKey(kind, texts[column] ?? '');
		const earlier = seen.get(key);
		const place = `Row ${formatCount(row)} of the ${kind} CSV has`;
		if (key.trim() === '') throw new CsvFormatError(`${place} no ${column}; check Column Order`);
		if (earlier !== undefined) {
			const rule = `no two ${PLURAL[kind]} can have the same; check Column Order`;
			throw new CsvFormatError(`${place} the ${column} of row ${formatCount(earlier)}, and ${rule}`);
		}
		seen.set(key, row);
		return texts;
	});
}

/** What all spellings of a record's id have in common: a UUID is the same in upper and lower case. */
export function recordKey(kind: OrganizationRecordKind, id: string): string {
	return kind === 'user' ? id.toLowerCase() : id;
}

/**
 * Writes the CSV of a kind for an import (E13, E14): no header row, every documented column, CR+LF after each row, no
 * byte order mark.
 * @throws RangeError for a character that the encoding cannot hold, which the check of the rows would have found
 */
export function writeRows(
	kind: OrganizationRecordKind,
	rows: ReadonlyArray<Readonly<Record<string, string>>>,
	layout: CsvLayout & { encoding: Encoding },
): Uint8Array {
	const columns = columnsOf(kind, layout);
	const cells = rows.map((row) => columns.map(({ name }) => row[name] ?? ''));
	const delimiter = DELIMITER_CHARACTERS[layout.delimiter];
	const options = { delimiter, record_delimiter: LINE_END, quoted_match: QUOTED };
	return encodeText(stringify(cells, options), layout.encoding);
}

/** How much of a file is looked at for a header row. */
const HEADER_BYTES = 64 * 1024;

/**
 * Whether the first row of a CSV repeats the field names, which the service would take for a record: at least half of
 * its cells, in any case, order and delimiter. Half, so that a header with a column too few or too many is found, while
 * a department that is called "Order" is not taken for one.
 */
export function looksLikeHeader(kind: OrganizationKind, bytes: Uint8Array): boolean {
	const known = new Set(fieldNames(kind).map((name) => name.toLowerCase()));
	// Names are ASCII in either charset, and what else there is does not matter here.
	const [first = ''] = new TextDecoder().decode(bytes.subarray(0, HEADER_BYTES)).split(/[\r\n]/);
	return Object.values(DELIMITER_CHARACTERS).some((delimiter) => {
		const cells = first.replaceAll('"', '').split(delimiter);
		const names = cells.filter((cell) => known.has(cell.trim().toLowerCase())).length;
		return names >= 2 && names * 2 >= cells.length;
	});
}

function valueOf(field: OrganizationField, text: string, row: number): string | number | boolean | null {
	if (text === '') return null;
	let value: string | number | boolean | undefined = text;
	if (field.type === 'int') value = wholeNumberOf(text);
	// How a switch may stand in the service's CSV beside its words.
	if (field.type === 'bool') value = switchOf(text) ?? { '1': true, '0': false }[text.trim()];
	if (value !== undefined) return value;
	const expected = field.type === 'int' ? 'a whole number' : 'true or false';
	const place = `${field.name} in row ${formatCount(row)} of the CSV`;
	throw new CsvFormatError(`${place} is not ${expected} but ${quote(text)}; ${HINT}`);
}
