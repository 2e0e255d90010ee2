/** What a cell may hold. */
export interface ColumnRule {
	readonly name: string;
	/** Mandatory in every row, or in rows that add a record. */
	readonly required?: 'always' | 'adding';
	readonly maxLength?: number;
	/** What the cell may consist of, and how to say so. */
	readonly characters?: readonly [RegExp, string];
	/** A whole number, from 0 to this. */
	readonly upTo?: number;
	/** No two records of the company may share a value. */
	readonly unique?: true;
	/** Whatever stands here is ignored. */
	readonly ignored?: true;
	/** Cannot differ from what the existing record has. */
	readonly fixed?: true;
	/** A blank cell leaves the existing record's value alone. */
	readonly blankKeeps?: true;
	/** Value of a new record whose cell is blank. */
	readonly blankMeans?: string;
}

const ALPHANUMERIC = [/^[A-Za-z0-9]*$/, 'one-byte alphanumerics'] as const;
const ONE_BYTE = [/^[\x21-\x7E]*$/, 'one-byte alphanumerics and symbols'] as const;
const WHOLE_NUMBER = [/^-?\d{1,9}$/, 'a whole number'] as const;
const USER_ID = [/^[A-Za-z0-9.\-_&]*$/, 'one-byte alphanumerics and . - _ &'] as const;

const TEMP_ID: ColumnRule = { name: 'TempId', required: 'adding', maxLength: 256, characters: ALPHANUMERIC };
const DELETE_FLAG: ColumnRule = { name: 'DeleteFlag', upTo: 1 };

/** Numbers from 0 that keep what is there when blank: `Culture 2`. */
function choices(...texts: readonly string[]): ColumnRule[] {
	return texts.map((text) => {
		const [name = '', upTo] = text.split(' ');
		return { name, upTo: Number(upTo), blankKeeps: true, blankMeans: '0' };
	});
}

/** The user record, in the order of the spec's field table. */
export const USER_COLUMNS: readonly ColumnRule[] = [
	TEMP_ID,
	{ name: 'UserUuid' },
	{ name: 'DepartmentId', required: 'always' },
	{ name: 'UserId', required: 'always', maxLength: 20, characters: USER_ID, unique: true, fixed: true },
	{ name: 'UserName', required: 'always', maxLength: 60 },
	{ name: 'AlternativeName', maxLength: 256 },
	{ name: 'Email', required: 'always', maxLength: 60, characters: ONE_BYTE, unique: true },
	{ name: 'SubEmail', maxLength: 60, characters: ONE_BYTE },
	{ name: 'EffectiveDateFrom', required: 'adding', blankKeeps: true },
	...choices('Culture 2', 'MailFormat 1'),
	{ name: 'SamlNameId', unique: true },
	...choices('UserType 2', 'CanUpdateData 1', 'DataDownloadPrivilege 3', 'EmailDeliveryPrivilege 1'),
	{ name: 'CrmIntegrationPrivilege', ignored: true },
	...choices(
		'DealPrivilege 2',
		'ApiIntegrationPrivilege 1',
		'UsageStatisticsPrivilege 1',
		'OrganizationTreeDownloadPrivilege 1',
	),
	DELETE_FLAG,
];

/** The department record, in the order of the spec's field table. */
export const DEPARTMENT_COLUMNS: readonly ColumnRule[] = [
	TEMP_ID,
	{ name: 'DepartmentId' },
	{ name: 'DepartmentName', required: 'always', maxLength: 30 },
	{ name: 'DepartmentNamePhonetic', maxLength: 256 },
	{ name: 'ParentDepartmentId' },
	{ name: 'Order', characters: WHOLE_NUMBER },
	DELETE_FLAG,
];

/** The two kinds of record. */
export type RecordKind = 'department' | 'user';

/** Both kinds: their columns, the one with the id that is generated when a record is added, and `Type` in result records. */
export const KINDS = {
	department: { columns: DEPARTMENT_COLUMNS, idColumn: 'DepartmentId', type: 0 },
	user: { columns: USER_COLUMNS, idColumn: 'UserUuid', type: 1 },
} as const;
