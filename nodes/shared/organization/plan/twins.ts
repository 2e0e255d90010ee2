import { append, sameForm } from '../identity';
import type { PlanRecord } from './record';

/* Departments that exist twice. The service allows equal names below one parent, and two runs at a time can make them. */

/** Users and departments by the department that they are in, as the service has them or as they are wanted. */
export class Contents {
	private readonly records = new Map<PlanRecord, PlanRecord[]>();

	constructor(
		records: readonly PlanRecord[],
		private readonly when: 'before' | 'wanted',
	) {
		for (const record of records) {
			const places = when === 'before' ? record.placesBefore : record.places;
			for (const place of places) append(this.records, place, record);
		}
	}

	of(department: PlanRecord): readonly PlanRecord[] {
		return this.records.get(department) ?? [];
	}

	/** The name of a department, in its one form. */
	nameOf(department: PlanRecord): string {
		return sameForm(department[this.when]('DepartmentName'));
	}
}

/** The names of a department and of all above it: only equal ones are twins, though other names may make the same path. */
function namesUpwards(department: PlanRecord): string {
	const line = department.withAbove();
	const names = line.map((each) => sameForm(each.wanted('DepartmentName')));
	return names.join('\0');
}

/** Whether a department has nothing that another one lacks: nobody is in it, and each department below it is such a one. */
function hasNothingBeside(one: PlanRecord, another: PlanRecord, contents: Contents): boolean {
	const pairs = [{ one, another }];
	const seen = new Set<PlanRecord>();

	for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
		// In a circle, which is refused, nothing has an end.
		if (seen.has(pair.one)) return false;
		seen.add(pair.one);

		const counterparts = new Map<string, PlanRecord>();
		for (const each of contents.of(pair.another)) {
			if (each.kind === 'department') counterparts.set(contents.nameOf(each), each);
		}

		for (const each of contents.of(pair.one)) {
			const counterpart = counterparts.get(contents.nameOf(each));
			if (each.kind === 'user' || !counterpart) return false;
			pairs.push({ one: each, another: counterpart });
		}
	}
	return true;
}

/**
 * Finds the one that is in use among departments with the same name and the same parent.
 *
 * @returns `undefined` where several are in use, or none is, and where they only share the text of their path
 */
export function theOneInUse(departments: readonly PlanRecord[], contents: Contents): PlanRecord | undefined {
	const areTwins = new Set(departments.map(namesUpwards)).size === 1;
	if (!areTwins) return undefined;

	const hasMore = (one: PlanRecord, another: PlanRecord) =>
		hasNothingBeside(another, one, contents) && !hasNothingBeside(one, another, contents);
	const fullest = departments.reduce((most, each) => (hasMore(each, most) ? each : most));
	const areOthersEmpty = departments.every((each) => each === fullest || hasMore(fullest, each));
	if (!areOthersEmpty) return undefined;
	return fullest;
}
