import type { FieldRule } from '../fields/rules';

/* The tables of the specification for users, departments and the results of imports. */

/** The kinds of record that an import takes, in the order of its files: users refer to departments. */
export const RECORD_KINDS = ['department', 'user'] as const;
export type OrganizationRecordKind = (typeof RECORD_KINDS)[number];

/** The kinds of organization CSV: two that are imported and read, and the result of an import. */
export type OrganizationKind = OrganizationRecordKind | 'result';

/** A column of a table of the specification. A record with a blank id is added, any other edited. */
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

/** A permission that is granted or not. */
function grant(name: string): OrganizationField {
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
		grant('EmailDeliveryPrivilege'),
		{ name: 'CrmIntegrationPrivilege', type: 'none' },
		choice('DealPrivilege', 'none', 'regular use', 'administrator'),
		grant('ApiIntegrationPrivilege'),
		grant('UsageStatisticsPrivilege'),
		grant('OrganizationTreeDownloadPrivilege'),
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

/** The column that holds the departments of a user, or the parent of a department. */
export const PLACE_FIELD = { user: 'DepartmentId', department: 'ParentDepartmentId' } as const;

/** Columns that say how a row is imported and nothing about the record. */
export const ROW_ONLY: ReadonlySet<string> = new Set(['TempId', 'DeleteFlag', 'CrmIntegrationPrivilege']);

/** The texts of a record's cells by the names of the columns: the columns of an item, or all of them. */
export type Cells = Readonly<Record<string, string>>;

/** A row as it is read: blanks are null, integers are numbers. */
export type OrganizationRow = Readonly<Record<string, string | number | boolean | null>>;

/** A row of an import result as it is read. */
export type ResultRow = OrganizationRow &
	Readonly<Record<'Id' | 'TempId' | 'ErrorMessage', string | null>> &
	Readonly<Record<'Type', number | null> & Record<'Completed', boolean | null>>;

/** The documented field names of a kind, in the default column order. */
export function fieldNames(kind: OrganizationKind): string[] {
	return ORGANIZATION_FIELDS[kind].map((field) => field.name);
}

/** The name of a column as a person reads it: `SAML Name ID` for `SamlNameId`. */
export function columnLabel(name: string): string {
	const words = name.replace(/([a-z])([A-Z])/g, '$1 $2');
	return words.replace(/\b(?:Id|Uuid|Saml|Crm|Api)\b/g, (word) => word.toUpperCase());
}
