import { showsNothing } from '../base/json';
import type { FieldRule } from '../fields/rules';
import { readDay } from '../values/dateTime';
import { SPREADSHEET_ERROR, switchOf, wholeNumberOf } from '../values/readers';
import { quote, shownValue } from '../values/show';
import { KEY_COLUMN, sameForm } from './identity';

/** The kinds that an import takes, in the order of its files: users refer to departments. */
export const RECORD_KINDS = ['department', 'user'] as const;
export type OrganizationRecordKind = (typeof RECORD_KINDS)[number];

/** The kinds of organization CSV: two that are imported and read, and the result of an import. */
export type OrganizationKind = OrganizationRecordKind | 'result';

/** What the specification says about one column. A record with a blank id is added, any other edited. */
export interface OrganizationField extends FieldRule {
	readonly name: string;
	/** Set for several ids, separated by semicolons. */
	readonly isList?: true;
	/** Set where a blank on an edit is documented to change nothing. */
	readonly blankKeeps?: true;
}

const TEMP_ID: OrganizationField = {
	name: 'TempId',
	type: 'string',
	max: 256,
	characters: 'alphanumeric',
	required: 'adding',
	blankWhen: 'editing',
};

/** An int column with a meaning for each value; blank on an edit changes nothing. */
function choice(name: string, ...meanings: string[]): OrganizationField {
	return { name, type: 'int', values: Object.fromEntries(meanings.entries()), blankKeeps: true };
}

/** A permission that is given or not. */
function permission(name: string): OrganizationField {
	return choice(name, 'not granted', 'granted');
}

/** The specification names only the value 1. 0 is taken as "not deleted", as every other flag of the table has it. */
const DELETE_FLAG = choice('DeleteFlag', 'not deleted', 'deleted');

/** The three tables in the specification's words and order, which is the default order of the columns of a CSV. */
export const ORGANIZATION_FIELDS: Readonly<Record<OrganizationKind, readonly OrganizationField[]>> = {
	user: [
		TEMP_ID,
		{ name: 'UserUuid', type: 'uuid', required: 'editing', blankWhen: 'adding' },
		{ name: 'DepartmentId', type: 'string', required: 'always', isList: true },
		{ name: 'UserId', type: 'string', required: 'always', max: 20, characters: 'userId' },
		{ name: 'UserName', type: 'string', required: 'always', max: 60 },
		{ name: 'AlternativeName', type: 'string', max: 256 },
		{ name: 'Email', type: 'string', required: 'always', max: 60, characters: 'ascii' },
		{ name: 'SubEmail', type: 'string', max: 60, characters: 'ascii' },
		{ name: 'EffectiveDateFrom', type: 'date', required: 'adding', notBeforeToday: true, blankKeeps: true },
		choice('Culture', 'Japanese', 'English', 'Chinese (simplified)'),
		choice('MailFormat', 'HTML', 'text'),
		{ name: 'SamlNameId', type: 'string' },
		choice('UserType', 'regular user', 'system administrator', 'section administrator'),
		choice('CanUpdateData', 'none', 'permission to update all data'),
		choice('DataDownloadPrivilege', 'none', 'own data', 'all data', "specified departments (the user's own departments)"),
		permission('EmailDeliveryPrivilege'),
		{ name: 'CrmIntegrationPrivilege', type: 'none' },
		choice('DealPrivilege', 'none', 'regular use', 'administrator'),
		permission('ApiIntegrationPrivilege'),
		permission('UsageStatisticsPrivilege'),
		permission('OrganizationTreeDownloadPrivilege'),
		DELETE_FLAG,
	],
	department: [
		TEMP_ID,
		{ name: 'DepartmentId', type: 'string', required: 'editing', blankWhen: 'adding' },
		{ name: 'DepartmentName', type: 'string', required: 'always', max: 30 },
		{ name: 'DepartmentNamePhonetic', type: 'string', max: 256 },
		{ name: 'ParentDepartmentId', type: 'string' },
		{ name: 'Order', type: 'int' },
		DELETE_FLAG,
	],
	result: [
		{ name: 'Type', type: 'int', required: 'always', values: { 0: 'department', 1: 'user' } },
		{ name: 'Id', type: 'string' },
		{ name: 'TempId', type: 'string' },
		{ name: 'Completed', type: 'bool', required: 'always' },
		{ name: 'ErrorMessage', type: 'string' },
	],
};

/** The column that holds a record's id: blank adds, filled edits. */
export const ID_FIELD = { user: 'UserUuid', department: 'DepartmentId' } as const;

/** The column that says where a record stands. */
export const PLACE_FIELD = { user: 'DepartmentId', department: 'ParentDepartmentId' } as const;

/** Columns that say how a row is imported and nothing about the record. */
export const ROW_ONLY: ReadonlySet<string> = new Set(['TempId', 'DeleteFlag', 'CrmIntegrationPrivilege']);

