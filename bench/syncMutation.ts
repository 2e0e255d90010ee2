import path from 'path';
import { ROOT } from './mutation/apply';
import { caughtByStories } from './mutation/bySync';
import { SYNC_MUTANTS } from './mutation/syncMutants';
import { tryAll } from './mutation/tryAll';

/** Every deliberate bug of a sync. */
void tryAll({
	mutants: SYNC_MUTANTS,
	quick: (folder) => async (mutant) => await caughtByStories(mutant, folder),
	suites: ['test/sync/rules', 'test/engine/sync'],
	page: path.join(ROOT, 'docs', 'sync-exactness.md'),
});
