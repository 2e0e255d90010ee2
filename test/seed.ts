/** The seed of every randomised test: fixed, so that what a run finds depends on nothing but what was changed. */
const USUAL_SEED = 20_260_101;

/** The seed of a randomised test: `TEST_SEED` where it is set, else the usual one. */
export function seedOf(): number {
	return Number(process.env['TEST_SEED'] ?? USUAL_SEED);
}

/**
 * How often a randomised test tries: so often, or `TEST_TIMES` as often.
 * @param usual how often in `npm test`
 */
export function timesOf(usual: number): number {
	return usual * Number(process.env['TEST_TIMES'] ?? 1);
}
