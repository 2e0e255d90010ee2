import type { Encoding } from '../api/versions';
import { unencodable } from '../csv/encoding';
import { quote } from '../values/show';
import { recordKey } from './csv';
import type { PresentRecord } from './csv';
import { cellProblem, columnLabel, fieldsOf, ID_FIELD } from './fields';
import type { OrganizationRecordKind } from './fields';
import { append, refuseTwice } from './items';
import type { ItemViolation, ReadItem } from './items';

/* The rows of a job: those of an import are made here, those of a sync by its plan. */

/** A row of a CSV that is sent. */
export interface Row {
	readonly kind: OrganizationRecordKind;
	/** By what a person knows the record. */
	readonly key: string;
	readonly itemIndex: number | undefined;
	readonly cells: Readonly<Partial<Record<string, string>>>;
}

/** What cells are held against besides the tables: the encoding of the CSV, and today in the workflow's zone. */
export interface RowRules {
	readonly encoding: Encoding;
	readonly today: string;
}

/**
 * Checks a row before it is sent: by the record tables in the columns that somebody asks for, and in all of them whether
 * the encoding has the characters. What the service has already is not judged, and nothing more is said about a cell
 * that is named in the violations.
 */
export function checkRow(
	{ kind, key, itemIndex, cells }: Row,
	isAsked: (column: string) => boolean,
	{ encoding, today }: RowRules,
	violations: ItemViolation[],
): void {
	const use = { kind, adds: (cells[ID_FIELD[kind]] ?? '') === '', today };
	for (const field of fieldsOf(kind)) {
		const { name: parameter } = field;
		const text = cells[parameter] ?? '';
		const label = isAsked(parameter) ? columnLabel(parameter) : `${columnLabel(parameter)} of the ${kind} ${quote(key)}`;
		const unwritable = unencodable(text, encoding);
		const problem = isAsked(parameter) ? cellProblem(field, text, use) : undefined;
		const message = unwritable === undefined ? problem : `${label} ${unwritable}`;
		if (message === undefined) continue;
		const isTold = violations.some((told) => told.itemIndex === itemIndex && told.parameter === parameter);
		if (!isTold) violations.push({ itemIndex, parameter, message });
	}
}

function idOf({ kind, cells }: ReadItem): string {
	return cells[ID_FIELD[kind]] ?? '';
}

/**
 * The columns of an item that are to be completed with what the service has. An item without an id adds a record, any
 * other edits or deletes one: a blank cell might empty what the item does not speak of, and a blank parent would move a
 * department to the top. A deletion lacks only what is always required.
 */
export function lackedBy(item: ReadItem): string[] {
	if (idOf(item) === '') return [];
	const needed = fieldsOf(item.kind).filter(({ required, absentIsBlank }) =>
		item.deletes ? required === 'always' : !absentIsBlank,
	);
	return needed.map(({ name }) => name).filter((name) => item.cells[name] === undefined);
}

/**
 * Checks the items of an import before anything is read or sent. Everything that is not refused here is the service's to
 * judge, which imports no row if one is wrong.
 *
 * @param items of that kind
 */
export function checkItems(
	kind: OrganizationRecordKind,
	items: readonly ReadItem[],
	rules: RowRules,
	violations: ItemViolation[],
): void {
	const itemsOf = new Map<string, ReadItem[]>();
	for (const item of items) {
		const { cells, itemIndex } = item;
		const lacked = lackedBy(item);
		const row = { kind, cells, itemIndex, key: idOf(item) };
		checkRow(row, (column) => !lacked.includes(column), rules, violations);
		append(itemsOf, recordKey(kind, row.key), item);
	}
	itemsOf.delete('');
	for (const [key, same] of itemsOf) refuseTwice(same, ID_FIELD[kind], key, violations);
}

/**
 * The cells of the rows of an import: an edit changes only the columns that its item has.
 *
 * @param items of that kind
 * @param present the records of the kind; undefined where no item lacks anything
 * @param violations gets a record that the service does not show, and values that the encoding cannot hold
 */
export function completedRows(
	kind: OrganizationRecordKind,
	items: readonly ReadItem[],
	present: readonly PresentRecord[] | undefined,
	rules: RowRules,
	violations: ItemViolation[],
): Array<Row['cells']> {
	const parameter = ID_FIELD[kind];
	const byId = new Map(present?.map((record) => [recordKey(kind, record[parameter] ?? ''), record]));
	return items.map((item) => {
		const { itemIndex } = item;
		const key = idOf(item);
		const record = byId.get(recordKey(kind, key));
		if (!present || key === '') return item.cells;
		if (!record) {
			const message = `The service shows no ${kind} with the ${columnLabel(parameter)} ${quote(key)}`;
			violations.push({ itemIndex, parameter, message: `${message}, so there is nothing to edit or delete` });
			return item.cells;
		}
		const lacked = lackedBy(item).map((name) => [name, record[name]]);
		// A UUID in capitals is the same id, but who knows whether the service takes it for the same.
		const cells: Row['cells'] = { ...item.cells, ...Object.fromEntries(lacked), [parameter]: record[parameter] };
		checkRow({ kind, key, itemIndex, cells }, () => false, rules, violations);
		return cells;
	});
}
