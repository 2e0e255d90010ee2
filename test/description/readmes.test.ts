import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESOURCES } from '../../nodes/BusinessCardData/resources';
import { anchor, placeOf, withoutBlocks } from './markdown';

/** The two READMEs say the same: sections, operations, commands, pictures and links, whatever the language. */

const REPOSITORY = join(__dirname, '../..');

/** What is one section on its own in either language: its versions are a table that only the English one has. */
const COMPATIBILITY = 'Compatibility';

const FILES = { english: 'README.md', japanese: 'docs/README.ja.md' } as const;

interface Section {
	readonly title: string;
	readonly body: string;
}

function read(file: string): { head: string; sections: Section[] } {
	const [head = '', ...rest] = readFileSync(join(REPOSITORY, file), 'utf8').split(/^## /m);
	const sections = rest.map((text) => {
		const [title = ''] = text.split('\n');
		return { title, body: text.slice(title.length) };
	});
	return { head, sections };
}

function all(text: string, pattern: RegExp): string[] {
	return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

/** Where links and pictures lead, in their order: those of the repository by their place in it. */
function targets(text: string, page: string): string[] {
	return all(text, /\]\(([^)]+)\)/g).map((link) => (link.startsWith('#') ? link : (placeOf(page, link) ?? link)));
}

/** Links, with those to a heading of the page itself by the number of that heading: its words differ by language. */
function comparable(body: string, page: string): string[] {
	const headings = all(withoutBlocks(readFileSync(join(REPOSITORY, page), 'utf8')), /^#+ (.+)$/gm).map((title) => `#${anchor(title)}`);
	return targets(body, page).map((target) => (target.startsWith('#') ? `#${headings.indexOf(target)}` : target));
}

/** The commands of the blocks of code, without what is said about them. */
function commands(text: string): string[] {
	const blocks = all(text, /^```bash\n([^]*?)^```$/gm).join('');
	return blocks.split('\n').map((line) => line.replace(/\s*#.*$/, '').trimEnd());
}

/** What stands as code in the text; placeholders in it may be translated. */
function codes(text: string): string[] {
	return [...new Set(all(withoutBlocks(text), /`([^`\n]+)`/g))].sort();
}

/** The page and the versions of each operation. */
function operations(text: string): string[] {
	return all(text, /^\|[^|\n]*\| (\[[^\]]+\]\(\S*operations\/\S+\) \|.+)$/gm).map((row) => {
		const cells = row.split('|').map((cell) => cell.trim());
		return [cells[0]?.replace(/\(\S*\//, '('), ...cells.slice(-4, -1)].join(' | ');
	});
}

const ENGLISH = read(FILES.english);
const JAPANESE = read(FILES.japanese);

function whole({ head, sections }: typeof ENGLISH): string {
	return [head, ...sections.map(({ title, body }) => `## ${title}${body}`)].join('\n');
}

describe('README.md and README.ja.md', () => {
	it('lead to each other', () => {
		expect(targets(ENGLISH.head, FILES.english)).toContain(FILES.japanese);
		expect(targets(JAPANESE.head, FILES.japanese)).toContain(FILES.english);
	});

	it('have the same sections, listed at the top', () => {
		expect(JAPANESE.sections).toHaveLength(ENGLISH.sections.length);
		for (const { head, sections } of [ENGLISH, JAPANESE]) {
			const listed = targets(head, FILES.english).filter((target) => target.startsWith('#'));
			expect(listed).toEqual(sections.map(({ title }) => `#${anchor(title)}`));
		}
	});

	it('name the same operations in the same versions, all that the node has', () => {
		const named = operations(whole(ENGLISH));
		expect(operations(whole(JAPANESE))).toEqual(named);
		expect(named).toHaveLength(RESOURCES.flatMap((resource) => resource.operations).length);
	});

	it('give the same commands', () => {
		expect(commands(whole(JAPANESE))).toEqual(commands(whole(ENGLISH)));
		expect(commands(whole(ENGLISH)).length).toBeGreaterThan(5);
	});

	const pairs = ENGLISH.sections.map((section, index) => [section.title, section, JAPANESE.sections[index]] as const);

	it.each(pairs.filter(([title]) => title !== COMPATIBILITY))('"%s" has the same links, pictures and code', (_title, one, other) => {
		expect(comparable(other?.body ?? '', FILES.japanese)).toEqual(comparable(one.body, FILES.english));
		expect(codes(other?.body ?? '')).toEqual(codes(one.body));
	});
});
