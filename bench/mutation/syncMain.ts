import path from 'path';
import { ROOT } from './apply';
import { caughtByStories } from './bySync';
import { SYNC_MUTANTS } from './syncMutants';
import { tryAll } from './tryAll';

/** Every deliberate bug of a sync. */
void tryAll({
	mutants: SYNC_MUTANTS,
	quick: () => caughtByStories,
	suites: ['test/sync/rules', 'test/engine/sync'],
	page: path.join(ROOT, 'docs', 'internals', 'sync-exactness.md'),
});
