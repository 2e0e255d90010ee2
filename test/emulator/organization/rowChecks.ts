import { formatDate, isDate, parseDateTime, type TimestampOffset } from '../dateTime';
import { characters } from '../handlers/createCard';
import type { ColumnRule, KindSpec } from './columns';
import type { Switches } from '../switches';
import type { OrganizationRecord } from './directory';

/** One row of an uploaded CSV on its way through the checks. */
export interface Row {
	readonly cells: OrganizationRecord;
	/** The record that the row edits; undefined in rows that add one. */
	readonly existing: OrganizationRecord | undefined;
	readonly errors: string[];
}

/** What a cell's checks may look at. */
export interface CellScene {
	readonly row: Row;
	/** Today in the service's zone, YYYY-MM-DD. */
	readonly today: string;
	readonly offset: TimestampOffset;
	readonly blankOnEdit: Switches['blankOnEdit'];
}

/** Turns cells into a row; complains when their number is wrong or the row neither adds nor edits. */
export function openRow(
	cells: readonly string[],
	spec: KindSpec,
	order: readonly string[],
	known: ReadonlyMap<string, OrganizationRecord>,
): Row {
	const errors: string[] = [];
	if (cells.length !== order.length)
		errors.push(`The row has ${cells.length} columns instead of ${order.length}`);
	const record = Object.fromEntries(order.map((name, index) => [name, cells[index] ?? '']));
	const id = record[spec.idColumn] ?? '';
	const tempId = record.TempId ?? '';
	if (id === '' && tempId === '')
		errors.push(`TempId is required when adding, ${spec.idColumn} when editing`);
	if (id !== '' && tempId !== '') errors.push('TempId must be blank when editing');
	const existing = id === '' ? undefined : known.get(id);
	if (id !== '' && !existing) errors.push(`${spec.idColumn} ${id} does not exist`);
	return { cells: record, existing, errors };
}

/** The calendar date of a RFC 3339 date or date-time, or undefined. */
function dateOf(value: string, offset: TimestampOffset): string | undefined {
	if (isDate(value)) return value;
	const time = parseDateTime(value);
	return time === undefined ? undefined : formatDate(time, offset);
}

function checkEffectiveDate(value: string, { row, today, offset }: CellScene): string | undefined {
	const date = dateOf(value, offset);
	if (date === undefined) return 'EffectiveDateFrom is not a RFC 3339 date';
	const before = row.existing?.EffectiveDateFrom;
	if (date === before) return undefined;
	if (before !== undefined && before <= today)
		return 'EffectiveDateFrom cannot be changed once use has begun';
	return date < today ? 'EffectiveDateFrom must be today or later' : undefined;
}

function checkCell(column: ColumnRule, value: string, scene: CellScene): string | undefined {
	const { name } = column;
	const { existing } = scene.row;
	if (column.ignored) return undefined;
	if (value === '') {
		const missing = column.required === 'always' || (column.required === 'adding' && !existing);
		// A row without TempId and id has been told so already.
		return missing && name !== 'TempId' ? `${name} is required` : undefined;
	}
	if (column.maxLength !== undefined && characters(value) > column.maxLength) {
		return `${name} is longer than ${column.maxLength} characters`;
	}
	if (column.characters && !column.characters[0].test(value))
		return `${name} may hold ${column.characters[1]} only`;
	if (column.integer && !/^-?\d{1,9}$/.test(value)) return `${name} is not a whole number`;
	if (column.upTo !== undefined && !(/^\d$/.test(value) && Number(value) <= column.upTo)) {
		return `${name} is not one of 0 to ${column.upTo}`;
	}
	if (column.fixed && existing && existing[name] !== value) return `${name} cannot be changed`;
	return name === 'EffectiveDateFrom' ? checkEffectiveDate(value, scene) : undefined;
}

/** Checks each cell of a row by the column's own rules (spec: the record tables). */
export function checkCells(columns: readonly ColumnRule[], scene: CellScene): void {
	for (const column of columns) {
		const problem = checkCell(column, scene.row.cells[column.name] ?? '', scene);
		if (problem !== undefined) scene.row.errors.push(problem);
	}
}

/** The record that results from a row: blank cells keep or default what their column says. */
export function mergeRow(
	columns: readonly ColumnRule[],
	{ row, offset, blankOnEdit }: CellScene,
): OrganizationRecord {
	const { cells, existing } = row;
	const merged: Record<string, string> = {};
	for (const column of columns) {
		const given = column.ignored ? '' : (cells[column.name] ?? '');
		const keeps = column.blankKeeps || blankOnEdit === 'keeps';
		const kept = keeps ? existing?.[column.name] : undefined;
		merged[column.name] =
			given !== '' ? given : (kept ?? (existing ? '' : (column.blankMeans ?? '')));
	}
	const date = merged.EffectiveDateFrom;
	if (date !== undefined && date !== '') merged.EffectiveDateFrom = dateOf(date, offset) ?? date;
	return { ...merged, TempId: '', ...('DeleteFlag' in merged && { DeleteFlag: '' }) };
}
