/**
 * What a validation found wrong, as plain data: the caller decides which error it becomes and how
 * rows are traced back to input items.
 */
export interface Finding {
	/** The field's own name. */
	field: string;
	/** What is wrong, one sentence, with the rule and the offending character or length. */
	message: string;
	/** 1-based row of the CSV, when rows are checked. */
	row?: number;
	/** The CSV the row belongs to, when a job of both kinds is checked. */
	file?: 'user' | 'department';
}

/** How many findings are listed; the rest is only counted, so that a bad file of 100,000 rows stays readable. */
export const MAX_LISTED_FINDINGS = 50;

/** Findings with an upper bound on what is listed, and the number of all there were. */
export interface FindingReport {
	/** The first findings, at most {@link MAX_LISTED_FINDINGS}. */
	findings: Finding[];
	/** How many there were in all. */
	total: number;
}

/** Collects findings, keeps the first {@link MAX_LISTED_FINDINGS} and counts all. */
export class FindingList implements FindingReport {
	readonly findings: Finding[] = [];

	total = 0;

	/** Adds one finding. */
	add(finding: Finding): void {
		this.total += 1;
		if (this.findings.length < MAX_LISTED_FINDINGS) this.findings.push(finding);
	}

	/** The collected findings as plain data. */
	report(): FindingReport {
		return { findings: this.findings, total: this.total };
	}
}
