import { readdirSync, readFileSync } from 'fs';
import path from 'path';
import type { History } from './history';

const STORED = path.join('test', 'trigger', 'onceWrong');

/**
 * Histories that showed a fault of the trigger, or of what was expected of it, when they were first lived through, or that
 * show a deliberate one which the histories of the usual seed do not. They are stored as they were, so that they stay what
 * they are when the generator learns something new.
 *
 * @param root of the project
 * @returns the name of each with what reads it
 */
export function storedHistories(root: string): Array<[name: string, read: () => History]> {
	const folder = path.join(root, STORED);
	return readdirSync(folder).map((file) => [
		path.basename(file, '.json'),
		() => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as History,
	]);
}
