import { append, sameForm } from '../identity';
import type { Subject } from './subject';

/*
 * Departments that exist twice. The service allows equal names below one parent, and two runs at the same time make them.
 */

/** Who and what is in each department, as the service has it or as it is to be. */
export class Contents {
	private readonly records = new Map<Subject, Subject[]>();

	constructor(
		records: readonly Subject[],
		private readonly when: 'before' | 'wanted',
	) {
		for (const record of records) {
			const places = when === 'before' ? record.placesBefore : record.places;
			for (const place of places) append(this.records, place, record);
		}
	}

	of(department: Subject): readonly Subject[] {
		return this.records.get(department) ?? [];
	}

	/** The name of a department, in its one form. */
	nameOf(department: Subject): string {
		return sameForm(department[this.when]('DepartmentName'));
	}
}

/** The names of a department and of all above it: only equal ones are twins, though other names may make the same path. */
function lineOf(department: Subject): string {
	return department
		.line()
		.map((each) => sameForm(each.wanted('DepartmentName')))
		.join('\0');
}

/** Whether a department has nothing that another one lacks: nobody is in it, and each department below it is such a one. */
function hasNothingBeside(one: Subject, another: Subject, contents: Contents): boolean {
	const pairs = [{ one, another }];
	const seen = new Set<Subject>();

	for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
		// In a circle, which is refused, nothing has an end.
		if (seen.has(pair.one)) return false;
		seen.add(pair.one);

		const counterparts = new Map<string, Subject>();
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
 * Of departments that have the same name and the same parent, the one that is in use.
 * @returns undefined where several are in use, or none is, and where they only share the text of their path
 */
export function theOneInUse(departments: readonly Subject[], contents: Contents): Subject | undefined {
	if (new Set(departments.map(lineOf)).size > 1) return undefined;

	const hasMore = (one: Subject, another: Subject) =>
		hasNothingBeside(another, one, contents) && !hasNothingBeside(one, another, contents);
	const fullest = departments.reduce((most, each) => (hasMore(each, most) ? each : most));
	const isBesideEmptyOnes = departments.every((each) => each === fullest || hasMore(fullest, each));
	return isBesideEmptyOnes ? fullest : undefined;
}
