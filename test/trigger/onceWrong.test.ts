import { readdirSync, readFileSync } from 'fs';
import path from 'path';
import { someOf } from '../inFull';
import type { History } from './history';
import { ours } from './ours';
import { simulate } from './simulate';

/**
 * Histories that showed a fault of the trigger, or of what was expected of it, when they were first lived through, or that
 * show a deliberate one which the histories of the usual seed do not. They are stored as they were, so that they stay what
 * they are when the generator learns something new.
 */
const FOLDER = path.join(__dirname, 'onceWrong');

const NAMES = readdirSync(FOLDER).map((file) => path.basename(file, '.json'));

test.each(someOf(NAMES, 10))('%s goes right', async (name) => {
	const history = JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')) as History;
	expect((await simulate(history, ours)).findings).toEqual([]);
});
