import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { anchor, pageText, placeOf, REPOSITORY, withoutBlocks } from './markdown';

/** Which page is the same in the other language, and what two such pages have to share. */

const FOLDER = 'docs/ja';

/** The Japanese pages beside the README, by their place in the repository. */
export const JAPANESE_PAGES = readdirSync(join(REPOSITORY, FOLDER)).map((file) => `${FOLDER}/${file}`);

/** The English page that a Japanese one is the translation of; any other page is its own. */
export function inEnglish(page: string): string {
	return page === 'docs/README.ja.md' ? 'README.md' : page.replace(`${FOLDER}/`, 'docs/');
}

/** Whether a page is there in Japanese as well. */
export function hasJapanese(page: string): boolean {
	return page.startsWith('docs/') && existsSync(join(REPOSITORY, FOLDER, page.slice('docs/'.length)));
}

/** Every first group of a pattern in a text. */
export function all(text: string, pattern: RegExp): string[] {
	return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

/** Where links and pictures lead, in their order: those of the repository by their place in it. */
export function targets(text: string, page: string): string[] {
	return all(withoutBlocks(text), /\]\(([^)]+)\)/g).map((link) => placeOf(page, link) ?? link);
}

function headings(page: string): string[] {
	return all(withoutBlocks(pageText(page)), /^#+ (.+)$/gm).map(anchor);
}

/** A place as both languages know it: the English page, and the number of the heading, whose words differ. */
export function common(place: string): string {
	const [page = '', heading] = place.split('#');
	if (heading === undefined) return inEnglish(page);
	return `${inEnglish(page)}#${page.endsWith('.md') ? headings(page).indexOf(heading) : heading}`;
}

/** What stands as code in the text; placeholders in it may be translated. */
export function codes(text: string): string[] {
	return [...new Set(all(withoutBlocks(text), /`([^`\n]+)`/g))].sort();
}
