import { readDay } from '../values/dateTime';
import { switchOf, wholeNumberOf } from '../values/readers';
import { shownValue } from '../values/show';
import type { OrganizationField } from './fields';
import { KEY_COLUMN, sameForm, SPREADSHEET_ERROR } from './identity';

/** A row as it comes from a workflow: any JSON, possibly with more fields than the table has. */
export type OrganizationItem = Readonly<Record<string, unknown>>;

/** What becomes of a value in the CSV: the text of its cell, or why it has none, as the rest of a sentence. */
export type Cell =
	{ readonly text: string; readonly problem?: undefined } | { readonly problem: string; readonly text?: undefined };

/** Whether an int column knows only 0 and 1, so that false and true say the same. */
const isFlag = ({ values = { 2: '' } }: OrganizationField) => Object.keys(values).every((value) => /[01]/.test(value));

/**
 * The one place where a value of a workflow becomes the text of a CSV cell.
 *
 * `null`, `undefined` and white space alone are blank. Texts stay as they are, except that ids, addresses and integers
 * lose what nobody sees around them. `true` and `false`, also as texts, become `1` and `0` in columns that know only
 * these two. A date-time in a date column becomes its day in `zone`: n8n makes a text that ends in `Z` of a `Date`
 * between two nodes, and it must not become another day by that. The removed column is always blank.
 * @param zone the workflow's
 */
export function cellOf(field: OrganizationField, value: unknown, zone = 'utc'): Cell {
	const { type } = field;
	if (value === null || value === undefined || type === 'none') return { text: '' };
	if (typeof value === 'string') return textCell(field, value, zone);
	if (type === 'date' && typeof value === 'number' && value > 0) {
		const excel = 'which may be how Excel stores one; format the cells as text, and enter the dates again';
		return { problem: `must be a date such as 2026-04-01; got ${value}, ${excel}` };
	}
	const isExact = typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
	if (typeof value === 'bigint' || isExact) return { text: String(value) };
	if (typeof value === 'boolean' && type === 'int' && isFlag(field)) return { text: value ? '1' : '0' };
	const day = type === 'date' ? readDay(value, zone) : undefined;
	if (day !== undefined) return { text: day };
	if (Number.isFinite(value)) return { problem: `must be given as text: the number ${value} has lost digits` };
	const kind = type === 'date' ? 'a date' : type === 'int' ? 'a whole number' : 'a text';
	return { problem: `must be ${kind}; got ${shownValue(value)}` };
}

function textCell(field: OrganizationField, value: string, zone: string): Cell {
	const trimmed = value.trim();
	if (trimmed === '') return { text: '' };
	if (SPREADSHEET_ERROR.test(trimmed))
		return { problem: `is ${trimmed}, an error of the spreadsheet; correct the cell` };
	if (value.includes('\ufffd')) return { problem: 'has lost characters (U+FFFD): read the file in its own encoding' };
	if (field.type === 'date') return { text: readDay(value, zone) ?? value };
	if (KEY_COLUMN.test(field.name)) return { text: sameForm(value) };
	if (field.type !== 'int') return { text: value };
	const on = isFlag(field) ? switchOf(trimmed) : undefined;
	// One text for each whole number, so that 01 is no change of 1.
	return { text: String(wholeNumberOf(on === undefined ? trimmed : Number(on)) ?? trimmed) };
}
