/** Adds an entry to the list of a key. */
export function append<K, T>(lists: Map<K, T[]>, key: K, entry: T): void {
	const list = lists.get(key);
	if (list) list.push(entry);
	else lists.set(key, [entry]);
}

/** The least of some numbers; infinite when there are none. Not spread over arguments, of which a call takes only so many. */
export function least(numbers: Iterable<number>): number {
	let found = Infinity;
	for (const number of numbers) found = Math.min(found, number);
	return found;
}
