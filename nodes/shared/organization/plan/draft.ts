import { quote } from '../../values/show';
import type { PresentRecord } from '../csv';
import { columnLabel, fieldsOf, ID_FIELD } from '../fields';
import type { OrganizationField } from '../fields';
import { Keys, lookOf, sameForm } from '../identity';
import { canonical } from '../items';
import type { ItemViolation, ReadItem } from '../items';
import type { Change, SyncRules } from './types';

/** A record while a plan is made: what the service has, and what is wanted. */
interface DraftRecord {
	/** As the service has it; undefined where the record is to be added. */
	readonly row: PresentRecord | undefined;
	/** As it is to be. Places come in when all departments are known. */
	readonly cells: Record<string, string>;
	/** The items about this record; more than one are refused. */
	readonly items: ReadItem[];
	/** `asked` for by an item, or `missing` among the items. */
	deletion?: 'asked' | 'missing';
	/** Why the record stays although no item names it. */
	kept?: string;
}

/** A department while a plan is made; without a parent it stands at the top. */
export interface Department extends DraftRecord {
	readonly kind: 'department';
	parent?: Department;
	parentBefore?: Department;
	path: string;
	pathBefore: string;
	/** The path at which an item puts it by its id, until it stands there. */
	pin?: string;
	/** The items that name it or one below it. */
	readonly namedBy: Set<number>;
}

/** A user while a plan is made. */
export interface User extends DraftRecord {
	readonly kind: 'user';
	departments: readonly Department[];
	readonly departmentsBefore: readonly Department[];
}

export type Subject = Department | User;

/** A plan while it is made. */
export class Draft {
	readonly violations: ItemViolation[];

	/** Those that the service has, then those that are to be made. */
	readonly departments: Department[] = [];

	readonly departmentIds = new Keys<Department>();

	/**
	 * By wanted path. Paths are texts and not lists of names, so that a department whose name holds the separator is found
	 * under the path that a person writes for it.
	 */
	readonly departmentPaths: Keys<Department>;

	readonly users: User[] = [];

	readonly userIds = new Keys<User>();

	constructor(
		readonly rules: SyncRules,
		found: readonly ItemViolation[],
	) {
		this.violations = [...found];
		const look = lookOf(rules.pathSeparator) || rules.pathSeparator;
		const lookOfPath = (path: string) => path.split(rules.pathSeparator).map(lookOf).join(look);
		this.departmentPaths = new Keys((path) => this.normalised(path), lookOfPath);
	}

	/** A path in the one form of its names. */
	normalised(path: string): string {
		const { pathSeparator } = this.rules;
		return path.split(pathSeparator).map(sameForm).join(pathSeparator);
	}

	/** Says what is wrong with an item. */
	refuse({ itemIndex }: ReadItem, parameter: string, message: string): undefined {
		this.violations.push({ itemIndex, parameter, message });
	}

	/** Refuses an item of which two columns say two things. */
	contradict(item: ReadItem, column: string): void {
		const [given, path] = [item.cells[column] ?? '', item.paths.join('; ')].map(quote);
		this.refuse(
			item,
			column,
			`${columnLabel(column)} ${given} does not fit Department Path ${path}; give one of the two`,
		);
	}
}

/** The texts of a cell that holds several, in the form in which they are compared. */
export function idsIn(cell = ''): string[] {
	return cell
		.split(';')
		.map(sameForm)
		.filter((id) => id !== '');
}

export function newUser({ departmentIds }: Draft, row?: PresentRecord): User {
	const departmentsBefore = idsIn(row?.DepartmentId).flatMap((id) => departmentIds.all(id));
	return { kind: 'user', row, cells: { ...row }, items: [], departments: departmentsBefore, departmentsBefore };
}

export function newDepartment(row?: PresentRecord): Department {
	return { kind: 'department', row, cells: { ...row }, items: [], path: '', pathBefore: '', namedBy: new Set() };
}

/** What a column is now; blank where the record is to be added. */
export function before({ row }: Subject, column: string): string {
	return row?.[column] ?? '';
}

/** What a column is to be. */
export function wanted({ cells }: Subject, column: string): string {
	return cells[column] ?? '';
}

export function isChanged(record: Subject, column: string): boolean {
	return before(record, column) !== wanted(record, column);
}

/** Empty where the record is to be added. */
export function idOf(record: Subject): string {
	return before(record, ID_FIELD[record.kind]);
}

/** What an import does with a record, once all that is wanted is known; undefined where it has no row for it. */
export function actionOf(record: Subject): Change['action'] | undefined {
	if (!record.row) return 'added';
	if (record.deletion) return 'deleted';
	return fieldsOf(record.kind).some(({ name }) => isChanged(record, name)) ? 'edited' : undefined;
}

/** Columns that say which record a row is, where it stands, or what is done with it. */
const NOT_PLAIN = /^(?:TempId|UserUuid|(?:Parent)?DepartmentId|DepartmentName|CrmIntegrationPrivilege|DeleteFlag)$/;

/** Columns that are set when a user is added, and never again. */
const SET_ONCE = /^(?:UserId|EffectiveDateFrom)$/;

/**
 * Whether an item says what a column is to be. A blank cell does so only where blank cells clear, and never in a column
 * that is required, nor in numbers, where blank means no change.
 */
export function isGiven(
	{ type, required }: Pick<OrganizationField, 'type' | 'required'>,
	text: string | undefined,
	{ blankCells }: SyncRules,
): text is string {
	if (text === '') return blankCells === 'clear' && type === 'string' && required === undefined;
	return text !== undefined;
}

/** What texts have in common that say the same: a service may keep them in NFC and trimmed, addresses in lower case. */
export function comparable(column: string, text: string): string {
	const isKey = /^(?:UserId|DepartmentId|UserUuid|(?:Sub)?Email)$/.test(column);
	const form = isKey ? sameForm(text) : text.normalize('NFC').trim();
	return /(?:Email|Uuid)$/.test(column) ? form.toLowerCase() : form;
}

/** Takes over what an item wants and the service does not have; names and places aside. */
export function takeOver(record: Subject, { cells }: ReadItem, rules: SyncRules): void {
	for (const field of fieldsOf(record.kind)) {
		const { name } = field;
		const text = cells[name];
		if (NOT_PLAIN.test(name) || (record.row && SET_ONCE.test(name)) || !isGiven(field, text, rules)) continue;
		const own = canonical(field, before(record, name));
		if (comparable(name, text) !== comparable(name, own)) record.cells[name] = text;
	}
}
