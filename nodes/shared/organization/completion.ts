import { quote } from '../values/characters';
import { ViolationList, type ViolationReport } from '../base/violation';
import { ID_FIELD, PLURAL, type OrganizationRecordKind } from './fields';
import type { PresentRecords } from './present';
import type { JobRow } from './rows';
import type { TimeSlices } from '../base/timeSlices';

/** Whether rows can only be sent once the service's present values are known: one of them edits or deletes, and lacks a column. */
export function needPresentValues(rows: readonly JobRow[]): boolean {
	return rows.some(({ lacks }) => lacks.size > 0);
}

/**
 * Fills what rows lack with the service's present values, so that an edit changes only the columns that its item has, and a
 * deletion needs no more than an id: a blank parent would move a department to the top, and whether a blank text is kept or cleared
 * is not shown.
 *
 * @param rows rows of one kind that may have any columns
 * @param present all records of that kind
 * @returns the rows, and a violation for each edit or deletion of a record that the service does not show
 */
export async function completeRows(
	kind: OrganizationRecordKind,
	rows: readonly JobRow[],
	present: PresentRecords,
	slices: TimeSlices,
): Promise<ViolationReport & { rows: JobRow[] }> {
	const list = new ViolationList();
	const completed: JobRow[] = [];
	for (const row of rows) {
		if (row.adds) completed.push(row);
		else {
			const record = present.find(row.cells[ID_FIELD[kind]] ?? '');
			if (record) completed.push(completeRow(row, record));
			else list.add({ field: ID_FIELD[kind], message: unknownProblem(row), row: row.row, file: kind });
		}
		if (slices.isOver) await slices.rest();
	}
	return { rows: completed, violations: list.violations, total: list.total };
}

function completeRow(row: JobRow, record: Readonly<Record<string, string>>): JobRow {
	const id = ID_FIELD[row.kind];
	// A UUID in capitals is the same id, but who knows whether the service takes it for the same.
	const cells = { ...row.cells, [id]: record[id] ?? '' };
	for (const name of row.lacks) cells[name] = record[name] ?? '';
	return { ...row, cells, isCompleted: true };
}

function unknownProblem({ kind, cells }: JobRow): string {
	const id = ID_FIELD[kind];
	return `${id} ${quote(cells[id] ?? '')} is not among the ${PLURAL[kind]} that the service shows, so there is nothing to edit or delete`;
}
