import { CHARACTER_CLASSES, characterProblem, lengthProblem } from '../values/characters';
import type { CharacterClassName } from '../values/characters';

/** The kinds of organization CSV: two that are imported and read, and the result of an import. */
export type OrganizationKind = 'user' | 'department' | 'result';

/** The kinds that an import takes. */
export type OrganizationRecordKind = Exclude<OrganizationKind, 'result'>;

/** What the specification says about one column. A record is added when its id column is blank and edited when it is filled. */
export interface OrganizationField {
	readonly name: string;
	/** `none`: a removed column, whose input is ignored but which stays in the CSV. */
	readonly type: 'string' | 'int' | 'uuid' | 'bool' | 'none';
	readonly required: 'always' | 'adding' | 'editing' | 'never';
	/** When the column must be blank. */
	readonly blankWhen?: 'adding' | 'editing';
	/** Most characters, counted as code points. */
	readonly max?: number;
	readonly characters?: CharacterClassName;
	/** The documented values of an int with their meanings. */
	readonly values?: Readonly<Record<number, string>>;
	/** Whether no two rows of one CSV may have the same value: those that the company's records may not share either. */
	readonly unique?: true;
	/** `notBeforeToday`: an RFC 3339 date that is today or later when adding. */
	readonly date?: 'notBeforeToday';
	/** Department ids: one, or several separated by semicolons; `tempId:<TempId>` stands for one that the same job adds. */
	readonly departments?: 'one' | 'several';
	/** What leaving the column blank means. */
	readonly blank?: { readonly adding?: string; readonly editing?: string };
	/**
	 * `blank`: an edit whose item has no such column sends it blank, which changes nothing. All other columns are then
	 * filled with the service's present value, because the specification does not say that a blank leaves them alone, or
	 * says that it does not.
	 */
	readonly absent?: 'blank';
}

const tempId = {
	name: 'TempId',
	type: 'string',
	required: 'adding',
	blankWhen: 'editing',
	max: 256,
	characters: 'oneByteAlphanumeric',
	unique: true,
	absent: 'blank',
} as const;

const noChange = 'no change';
const notGranted = { adding: 'not granted', editing: noChange } as const;

/** An int column that grants a permission or not. */
const permission = {
	type: 'int',
	required: 'never',
	values: { 0: 'not granted', 1: 'granted' },
	blank: notGranted,
} as const;

/** Characters of a UserId. */
const MAX_USER_ID = 20;

/**
 * The specification names only the value 1 of DeleteFlag. 0 is taken as "not deleted" all the same:
 * every other flag of the table has it, and what is read from the service is sent back to it.
 */
const deleteFlag = {
	name: 'DeleteFlag',
	type: 'int',
	required: 'never',
	values: { 0: 'not deleted', 1: 'deleted' },
	absent: 'blank',
} as const;

/** "Organization user record", in the specification's order. */
export const USER_FIELDS = [
	tempId,
	{ name: 'UserUuid', type: 'uuid', required: 'editing', blankWhen: 'adding' },
	{ name: 'DepartmentId', type: 'string', required: 'always', departments: 'several' },
	{
		name: 'UserId',
		type: 'string',
		required: 'always',
		max: MAX_USER_ID,
		characters: 'userId',
		unique: true,
	},
	{ name: 'UserName', type: 'string', required: 'always', max: 60 },
	{ name: 'AlternativeName', type: 'string', required: 'never', max: 256 },
	{
		name: 'Email',
		type: 'string',
		required: 'always',
		max: 60,
		characters: 'asciiWithoutSpace',
		unique: true,
	},
	{ name: 'SubEmail', type: 'string', required: 'never', max: 60, characters: 'asciiWithoutSpace' },
	{
		name: 'EffectiveDateFrom',
		type: 'string',
		required: 'adding',
		date: 'notBeforeToday',
		blank: { editing: noChange },
		absent: 'blank',
	},
	{
		name: 'Culture',
		type: 'int',
		required: 'never',
		values: { 0: 'Japanese', 1: 'English', 2: 'Chinese (simplified)' },
		blank: { adding: 'the display language of the user calling the API', editing: noChange },
	},
	{
		name: 'MailFormat',
		type: 'int',
		required: 'never',
		values: { 0: 'HTML', 1: 'text' },
		blank: { adding: 'HTML', editing: noChange },
	},
	{ name: 'SamlNameId', type: 'string', required: 'never', unique: true },
	{
		name: 'UserType',
		type: 'int',
		required: 'never',
		values: { 0: 'regular user', 1: 'system administrator', 2: 'section administrator' },
		blank: { adding: 'regular user', editing: noChange },
	},
	{
		name: 'CanUpdateData',
		type: 'int',
		required: 'never',
		values: { 0: 'none', 1: 'permission to update all data' },
		blank: notGranted,
	},
	{
		name: 'DataDownloadPrivilege',
		type: 'int',
		required: 'never',
		values: {
			0: 'none',
			1: 'own data',
			2: 'all data',
			3: "specified departments (the user's own departments)",
		},
		blank: notGranted,
	},
	{ ...permission, name: 'EmailDeliveryPrivilege' },
	{ name: 'CrmIntegrationPrivilege', type: 'none', required: 'never', absent: 'blank' },
	{
		name: 'DealPrivilege',
		type: 'int',
		required: 'never',
		values: { 0: 'none', 1: 'regular use', 2: 'administrator' },
		blank: notGranted,
	},
	{ ...permission, name: 'ApiIntegrationPrivilege' },
	{ ...permission, name: 'UsageStatisticsPrivilege' },
	{ ...permission, name: 'OrganizationTreeDownloadPrivilege' },
	{ ...deleteFlag, blank: { adding: 'not deleted', editing: noChange } },
] as const satisfies readonly OrganizationField[];

