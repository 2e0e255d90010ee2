import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import packageJson from '../../package.json';
import { prefixesOf } from '../../tools/taggedLinks';

/** What the tests of the documentation need to know of Markdown. */

export const REPOSITORY = join(__dirname, '../..');

const PREFIXES = Object.values(prefixesOf(packageJson));

/**
 * Where a link of a page leads in the repository, whether by its place or by its address; `undefined` for another site.
 * What ships has addresses (npm run links).
 */
export function placeOf(page: string, link: string): string | undefined {
	const prefix = PREFIXES.find((each) => link.startsWith(each));
	if (prefix !== undefined) return link.slice(prefix.length);
	if (/^(https?|mailto):/.test(link)) return undefined;
	return link.startsWith('#') ? `${page}${link}` : join(dirname(page), link);
}

/** A page, or another file of the repository, as text. */
export function pageText(page: string): string {
	return readFileSync(join(REPOSITORY, page), 'utf8');
}

/** A page without its blocks of code. */
export function withoutBlocks(text: string): string {
	return text.replace(/^```[^]*?^```$/gm, '');
}

/** The anchor that GitHub makes of a heading. */
export function anchor(title: string): string {
	return title
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\p{M}\- _]/gu, '')
		.replaceAll(' ', '-');
}
