/**
 * The seed of a randomised test: `TEST_SEED` where it is set, else a new one. Printed, so that a run can be repeated.
 * @param name what is tested, for the printed line
 */
export function seedOf(name: string): number {
	const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
	process.stdout.write(`${name}: TEST_SEED=${seed}\n`);
	return seed;
}
