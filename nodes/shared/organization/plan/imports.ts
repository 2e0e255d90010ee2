import type { PlanRecord } from './record';
import type { Change } from './types';

/**
 * Puts each change into an import, as early as can be, so that there are as few imports as can be. Departments that are
 * added may be referred to in the very import (spec: `tempId:`).
 *
 * Whether the service judges a deletion before or after the other rows of its import is not shown. So a department is
 * deleted in a later import than the one in which the last user or child leaves it, and users are added and edited in a
 * later import than the deletions when one of them takes over an address from somebody who is deleted.
 *
 * @param planned the change of each record that has one, in the order of the changes
 * @param areTakenOver whether a user comes to a value that another one leaves by being deleted
 */
export function importsOf(
	records: readonly PlanRecord[],
	planned: ReadonlyMap<PlanRecord, Change>,
	areTakenOver: boolean,
): Change[][] {
	const numberOf = importNumbers(records, areTakenOver);
	const imports: Change[][] = [];

	for (const [record, change] of planned) {
		const number = numberOf(record);
		while (imports.length <= number) imports.push([]);
		imports[number]?.push(change);
	}
	return imports;
}

/** @returns the number of the import in which a record is added, edited or deleted */
function importNumbers(records: readonly PlanRecord[], areTakenOver: boolean): (record: PlanRecord) => number {
	const numberOfUsers = areTakenOver ? 1 : 0;
	/** The earliest import in which a department may be deleted. */
	const earliest = new Map<PlanRecord, number>();

	const numberOf = (record: PlanRecord) => {
		if (record.kind === 'user') return record.stays ? numberOfUsers : 0;
		return record.stays ? 0 : (earliest.get(record) ?? 0);
	};

	for (const record of contentsFirst(records)) {
		for (const place of record.placesBefore) {
			const known = earliest.get(place) ?? 0;
			earliest.set(place, Math.max(known, numberOf(record) + 1));
		}
	}
	return numberOf;
}

/** The records in an order in which each comes before its departments: users, then departments, the longest paths first. */
function contentsFirst(records: readonly PlanRecord[]): PlanRecord[] {
	const users = records.filter((record) => record.kind === 'user');
	const departments = records.filter((record) => record.kind === 'department');
	departments.sort((one, other) => other.pathBefore.length - one.pathBefore.length);
	return [...users, ...departments];
}
