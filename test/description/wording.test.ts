import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The words of every message that the package can say (n8n's UX guidelines: Errors). */

const ROOT = join(__dirname, '../..');

const SOURCES = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(folder, file)),
);

/** What n8n asks to leave out: it says that something is wrong, and not what. */
const AVOIDED = /\b(?:errors?|problems?|failures?|mistakes?)\b/i;

/** Every text of a source that is a sentence or a part of one. */
function sentencesIn(file: string): string[] {
	const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
		if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) found.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found.filter((text) => /\p{L} \p{L}/u.test(text));
}

const SENTENCES = SOURCES.flatMap((file) => sentencesIn(file).map((text) => ({ file, text })));

test('no sentence says only that something is wrong', () => {
	expect(SENTENCES.length).toBeGreaterThan(300);
	expect(SENTENCES.filter(({ text }) => AVOIDED.test(text))).toEqual([]);
});

test('every sentence is English', () => {
	expect(SENTENCES.filter(({ text }) => /[\u2e80-\u{10ffff}]/u.test(text))).toEqual([]);
});