/** "Organization department record", in the specification's order. */
export const DEPARTMENT_FIELDS = [
	tempId,
	{ name: 'DepartmentId', type: 'string', required: 'editing', blankWhen: 'adding' },
	{ name: 'DepartmentName', type: 'string', required: 'always', max: 30 },
	{ name: 'DepartmentNamePhonetic', type: 'string', required: 'never', max: 256 },
	{
		name: 'ParentDepartmentId',
		type: 'string',
		required: 'never',
		departments: 'one',
		blank: { adding: 'no parent', editing: 'no parent' },
	},
	{ name: 'Order', type: 'int', required: 'never' },
	deleteFlag,
] as const satisfies readonly OrganizationField[];

/** "Organization import result record", in the specification's order. */
export const RESULT_FIELDS = [
	{ name: 'Type', type: 'int', required: 'always', values: { 0: 'department', 1: 'user' } },
	{ name: 'Id', type: 'string', required: 'never' },
	{ name: 'TempId', type: 'string', required: 'never' },
	{ name: 'Completed', type: 'bool', required: 'always' },
	{ name: 'ErrorMessage', type: 'string', required: 'never' },
] as const satisfies readonly OrganizationField[];

/** The three tables by kind. Their order is the default column order of the CSV. */
export const ORGANIZATION_FIELDS = {
	user: USER_FIELDS,
	department: DEPARTMENT_FIELDS,
	result: RESULT_FIELDS,
} as const satisfies Record<OrganizationKind, readonly OrganizationField[]>;

/** The column that holds a record's id: blank adds, filled edits. */
export const ID_FIELD = {
	user: 'UserUuid',
	department: 'DepartmentId',
} as const satisfies Record<OrganizationRecordKind, string>;

/** What several records of a kind are called. */
export const PLURAL = {
	user: 'users',
	department: 'departments',
} as const satisfies Record<OrganizationRecordKind, string>;

/** What all spellings of a record's id have in common: a UUID is the same in upper and lower case. */
export function recordKey(kind: OrganizationRecordKind, id: string): string {
	return kind === 'user' ? id.toLowerCase() : id;
}

/** How a record that this job adds is referred to in a department column. */
export const TEMP_ID_PREFIX = 'tempId:';

interface ValueOfType {
	string: string;
	uuid: string;
	none: string;
	int: number;
	bool: boolean;
}

type RowOfFields<F extends OrganizationField> = {
	[Field in F as Field['name']]: ValueOfType[Field['type']] | null;
};

/** A user row as it is read: blanks are null, integers are numbers. */
export type UserRow = RowOfFields<(typeof USER_FIELDS)[number]>;
/** A department row as it is read. */
export type DepartmentRow = RowOfFields<(typeof DEPARTMENT_FIELDS)[number]>;
/** A row of an import result as it is read. */
export type ResultRow = RowOfFields<(typeof RESULT_FIELDS)[number]>;

/** The row of each kind. */
export interface OrganizationRows {
	user: UserRow;
	department: DepartmentRow;
	result: ResultRow;
}

/** The columns of a kind, in the default order. */
export function fieldsOf(kind: OrganizationKind): readonly OrganizationField[] {
	return ORGANIZATION_FIELDS[kind];
}

/** The documented field names of a kind, in the default column order. */
export function fieldNames(kind: OrganizationKind): string[] {
	return ORGANIZATION_FIELDS[kind].map(({ name }) => name);
}

/** Why a text cannot be the UserId of a user (spec: user record); a sentence that starts with the name. */
export function userIdProblem(name: string, text: string): string | undefined {
	return lengthProblem(name, text, MAX_USER_ID) ?? characterProblem(name, text, CHARACTER_CLASSES.userId);
}
