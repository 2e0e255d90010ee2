/**
 * Turns one kind of error into a value, for callers to whom it is an outcome and not a failure. Every other error
 * goes on its way.
 *
 * @returns what the promise gives, or the error
 */
export async function catchAs<T, E extends Error>(
	promise: Promise<T>,
	kind: abstract new (...args: never[]) => E,
): Promise<T | E> {
	return await promise.catch((error: unknown) => {
		if (error instanceof kind) return error;
		throw error;
	});
}
