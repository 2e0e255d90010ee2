import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BARE, NO_SUCH_ADDRESS, SILENT_WRITES } from '../engine/faults/texts';

/** The messages that the pages quote are those that the package says, and the frequent ones are all in docs/troubleshooting.md. */

const ROOT = join(__dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'troubleshooting.md'), 'utf8');

/** The part of a page that explains messages, where it has other tables, too. */
function errorsOf(page: string): string {
	const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
	return text.split(/^## /m).find((section) => /^(?:Errors|Test)\n/.test(section)) ?? '';
}

const OPERATIONS = readdirSync(join(ROOT, 'docs', 'operations')).map((file) => `operations/${file}`);

const OTHERS = ['credential.md', 'trigger.md', ...OPERATIONS].map(errorsOf).join('\n');

/** Every source of a folder as one text, with what stands for a value written as the page writes it. */
function sourcesOf(folder: string): string {
	const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
	const text = files.map((name) => readFileSync(join(ROOT, folder, name), 'utf8')).join('\n');
	return text.replace(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '…');
}

const SOURCES = ['nodes', 'credentials'].map(sourcesOf).join('\n');

/** The first column of the tables: what a person sees. */
const QUOTED = [...`${PAGE}\n${OTHERS}`.matchAll(/^\| (?!---)([^|]+) \|/gm)]
	.flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)])
	.map(([, quoted = '']) => quoted);

/** Where messages are put together: a name, a number, a kind of record, or a clause of its own stands there. */
const JOINTS =
	/…|'[^']+'|"[^"]*"|"|\b[a-z]+[A-Z]\w*|(?<![\w"])(?:overlap|type|limit|language|users?|departments?|result|business card|edits)(?: CSV)?\b|\b(?:Email|Culture|UserUuid|NaN)\b|(?<=\s)-?\d+(?:\.\d)?\b|\([^)]*\)|: |,? (?:is not|but|or|and|valid|which|to be) |, /;

/** The parts of a quoted message that are said word for word. */
function literalParts(quoted: string): string[] {
	return quoted
		.replace(/ \(status [\d…]+\)/, '')
		.split(JOINTS)
		.map((part) => part.replace(/^[\s:;,.()]+|[\s:;,.()]+$/g, ''))
		.filter((part) => part.length > 3);
}

test.each([...new Set(QUOTED)])('"%s" is said by the package', (quoted) => {
	for (const part of literalParts(quoted)) expect(SOURCES).toContain(part);
});

test('the page quotes messages at all', () => {
	expect(QUOTED.length).toBeGreaterThan(60);
	expect(QUOTED.flatMap(literalParts).length).toBeGreaterThan(60);
});

const SAID = [
	...Object.values(BARE).map(([message]) => message),
	NO_SUCH_ADDRESS[0],
	...Object.values(SILENT_WRITES).flatMap((effect) => ('said' in effect ? [effect.said.message] : [])),
];

test.each(SAID)('"%s" is explained', (message) => {
	const words = message.replace(/ \(status \d+\)$/, '');
	expect(PAGE).toContain(words);
});
