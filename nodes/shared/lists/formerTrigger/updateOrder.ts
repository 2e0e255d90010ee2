/** Whether the service has shown that it keeps the order it is asked for. */
export interface OrderEvidence {
	ordered: boolean;
}

/** The times of a record that tell its place in a list, seconds since 1970. */
export interface RecordTimes {
	readonly updated: number;
	/** `undefined` where it cannot be read. */
	readonly registered: number | undefined;
}

/**
 * Whether a page is in the order of update that was asked for. The service may also give every list in descending order
 * of registration (spec: which one wins is not shown), and a page can be in both orders by chance; so the order counts
 * as kept once a page has shown it with registrations that do not descend.
 *
 * @param evidence what earlier pages have shown; changed by what this one shows
 */
export function keepsUpdateOrder(
	records: readonly RecordTimes[],
	direction: 'asc' | 'desc',
	evidence: OrderEvidence,
): boolean {
	let stampsDiffer = false;
	let registrationAscends = false;
	for (const [index, record] of records.entries()) {
		const before = records[index - 1];
		if (!before) continue;
		const step = (record.updated - before.updated) * (direction === 'asc' ? 1 : -1);
		if (step < 0) {
			evidence.ordered = false;
			return false;
		}
		if (step > 0) stampsDiffer = true;
		const { registered = -Infinity } = record;
		if (registered > (before.registered ?? Infinity)) registrationAscends = true;
	}
	if (stampsDiffer && registrationAscends) evidence.ordered = true;
	return evidence.ordered;
}
