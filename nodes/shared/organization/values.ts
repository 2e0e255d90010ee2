import { describeType } from '../values/characters';
import { isDateObject, readDateTime, readDay } from '../values/dateTime';
import { switchOf } from '../values/switchValue';
import type { OrganizationField } from './fields';
import { isSpreadsheetError } from './identity';

/** A row as it comes from a workflow: any JSON, possibly with more fields than the table has. */
export type OrganizationItem = Readonly<Record<string, unknown>>;

/** What becomes of a value in the CSV: the text of its cell, or why it has none. */
export type Cell =
	{ readonly text: string; readonly problem?: undefined } | { readonly problem: string };

const BLANK: Cell = { text: '' };

/** Whether an int column knows only 0 and 1, so that false and true say the same. */
const isFlag = ({ values }: OrganizationField) =>
	values !== undefined && Object.keys(values).every((value) => value === '0' || value === '1');

/**
 * The one place where a value of a workflow becomes the text of a CSV cell.
 *
 * `null`, `undefined` and texts of white space alone are blank. Texts stay as they are, except that
 * an integer loses the white space around it. Numbers become their decimal digits, `true` and `false`,
 * also as texts in any case, become `1` and `0` in columns that know only these two (and the booleans `true`,
 * `false` in the result's bool). A date-time in a date column, whether text, `Date` or luxon `DateTime`, becomes its day in
 * `zone`, as the column means a day: n8n makes a text that ends in `Z` of a `Date` between two nodes, and it must not become
 * another day by that. The removed column is always blank, since its input is ignored.
 * @param zone the workflow's
 * @returns the text, or the problem as a sentence that starts with the field's name
 */
export function cellOf(field: OrganizationField, value: unknown, zone = 'utc'): Cell {
	if (value === null || value === undefined || field.type === 'none') return BLANK;
	switch (typeof value) {
		case 'string':
			return textCell(field, value, zone);
		case 'number':
		case 'bigint':
			return numberCell(field, value);
		case 'boolean':
			return booleanCell(field, value);
		default:
			return dayCell(field, value, zone) ?? wrongType(field, value);
	}
}

/** A switch in such a column. */
function flagText(on: boolean): string {
	return on ? '1' : '0';
}

function textCell(field: OrganizationField, value: string, zone: string): Cell {
	const trimmed = value.trim();
	if (trimmed === '') return BLANK;
	if (isSpreadsheetError(trimmed)) {
		return { problem: `${field.name} is ${trimmed}, an error of the spreadsheet; correct the cell` };
	}
	if (field.date) return { text: readDay(value, zone) ?? value };
	if (field.type !== 'int') return { text: value };
	const on = isFlag(field) ? switchOf(trimmed) : undefined;
	return { text: on === undefined ? trimmed : flagText(on) };
}

function numberCell(field: OrganizationField, value: number | bigint): Cell {
	if (typeof value === 'bigint') return { text: String(value) };
	if (!Number.isFinite(value))
		return { problem: `${field.name} must be ${expectedOf(field)}; got ${value}` };
	if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return { text: String(value) };
	return {
		problem: `${field.name} must be given as text, because the number ${value} has lost digits`,
	};
}

function booleanCell(field: OrganizationField, value: boolean): Cell {
	if (field.type === 'bool') return { text: String(value) };
	if (field.type === 'int' && isFlag(field)) return { text: flagText(value) };
	return wrongType(field, value);
}

function dayCell(field: OrganizationField, value: unknown, zone: string): Cell | undefined {
	const day = field.date ? readDay(value, zone) : undefined;
	return day === undefined ? undefined : { text: day };
}

function wrongType(field: OrganizationField, value: unknown): Cell {
	return { problem: `${field.name} must be ${expectedOf(field)}; got ${describe(value)}` };
}

function describe(value: unknown): string {
	if (!isDateObject(value)) return describeType(value);
	return readDateTime(value, 'utc') ? 'a date' : 'an invalid date';
}

function expectedOf(field: OrganizationField): string {
	if (field.date) return 'a date';
	return field.type === 'int' ? 'a whole number' : 'a text';
}
