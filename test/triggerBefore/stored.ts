import { readdirSync, readFileSync } from 'fs';
import path from 'path';
import type { History } from './history';

const STORED = path.join('test', 'trigger', 'onceWrong');

/** The file of a stored history. */
export function storedFile(root: string, name: string): string {
	return path.join(root, STORED, `${name}.json`);
}

/**
 * Histories that showed a fault of the trigger, or of what was expected of it, when they were first lived through, or that
 * show a deliberate one which the histories of the usual seed do not. They are stored as they were, so that they stay what
 * they are when the generator learns something new.
 *
 * @param root of the project
 * @returns the name of each with what reads it
 */
export function storedHistories(root: string): Array<[name: string, read: () => History]> {
	const names = readdirSync(path.join(root, STORED)).map((file) => path.basename(file, '.json'));
	return names.map((name) => [name, () => JSON.parse(readFileSync(storedFile(root, name), 'utf8')) as History]);
}
