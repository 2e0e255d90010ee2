import { quote } from '../../values/show';
import type { PresentRecord } from '../csv';
import { columnLabel, fieldsOf } from '../fields';
import type { OrganizationField } from '../fields';
import { sameForm } from '../identity';
import { canonical } from '../items';
import type { ItemViolation, ReadItem } from '../items';
import type { Change, SyncRules } from './types';

/** A record of the service, or one that is to be added, and what is wanted of it. */
interface DraftRecord {
	/** What the service has; undefined where the record is to be added, whose id is empty. */
	readonly row: PresentRecord | undefined;
	readonly id: string;
	/** The items about this record; more than one are refused. */
	readonly items: ReadItem[];
	/** Columns that are to have another text. */
	readonly changed: Record<string, string>;
	/** `asked` for by an item, or `missing` among the items. */
	deletion: 'asked' | 'missing' | undefined;
	/** Why the record stays although no item names it. */
	kept: string | undefined;
	/** Made up where the record is added. */
	tempId: string;
}

/** A department while a plan is made. */
export interface Department extends DraftRecord {
	readonly kind: 'department';
	/** As it is to be, like `parent` and `path`; `parent` is undefined at the top. */
	name: string;
	parent: Department | undefined;
	path: string;
	parentBefore: Department | undefined;
	pathBefore: string;
	/** The path at which an item puts it by its id. */
	pin: string | undefined;
	/** The items that name it or one below it. */
	readonly namedBy: Set<number>;
}

/** A user while a plan is made. */
export interface User extends DraftRecord {
	readonly kind: 'user';
	/** The departments that the user is to be in, where they are other ones than now. */
	departments: readonly Department[] | undefined;
}

export type Subject = Department | User;

/** A plan while it is made. */
export interface Draft {
	readonly rules: SyncRules;
	readonly violations: ItemViolation[];
	/** Those that the service has, then those that are to be made. */
	readonly departments: Department[];
	readonly departmentsById: Map<string, Department>;
	/** By wanted path. */
	readonly departmentsByPath: Map<string, Department[]>;
	/** Those that the service has, by what paths that look alike have in common. */
	readonly departmentsByLook: Map<string, Department>;
	readonly users: User[];
}

function newRecord(row: PresentRecord | undefined, id = ''): DraftRecord {
	return { row, id, items: [], changed: {}, deletion: undefined, kept: undefined, tempId: '' };
}

export function newUser(row?: PresentRecord): User {
	return { ...newRecord(row, row?.UserUuid), kind: 'user', departments: undefined };
}

export function newDepartment(name: string, row?: PresentRecord, parent?: Department): Department {
	const before = { parentBefore: undefined, pathBefore: '' };
	const place = { name, parent, path: '', pin: undefined, namedBy: new Set<number>() };
	return { ...newRecord(row, row?.DepartmentId), kind: 'department', ...before, ...place };
}

/** What a column is now; blank where the record is to be added. */
export function before({ row }: Pick<Subject, 'row'>, column: string): string {
	return row?.[column] ?? '';
}

/** What a column is to be. */
export function wanted(record: Pick<Subject, 'row' | 'changed'>, column: string): string {
	return record.changed[column] ?? before(record, column);
}

/** The departments of the service that a user is in now. */
export function departmentsBefore({ departmentsById }: Draft, user: User): Department[] {
	const ids = before(user, 'DepartmentId').split(';');
	return ids.flatMap((id) => departmentsById.get(sameForm(id)) ?? []);
}

/** What an import does with a record, once all that is to change is noted; undefined where it has no row for it. */
export function actionOf({ row, deletion, changed }: Subject): Change['action'] | undefined {
	if (!row) return 'added';
	if (deletion) return 'deleted';
	return Object.keys(changed).length > 0 ? 'edited' : undefined;
}

/** Says what is wrong with an item. */
export function refuse({ violations }: Draft, { itemIndex }: ReadItem, parameter: string, message: string): void {
	violations.push({ itemIndex, parameter, message });
}

/** Refuses several items that are about the same record. */
export function refuseTwice({ violations }: Draft, items: readonly ReadItem[], parameter: string, what: string): void {
	const indexes = items.map(({ itemIndex }) => itemIndex);
	if (indexes.length < 2) return;
	violations.push({ itemIndex: Math.min(...indexes), parameter, message: `${itemsNamed(indexes)} ${what}` });
}

/** Refuses an item of which two columns say two things. */
export function contradict(draft: Draft, item: ReadItem, column: string, given: string): void {
	const path = quote(item.paths.join('; '));
	const message = `${columnLabel(column)} ${quote(given)} does not fit Department Path ${path}; give one of the two`;
	refuse(draft, item, column, message);
}

/** Item numbers as a sentence names them. */
export function itemsNamed(indexes: Iterable<number>): string {
	const sorted = [...indexes].sort((a, b) => a - b);
	const last = sorted.pop();
	return sorted.length === 0 ? `Item ${last}` : `Items ${sorted.join(', ')} and ${last}`;
}

/** Adds an entry to the list of a key. */
export function append<K, T>(lists: Map<K, T[]>, key: K, entry: T): void {
	const list = lists.get(key);
	if (list) list.push(entry);
	else lists.set(key, [entry]);
}

/** Columns that are not simply compared and written: keys, what the plan fills in, places, what the service ignores. */
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

/**
 * Whether an item says what a column is to be. A blank cell does so only where blank cells clear, and never in a column
 * that is required, nor in numbers, where blank means no change.
 */
export function isGiven(
	{ type, required }: Pick<OrganizationField, 'type' | 'required'>,
	text: string | undefined,
	blankCells: SyncRules['blankCells'],
): boolean {
	if (text === '') return blankCells === 'clear' && type === 'string' && required === undefined;
	return text !== undefined;
}

/** What texts have in common that say the same: a service may keep them in NFC and trimmed, addresses in lower case. */
export function comparable(column: string, text: string): string {
	const isKey = /^(?:UserId|DepartmentId|UserUuid|(?:Sub)?Email)$/.test(column);
	const form = isKey ? sameForm(text) : text.normalize('NFC').trim();
	return /(?:Email|Uuid)$/.test(column) ? form.toLowerCase() : form;
}

/** Notes the columns in which an item wants something else than the service has; for a new record, all it fills. */
export function noteChanges(record: Subject, { kind, cells }: ReadItem, blankCells: SyncRules['blankCells']): void {
	for (const field of fieldsOf(kind)) {
		const text = cells[field.name];
		if (text === undefined || NOT_PLAIN.has(field.name) || !isGiven(field, text, blankCells)) continue;
		const own = canonical(field, before(record, field.name));
		if (comparable(field.name, text) !== comparable(field.name, own)) record.changed[field.name] = text;
	}
}
