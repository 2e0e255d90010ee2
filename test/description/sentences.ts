import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '../..');

const SOURCES = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(folder, file)),
);

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

/** Every text of what ships that a person may see: of panels and of messages, with the source that has it. */
export const SENTENCES = SOURCES.flatMap((file) => sentencesIn(file).map((text) => ({ file, text })));
