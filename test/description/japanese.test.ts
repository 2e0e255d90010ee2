import { pageText, withoutBlocks } from './markdown';
import { all, codes, common, hasJapanese, inEnglish, JAPANESE_PAGES, targets } from './translation';

/** The Japanese pages say what the English ones say: the same sections, tables, links, pictures, code and messages. */

const PAIRS = JAPANESE_PAGES.map((page) => [page, inEnglish(page)] as const);

function levels(text: string): string[] {
	return all(withoutBlocks(text), /^(#+) /gm);
}

/** How many rows each section has in its tables and lists. */
function rows(text: string): number[] {
	return withoutBlocks(text)
		.split(/^#+ /m)
		.map((section) => all(section, /^(\||\d+\. |- )/gm).length);
}

/** Where a page leads beside the same page in the other language, as both languages know it. */
function leads(page: string): string[] {
	const own = inEnglish(page);
	return targets(pageText(page), page)
		.map(common)
		.filter((place) => place !== own)
		.sort();
}

test('there are Japanese pages', () => {
	expect(PAIRS.length).toBeGreaterThan(3);
});

test.each(PAIRS)('%s and %s lead to each other', (japanese, english) => {
	expect(targets(pageText(japanese), japanese)).toContain(english);
	expect(targets(pageText(english), english)).toContain(japanese);
});

test.each(PAIRS)('%s has the sections, tables and lists of %s', (japanese, english) => {
	expect(levels(pageText(japanese))).toEqual(levels(pageText(english)));
	expect(rows(pageText(japanese))).toEqual(rows(pageText(english)));
});

test.each(PAIRS)('%s has the links and pictures of %s', (japanese, english) => {
	expect(leads(japanese)).toEqual(leads(english));
});

test.each(PAIRS)('%s has the names and messages of %s, word for word', (japanese, english) => {
	expect(codes(pageText(japanese))).toEqual(codes(pageText(english)));
});

test.each([...JAPANESE_PAGES, 'docs/README.ja.md'])('%s leads to pages in Japanese where there are any', (page) => {
	const english = targets(pageText(page), page)
		.map((place) => place.split('#')[0] ?? '')
		.filter((place) => place !== inEnglish(page) && hasJapanese(place));
	expect(english).toEqual([]);
});
