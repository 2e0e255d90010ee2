/**
 * Of what there is much of, `npm test` takes a few and `npm run test:all` takes all.
 *
 * @param all in full
 * @param few enough of it for a run that a person waits for
 */
export function inFull<T>(all: T, few: T): T {
	return process.env['TEST_IN_FULL'] === undefined ? few : all;
}
