import { isEmpty } from '../base/json';
import { unencodable } from '../csv/encoding';
import type { Encoding } from '../csv/encoding';
import { fieldProblems } from '../fields/rules';
import type { FieldUse } from '../fields/rules';
import { quote } from '../values/show';
import { columnLabel, ID_FIELD, ORGANIZATION_FIELDS, RECORD_KINDS, ROW_ONLY } from './fields';
import type { Cells, OrganizationRecordKind } from './fields';
import { append, comparable, Keys } from './identity';
import { refuseItems, severalForOne, withFurther } from './items';
import type { ItemViolation, ReadItem } from './items';

/* Rows of an import: the rules that they break, and the columns that they lack. */

/** The circumstances on which the rules for rows depend besides the tables. */
export interface RowChecks {
	readonly encoding: Encoding;
	/** In the workflow's zone, `YYYY-MM-DD`. */
	readonly today: string;
}

/** A row, and the item that it comes from. */
type Row = Pick<ReadItem, 'kind' | 'cells'> & Pick<ItemViolation, 'itemIndex'>;

/**
 * Checks a row before it is sent: by the record tables the columns that somebody asks for, and in all of them whether
 * the encoding has the characters. What the service has already is not judged.
 *
 * @param isAsked whether somebody asks for the value of a column
 */
export function rowViolations(row: Row, isAsked: (column: string) => boolean, checks: RowChecks): ItemViolation[] {
	const { kind, cells, itemIndex } = row;
	const use = useOf(row, checks.today);
	const violations: ItemViolation[] = [];

	for (const field of ORGANIZATION_FIELDS[kind]) {
		const { name: parameter } = field;
		const text = cells[parameter] ?? '';
		const asked = isAsked(parameter);
		if (text === '' && !asked) continue;

		const [broken] = asked ? fieldProblems(field, text, use) : [];
		const problem = unencodable(text, checks.encoding) ?? broken;
		if (problem === undefined) continue;

		const label = columnLabel(parameter);
		const whose = asked ? '' : ` of the ${kind} ${quote(keyOf(row))}`;
		violations.push({
			itemIndex,
			parameter,
			message: `${label}${whose} ${problem}`,
		});
	}
	return violations;
}

/** The key by which a person knows the record of a row. */
function keyOf(row: Row): string {
	return row.cells.UserId ?? row.cells.DepartmentId ?? '';
}

/** The action of an import on a row: a blank id adds a record, a filled one edits it. */
function useOf(row: Row, today: string): FieldUse {
	const { kind } = row;
	const idField = ID_FIELD[kind];
	const label = columnLabel(idField);

	const isAdded = isEmpty(row.cells[idField]);
	if (isAdded)
		return {
			action: 'adding',
			when: `when a ${kind} is added (${label} is empty)`,
			today,
		};
	return {
		action: 'editing',
		when: `when a ${kind} is edited (${label} is filled)`,
		today,
	};
}

/**
 * The columns of an item with an id that are completed with what the service has: a blank cell might empty what the
 * item does not speak of. A deletion lacks only what is always required.
 */
export function lackedColumns(item: ReadItem): string[] {
	if (item.id === '') return [];

	const needed = ORGANIZATION_FIELDS[item.kind].filter((field) => {
		if (item.deletes) return field.required === 'always';
		// A blank start of use changes nothing, and it could not be changed.
		return !ROW_ONLY.has(field.name) && field.name !== 'EffectiveDateFrom';
	});

	const names = needed.map((field) => field.name);
	return names.filter((name) => item.cells[name] === undefined);
}

/**
 * Checks the items of an import before anything is read or sent. Everything that is not refused here is the service's
 * to judge, which imports no row if one is wrong.
 *
 * @throws ParameterError for all that is wrong with items
 */
export function checkItems(items: readonly ReadItem[], checks: RowChecks): void {
	const found = RECORD_KINDS.flatMap((kind) => {
		const own = items.filter((item) => item.kind === kind);
		const ofRows = own.flatMap((item) => {
			const lacked = lackedColumns(item);
			return rowViolations(item, (column) => !lacked.includes(column), checks);
		});
		return [...ofRows, ...severalForOneId(kind, own)];
	});

	const ofCells = items.flatMap((item) => item.violations);
	refuseItems(withFurther(ofCells, found));
}

function severalForOneId(kind: OrganizationRecordKind, items: readonly ReadItem[]): ItemViolation[] {
	const itemsById = new Map<string, ReadItem[]>();
	for (const item of items) {
		if (item.id !== '') append(itemsById, item.id, item);
	}

	const entries = [...itemsById];
	return entries.flatMap(([id, same]) => severalForOne(same, ID_FIELD[kind], id));
}

/**
 * The cells of the rows of one kind: an edit changes only the columns that its item has.
 *
 * @param present the records of the kind
 * @throws ParameterError for records that the service does not show, and characters that the encoding does not have
 */
export function completedRows(
	kind: OrganizationRecordKind,
	items: readonly ReadItem[],
	present: readonly Cells[],
	checks: RowChecks,
): Cells[] {
	const parameter = ID_FIELD[kind];
	const keys = Keys.ofTexts<Cells>((key) => comparable(parameter, key));
	for (const record of present) keys.addPresent(record[parameter] ?? '', record);

	const violations: ItemViolation[] = [];
	const rows = items.map((item) => {
		const { itemIndex, id } = item;
		if (id === '') return item.cells;

		const [record] = keys.all(id);
		if (!record) {
			violations.push({
				itemIndex,
				parameter,
				message: unknownId(kind, id, keys.lookAlike(id)),
			});
			return item.cells;
		}

		const cells = completed(item, record);
		violations.push(
			...rowViolations(
				{
					...item,
					cells,
				},
				() => false,
				checks,
			),
		);
		return cells;
	});

	refuseItems(violations);
	return rows;
}

function unknownId(kind: OrganizationRecordKind, id: string, lookAlike: string | undefined): string {
	const label = columnLabel(ID_FIELD[kind]);
	if (lookAlike !== undefined) return `${label} ${lookAlike}`;
	return `The service shows no ${kind} with the ${label} ${quote(id)}, so there is nothing to edit or delete`;
}

/** The cells of an item with what it lacks of a record. */
function completed(item: ReadItem, record: Cells): Cells {
	// The id is written as the service writes it: a UUID in capitals is the same, but the service may not know it.
	const names = [ID_FIELD[item.kind], ...lackedColumns(item)];
	const cells: Record<string, string> = { ...item.cells };
	for (const name of names) cells[name] = record[name] ?? '';
	return cells;
}
