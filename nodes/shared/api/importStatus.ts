/** The states of an organization import by their number ("Import status" and "States and transitions"). */
const STATUSES: ReadonlyMap<unknown, string> = new Map([
	[0, 'reserved'],
	[1, 'running'],
	[2, 'completed'],
	[9, 'error'],
]);

/**
 * The name of an `importStatus` as the service sent it, or undefined when the number is none of the documented ones.
 */
export function importStatusName(importStatus: unknown): string | undefined {
	return STATUSES.get(importStatus);
}

/** Whether an import has ended (2 or 9): only then its result can be read. */
export function isImportFinished(importStatus: unknown): boolean {
	return importStatus === 2 || importStatus === 9;
}
