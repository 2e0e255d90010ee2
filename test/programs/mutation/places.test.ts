import { withBug } from '../../../bench/mutation/apply';
import { MUTANTS } from '../../../bench/mutation/mutants';

/** A deliberate bug that has lost its place would be missed without a word until somebody tries them all. */

test('every deliberate bug has its place in the code as it is, and a name of its own', () => {
	for (const mutant of MUTANTS) expect(() => withBug(mutant)).not.toThrow();
	expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

test('a place that is not there, or twice, is told', () => {
	const { file } = MUTANTS[0] ?? { file: '' };
	for (const search of ['nothing like that', '\n']) expect(() => withBug({ name: 'x', file, search, replace: '' })).toThrow('not exactly once');
});
