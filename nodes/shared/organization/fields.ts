import { CHARACTER_CLASSES, characterProblem, lengthProblem } from '../fields/characters';
import type { CharacterClassName } from '../fields/characters';

/** The kinds of organization CSV: two that are imported and read, and the result of an import. */
export type OrganizationKind = 'user' | 'department' | 'result';

/** The kinds that an import takes. */
export type OrganizationRecordKind = Exclude<OrganizationKind, 'result'>;

/** What the specification says about one column. A record is added when its id column is blank, and edited when it is filled. */
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
	/** `notBeforeToday`: an RFC 3339 date that is today or later when adding. */
	readonly date?: 'notBeforeToday';
	/** Department ids: one, or several separated by semicolons; `tempId:<TempId>` stands for one that the same job adds. */
	readonly departments?: 'one' | 'several';
	/** What leaving the column blank means. */
	readonly blank?: { readonly adding?: string; readonly editing?: string };
	/** `blank`: an edit whose item lacks the column sends it blank, which changes nothing. All others are completed. */
	readonly absent?: 'blank';
}

const tempId = {
	name: 'TempId', type: 'string', required: 'adding', blankWhen: 'editing', max: 256, characters: 'alphanumeric', absent: 'blank',
} as const;

const noChange = 'no change';

/** An int column with a meaning for each value; blank on an edit changes nothing. */
function choice<N extends string>(name: N, adding: string, ...meanings: string[]) {
	return { name, type: 'int', required: 'never', values: { ...meanings }, blank: { adding, editing: noChange } } as const;
}

/** A permission, which a blank on adding does not grant. */
function permission<N extends string>(name: N, ...meanings: string[]) {
	return choice(name, 'not granted', ...(meanings.length > 0 ? meanings : ['not granted', 'granted']));
}

function text<N extends string>(name: N, required: OrganizationField['required'], max?: number) {
	return { name, type: 'string', required, ...(max === undefined ? {} : { max }) } as const;
}

const MAX_USER_ID = 20;

/** The specification names only the value 1. 0 is taken as "not deleted", as every other flag of the table has it. */
const deleteFlag = {
	name: 'DeleteFlag', type: 'int', required: 'never', values: { 0: 'not deleted', 1: 'deleted' }, absent: 'blank',
} as const;

/** "Organization user record", in the specification's order. */
export const USER_FIELDS = [
	tempId,
	{ name: 'UserUuid', type: 'uuid', required: 'editing', blankWhen: 'adding' },
	{ ...text('DepartmentId', 'always'), departments: 'several' },
	{ ...text('UserId', 'always', MAX_USER_ID), characters: 'userId' },
	text('UserName', 'always', 60),
	text('AlternativeName', 'never', 256),
	{ ...text('Email', 'always', 60), characters: 'ascii' },
	{ ...text('SubEmail', 'never', 60), characters: 'ascii' },
	{ ...text('EffectiveDateFrom', 'adding'), date: 'notBeforeToday', blank: { editing: noChange }, absent: 'blank' },
	choice('Culture', 'the display language of the user calling the API', 'Japanese', 'English', 'Chinese (simplified)'),
	choice('MailFormat', 'HTML', 'HTML', 'text'),
	text('SamlNameId', 'never'),
	choice('UserType', 'regular user', 'regular user', 'system administrator', 'section administrator'),
	permission('CanUpdateData', 'none', 'permission to update all data'),
	permission('DataDownloadPrivilege', 'none', 'own data', 'all data', "specified departments (the user's own departments)"),
	permission('EmailDeliveryPrivilege'),
	{ name: 'CrmIntegrationPrivilege', type: 'none', required: 'never', absent: 'blank' },
	permission('DealPrivilege', 'none', 'regular use', 'administrator'),
	permission('ApiIntegrationPrivilege'),
	permission('UsageStatisticsPrivilege'),
	permission('OrganizationTreeDownloadPrivilege'),
	{ ...deleteFlag, blank: { adding: 'not deleted', editing: noChange } },
] as const satisfies readonly OrganizationField[];

/** "Organization department record", in the specification's order. */
export const DEPARTMENT_FIELDS = [
	tempId,
	{ ...text('DepartmentId', 'editing'), blankWhen: 'adding' },
	text('DepartmentName', 'always', 30),
	text('DepartmentNamePhonetic', 'never', 256),
	{ ...text('ParentDepartmentId', 'never'), departments: 'one', blank: { adding: 'no parent', editing: 'no parent' } },
	{ name: 'Order', type: 'int', required: 'never' },
	deleteFlag,
] as const satisfies readonly OrganizationField[];

/** "Organization import result record", in the specification's order. */
export const RESULT_FIELDS = [
	{ name: 'Type', type: 'int', required: 'always', values: { 0: 'department', 1: 'user' } },
	text('Id', 'never'),
	text('TempId', 'never'),
	{ name: 'Completed', type: 'bool', required: 'always' },
	text('ErrorMessage', 'never'),
] as const satisfies readonly OrganizationField[];

/** The three tables by kind. Their order is the default column order of the CSV. */
export const ORGANIZATION_FIELDS: Readonly<Record<OrganizationKind, readonly OrganizationField[]>> = {
	user: USER_FIELDS,
	department: DEPARTMENT_FIELDS,
	result: RESULT_FIELDS,
};

/** The column that holds a record's id: blank adds, filled edits. */
export const ID_FIELD = { user: 'UserUuid', department: 'DepartmentId' } as const;

/** What several records of a kind are called. */
export const PLURAL = { user: 'users', department: 'departments' } as const;

/** How a record that this job adds is referred to in a department column. */
export const TEMP_ID_PREFIX = 'tempId:';

/** A row as it is read: blanks are null, integers are numbers. */
type RowOf<F extends OrganizationField> = { [Field in F as Field['name']]: (Field['type'] extends 'int' ? number : string) | null };

/** The row of each kind. */
export interface OrganizationRows {
	user: RowOf<(typeof USER_FIELDS)[number]>;
	department: RowOf<(typeof DEPARTMENT_FIELDS)[number]>;
	result: Omit<RowOf<(typeof RESULT_FIELDS)[number]>, 'Completed'> & { Completed: boolean | null };
}

/** A user row as it is read. */
export type UserRow = OrganizationRows['user'];

/** A row of an import result as it is read. */
export type ResultRow = OrganizationRows['result'];

/** The columns of a kind, in the default order. */
export function fieldsOf(kind: OrganizationKind): readonly OrganizationField[] {
	return ORGANIZATION_FIELDS[kind];
}

/** The documented field names of a kind, in the default column order. */
export function fieldNames(kind: OrganizationKind): string[] {
	return fieldsOf(kind).map(({ name }) => name);
}

/** Why a text cannot be the UserId of a user (spec: user record); a sentence that starts with the name. */
export function userIdProblem(name: string, userId: string): string | undefined {
	const problem = lengthProblem(userId, MAX_USER_ID) ?? characterProblem(userId, CHARACTER_CLASSES.userId);
	return problem && `${name} ${problem}`;
}
