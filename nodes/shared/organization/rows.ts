import { misspeltProblem } from '../values/columnNames';
import { ColumnSpelling } from './columns';
import { fieldsOf, ID_FIELD, type OrganizationRecordKind } from './fields';
import { cellOf, type OrganizationItem } from './values';

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

/** Where a row stands. */
export interface RowPlace {
	readonly kind: OrganizationRecordKind;
	readonly row: number;
	readonly item: number;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Reads the items of one import as its rows. */
export class RowReader {
	readonly spelling = new ColumnSpelling();

	/** The items of an import mostly lack the same columns: one set for all of them. */
	private readonly lacking = new Map<string, ReadonlySet<string>>();

	/** @param zone the IANA zone in which the day of a date is taken */
	constructor(private readonly zone: string) {}

	/**
	 * Reads an item as a row. A row with a blank id adds a record, any other edits or deletes one.
	 *
	 * Nothing is checked but what cannot stand in a CSV and what is misspelt; both are noted in `faults`.
	 */
	read(values: OrganizationItem, place: RowPlace): JobRow {
		const { kind, row, item } = place;
		const cells: Record<string, string> = {};
		const faults: Array<readonly [string, string]> = [];
		for (const slip of this.spelling.misspelt(kind, values)) faults.push([slip.column, misspeltProblem(slip)]);
		for (const field of fieldsOf(kind)) {
			const cell = cellOf(field, values[field.name], this.zone);
			if (cell.problem === undefined) cells[field.name] = cell.text;
			else faults.push([field.name, cell.problem]);
		}
		// An id that cannot be written still says that the row means an existing record.
		const adds = cells[ID_FIELD[kind]] === '';
		const deletes = cells.DeleteFlag === '1';
		const lacks = adds ? NOTHING : this.lackingIn(kind, values, deletes);
		return { kind, row, item, cells, adds, deletes, lacks, isCompleted: false, faults };
	}

	/**
	 * The columns that an item does not have: no such key and an undefined value both mean that, `null` and "" are blank. A deletion
	 * changes no column, so that it lacks only what is always required.
	 */
	private lackingIn(kind: OrganizationRecordKind, values: OrganizationItem, deletes: boolean): ReadonlySet<string> {
		let key = '';
		for (const { name, absent, required } of fieldsOf(kind)) {
			const isNeeded = deletes ? required === 'always' : absent !== 'blank';
			if (isNeeded && values[name] === undefined) key += `${name},`;
		}
		let lacking = this.lacking.get(key);
		if (!lacking) this.lacking.set(key, (lacking = new Set(key.split(',').slice(0, -1))));
		return lacking;
	}
}

/** Where a row is, as a message says it: `row 3 (item 2)`. */
export function placeOf({ row, item }: RowPlace): string {
	return `row ${row} (item ${item})`;
}
