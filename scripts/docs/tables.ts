import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BusinessCardData } from '../../nodes/BusinessCardData/BusinessCardData.node.js';
import { withFields } from './pages';

/**
 * Writes the tables of fields in docs/operations as the node's panel has them.
 *
 * @param root the folder of the repository
 * @returns the pages that were changed
 */
export function writeTables(root: string): string[] {
	const { description } = new BusinessCardData();
	const pages = readdirSync(join(root, 'docs/operations')).filter((name) => name.endsWith('.md'));
	return pages.map((name) => join('docs/operations', name)).filter((page) => {
		const before = readFileSync(join(root, page), 'utf8');
		const after = withFields(before, description);
		if (after === before) return false;
		writeFileSync(join(root, page), after);
		return true;
	});
}
