import { TEMP_ID_PREFIX } from '../../../../shared';
import type { PlannedJob, PlannedRow } from '../../../../shared';

/** Ids of departments that have been added, by how rows refer to them: `tempId:` and the TempId. */
export type AddedIds = ReadonlyMap<string, string>;

const REFERRING = ['DepartmentId', 'ParentDepartmentId'] as const;

/** A text with department references, those to departments that have been added by their ids. */
export function withIds(text: string, ids: AddedIds): string {
	if (!text.includes(TEMP_ID_PREFIX)) return text;
	return text
		.split(';')
		.map((reference) => ids.get(reference) ?? reference)
		.join(';');
}

function resolved(row: PlannedRow, ids: AddedIds): PlannedRow {
	const cells = { ...row.cells };
	for (const column of REFERRING) cells[column] = withIds(cells[column] ?? '', ids);
	return { ...row, cells };
}

/** A job whose rows refer to what earlier jobs have added by its ids: a TempId means nothing outside of its own job. */
export function resolvedJob({ department, user }: PlannedJob, ids: AddedIds): PlannedJob {
	if (ids.size === 0) return { department, user };
	return { department: department.map((row) => resolved(row, ids)), user: user.map((row) => resolved(row, ids)) };
}
