import { readFileSync } from 'fs';
import path from 'path';
import type { Mutant } from './mutant';

/** The root of the project. */
export const ROOT = path.join(__dirname, '..', '..');

/**
 * The text of a source with a bug in it.
 *
 * @throws Error when the place does not stand exactly once in the file: then the list is to be brought up to date
 */
export function withBug({ name, file, search, replace }: Mutant): string {
	const source = readFileSync(path.join(ROOT, 'nodes', file), 'utf8');
	if (source.split(search).length !== 2) throw new Error(`"${name}": its place is not exactly once in nodes/${file}`);
	return source.replace(search, () => replace);
}
