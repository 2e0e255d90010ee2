/**
 * What a validation found wrong, as plain data: the caller decides which error it becomes and how
 * rows are traced back to input items.
 */
export interface Violation {
	/** The field's own name. */
	field: string;
	/** What is wrong, one sentence, with the rule and the offending character or length. */
	message: string;
	/** 1-based row of the CSV, when rows are checked. */
	row?: number;
	/** The CSV the row belongs to, when a job of both kinds is checked. */
	file?: 'user' | 'department';
}

/** How many violations are listed; the rest is only counted, so that a bad file of 100,000 rows stays readable. */
export const MAX_LISTED_VIOLATIONS = 50;

/** Findings with an upper bound on what is listed, and the number of all there were. */
export interface ViolationReport {
	/** The first violations, at most {@link MAX_LISTED_VIOLATIONS}. */
	violations: Violation[];
	/** How many there were in all. */
	total: number;
}

/** Collects violations, keeps the first {@link MAX_LISTED_VIOLATIONS} and counts all. */
export class ViolationList implements ViolationReport {
	readonly violations: Violation[] = [];

	total = 0;

	/** Adds one violation. */
	add(violation: Violation): void {
		this.total += 1;
		if (this.violations.length < MAX_LISTED_VIOLATIONS) this.violations.push(violation);
	}
}
