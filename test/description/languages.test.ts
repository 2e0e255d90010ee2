import { appendFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { japanesePages, outdatedIn, passagesOf, writeTranslated } from '../../scripts/docs/translations';
import { copyOf, REPOSITORY, textOf } from '../support/repository';

/** The Japanese pages and the English ones that they follow: neither changes without the other. */

const JAPANESE = japanesePages(REPOSITORY);
const PASSAGES = JAPANESE.flatMap((page) => passagesOf(page, textOf(page)));
const TRANSLATIONS = PASSAGES.filter(({ isTranslation }) => isTranslation);

/** What a section has, whatever it says. */
interface Section {
	readonly level: number;
	readonly rows: number;
	readonly steps: number;
	readonly blocksOfCode: number;
}

/** A block of code, and what stands for it where only its place matters. */
const CODE = /^ *```[^]*?^ *```$/gm;
const BLOCK = '```';

function count(text: string, lines: RegExp): number {
	return [...text.matchAll(lines)].length;
}

/** The sections of a page or a passage, with levels from 1 on: a passage may begin below the title of its page. */
function sectionsOf(text: string): Section[] {
	const parts = text.replace(CODE, BLOCK).split(/^(?=#{1,6} )/m);
	const sections = parts.filter((part) => part.startsWith('#'));
	const levels = sections.map((section) => section.indexOf(' '));
	const top = levels[0] ?? 1;

	return sections.map((section, place) => ({
		level: (levels[place] ?? top) - top + 1,
		rows: count(section, /^ *\|/gm),
		steps: count(section, /^ *\d+\. /gm),
		blocksOfCode: count(section, /^```/gm),
	}));
}

function cellsOf(row: string): string[] {
	const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
	return cells.slice(1, -1);
}

/** The messages that a page has in a column of that name, without the remarks in parentheses behind them. */
function messagesOf(text: string, column: RegExp): string[] {
	const tables = [...text.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => table.trim().split('\n').map(cellsOf));

	return tables.flatMap(([header = [], , ...rows]) => {
		const place = header.findIndex((title) => column.test(title));
		const cells = rows.flatMap((row) => row.slice(place, place + 1));
		return place === -1 ? [] : cells.map((cell) => cell.replace(/ *[（(].*[）)]/, ''));
	});
}

test('every Japanese page names the English page that it follows', () => {
	expect(JAPANESE.filter((page) => !PASSAGES.some((passage) => passage.page === page))).toEqual([]);
});

test.each(JAPANESE)('no English page changed after %s', (page) => {
	expect(outdatedIn(REPOSITORY, page)).toEqual([]);
});

test.each(JAPANESE)('%s and the English page at its beginning link to each other', (page) => {
	const source = passagesOf(page, textOf(page))[0]?.source ?? '';
	expect(textOf(page)).toContain(`[English](${relative(dirname(page), source)})`);
	expect(textOf(source)).toContain(`[日本語](${relative(dirname(source), page)})`);
});

test.each(TRANSLATIONS)('$page has the sections, rows and steps of $source', ({ source, text }) => {
	expect(sectionsOf(textOf(source)).length).toBeGreaterThan(0);
	expect(sectionsOf(text)).toEqual(sectionsOf(textOf(source)));
});

test('Japanese readers find each message as the screen shows it, in the row where the English page has it', () => {
	const english = messagesOf(textOf('docs/troubleshooting.md'), /^Message/);
	const japanese = messagesOf(textOf('docs/ja/troubleshooting.md'), /^メッセージ/);
	expect(english.length).toBeGreaterThan(0);

	/** A row about something that shows no message. */
	const isSymptom = (cell: string) => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(cell);
	expect(japanese).toEqual(english.map((message, row) => (isSymptom(japanese[row] ?? '') ? japanese[row] : message)));
});

describe('when an English page changes', () => {
	const folder = copyOf('docs', 'README.md', 'examples/README.md');
	const page = 'docs/ja/troubleshooting.md';

	test('its Japanese page is named with what to do, until somebody looked at it', () => {
		appendFileSync(join(folder, 'docs/troubleshooting.md'), 'One more sentence.\n');
		expect(outdatedIn(folder, page)).toEqual([expect.stringContaining(`npm run release -- translated ${page}`)]);

		expect(writeTranslated(folder, [page])).toEqual([page]);
		expect(outdatedIn(folder, page)).toEqual([]);
	});

	test('a page that is none of the Japanese ones is refused', () => {
		expect(() => writeTranslated(folder, ['docs/troubleshooting.md'])).toThrow('docs/troubleshooting.md');
	});
});
