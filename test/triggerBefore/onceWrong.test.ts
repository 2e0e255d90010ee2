import path from 'path';
import { someOf } from '../inFull';
import { ours } from './ours';
import { simulate } from './simulate';
import { storedHistories } from './stored';

test.each(someOf(storedHistories(path.join(__dirname, '..', '..')), 10))('%s goes right', async (_name, read) => {
	expect((await simulate(read(), ours)).findings).toEqual([]);
});
