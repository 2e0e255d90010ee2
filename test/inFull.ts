/**
 * Of what there is much of, `npm test` takes a few and `npm run test:all` takes all.
 *
 * @param all in full
 * @param few enough of it for a run that a person waits for
 */
export function inFull<T>(all: T, few: T): T {
	return process.env['TEST_IN_FULL'] === undefined ? few : all;
}

/**
 * The same for the rows of a table that was generated: `npm test` takes the first and every so many after it.
 *
 * @param rows in full
 * @param every how far apart those are that it takes
 */
export function someOf<T>(rows: readonly T[], every: number): readonly T[] {
	return inFull(
		rows,
		rows.filter((_, index) => index % every === 0),
	);
}
