import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutBlocks } from './markdown';
import { SENTENCES } from './sentences';

/** Words that were replaced in panels, messages, pages and examples do not come back. */

const ROOT = join(__dirname, '../..');

/** What the texts say now, by what they said before. */
const REPLACED: ReadonlyArray<readonly [instead: string, before: RegExp]> = [
	['again', /\banew\b/],
	['skipped', /\bpass(?:ed|es) over\b/],
	['emits, gives, passes on', /\bhands? on\b/],
	['emits', /\bhand(?:s|ed|ing)? over\b/],
	['little by little', /\bby and by\b/],
	['endlessly, indefinitely, or what ends it', /\bfor ever\b/],
	['what n8n does in a crash', /what n8n makes of/],
	['the newest records', /\bthe place where the present is\b|\bthe present\b/],
	['is not valid', /\bis no valid\b/],
	['is not a …', /\b(?:is|are|which) no (?:CSV|JPEG|id|text|date|value|mapping|object|complete|number|formula|fields?|columns?|system administrator)\b/i],
	['per second, per poll …', /\b(?:records|calls|cards|items|pages) a (?:second|minute|poll|page|card|record|item|day)\b/],
	['one item per card, one row per card …', /\bone (?:item|row|line|call|file|page|folder|message|contact) a \w+/i],
	['starts over', /\bafresh\b/],
	['sends a response, sends a page token', /\bg[ai]ves? (?:an answer|a page token|the same page)\b/],
	['the service accepted', /\bthe service took\b/],
	['what to do with, what happens to', /\bwhat becomes of\b/i],
	['takes precedence over', /\bgoes before\b/i],
	['time range', /\b(?:start|end|ends|part|bounds) of (?:the|a) term\b|\bgiven term\b|\bterms overlap\b/i],
	['during the execution', /\bwhile the run was under way\b/],
	['checked', /\bnot looked at\b|\bcannot be looked at\b/],
	['remove', /\btakes? (?:it|them|the \w+) out\b/i],
	['the named fields, the named records', /\bthat (?:is|are) named\b/],
	['if this happens again', /\bstays so\b/],
	['the saved state of this trigger', /\bwhat this trigger remembers\b/i],
	['only', /\b(?:machine|URL) alone\b/],
	['cannot encode', /\bcannot hold\b/],
	['contains', /\b(?:CSV|file) holds\b/i],
	['no route to', /\bno way to its\b/],
	['billed for digitization, made twice', /\bcould be billed\b/],
];

/** The replaced words of a text, with what to write in their place. */
function replacedIn(text: string): string[] {
	const plain = text.replace(/\s+/g, ' ');
	return REPLACED.flatMap(([instead, before]) => {
		const [words] = before.exec(plain) ?? [];
		return words === undefined ? [] : [`"${words}": write "${instead}"`];
	});
}

/** Pages in both languages: the Japanese ones quote the labels and messages in English. */
const PAGES = ['docs', 'docs/how-to', 'docs/internals', 'docs/ja', 'docs/operations']
	.flatMap((folder) => readdirSync(join(ROOT, folder)).map((file) => `${folder}/${file}`))
	.filter((page) => page.endsWith('.md'));

/** The text of a page with the messages that it quotes, but without blocks of code and figures that a program writes. */
function prose(page: string): string {
	return withoutBlocks(readFileSync(join(ROOT, page), 'utf8').replace(/<!-- [\w-]+:begin -->[^]*?<!-- [\w-]+:end -->/g, ''));
}

test.each(['README.md', 'CONTRIBUTING.md', 'examples/README.md', ...PAGES])('%s is in plain words', (page) => {
	expect(replacedIn(prose(page))).toEqual([]);
});

test('panels and messages are in plain words', () => {
	expect(SENTENCES.length).toBeGreaterThan(300);
	const found = SENTENCES.flatMap(({ file, text }) => replacedIn(text).map((words) => ({ file, words })));
	expect(found).toEqual([]);
});

interface ExampleNode {
	readonly type: string;
	readonly name: string;
	readonly notes?: string;
	readonly parameters: { readonly content?: string };
}

const EXAMPLES = readdirSync(join(ROOT, 'examples')).filter((file) => file.endsWith('.json'));

test.each(EXAMPLES)('the notes of examples/%s are in plain words', (file) => {
	const { nodes } = JSON.parse(readFileSync(join(ROOT, 'examples', file), 'utf8')) as { nodes: ExampleNode[] };
	const notes = nodes.flatMap(({ name, notes: note, parameters }) => [name, note ?? '', parameters.content ?? '']);
	expect(notes.flatMap(replacedIn)).toEqual([]);
});
