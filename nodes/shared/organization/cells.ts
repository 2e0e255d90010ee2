import { showsNothing } from '../base/json';
import { readDay } from '../values/dateTime';
import { SPREADSHEET_ERROR, switchOf, wholeNumberOf } from '../values/readers';
import { quote, shownValue } from '../values/show';
import type { OrganizationField, OrganizationRow } from './fields';
import { KEY_COLUMN, sameForm } from './identity';

/* Values of a workflow, texts of CSV cells, and the way from one to the other. */

/** The text of a cell, or why a value has none, as the rest of a sentence. */
export type Cell = Readonly<Partial<Record<'text' | 'problem', string>>>;

/** The text of a value that a broken expression leaves where a name should be. */
const NO_NAME = /^(?:undefined|null|NaN)$|\[object \w+\]/;

/** How a switch may stand in the service's CSV beside its words. */
const SWITCH_DIGITS: Readonly<Record<string, boolean>> = { '1': true, '0': false };

/** How a message names what a column takes. */
const TYPE_NAMES: Readonly<Partial<Record<OrganizationField['type'], string>>> = {
	date: 'a date',
	int: 'a whole number',
};

/** Says why a text cannot be the name of a department, as the rest of a sentence; `undefined` where it can. */
export function nameProblem(name: string): string | undefined {
	if (NO_NAME.test(name)) {
		return `has ${quote(name)} in place of a name; correct its expression`;
	}
	if (SPREADSHEET_ERROR.test(name)) {
		return `has ${name}, an error of the spreadsheet; correct the cell`;
	}
	return undefined;
}

/**
 * Turns a value of a workflow into the text of a CSV cell. Ids, addresses and integers lose what nobody sees around
 * them; other texts stay as they are.
 *
 * @param zone the IANA zone of the workflow, in which a date-time becomes a day: between two nodes n8n turns a `Date`
 *   into a text that ends in `Z`, which must not make another day of it
 */
export function cellOf(field: OrganizationField, value: unknown, zone = 'utc'): Cell {
	const isNothing = value === null || value === undefined;
	if (isNothing || field.type === 'none') return { text: '' };

	switch (typeof value) {
		case 'string':
			return textCell(field, value, zone);
		case 'number':
			return numberCell(field, value);
		case 'bigint':
			return { text: String(value) };
		case 'boolean':
			return isFlag(field) ? textCell(field, String(value), zone) : wrongType(field, value);
		default:
			return objectCell(field, value, zone);
	}
}

/** The cell of an object, which can be the moment of a date alone. */
function objectCell(field: OrganizationField, value: unknown, zone: string): Cell {
	const day = field.type === 'date' ? readDay(value, zone) : undefined;
	if (day === undefined) return wrongType(field, value);

	return { text: day };
}

function wrongType(field: OrganizationField, value: unknown): Cell {
	const expected = TYPE_NAMES[field.type] ?? 'a text';
	return { problem: `must be ${expected}; got ${shownValue(value)}` };
}

/** Whether an int column knows only 0 and 1, so that false and true say the same. */
function isFlag(field: OrganizationField): boolean {
	const { values = {} } = field;
	const numbers = Object.keys(values);
	if (numbers.length === 0) return false;

	return numbers.every((value) => value === '0' || value === '1');
}

function numberCell(field: OrganizationField, value: number): Cell {
	if (field.type === 'date' && value > 0) {
		const cause = 'which may be how Excel stores one; format the cells as text, and enter the dates again';
		return { problem: `must be a date such as 2026-04-01; got ${value}, ${cause}` };
	}

	if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return { text: String(value) };
	if (!Number.isFinite(value)) return wrongType(field, value);
	return { problem: `must be text, because the number ${value} has lost digits` };
}

function textCell(field: OrganizationField, value: string, zone: string): Cell {
	if (showsNothing(value)) return { text: '' };

	const trimmed = value.trim();
	if (SPREADSHEET_ERROR.test(trimmed)) {
		return { problem: `is ${trimmed}, an error of the spreadsheet; correct the cell` };
	}
	if (value.includes('\ufffd')) {
		return { problem: 'has lost characters (U+FFFD); read the file in the encoding in which it was saved' };
	}

	const problem = field.name === 'DepartmentName' ? nameProblem(trimmed) : undefined;
	return {
		text: columnText(field, value, zone),
		problem,
	};
}

/** The text of a value as its column has it. */
function columnText(field: OrganizationField, value: string, zone: string): string {
	const { type, name, isList } = field;
	if (type === 'date') return readDay(value, zone) ?? value;
	if (type === 'int') return integerText(field, value.trim());

	if (isList) {
		const entries = value.split(';');
		return entries.map(sameForm).join(';');
	}

	const isKey = KEY_COLUMN.test(name);
	return isKey ? sameForm(value) : value;
}

/** The one text of a whole number, so that 01 is no change of 1; any other text stays as it is. */
function integerText(field: OrganizationField, trimmed: string): string {
	const isOn = isFlag(field) ? switchOf(trimmed) : undefined;
	if (isOn !== undefined) return isOn ? '1' : '0';

	const number = wholeNumberOf(trimmed);
	return number === undefined ? trimmed : String(number);
}

/** The value of a cell's text: blank is null; `undefined` where it cannot be a value of its column. */
export function cellValue(field: OrganizationField, text: string): OrganizationRow[string] | undefined {
	if (text === '') return null;

	switch (field.type) {
		case 'int':
			return wholeNumberOf(text);
		case 'bool':
			return switchOf(text) ?? SWITCH_DIGITS[text.trim()];
		default:
			return text;
	}
}
