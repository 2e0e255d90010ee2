import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutBlocks } from './markdown';

/** Words that were replaced in the English pages do not come back. */

const ROOT = join(__dirname, '../..');

/** What the pages say now, by what they said before. */
const REPLACED: ReadonlyArray<readonly [instead: string, before: RegExp]> = [
	['again', /\banew\b/],
	['skipped', /\bpass(?:ed|es) over\b/],
	['emits, gives, passes on', /\bhands? on\b/],
	['little by little', /\bby and by\b/],
	['endlessly, indefinitely, or what ends it', /\bfor ever\b/],
	['what n8n does in a crash', /what n8n makes of/],
	['the newest records', /\bthe place where the present is\b|\bthe present\b/],
	['is not valid', /\bis no valid\b/],
	['per second, per poll …', /\b(?:records|calls|cards|items|pages) a (?:second|minute|poll|page|card|record|item|day)\b/],
	['one item per card, one row per card …', /\bone (?:item|row|line|call|file|page|folder) a \w+/i],
	['starts over', /\b(?:begins|starts?) afresh\b/],
];

/** The recipes belong to the example workflows and are written with the notes in them. */
const ELSEWHERE = 'docs/recipes.md';

const PAGES = ['docs', 'docs/how-to', 'docs/internals', 'docs/operations']
	.flatMap((folder) => readdirSync(join(ROOT, folder)).map((file) => `${folder}/${file}`))
	.filter((page) => page.endsWith('.md') && !page.endsWith('.ja.md') && page !== ELSEWHERE);

/** The text of a page: without code, which quotes messages, and without figures that a program writes. */
function prose(page: string): string {
	const text = readFileSync(join(ROOT, page), 'utf8').replace(/<!-- [\w-]+:begin -->[^]*?<!-- [\w-]+:end -->/g, '');
	return withoutBlocks(text).replace(/`[^`\n]*`/g, '').replace(/\s+/g, ' ');
}

test.each(['README.md', 'CONTRIBUTING.md', ...PAGES])('%s is in plain words', (page) => {
	const text = prose(page);
	const found = REPLACED.flatMap(([instead, before]) => {
		const [words] = before.exec(text) ?? [];
		return words === undefined ? [] : [`"${words}": write "${instead}"`];
	});
	expect(found).toEqual([]);
});
