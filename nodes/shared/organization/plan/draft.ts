import { quote } from '../../values/show';
import { cellOf } from '../cells';
import type { PresentRecord } from '../csv';
import { columnLabel, fieldsOf, ID_FIELD } from '../fields';
import type { OrganizationRecordKind } from '../fields';
import { comparable, Keys, lookOf, sameForm } from '../identity';
import { DEPARTMENT_PATH } from '../items';
import type { ItemViolation, ReadItem } from '../items';
import type { Change, PresentTables, SyncRules } from './types';

/** A user or a department while a plan is made: what the service has, and what is wanted. */
export interface Subject {
	readonly kind: OrganizationRecordKind;
	/** As the service has it; undefined where the record is to be added. */
	readonly row: PresentRecord | undefined;
	/** As it is to be. Places come in when all departments are known. */
	readonly cells: Record<string, string>;
	/** The items about this record; more than one are refused. */
	readonly items: ReadItem[];
	/** The departments of a user, or the parent of a department: none at the top. */
	places: readonly Subject[];
	placesBefore: readonly Subject[];
	/** `asked` for by an item, or `missing` among the items. */
	deletion?: 'asked' | 'missing';
	/** Why the record stays although no item names it. */
	kept?: string;

	/** Of a department its own; of a user who moves those of the departments. */
	path: string;
	pathBefore: string;
	/** The path at which an item puts a department by its id, until it stands there. */
	pin?: string;
	/** The items that name a department or one below it. */
	readonly namedBy: Set<number>;
}

/** The column that says where a record stands. */
export const PLACE_FIELD = { user: 'DepartmentId', department: 'ParentDepartmentId' } as const;

/** A plan while it is made. */
export class Draft {
	readonly violations: ItemViolation[];

	/** Those that the service has, then those that are to be made. */
	readonly departments: Subject[];

	readonly users: Subject[];

	readonly departmentIds = new Keys<Subject>();

	/**
	 * By wanted path. Paths are texts and not lists of names, so that a department whose name holds the separator is found
	 * under the path that a person writes for it.
	 */
	readonly departmentPaths: Keys<Subject>;

	readonly userIds = new Keys<Subject>();

	/** By the column that says which user an item means. */
	readonly userKeys: Keys<Subject>;

	readonly items: readonly ReadItem[];

	constructor(
		{ departments, users }: PresentTables,
		items: readonly ReadItem[],
		found: readonly ItemViolation[],
		readonly rules: SyncRules,
	) {
		const { pathSeparator, matchUsersBy } = rules;
		this.items = items.map((item) => withoutBlanks(item, rules));
		this.violations = [...found];
		this.departments = departments.map((row) => newRecord('department', row));
		this.users = users.map((row) => newRecord('user', row));
		const look = lookOf(pathSeparator) || pathSeparator;
		const lookOfPath = (path: string) => path.split(pathSeparator).map(lookOf).join(look);
		this.departmentPaths = new Keys((path) => this.normalised(path), lookOfPath);
		this.userKeys = new Keys((key) => comparable(matchUsersBy, key));
		for (const department of this.departments) this.departmentIds.add(idOf(department), department);
		for (const user of this.users) {
			this.userIds.add(before(user, 'UserId'), user);
			this.userKeys.add(before(user, matchUsersBy), user);
		}
		for (const record of this.all()) {
			record.places = idsIn(before(record, PLACE_FIELD[record.kind])).flatMap((id) => this.departmentIds.all(id));
			record.placesBefore = record.places;
		}
	}

	all(): Subject[] {
		return [...this.departments, ...this.users];
	}

	/** A path in the one form of its names. */
	normalised(path: string): string {
		const { pathSeparator } = this.rules;
		return path.split(pathSeparator).map(sameForm).join(pathSeparator);
	}

	refuse({ itemIndex }: ReadItem, parameter: string, message: string): undefined {
		this.violations.push({ itemIndex, parameter, message });
	}

	/** Refuses an item of which two columns say two things. */
	contradict(item: ReadItem, column: string): void {
		const [given, path] = [item.cells[column] ?? '', item.paths.join('; ')].map(quote);
		const message = `${columnLabel(column)} ${given} does not fit Department Path ${path}; give one of the two`;
		this.refuse(item, column, message);
	}

