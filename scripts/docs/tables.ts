import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BusinessCardData } from '../../nodes/BusinessCardData/BusinessCardData.node.js';
import { rewrite } from '../publish/manifest';
import { withFields } from './pages';

/** Writes the tables of fields in docs/operations as the node's panel has them. @returns the pages that were changed */
export function writeTables(root: string): string[] {
	const { description } = new BusinessCardData();
	const pages = readdirSync(join(root, 'docs/operations')).filter((name) => name.endsWith('.md'));
	const paths = pages.map((name) => join('docs/operations', name));
	return paths.filter((page) => rewrite(root, page, (text) => withFields(text, description)));
}
