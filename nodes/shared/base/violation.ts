/** What a check found wrong with one field, as plain data: the caller decides which error it becomes. */
export interface Violation {
	/** The field's own name. */
	readonly field: string;
	/** One sentence that starts with that name: what is wrong, and what is right. */
	readonly message: string;
	/** 1-based row of the CSV, when rows are checked. */
	readonly row?: number;
	/** The CSV the row belongs to, when a job of both kinds is checked. */
	readonly file?: 'user' | 'department';
}

/** How many violations are listed; the rest is only counted, so that a bad file of 100,000 rows stays readable. */
export const MAX_LISTED_VIOLATIONS = 50;

/** Findings with an upper bound on what is listed, and the number of all there were. */
export interface ViolationReport {
	/** The first violations, at most {@link MAX_LISTED_VIOLATIONS}. */
	readonly violations: readonly Violation[];
	/** How many there were in all. */
	readonly total: number;
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

/** What is refused before a call, and why. */
export interface Objection {
	/** The parameter's own name. */
	readonly parameter: string;
	/** One sentence: what is wrong; the headline where there are `causes`. */
	readonly message: string;
	/** What to do, or the rule of the spec, where the message does not say it. */
	readonly rule?: string;
	/** One line each, where several things are wrong. */
	readonly causes?: readonly string[];
	/** The item it is about, where one run looks at several. */
	readonly itemIndex?: number;
}

/** Thrown by checks that do not know node and item; who calls them gives it both. */
export class ParameterError extends Error {
	constructor(readonly objection: Objection) {
		super(objection.message);
	}
}

/** The same in short, for what every value is checked for. */
export function fault(parameter: string, message: string, rule: string): ParameterError {
	return new ParameterError({ parameter, message, rule });
}

/**
 * Refuses what a check has found, before anything is sent: one violation in its own words, several below a headline.
 *
 * @param rule what to do about it, where the violations do not say it
 * @param itemIndex the item that the first one is about, where one run looks at several
 * @throws ParameterError unless there is no violation
 */
export function refuse({ violations, total }: ViolationReport, rule?: string, itemIndex?: number): void {
	const [first] = violations;
	if (!first) return;
	const { field: parameter, message } = first;
	if (total === 1) throw new ParameterError({ parameter, message, rule, itemIndex });
	const more = total > violations.length ? [`and ${total - violations.length} more`] : [];
	const causes = [...violations.map((violation) => violation.message), ...more];
	throw new ParameterError({ parameter, message: `${total} fields are not valid`, rule, causes, itemIndex });
}
