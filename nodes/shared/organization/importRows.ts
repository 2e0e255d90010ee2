import { unencodable } from '../csv/encoding';
import type { Encoding } from '../api/versions';
import { quote } from '../values/show';
import { recordKey } from './csv';
import type { PresentRecord } from './csv';
import { cellProblem, columnLabel, fieldsOf, ID_FIELD } from './fields';
import type { OrganizationRecordKind } from './fields';
import type { ItemViolation, ReadItem } from './items';

function idOf({ kind, cells }: ReadItem): string {
	return cells[ID_FIELD[kind]] ?? '';
}

/**
 * The columns of a row whose cell is the service's to say. A row with a blank id adds a record, any other edits or
 * deletes one: then the columns that its item lacks are completed. A deletion lacks only what is always required.
 */
export function lackedBy(item: ReadItem): string[] {
	if (idOf(item) === '') return [];
	const needed = fieldsOf(item.kind).filter(({ required, absentIsBlank }) =>
		item.deletes ? required === 'always' : !absentIsBlank,
	);
	return needed.map(({ name }) => name).filter((name) => item.cells[name] === undefined);
}

/**
 * Checks the rows of an import before anything is sent: what protects data, and what a glance at the tables saves a
 * round trip for. Everything else is the service's to judge, which imports no row if one is wrong.
 *
 * @param items of one kind
 * @param today in the workflow's zone, `YYYY-MM-DD`
 * @param violations gets what is wrong, but nothing more about a cell that is named there
 */
export function checkRows(
	items: readonly ReadItem[],
	encoding: Encoding,
	today: string,
	violations: ItemViolation[],
): void {
	const told = new Set(violations.map(({ itemIndex, parameter }) => `${itemIndex} ${parameter}`));
	const earlier = new Map<string, number>();
	for (const item of items) {
		const { kind, cells, itemIndex } = item;
		const use = { kind, adds: idOf(item) === '', today };
		const lacked = lackedBy(item);
		for (const field of fieldsOf(kind)) {
			const { name: parameter } = field;
			if (lacked.includes(parameter) || told.has(`${itemIndex} ${parameter}`)) continue;
			const text = cells[parameter] ?? '';
			const problem = unencodable(text, encoding);
			const message = problem === undefined ? cellProblem(field, text, use) : `${columnLabel(parameter)} ${problem}`;
			if (message !== undefined) violations.push({ itemIndex, parameter, message });
		}
		const key = recordKey(kind, idOf(item));
		const other = earlier.get(key);
		if (key !== '' && other !== undefined) {
			const message = `Items ${other} and ${itemIndex} are about the same ${kind}, ${quote(idOf(item))}; give it one item`;
			violations.push({ itemIndex: other, parameter: ID_FIELD[kind], message });
		}
		earlier.set(key, itemIndex);
	}
}

/**
 * The cells of the rows, with the service's present values where items lack them: an edit changes only the columns that
 * its item has, and a deletion needs no more than an id. A blank parent would move a department to the top.
 *
 * @param present of the kind; undefined where no item lacks anything
 * @param violations gets what cannot be completed: a record that the service does not show, a value that is required
 *   and missing, and one that the encoding cannot hold
 */
export function completedRows(
	kind: OrganizationRecordKind,
	items: readonly ReadItem[],
	present: readonly PresentRecord[] | undefined,
	encoding: Encoding,
	violations: ItemViolation[],
): Array<Readonly<Record<string, string>>> {
	const column = ID_FIELD[kind];
	const byId = new Map(present?.map((record) => [recordKey(kind, record[column] ?? ''), record]));
	return items.map((item) => {
		const { itemIndex } = item;
		const given = fieldsOf(kind).map(({ name }) => [name, item.cells[name] ?? '']);
		const cells: Record<string, string> = Object.fromEntries(given);
		const lacked = lackedBy(item);
		const record = byId.get(recordKey(kind, idOf(item)));
		if (!present || idOf(item) === '') return cells;
		if (!record) {
			const message = `The service shows no ${kind} with the ${columnLabel(column)} ${quote(idOf(item))}`;
			violations.push({ itemIndex, parameter: column, message: `${message}, so there is nothing to edit or delete` });
			return cells;
		}
		// A UUID in capitals is the same id, but who knows whether the service takes it for the same.
		cells[column] = record[column] ?? '';
		for (const parameter of lacked) {
			const text = record[parameter] ?? '';
			cells[parameter] = text;
			const isRequired = fieldsOf(kind).some(({ name, required }) => name === parameter && required === 'always');
			const label = columnLabel(parameter);
			const missing = `${label} is empty, both in the item and in the service; it is required`;
			const unwritable = unencodable(text, encoding);
			if (text === '' && isRequired) violations.push({ itemIndex, parameter, message: missing });
			if (unwritable === undefined) continue;
			violations.push({ itemIndex, parameter, message: `${label} ${unwritable} (the value comes from the service)` });
		}
		return cells;
	});
}
