import { wholeNumberOf } from '../../values/wholeNumber';
import { fieldsOf } from '../fields';
import type { OrganizationField, OrganizationRecordKind } from '../fields';
import { sameAddress, sameForm } from '../identity';
import type { SyncRules } from './types';

/** The column of an item that only a sync has: names of departments from the top down, joined by a separator. */
export const DEPARTMENT_PATH = 'DepartmentPath';

/**
 * Columns that are not simply compared with the present record and written: ids are found and not given, TempIds are made
 * here, `UserId` never changes, the start of use is never sent for an edit, the place of a record follows from its path,
 * a deletion goes through the protections, and the removed column is ignored by the service.
 */
const NOT_PLAIN: ReadonlySet<string> = new Set([
	'TempId',
	'UserUuid',
	'DepartmentId',
	'UserId',
	'EffectiveDateFrom',
	'CrmIntegrationPrivilege',
	'DepartmentName',
	'ParentDepartmentId',
	'DeleteFlag',
]);

/** The row of a column in the table of its kind. */
export function fieldOf(kind: OrganizationRecordKind, name: string): OrganizationField {
	const found = fieldsOf(kind).find((field) => field.name === name);
	if (!found) throw new Error(`A ${kind} does not have the column ${name}`);
	return found;
}

function plainColumns(kind: OrganizationRecordKind): readonly OrganizationField[] {
	return fieldsOf(kind).filter(({ name }) => !NOT_PLAIN.has(name));
}

/** The columns that are compared and written as they are. */
export const PLAIN_COLUMNS: Readonly<Record<OrganizationRecordKind, readonly OrganizationField[]>> = {
	user: plainColumns('user'),
	department: plainColumns('department'),
};

/** Columns of which two users cannot have the same value (spec: user record). */
export const UNIQUE_COLUMNS: readonly string[] = ['UserId', 'Email', 'SamlNameId'];

/**
 * Whether an item says what a column is to be. A blank cell does so only where blank cells clear, and never in a column that
 * is required, nor in numbers, where blank means no change.
 */
export function isGiven({ type, required }: OrganizationField, text: string | undefined, rules: SyncRules): text is string {
	if (text === '') return rules.blankCells === 'clear' && type === 'string' && required === 'never';
	return text !== undefined;
}

/**
 * Whether a blank cell of an edit is documented to change nothing (spec: user record): such a column is sent only when it
 * changes, so that what somebody else changes at the same time stays.
 */
export function keepsWhenBlank(kind: OrganizationRecordKind, field: OrganizationField): boolean {
	return kind === 'user' && field.blank?.editing !== undefined;
}

/** One text for each whole number, however it is spelt, so that `01` is no change of `1`. */
export function canonical({ type }: OrganizationField, text: string): string {
	return type === 'int' ? String(wholeNumberOf(text) ?? text) : text;
}

/** What a text stands for, in the form in which lists give it. */
export function valueOf({ type }: OrganizationField, text: string): string | number | null {
	if (text === '') return null;
	return type === 'int' ? Number(text) : text;
}

/** Columns with an address. */
const ADDRESSES: ReadonlySet<string> = new Set(['Email', 'SubEmail']);

/** Columns with an id. */
const IDS: ReadonlySet<string> = new Set(['UserId', 'UserUuid', 'DepartmentId']);

/** What two texts of a column have in common that say the same. A service may keep texts in NFC, trimmed, addresses in lower case. */
export function comparable({ name, type }: Pick<OrganizationField, 'name' | 'type'>, text: string): string {
	if (ADDRESSES.has(name)) return sameAddress(text);
	if (type === 'uuid') return sameForm(text).toLowerCase();
	return IDS.has(name) ? sameForm(text) : text.normalize('NFC').trim();
}
