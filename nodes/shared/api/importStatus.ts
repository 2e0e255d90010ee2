/** The states of an organization import by their number ("Import status" and "States and transitions"). */
export const IMPORT_STATUSES = {
	0: 'reserved',
	1: 'running',
	2: 'completed',
	9: 'error',
} as const;

/** The name of an import's state. */
export type ImportStatusName = (typeof IMPORT_STATUSES)[keyof typeof IMPORT_STATUSES];

const NAMES: ReadonlyMap<unknown, ImportStatusName> = new Map(
	Object.entries(IMPORT_STATUSES).map(([status, name]) => [Number(status), name]),
);

/** The name of an `importStatus` as the service sent it, or undefined when the number is none of the documented ones. */
export function importStatusName(importStatus: unknown): ImportStatusName | undefined {
	return NAMES.get(importStatus);
}

/** Whether an import has ended (2 or 9): only then its result can be read. */
export function isImportFinished(importStatus: unknown): boolean {
	const name = importStatusName(importStatus);
	return name === 'completed' || name === 'error';
}