	/**
	 * The record that an item means by a key, or none. One that goes gives way to one that stays.
	 * @returns undefined, and a violation, where there are several, or one whose key only looks the same
	 */
	meant(item: ReadItem, column: string, keys: Keys<Subject>, key: string): readonly Subject[] | undefined {
		const all = keys.all(key);
		const staying = all.filter(({ deletion }) => !deletion);
		const found = staying.length > 0 ? staying : all;
		const advice = column === DEPARTMENT_PATH ? '; give the Department ID instead' : '';
		const several = `fits ${all.length} ${all[0]?.kind}s (${all.map(idOf).sort().join(', ')})${advice}`;
		const problem = found.length > 1 ? `${quote(key)} ${several}` : keys.lookAlike(key);
		return problem === undefined ? found : this.refuse(item, column, `${columnLabel(column)} ${problem}`);
	}
}

export function newRecord(kind: OrganizationRecordKind, row?: PresentRecord): Subject {
	const nowhere = { places: [], placesBefore: [], path: '', pathBefore: '' };
	return { kind, row, cells: { ...row }, items: [], ...nowhere, namedBy: new Set() };
}

/** The ids of a cell that holds several, in the form in which they are compared. */
export function idsIn(cell = ''): string[] {
	const ids = cell.split(';').map(sameForm);
	return ids.filter((id) => id !== '');
}

/** What a column is now; blank where the record is to be added. */
export function before({ row }: Subject, column: string): string {
	return row?.[column] ?? '';
}

export function wanted({ cells }: Subject, column: string): string {
	return cells[column] ?? '';
}

export function isChanged(record: Subject, column: string): boolean {
	return before(record, column) !== wanted(record, column);
}

export function idOf(record: Subject): string {
	return before(record, ID_FIELD[record.kind]);
}

/** By what a person knows a record. */
export function labelsOf(record: Subject, { matchUsersBy }: SyncRules): Pick<Change, 'kind' | 'key' | 'name'> {
	const { kind, path } = record;
	if (kind === 'user') return { kind, key: wanted(record, matchUsersBy), name: wanted(record, 'UserName') };
	return { kind, key: path, name: wanted(record, 'DepartmentName') };
}

/** A department and those above it, up to one that is put somewhere; in a circle each of them once. */
export function lineOf(department: Subject): Subject[] {
	const line: Subject[] = [];
	let each: Subject | undefined = department;
	while (each && !line.includes(each)) {
		line.push(each);
		each = each.pin === undefined ? each.places[0] : undefined;
	}
	return line;
}

/** What an import does with a record, once all that is wanted is known; undefined where it has no row for it. */
export function actionOf(record: Subject): Change['action'] | undefined {
	if (!record.row) return 'added';
	if (record.deletion) return 'deleted';
	return fieldsOf(record.kind).some(({ name }) => isChanged(record, name)) ? 'edited' : undefined;
}

/** Puts a record into other departments. Their order is no difference. */
export function put(record: Subject, places: readonly Subject[]): void {
	const own = new Set(idsIn(before(record, PLACE_FIELD[record.kind])));
	const isSame = places.length === own.size && places.every((place) => own.has(sameForm(idOf(place))));
	record.places = isSame ? record.placesBefore : places;
}

/** Columns that say which record a row is, where it stands, or what is done with it. */
const NOT_PLAIN = /^(?:TempId|UserUuid|(?:Parent)?DepartmentId|DepartmentName|CrmIntegrationPrivilege|DeleteFlag)$/;

/** Takes over what an item wants and the service does not have; names and places aside. */
export function takeOver(record: Subject, { cells }: ReadItem): void {
	for (const field of fieldsOf(record.kind)) {
		const { name } = field;
		const text = cells[name];
		// The start of use is set when a user is added, and never again.
		const isSet = name === 'EffectiveDateFrom' && record.row;
		if (text === undefined || isSet || NOT_PLAIN.test(name)) continue;
		const own = cellOf(field, before(record, name)).text ?? '';
		if (comparable(name, text) !== comparable(name, own)) record.cells[name] = text;
	}
}

/**
 * An item without the blank cells that say nothing. They say something only where blank cells clear, and never in a
 * column that is required, nor in numbers, where blank means no change.
 */
function withoutBlanks(item: ReadItem, { blankCells }: SyncRules): ReadItem {
	const said = fieldsOf(item.kind).filter(({ name, type, required }) => {
		return item.cells[name] !== '' || (blankCells === 'clear' && type === 'string' && required === undefined);
	});
	return { ...item, cells: Object.fromEntries(said.map(({ name }) => [name, item.cells[name]])) };
}
