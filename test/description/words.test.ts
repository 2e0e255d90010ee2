import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BusinessCardDataApi } from '../../credentials/BusinessCardDataApi.credentials';
import { pages, REPOSITORY, textOf } from '../support/repository';
import { NODE, TRIGGER } from './nodes';

/** What users read has none of the words that the last column of the glossary tells us not to use. */

const GLOSSARY = 'docs/internals/glossary.md';

/** Words of that column that no test can judge, with what they may also mean. */
const AMBIGUOUS: Readonly<Record<string, string>> = {
	'name of the company': 'a description, and no word',
	'your administrator': 'the administrator of a company',
	owner: "a field of the service, and a CRM's word",
	issue: 'a problem, or a page on GitHub',
	give: 'what an expression does',
	read: 'to get a record',
	'is done': 'an import or a step can be done',
	state: 'the saved state of the trigger, and a part of an address',
	link: 'a link on a page, and a relation in a CRM',
	have: 'a verb of every sentence',
	persons: 'the plural of the resource',
	'the company': 'the company on a card',
	'the items': 'the items of n8n',
	look: 'to look up, and how something appears',
	reading: 'the pronunciation of a name',
	ask: 'what people do',
	missing: 'the setting Missing Users',
	request: 'the details of HTTP',
	ends: 'where a time range ends',
};

/** What a page may say although a field of a node may not. */
const AMBIGUOUS_IN_PAGES: Readonly<Record<string, string>> = {
	...AMBIGUOUS,
	activate: 'the word of n8n 1, which a page names once',
	active: 'a state of accounts in a directory',
	reconcile: 'the example for Google Sheets',
	arrives: 'a card that arrives in a workflow',
	memory: 'the memory of a process',
	comes: 'where something comes from',
	repeat: 'to be there twice, or to do a step again',
};

/** Names that the service or other products have fixed. */
const FIXED_NAMES = /\bjob titles?\b|\bn8n-nodes-business-card-data\b|\*\*Switch\*\*/gi;

/** The first part of a word that has no other form than this one. */
const ONE_FORM = /[^s]s$/;

/** The words of a cell. A remark in parentheses, and what follows a word in quotes, says when the word is wrong. */
function wordsOf(cell: string): string[] {
	const entries = cell.replace(/\s*[(（][^)）]*[)）]/g, '').split(/[,;]\s*/);
	const words = entries.map(
		(entry) => /"([^"]+)"/.exec(entry)?.[1] ?? entry.replace(/ (?:in prose|in running text)$/, ''),
	);
	return words.filter((word) => /^[a-z]/i.test(word) && !word.includes('/'));
}

/** Every word that the glossary tells us not to use, from the table for users. */
function unwanted(): string[] {
	const section =
		textOf(GLOSSARY)
			.split(/^## /m)
			.find((part) => part.startsWith('Words for users')) ?? '';
	const rows = section.split('\n').filter((line) => /^\| (?!Thing|-)/.test(line));
	return rows.flatMap((row) => wordsOf(row.split('|').at(-2)?.trim() ?? ''));
}

/** Finds a word, and if its first part is a verb or noun in its basic form also the other forms. */
function finder(word: string): RegExp {
	const [first = '', ...rest] = word.split(' ');
	const stem = first.replace(/e$/, '');
	const last = first.at(-1) ?? '';
	const forms = ONE_FORM.test(first) ? first : `(?:${first}|${stem}(?:e?s|e?d|ing)|${first}${last}(?:ed|ing))`;
	return new RegExp(`\\b${[forms, ...rest].join(' ')}\\b`, 'i');
}

function findersFor(exceptions: Readonly<Record<string, string>>): Array<readonly [word: string, found: RegExp]> {
	return unwanted()
		.filter((word) => !Object.hasOwn(exceptions, word))
		.map((word) => [word, finder(word)] as const);
}

/** The unwanted words in some texts, each with its text. */
function hitsIn(texts: readonly string[], exceptions: Readonly<Record<string, string>>): string[] {
	const finders = findersFor(exceptions);
	return texts.flatMap((text) => {
		const prose = text.replace(FIXED_NAMES, '');
		return finders.filter(([, pattern]) => pattern.test(prose)).map(([word]) => `${word}: ${text}`);
	});
}

const TEXT_KEYS = new Set([
	...['displayName', 'description', 'hint', 'message', 'placeholder', 'action', 'propertyHint', 'subtitle'],
	...['eventTriggerDescription', 'activationMessage', 'activationHint', 'header', 'inactive', 'active'],
]);

/** Every text of a description that n8n shows: labels, choices, hints, notices, and what stands around the trigger. */
function textsIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(textsIn);
	if (typeof value !== 'object' || value === null) return [];

	const isChoice = 'value' in value && !('displayName' in value);
	return Object.entries(value).flatMap(([key, inner]) => {
		if (typeof inner !== 'string') return textsIn(inner);
		return TEXT_KEYS.has(key) || (isChoice && key === 'name') ? [inner.replace(/<[^>]*>/g, '')] : [];
	});
}

