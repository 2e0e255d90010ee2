import { isCalendarDate, isDateObject, readDateTime, readDay } from '../values/dateTime';
import { CHARACTER_CLASSES, characterProblem, lengthProblem } from '../fields/characters';
import { describeType, quote } from '../values/show';
import { switchOf } from '../values/readers';
import { ID_FIELD } from './fields';
import type { OrganizationField, OrganizationRecordKind } from './fields';
import { isSpreadsheetError, sameForm } from './identity';

/** A row as it comes from a workflow: any JSON, possibly with more fields than the table has. */
export type OrganizationItem = Readonly<Record<string, unknown>>;

/** What becomes of a value in the CSV: the text of its cell, or why it has none. */
export type Cell = { readonly text: string; readonly problem?: undefined } | { readonly problem: string };

const BLANK: Cell = { text: '' };

/** Whether an int column knows only 0 and 1, so that false and true say the same. */
const isFlag = ({ values }: OrganizationField) => values !== undefined && Object.keys(values).every((value) => value === '0' || value === '1');

/** Whether a column is an id or an address: what tells records apart, and has no white space or invisible characters. */
export function isKey({ name, type, characters, departments }: OrganizationField): boolean {
	return type === 'uuid' || characters !== undefined || departments !== undefined || name === 'DepartmentId';
}

/**
 * The one place where a value of a workflow becomes the text of a CSV cell.
 *
 * `null`, `undefined` and texts of white space alone are blank. Texts stay as they are, except that ids, addresses and
 * integers lose what nobody sees around them. `true` and `false`, also as texts, become `1` and `0` in columns that know only
 * these two. A date-time in a date column becomes its day in `zone`: n8n makes a text that ends in `Z` of a `Date` between two
 * nodes, and it must not become another day by that. The removed column is always blank, since its input is ignored.
 * @param zone the workflow's
 * @returns the text, or the problem as a sentence that starts with the field's name
 */
export function cellOf(field: OrganizationField, value: unknown, zone = 'utc'): Cell {
	if (value === null || value === undefined || field.type === 'none') return BLANK;
	if (typeof value === 'string') return textCell(field, value, zone);
	if (typeof value === 'bigint' || Number.isSafeInteger(value)) return { text: String(value) };
	if (typeof value === 'number') {
		if (Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return { text: String(value) };
		const isLossy = Number.isFinite(value);
		const rule = isLossy ? `given as text, because the number ${value} has lost digits` : `${expectedOf(field)}; got ${value}`;
		return { problem: `${field.name} must be ${rule}` };
	}
	if (typeof value === 'boolean' && field.type === 'int' && isFlag(field)) return { text: value ? '1' : '0' };
	const day = field.date ? readDay(value, zone) : undefined;
	if (day !== undefined) return { text: day };
	const got = isDateObject(value) ? (readDateTime(value, 'utc') ? 'a date' : 'an invalid date') : describeType(value);
	return { problem: `${field.name} must be ${expectedOf(field)}; got ${got}` };
}

function textCell(field: OrganizationField, value: string, zone: string): Cell {
	const trimmed = value.trim();
	if (trimmed === '') return BLANK;
	if (isSpreadsheetError(trimmed)) return { problem: `${field.name} is ${trimmed}, an error of the spreadsheet; correct the cell` };
	if (field.date) return { text: readDay(value, zone) ?? value };
	if (isKey(field)) return { text: sameForm(value) };
	if (field.type !== 'int') return { text: value };
	const on = isFlag(field) ? switchOf(trimmed) : undefined;
	return { text: on === undefined ? trimmed : on ? '1' : '0' };
}

function expectedOf(field: OrganizationField): string {
	if (field.date) return 'a date';
	return field.type === 'int' ? 'a whole number' : 'a text';
}

/** What a cell's rules depend on besides its text. */
export interface RowUse {
	readonly kind: OrganizationRecordKind;
	/** Whether the id column is blank. */
	readonly adds: boolean;
	/** Whether DeleteFlag is 1. */
	readonly deletes: boolean;
}

/** How a message names what a row does, with what tells it: `when a user is added (UserUuid is blank)`. */
function actionOf({ kind, adds }: RowUse): string {
	return `when a ${kind} is ${adds ? 'added' : 'edited'} (${ID_FIELD[kind]} is ${adds ? 'blank' : 'filled'})`;
}

/**
 * Checks one cell against its row of the record tables: required or to be left blank, length, characters, integer,
 * documented values, date. What the service itself has is not held against the tables.
 * @param today in the workflow's zone, `YYYY-MM-DD`
 * @returns what is wrong first, as a sentence that starts with the column's name
 */
export function cellProblem(field: OrganizationField, text: string, row: RowUse, today: string): string | undefined {
	const { name } = field;
	const mode = row.adds ? 'adding' : 'editing';
	if (text === '') {
		if (field.required === 'always') return `${name} is required${row.deletes ? ', also when a record is deleted' : ''}`;
		return field.required === mode ? `${name} is required ${actionOf(row)}` : undefined;
	}
	if (field.blankWhen === mode) return `${name} must be blank ${actionOf(row)}`;
	const tooLong = lengthProblem(text, field.max);
	if (tooLong !== undefined) return `${name} ${tooLong}`;
	if (text.includes('\ufffd')) {
		return `${name} contains the replacement character U+FFFD: characters were lost when it was read, so read it in its own encoding`;
	}
	if (field.characters) {
		const problem = characterProblem(text, CHARACTER_CLASSES[field.characters]);
		return problem && `${name} ${problem}`;
	}
	if (field.type === 'int') return integerProblem(field, text);
	return field.date ? dateProblem(name, text, row, today) : undefined;
}

function integerProblem({ name, values }: OrganizationField, text: string): string | undefined {
	if (values && !Object.hasOwn(values, text)) {
		const known = Object.entries(values).map(([value, meaning]) => `${value} (${meaning})`);
		return `${name} must be one of ${known.join(', ')}; got ${quote(text)}`;
	}
	const isWhole = /^-?\d+$/u.test(text) && Number.isSafeInteger(Number(text));
	return isWhole ? undefined : `${name} must be a whole number; got ${quote(text)}`;
}

/** On an edit the date may lie in the past: it is what reading the user gave, and sending it back changes nothing. */
function dateProblem(name: string, text: string, row: RowUse, today: string): string | undefined {
	if (!isCalendarDate(text)) {
		const example = '2025-04-01 or 2025-04-01T00:00:00+09:00';
		return `${name} must be a date in the form of RFC 3339, such as ${example}; got ${quote(text)}`;
	}
	if (!row.adds || text >= today) return undefined;
	return `${name} must be today (${today}) or later ${actionOf(row)}; got ${quote(text)}`;
}