/** The texts of a record's cells by the names of the columns: those that an item has, or all. */
export type Cells = Readonly<Record<string, string>>;

/** A row as it is read: blanks are null, integers are numbers. */
export type OrganizationRow = Readonly<Record<string, string | number | boolean | null>>;

/** A row of an import result as it is read. */
export type ResultRow = OrganizationRow &
	Readonly<Record<'Id' | 'TempId' | 'ErrorMessage', string | null>> &
	Readonly<Record<'Type', number | null> & Record<'Completed', boolean | null>>;

/** The documented field names of a kind, in the default column order. */
export function fieldNames(kind: OrganizationKind): string[] {
	return ORGANIZATION_FIELDS[kind].map(({ name }) => name);
}

/** What a person reads of a column: `SAML Name ID` of `SamlNameId`. */
export function columnLabel(name: string): string {
	const words = name.replace(/([a-z])([A-Z])/g, '$1 $2');
	return words.replace(/\b(?:Id|Uuid|Saml|Crm|Api)\b/g, (word) => word.toUpperCase());
}

/** What becomes of a value in the CSV: the text of its cell, or why it has none, as the rest of a sentence. */
type Cell = Readonly<Partial<Record<'text' | 'problem', string>>>;

/** What a broken expression leaves where a name should be: the text of a value that is none. */
const NO_NAME = /^(?:undefined|null|NaN)$|\[object \w+\]/;

/** Why a text cannot be the name of a department, as the rest of a sentence; undefined where it can. */
export function nameProblem(name: string): string | undefined {
	if (NO_NAME.test(name)) return `has ${quote(name)} in place of a name; correct the expression that gives it`;
	if (SPREADSHEET_ERROR.test(name)) return `has ${name}, an error of the spreadsheet; correct the cell`;
	return undefined;
}

/** Whether an int column knows only 0 and 1, so that false and true say the same. */
const isFlag = ({ values = { 2: '' } }: OrganizationField) => Object.keys(values).every((value) => /[01]/.test(value));

/**
 * The place where a value of a workflow becomes the text of a CSV cell. Ids, addresses and integers lose what nobody
 * sees around them, and other texts stay as they are.
 * @param zone the workflow's, where a date-time becomes a day: n8n makes a text that ends in `Z` of a `Date` between
 *   two nodes, and it must not become another day by that
 */
export function cellOf(field: OrganizationField, value: unknown, zone = 'utc'): Cell {
	const { type } = field;
	if (value === null || value === undefined || type === 'none') return { text: '' };
	if (typeof value === 'string' || (typeof value === 'boolean' && isFlag(field)))
		return textCell(field, String(value), zone);
	if (type === 'date' && typeof value === 'number' && value > 0) {
		const excel = 'which may be how Excel stores one; format the cells as text, and enter the dates again';
		return { problem: `must be a date such as 2026-04-01; got ${value}, ${excel}` };
	}
	const isExact = typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
	if (typeof value === 'bigint' || isExact) return { text: String(value) };
	const day = type === 'date' ? readDay(value, zone) : undefined;
	if (day !== undefined) return { text: day };
	if (Number.isFinite(value)) return { problem: `must be given as text: the number ${value} has lost digits` };
	const kind = type === 'date' ? 'a date' : type === 'int' ? 'a whole number' : 'a text';
	return { problem: `must be ${kind}; got ${shownValue(value)}` };
}

function textCell(field: OrganizationField, value: string, zone: string): Cell {
	if (showsNothing(value)) return { text: '' };
	const trimmed = value.trim();
	if (SPREADSHEET_ERROR.test(trimmed))
		return { problem: `is ${trimmed}, an error of the spreadsheet; correct the cell` };
	if (value.includes('\ufffd')) return { problem: 'has lost characters (U+FFFD): read the file in its own encoding' };
	if (field.type === 'date') return { text: readDay(value, zone) ?? value };
	if (field.isList) return { text: value.split(';').map(sameForm).join(';') };
	if (KEY_COLUMN.test(field.name)) return { text: sameForm(value) };
	if (field.name === 'DepartmentName') return { text: value, problem: nameProblem(trimmed) };
	if (field.type !== 'int') return { text: value };
	const on = isFlag(field) ? switchOf(trimmed) : undefined;
	// One text for each whole number, so that 01 is no change of 1.
	return { text: String(wholeNumberOf(on === undefined ? trimmed : Number(on)) ?? trimmed) };
}

/** What the text of a cell stands for: blank is null; undefined where it cannot be what its column holds. */
export function cellValue({ type }: OrganizationField, text: string): OrganizationRow[string] | undefined {
	if (text === '') return null;
	if (type === 'int') return wholeNumberOf(text);
	// How a switch may stand in the service's CSV beside its words.
	return type === 'bool' ? (switchOf(text) ?? { '1': true, '0': false }[text.trim()]) : text;
}
