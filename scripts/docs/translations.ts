import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rewrite } from '../publish/manifest';

/*
 * Which English page a Japanese one follows. Marks in the Japanese page say so, one before each of its passages:
 * `<!-- translation of docs/install.md at 0123456789ab -->`, or `based on` in place of `translation of` where the passage
 * has a form of its own. The last word is the fingerprint of the English page as it was when somebody compared the two.
 */

/** The part of a Japanese page from a mark to the next one. */
export interface Passage {
	readonly page: string;
	readonly source: string;
	readonly isTranslation: boolean;
	/** Fingerprint of the English page that the passage follows. */
	readonly followed: string;
	readonly text: string;
}

const MARK = /<!-- (translation of|based on) (\S+) at (\S+) -->/g;

/** As long as git's own short names of a large repository, which `git diff` takes. */
const FINGERPRINT_LENGTH = 12;

/** The fingerprint of a page: the name that git gives its content, so that git can show what was there. */
export function fingerprintOf(text: string): string {
	const content = Buffer.from(text);
	const hash = createHash('sha1').update(`blob ${content.length}\0`).update(content);
	return hash.digest('hex').slice(0, FINGERPRINT_LENGTH);
}

/** The passages of a Japanese page. */
export function passagesOf(page: string, text: string): Passage[] {
	const marks = [...text.matchAll(MARK)];

	return marks.map((mark, place) => {
		const [, kind, source = '', followed = ''] = mark;
		const end = marks[place + 1]?.index;

		return { page, source, isTranslation: kind === 'translation of', followed, text: text.slice(mark.index, end) };
	});
}

/** The Japanese pages of the repository. */
export function japanesePages(root: string): string[] {
	const pages = readdirSync(join(root, 'docs/ja')).filter((name) => name.endsWith('.md'));
	return ['docs/README.ja.md', ...pages.map((name) => join('docs/ja', name))];
}

/** What to do about the English pages that changed after a Japanese one; one sentence for each. */
export function outdatedIn(root: string, page: string): string[] {
	const passages = passagesOf(page, readFileSync(join(root, page), 'utf8'));

	return passages.flatMap(({ source, followed }) => {
		const path = join(root, source);
		if (!existsSync(path)) return [`${page} follows ${source}, which no longer exists. Name another page in its mark.`];
		if (fingerprintOf(readFileSync(path, 'utf8')) === followed) return [];

		return [
			`${source} changed after ${page}. Look at \`git diff ${followed} ${source}\`, correct the Japanese page, ` +
				`and run \`npm run release -- translated ${page}\`.`,
		];
	});
}

/** The text of a Japanese page whose marks have the fingerprints of the English pages as they are now. */
function withFingerprints(root: string, text: string): string {
	return text.replace(MARK, (_, kind: string, source: string) => {
		const english = readFileSync(join(root, source), 'utf8');
		return `<!-- ${kind} ${source} at ${fingerprintOf(english)} -->`;
	});
}

/**
 * Writes into Japanese pages that they follow the English ones as these are now.
 * @returns the pages that were changed
 * @throws Error for a page that is none of the Japanese ones, or that follows an English page that does not exist
 */
export function writeTranslated(root: string, pages: readonly string[]): string[] {
	const known = japanesePages(root);
	const unknown = pages.filter((page) => !known.includes(page));
	if (unknown.length > 0) throw new Error(`No Japanese page: ${unknown.join(', ')}. There are ${known.join(', ')}`);

	return pages.filter((page) => rewrite(root, page, (text) => withFingerprints(root, text)));
}