/** The English pages for users. Those for maintainers have the words of the code. */
const USER_PAGES = pages().filter(
	(page) => /^(?:README|CHANGELOG|docs\/(?!internals\/|ja\/)|examples\/)/.test(page) && !page.endsWith('.ja.md'),
);

/** The paragraphs, headings and rows of a text in Markdown, without code and without where links lead. */
function paragraphs(markdown: string): string[] {
	const prose = markdown.replace(/^ *```[^]*?^ *```$/gm, '').replace(/`[^`\n]*`|\]\([^)]*\)/g, '');
	const parts = prose.split(/\n(?=\n|\||#| *(?:[-*]|\d+\.) )/);
	return parts.map((part) => part.replace(/\s+/g, ' ').trim());
}

it('the glossary has words to look for, and each exception is one of them', () => {
	const words = unwanted();
	expect(words).toEqual(expect.arrayContaining(['picture', 'emit', 'leavers', 'wait out']));
	expect(Object.keys(AMBIGUOUS_IN_PAGES).filter((word) => !words.includes(word))).toEqual([]);
});

it('finds a word in each of its forms, and no other word', () => {
	const hits = (text: string) => hitsIn([text], AMBIGUOUS).map((hit) => hit.split(':')[0]);
	expect(hits('The trigger emitted a picture and repeats it')).toEqual(['picture', 'emit', 'repeat']);
	expect(hits('Job title of a person')).toEqual([]);
	expect(hits('What passes on a reserved job')).toEqual(['job', 'reserve', 'pass on']);
});

it.each([
	['the node', NODE],
	['the trigger', TRIGGER],
	['the credential', new BusinessCardDataApi()],
])('%s has none of them in its fields', (_, description) => {
	const texts = textsIn(description);
	expect(texts.length).toBeGreaterThan(5);
	expect(hitsIn(texts, AMBIGUOUS)).toEqual([]);
});

it.each(USER_PAGES)('%s has none of them', (page) => {
	expect(hitsIn(paragraphs(textOf(page)), AMBIGUOUS_IN_PAGES)).toEqual([]);
});

interface Note {
	readonly type: string;
	readonly parameters: { readonly content?: string };
}

const EXAMPLES = readdirSync(join(REPOSITORY, 'examples'))
	.filter((file) => file.endsWith('.json'))
	.map((file) => `examples/${file}`);

it.each(EXAMPLES)('%s has none of them in its notes', (file) => {
	const { nodes } = JSON.parse(textOf(file)) as { readonly nodes: readonly Note[] };
	const notes = nodes.filter(({ type }) => type.endsWith('.stickyNote'));
	expect(notes.length).toBeGreaterThan(0);

	const texts = notes.flatMap(({ parameters }) => paragraphs(parameters.content ?? ''));
	expect(hitsIn(texts, AMBIGUOUS_IN_PAGES)).toEqual([]);
});
