import path from 'path';
import { ROOT } from './apply';
import { Histories } from './byHistories';
import { catchersIn } from './lastTime';
import { MUTANTS } from './mutants';
import { tryAll } from './tryAll';

const PAGE = path.join(ROOT, 'docs', 'internals', 'exactness.md');
const last = catchersIn(PAGE);

/** Every deliberate bug of the trigger. */
void tryAll({
	mutants: MUTANTS,
	quick: (folder) => {
		const histories = new Histories(folder, last);
		return async (mutant, ownFolder) => await histories.caught(mutant, ownFolder);
	},
	last,
	page: PAGE,
});
