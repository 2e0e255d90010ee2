import { withBug } from '../../../bench/mutation/apply';
import { MUTANTS } from '../../../bench/mutation/mutants';
import { SYNC_MUTANTS } from '../../../bench/mutation/syncMutants';

/** A deliberate bug that has lost its place would be missed without a word until somebody tries them all. */

const ALL = [...MUTANTS, ...SYNC_MUTANTS];

test('every deliberate bug has its place in the code as it is, and a name of its own', () => {
	for (const mutant of ALL) expect(() => withBug(mutant)).not.toThrow();
	expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length);
});

test('a place that is not there, or twice, is told', () => {
	const { file } = MUTANTS[0] ?? { file: '' };
	for (const search of ['nothing like that', '\n']) expect(() => withBug({ name: 'x', file, search, replace: '' })).toThrow('not exactly once');
});
