import { RESOURCES } from '../../nodes/BusinessCardData/resources';
import { anchor, pageText } from './markdown';
import { all, codes, common, targets } from './translation';

/** The two READMEs say the same: sections, operations, commands, pictures and links, whatever the language. */

/** What is one section on its own in either language: its versions are a table that only the English one has. */
const COMPATIBILITY = 'Compatibility';

const FILES = { english: 'README.md', japanese: 'docs/README.ja.md' } as const;

interface Section {
	readonly title: string;
	readonly body: string;
}

function read(file: string): { head: string; sections: Section[] } {
	const [head = '', ...rest] = pageText(file).split(/^## /m);
	const sections = rest.map((text) => {
		const [title = ''] = text.split('\n');
		return { title, body: text.slice(title.length) };
	});
	return { head, sections };
}

/** Where a page leads, as both languages know it. */
function comparable(body: string, page: string): string[] {
	return targets(body, page).map(common);
}

/** The commands of the blocks of code, without what is said about them. */
function commands(text: string): string[] {
	const blocks = all(text, /^```bash\n([^]*?)^```$/gm).join('');
	return blocks.split('\n').map((line) => line.replace(/\s*#.*$/, '').trimEnd());
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
			const listed = all(head, /\]\((#[^)]+)\)/g);
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
