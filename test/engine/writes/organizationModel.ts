import type { IDataObject } from 'n8n-workflow';
import { fieldNames } from '../../../nodes/shared';

/**
 * An organization as a test thinks of it: records know each other by keys, as the service's ids are not known before an
 * import. It says which items bring the service to it, and which rows are read afterwards.
 */

export interface DepartmentModel {
	readonly key: string;
	readonly name: string;
	readonly reading: string;
	readonly order: number | null;
	/** Key of the parent. */
	readonly parent: string | null;
}

export interface UserModel {
	readonly key: string;
	readonly name: string;
	readonly reading: string;
	/** Keys of the departments, at least one. */
	readonly departments: readonly string[];
	readonly culture: number;
	readonly type: number;
}

export interface OrganizationModel {
	readonly departments: readonly DepartmentModel[];
	readonly users: readonly UserModel[];
}

/** The service's ids by key. */
export type Ids = ReadonlyMap<string, string>;

/** The rows of both lists, as the node gives them. */
export interface Rows {
	readonly departments: IDataObject[];
	readonly users: IDataObject[];
}

const START_OF_USE = '2099-04-01';

/** White space alone is a blank cell. */
function cell(text: string): string | null {
	return text.trim() === '' ? null : text;
}

/** How an item refers to a department: by its id, or as one that the same job adds. */
function reference(ids: Ids, key: string): string {
	return ids.get(key) ?? `tempId:${key}`;
}

function departmentFields({ name, reading, order, parent }: DepartmentModel, ids: Ids): IDataObject {
	return {
		DepartmentName: name,
		DepartmentNamePhonetic: reading,
		ParentDepartmentId: parent === null ? '' : reference(ids, parent),
		Order: order,
	};
}

function userFields({ name, reading, departments, culture, type }: UserModel, ids: Ids): IDataObject {
	return {
		DepartmentId: departments.map((key) => reference(ids, key)).join(';'),
		UserName: name,
		AlternativeName: reading,
		Culture: culture,
		UserType: type,
	};
}

/** What a person never edits in these tests. */
function fixedUserFields(key: string): IDataObject {
	return {
		UserId: key,
		Email: `${key}@example.co.jp`,
		SamlNameId: `${key}, "saml"`,
		EffectiveDateFrom: START_OF_USE,
	};
}

/**
 * The items of an import that makes the organization what the model says: rows that were read are edited or deleted,
 * what has no id yet is added.
 *
 * @param read the rows as the node gave them
 */
export function itemsFor(model: OrganizationModel, ids: Ids, read: Rows): IDataObject[] {
	const kept = new Map([...model.departments, ...model.users].map((record) => [ids.get(record.key), record]));
	const departments = read.departments.map((row) => {
		const record = kept.get(String(row.DepartmentId));
		return { ...row, ...(record ? departmentFields(record as DepartmentModel, ids) : { DeleteFlag: 1 }) };
	});
	const users = read.users.map((row) => {
		const record = kept.get(String(row.UserUuid));
		return { ...row, ...(record ? userFields(record as UserModel, ids) : { DeleteFlag: true }) };
	});
	const isNew = ({ key }: { key: string }) => !ids.has(key);
	return [
		...users,
		...departments,
		...model.users.filter(isNew).map((user) => ({ TempId: user.key, ...userFields(user, ids), ...fixedUserFields(user.key) })),
		...model.departments.filter(isNew).map((department) => ({ TempId: department.key, ...departmentFields(department, ids) })),
	];
}

function blankRow(kind: 'user' | 'department'): IDataObject {
	return Object.fromEntries(fieldNames(kind).map((name) => [name, null]));
}

/** Permissions that were never given. */
const NONE = [
	'MailFormat',
	'CanUpdateData',
	'DataDownloadPrivilege',
	'EmailDeliveryPrivilege',
	'DealPrivilege',
	'ApiIntegrationPrivilege',
	'UsageStatisticsPrivilege',
	'OrganizationTreeDownloadPrivilege',
];

/** The rows that reading the organization has to give. */
export function rowsFor({ departments, users }: OrganizationModel, ids: Ids): Rows {
	return {
		departments: departments.map((department) => ({
			...blankRow('department'),
			...departmentFields(department, ids),
			DepartmentId: ids.get(department.key),
			DepartmentNamePhonetic: cell(department.reading),
			ParentDepartmentId: department.parent === null ? null : ids.get(department.parent),
		})),
		users: users.map((user) => ({
			...blankRow('user'),
			...Object.fromEntries(NONE.map((name) => [name, 0])),
			...fixedUserFields(user.key),
			...userFields(user, ids),
			UserUuid: ids.get(user.key),
			AlternativeName: cell(user.reading),
		})),
	};
}
