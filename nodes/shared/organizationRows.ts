import { misspeltProblem, type ColumnSpelling } from './organizationColumns';
import { fieldsOf, ID_FIELD, type OrganizationField, type OrganizationRecordKind } from './organizationFields';
import { cellOf, type OrganizationItem } from './organizationValues';

/** A row of an import with the texts of its cells. */
export interface JobRow {
	readonly kind: OrganizationRecordKind;
	/** 1-based row of its CSV. */
	readonly row: number;
	/** Index of the input item that it is made of. */
	readonly item: number;
	/** The text of each documented column; blank where the item has none. */
	readonly cells: Readonly<Record<string, string>>;
	/** Whether the id column is blank. */
	readonly adds: boolean;
	/** Whether DeleteFlag is 1. */
	readonly deletes: boolean;
	/**
	 * The columns whose cell is the service's to say: the row edits a record, and its item has no such column. Blank until
	 * the row is completed.
	 */
	readonly lacks: ReadonlySet<string>;
	/** Whether the cells of {@link lacks} hold the service's present values. */
	readonly isCompleted: boolean;
	/** What is wrong with single values or keys of the item, under the name of the column. */
	readonly faults: ReadonlyArray<readonly [column: string, problem: string]>;
}

/** The rows of one import; either kind may have none. */
export type JobRows = Readonly<Record<OrganizationRecordKind, readonly JobRow[]>>;

/** Where a row stands, and what is needed to read it. */
export interface RowSource {
	readonly kind: OrganizationRecordKind;
	readonly row: number;
	readonly item: number;
	/** The IANA zone in which the day of a date is taken. */
	readonly zone: string | undefined;
	readonly spelling: ColumnSpelling;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Whether an item has a column: no such key and an undefined value both mean that it has none, `null` and "" are blank. */
function hasColumn(values: OrganizationItem, { name }: OrganizationField): boolean {
	return values[name] !== undefined;
}

/**
 * Reads an item as a row of an import. A row with a blank id adds a record, any other edits or deletes one.
 *
 * Nothing is checked but what cannot stand in a CSV and what is misspelt; both are noted in `faults`.
 */
export function readRow(values: OrganizationItem, { kind, row, item, zone, spelling }: RowSource): JobRow {
	const cells: Record<string, string> = {};
	const faults: Array<readonly [string, string]> = [];
	for (const slip of spelling.misspelt(kind, values)) faults.push([slip.columns[0] ?? '', misspeltProblem(slip)]);
	for (const field of fieldsOf(kind)) {
		const cell = cellOf(field, values[field.name], zone);
		if (cell.problem === undefined) cells[field.name] = cell.text;
		else faults.push([field.name, cell.problem]);
	}
	// An id that cannot be written still says that the row means an existing record.
	const adds = cells[ID_FIELD[kind]] === '';
	const deletes = cells.DeleteFlag === '1';
	return { kind, row, item, cells, adds, deletes, lacks: adds || deletes ? NOTHING : lackingIn(kind, values), isCompleted: false, faults };
}

function lackingIn(kind: OrganizationRecordKind, values: OrganizationItem): ReadonlySet<string> {
	const lacking = fieldsOf(kind).filter((field) => field.absent !== 'blank' && !hasColumn(values, field));
	return lacking.length === 0 ? NOTHING : new Set(lacking.map(({ name }) => name));
}

/** Where a row is, as a message says it: `row 3 (item 2)`. */
export function placeOf({ row, item }: JobRow): string {
	return `row ${row} (item ${item})`;
}
