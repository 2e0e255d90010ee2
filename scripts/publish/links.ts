import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from './manifest';
import { filesWithLinks, withTaggedLinks } from './taggedLinks';

/**
 * Writes the links of what ships for the version and the repository that package.json names.
 *
 * @param root the folder of the repository
 * @returns the files that were changed
 */
export function writeLinks(root: string): string[] {
	const manifest = readManifest(root);
	return filesWithLinks(root).filter((file) => {
		const path = join(root, file);
		const before = readFileSync(path, 'utf8');
		const after = withTaggedLinks(before, manifest);
		if (after === before) return false;
		writeFileSync(path, after);
		return true;
	});
}
