import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { anchorsOf, linksOf, pages, REPOSITORY } from './markdown';

const PAGES = pages();

/** The links of a page that lead to no file or no heading. */
function broken(page: string): string[] {
	return linksOf(page).filter((link) => {
		const [target = '', heading] = link.split('#');
		if (!existsSync(join(REPOSITORY, target))) return true;
		return heading !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(heading);
	});
}

it('finds the pages and their links', () => {
	expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'docs/operations/README.md']));
	expect(linksOf('README.md').length).toBeGreaterThan(0);
});

it.each(PAGES)('%s has no link that leads nowhere', (page) => {
	expect(broken(page)).toEqual([]);
});
