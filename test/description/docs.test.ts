import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchor, pageText, placeOf, REPOSITORY, withoutBlocks } from './markdown';
import { examplesWithTable } from '../../tools/realN8n/examples';

/** Every page of the documentation: what it links to is there, and the workflows it speaks of are those that are executed. */

const EXAMPLES = readdirSync(join(REPOSITORY, 'examples')).filter((file) => file.endsWith('.json'));

function pagesIn(folder: string): string[] {
	return readdirSync(join(REPOSITORY, folder), { withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
		.map(({ name }) => join(folder, name));
}

const PAGES = ['.', 'docs', 'docs/how-to', 'docs/internals', 'docs/ja', 'docs/operations', 'examples', 'nodes/BusinessCardDataTrigger'].flatMap(pagesIn);

/** The anchors of a page's headings. */
function anchors(text: string): string[] {
	return [...withoutBlocks(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => anchor(title));
}

function linksOf(page: string): string[] {
	return [...withoutBlocks(pageText(page)).replace(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

/** The links of a page that lead nowhere. */
function broken(page: string): string[] {
	return linksOf(page).filter((link) => {
		const place = placeOf(page, link);
		if (place === undefined) return false;
		const [target = '', heading] = place.split('#');
		if (!existsSync(join(REPOSITORY, target))) return true;
		return heading !== undefined && target.endsWith('.md') && !anchors(pageText(target)).includes(heading);
	});
}

it.each(PAGES)('%s has no link that leads nowhere', (page) => {
	expect(broken(page)).toEqual([]);
});

it.each([
	['docs/how-to', 'docs/README.md'],
	['docs/internals', 'docs/internals/README.md'],
])('every page of %s is in the index %s', (folder, index) => {
	const listed = new Set(linksOf(index).map((link) => placeOf(index, link)));
	expect(pagesIn(folder).filter((page) => page !== index && !listed.has(page))).toEqual([]);
});

it('every example is named in the READMEs, and no page names one that does not exist', () => {
	for (const page of ['README.md', 'docs/README.ja.md', 'examples/README.md']) {
		const text = pageText(page);
		expect(EXAMPLES.filter((file) => !text.includes(file)).map((file) => `${page}: ${file}`)).toEqual([]);
	}
	const named = PAGES.flatMap((page) => [...pageText(page).matchAll(/examples\/([\w-]+\.json)/g)].map(([, file = '']) => file));
	expect(named.filter((file) => !EXAMPLES.includes(file))).toEqual([]);
});

it('the README of the examples names those that make a data table, which n8n 1.123 cannot', () => {
	const makesTable = (file: string) => /"n8n-nodes-base\.dataTable"/.test(pageText(`examples/${file}`));
	expect(EXAMPLES.filter(makesTable)).toEqual([...examplesWithTable]);
	const [, named = ''] = /^All run on n8n 1\.123 too, except (.*?), which/ms.exec(pageText('examples/README.md')) ?? [];
	expect([...named.matchAll(/`([^`]+)`/g)].map(([, file]) => file).sort()).toEqual([...examplesWithTable]);
});

it('no page shows a workflow that is not among the examples, which the end-to-end tests execute', () => {
	const workflows = PAGES.filter((page) => /^```json[^]*?"connections"[^]*?^```$/m.test(pageText(page).replace(/^```(?!json)[^]*?^```$/gm, '')));
	expect(workflows).toEqual([]);
});

it('every picture in docs/images is on a page, and all of them together stay small', () => {
	const folder = join(REPOSITORY, 'docs/images');
	const pictures = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.png'));
	const shown = new Set(PAGES.flatMap((page) => linksOf(page).map((link) => placeOf(page, link))));
	expect(pictures.filter((file) => !shown.has(join('docs/images', file)))).toEqual([]);
	const bytes = pictures.reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0);
	expect(bytes).toBeLessThan(4_000_000);
});
