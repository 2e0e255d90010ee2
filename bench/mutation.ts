import path from 'path';
import { ROOT } from './mutation/apply';
import { Histories } from './mutation/byHistories';
import { MUTANTS } from './mutation/mutants';
import { tryAll } from './mutation/tryAll';

/** Every deliberate bug of the trigger. */
void tryAll({
	mutants: MUTANTS,
	quick: (folder) => {
		const histories = new Histories(folder);
		return async (mutant) => await histories.caught(mutant);
	},
	page: path.join(ROOT, 'docs', 'exactness.md'),
});
