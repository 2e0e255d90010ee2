import { sameAddress, sameForm } from '../identity';
import { fieldsOf, TEMP_ID_PREFIX } from '../fields';
import type { OrganizationField, OrganizationRecordKind } from '../fields';
import type { PresentRecord } from '../csv';
import { wholeNumberOf } from '../../values/readers';
import type { ReadItem } from './items';
import type { PlanViolation, SyncRules } from './types';

/** What users and departments have in common while a plan is made. */
interface PlannedRecord {
	/** What the service has; undefined for one that is to be added. */
	readonly row: PresentRecord | undefined;
	/** The service's id; empty in one that is to be added. */
	readonly id: string;
	/** The item that is about this record. */
	item: ReadItem | undefined;
	/** New texts of columns that are compared and written as they are. */
	readonly changed: Record<string, string>;
	/** `asked` for by the item, or `missing` among the items. */
	deletion: 'asked' | 'missing' | undefined;
	/** Made up where the record is added. */
	tempId: string;
}

/** A department while a plan is made. */
export interface Department extends PlannedRecord {
	/** The name that it is to have. */
	name: string;
	/** The parent that it has now; undefined at the top. */
	parentBefore: Department | undefined;
	/** The parent that it is to have. */
	parent: Department | undefined;
	/** The path at which its item puts it by its id. */
	pin: string | undefined;
	pathBefore: string;
	/** The path that it is to have. */
	path: string;
	/** The items that name it or one below it. */
	readonly namedBy: Set<number>;
}

/** A user while a plan is made. */
export interface User extends PlannedRecord {
	/** The departments that the user is to be in, where they are other ones than now. */
	departments: readonly Department[] | undefined;
}

/** A plan while it is made. */
export interface Draft {
	readonly rules: SyncRules;
	readonly violations: PlanViolation[];
	/** Those that the service has, then those that are to be made. */
	readonly departments: Department[];
	readonly departmentsById: Map<string, Department>;
	/** By wanted path. */
	readonly departmentsByPath: Map<string, Department[]>;
	/** Those that the service has, by what paths that look alike have in common. */
	readonly departmentsByLook: Map<string, Department>;
	/** Paths that items delete and no department has. */
	readonly departmentsGone: Array<readonly [path: string, item: ReadItem]>;
	readonly users: User[];
}

/** What a column is now; blank for a record that is to be added. */
export function before({ row }: Pick<PlannedRecord, 'row'>, column: string): string {
	return row?.[column] ?? '';
}

/** What a user's column is to be. */
export function wanted(user: User, column: string): string {
	return user.changed[column] ?? before(user, column);
}

/** Ids of the departments that the service has a user in. */
export function departmentIds(user: User): string[] {
	return before(user, 'DepartmentId').split(';').filter((id) => id !== '');
}

/** How rows of an import refer to a department. */
export function referenceTo({ row, id, tempId }: Department): string {
	return row ? id : `${TEMP_ID_PREFIX}${tempId}`;
}

/** A department's parent as its row says it. */
export function parentText(department: Department): string {
	const { parent, parentBefore } = department;
	if (parent === parentBefore) return before(department, 'ParentDepartmentId');
	return parent ? referenceTo(parent) : '';
}

/** Whether a record that is there is to be in another place than now, or to have another name. */
function isMoved(record: User | Department): boolean {
	if ('departments' in record) return record.departments !== undefined;
	return record.name !== before(record, 'DepartmentName') || record.parent !== record.parentBefore;
}

/** What an import does with a record; undefined where it has no row for it. */
export function actionOf(record: User | Department): 'added' | 'edited' | 'deleted' | undefined {
	if (!record.row) return 'added';
	if (record.deletion) return 'deleted';
	return isMoved(record) || Object.keys(record.changed).length > 0 ? 'edited' : undefined;
}

/** Says what is wrong with an item. */
export function refuseItem({ violations }: Draft, itemIndex: number, parameter: string, message: string): void {
	violations.push({ itemIndex, parameter, message });
}

/** Refuses several items that are about the same record. */
export function refuseTwice<T>(draft: Draft, about: ReadonlyMap<T, readonly number[]>, column: string, nameOf: (of: T) => string): void {
	for (const [record, indexes] of about) {
		const [first = 0] = indexes;
		if (indexes.length > 1) refuseItem(draft, Math.min(first, ...indexes), column, `${itemsNamed(indexes)} ${nameOf(record)}`);
	}
}

/** Item numbers as a sentence names them. */
export function itemsNamed(indexes: Iterable<number>): string {
	const sorted = [...indexes].sort((a, b) => a - b);
	const [last] = sorted.slice(-1);
	return sorted.length === 1 ? `Item ${last}` : `Items ${sorted.slice(0, -1).join(', ')} and ${last}`;
}

/** Adds an entry to the list of a key. */
export function append<K, T>(lists: Map<K, T[]>, key: K, entry: T): void {
	const list = lists.get(key);
	if (list) list.push(entry);
	else lists.set(key, [entry]);
}

/** Columns that are not simply compared and written: keys, what the plan fills in, places, and what the service ignores. */
const NOT_PLAIN: ReadonlySet<string> = new Set([
	'TempId', 'UserUuid', 'DepartmentId', 'UserId', 'EffectiveDateFrom', 'CrmIntegrationPrivilege', 'DepartmentName',
	'ParentDepartmentId', 'DeleteFlag',
]);

const PLAIN_COLUMNS: Readonly<Record<OrganizationRecordKind, readonly OrganizationField[]>> = {
	user: fieldsOf('user').filter(({ name }) => !NOT_PLAIN.has(name)),
	department: fieldsOf('department').filter(({ name }) => !NOT_PLAIN.has(name)),
};

/**
 * Whether an item says what a column is to be. A blank cell does so only where blank cells clear, and never in a column that
 * is required, nor in numbers, where blank means no change.
 */
export function isGiven({ type, required }: Pick<OrganizationField, 'type' | 'required'>, text: string | undefined, rules: SyncRules): boolean {
	if (text === '') return rules.blankCells === 'clear' && type === 'string' && required === 'never';
	return text !== undefined;
}

/** One text for each whole number, however it is spelt, so that `01` is no change of `1`. */
export function canonical({ type }: Pick<OrganizationField, 'type'>, text: string): string {
	return type === 'int' ? String(wholeNumberOf(text) ?? text) : text;
}

/** What two texts have in common that say the same: a service may keep texts in NFC and trimmed, addresses in lower case. */
export function comparable(column: string, text: string): string {
	if (/Email$/.test(column)) return sameAddress(text);
	if (column === 'UserUuid') return sameForm(text).toLowerCase();
	return /^(?:UserId|DepartmentId)$/.test(column) ? sameForm(text) : text.normalize('NFC').trim();
}

/** Notes the columns in which an item wants something else than the service has; all that it fills where a record is added. */
export function noteChanges(record: User | Department, item: ReadItem, rules: SyncRules): void {
	for (const field of PLAIN_COLUMNS[item.kind]) {
		const text = item.cells[field.name];
		if (text === undefined || !isGiven(field, text, rules)) continue;
		const own = canonical(field, before(record, field.name));
		if (comparable(field.name, text) !== comparable(field.name, own)) record.changed[field.name] = text;
	}
}
