/** Work in steps, between which whoever drives it may do something else. */
export type Steps<T> = Generator<void, T, void>;

/** Entries of one step: a few milliseconds of work. */
const ENTRIES_AT_ONCE = 100;

/** Does the same with each entry, in steps. */
export function* each<T>(entries: Iterable<T>, work: (entry: T) => void): Steps<void> {
	let done = 0;
	for (const entry of entries) {
		work(entry);
		done += 1;
		if (done % ENTRIES_AT_ONCE === 0) yield;
	}
}

/** Turns each entry into something else, in steps. */
export function* mapped<T, U>(entries: readonly T[], turn: (entry: T) => U): Steps<U[]> {
	const results: U[] = [];
	yield* each(entries, (entry) => results.push(turn(entry)));
	return results;
}
