import { posix, relative, sep } from 'node:path';
import type { Rule } from 'eslint';
import { roomOf, type Room } from './table';

/** What of a syntax tree tells an import: where it is from, and whether types alone come with it. */
interface ImportNode {
	readonly source?: unknown;
	readonly expression?: unknown;
	readonly callee?: unknown;
	readonly arguments?: readonly unknown[];
	readonly name?: unknown;
	readonly value?: unknown;
	readonly importKind?: unknown;
	readonly exportKind?: unknown;
}

function nodeOf(value: unknown): ImportNode {
	return typeof value === 'object' && value !== null ? value : {};
}

function textOf(literal: unknown): string | undefined {
	const { value } = nodeOf(literal);
	return typeof value === 'string' ? value : undefined;
}

function requiredBy({ callee, arguments: given = [] }: ImportNode): string | undefined {
	return nodeOf(callee).name === 'require' ? textOf(given[0]) : undefined;
}

/** Where each kind of import says from what. */
const SOURCES: Readonly<Record<string, (node: ImportNode) => string | undefined>> = {
	ImportDeclaration: ({ source }) => textOf(source),
	ExportNamedDeclaration: ({ source }) => textOf(source),
	ExportAllDeclaration: ({ source }) => textOf(source),
	ImportExpression: ({ source }) => textOf(source),
	TSImportType: ({ source }) => textOf(source),
	TSExternalModuleReference: ({ expression }) => textOf(expression),
	CallExpression: requiredBy,
};

/** What is wrong with an import of a package. */
function packageProblem(room: Room, name: string, isType: boolean): string | undefined {
	const { packages } = room;
	const plain = name.replace(/^node:/, '');
	if (packages === undefined || packages.includes(plain)) return undefined;
	if (!packages.includes(`type ${plain}`)) return `${room.folder} does not import the package ${name}`;
	return isType ? undefined : `${room.folder} imports only types of the package ${name}`;
}

/** What is wrong with an import of a file. */
function fileProblem(room: Room, path: string): string | undefined {
	const other = roomOf(path);
	if (!other) return path.endsWith('.json') ? undefined : `${path} is in no room`;
	if (other.folder === room.folder || room.imports.includes(other.folder)) return undefined;
	return `${room.folder} does not import ${other.folder}`;
}

/** An ESLint rule that reports every import that the table of rooms does not have, whatever its form. */
export const roomsRule: Rule.RuleModule = {
	meta: { type: 'problem', schema: [], messages: { wrong: '{{ problem }}: the table of rooms is tools/rooms/table.ts.' } },
	create(context) {
		const file = relative(context.cwd, context.filename).split(sep).join('/');
		const room = roomOf(file);
		function check(node: Rule.Node): void {
			const found: ImportNode = node as object;
			const source = SOURCES[node.type]?.(found);
			if (source === undefined) return;
			const isType = found.importKind === 'type' || found.exportKind === 'type' || String(node.type) === 'TSImportType';
			const problem = !room
				? `${file} is in no room`
				: source.startsWith('.')
					? fileProblem(room, posix.join(posix.dirname(file), source))
					: packageProblem(room, source, isType);
			if (problem !== undefined) context.report({ node, messageId: 'wrong', data: { problem } });
		}
		return Object.fromEntries(Object.keys(SOURCES).map((type) => [type, check]));
	},
};
