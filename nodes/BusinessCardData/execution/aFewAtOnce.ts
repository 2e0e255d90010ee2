/**
 * Does something with each of many values, a few at a time, so that nobody has to hold what comes of all of them. After one
 * that fails no other is begun, and those that are under way are told to end.
 *
 * @param atOnce how many are under way at most
 * @throws what the first that failed threw, when all have ended
 */
export async function aFewAtOnce<T>(
	values: Iterable<T>,
	atOnce: number,
	work: (value: T, ended: AbortSignal) => Promise<void>,
): Promise<void> {
	const left = values[Symbol.iterator]();
	const end = new AbortController();
	const failures: unknown[] = [];
	const workThrough = async () => {
		try {
			for (let next = left.next(); next.done !== true && !end.signal.aborted; next = left.next()) await work(next.value, end.signal);
		} catch (error) {
			failures.push(error);
			end.abort();
		}
	};
	await Promise.all(Array.from({ length: atOnce }, workThrough));
	if (failures.length > 0) throw failures[0];
}
