import type { OrganizationRecordKind } from '../../../shared';

/** The kinds of one job, in the order of its files: users refer to departments. */
export const KINDS: readonly OrganizationRecordKind[] = ['department', 'user'];

/** The CSV files of one job; either may be missing. */
export type JobFiles = Partial<Record<OrganizationRecordKind, Uint8Array>>;

/** The body of a check or an import: one part for each file that there is (spec: E13). */
export function csvForm(files: JobFiles): FormData {
	const form = new FormData();
	for (const kind of KINDS) {
		const bytes = files[kind];
		if (bytes) form.append(kind, new Blob([new Uint8Array(bytes)], { type: 'text/csv' }), `${kind}.csv`);
	}
	return form;
}
