import path from 'path';
import { ROOT } from './apply';
import { Histories } from './byHistories';
import { MUTANTS } from './mutants';
import { tryAll } from './tryAll';

/** Every deliberate bug of the trigger. */
void tryAll({
	mutants: MUTANTS,
	quick: (folder) => {
		const histories = new Histories(folder);
		return async (mutant, ownFolder) => await histories.caught(mutant, ownFolder);
	},
	page: path.join(ROOT, 'docs', 'internals', 'exactness.md'),
});
