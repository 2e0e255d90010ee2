import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pages, textOf, REPOSITORY } from '../support/repository';

const PAGES = pages();

/** A page without its code. */
function prose(text: string): string {
	return text.replace(/^ *```[^]*?^ *```$/gm, '').replace(/`[^`\n]*`/g, (code) => (code.includes('](') ? '' : code));
}

/** Where the links of a page lead inside the repository, as a path with an optional heading. */
function linksOf(page: string): string[] {
	const targets = [...prose(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
	const inside = targets.filter((target) => !/^(?:https?|mailto):/.test(target));
	return inside.map((target) => (target.startsWith('#') ? `${page}${target}` : join(dirname(page), decodeURI(target))));
}

/** The anchors that GitHub makes of a page's headings. */
function anchorsOf(page: string): string[] {
	const titles = [...prose(textOf(page)).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => title);
	const kept = titles.map((title) => title.toLowerCase().replace(/[^\p{L}\p{N}\p{M}\- _]/gu, ''));
	return kept.map((title) => title.replaceAll(' ', '-'));
}

/** The links of a page that lead to no file or no heading. */
function broken(page: string): string[] {
	return linksOf(page).filter((link) => {
		const [target = '', heading] = link.split('#');
		if (!existsSync(join(REPOSITORY, target))) return true;
		return heading !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(heading);
	});
}

it('finds the links of a page', () => {
	expect(linksOf('README.md').length).toBeGreaterThan(0);
});

it.each(PAGES)('%s has no link that leads nowhere', (page) => {
	expect(broken(page)).toEqual([]);
});
