import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the tests of the documentation need to know of Markdown. */

export const REPOSITORY = join(__dirname, '../..');

/** Every page of the repository, new ones included. */
export function pages(): string[] {
	const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
	const files = execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).split('\n');
	return files.filter((file) => file !== '' && existsSync(join(REPOSITORY, file)));
}

/** A file of the repository as text. */
export function pageText(page: string): string {
	return readFileSync(join(REPOSITORY, page), 'utf8');
}

/** A page without its code. */
function prose(text: string): string {
	return text.replace(/^ *```[^]*?^ *```$/gm, '').replace(/`[^`\n]*`/g, (code) => (code.includes('](') ? '' : code));
}

/** Where the links of a page lead inside the repository, as a path with an optional heading. */
export function linksOf(page: string): string[] {
	const targets = [...prose(pageText(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
	const inside = targets.filter((target) => !/^(?:https?|mailto):/.test(target));
	return inside.map((target) => (target.startsWith('#') ? `${page}${target}` : join(dirname(page), decodeURI(target))));
}

/** The anchors that GitHub makes of a page's headings. */
export function anchorsOf(page: string): string[] {
	const titles = [...prose(pageText(page)).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => title);
	return titles.map((title) =>
		title
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\p{M}\- _]/gu, '')
			.replaceAll(' ', '-'),
	);
}
