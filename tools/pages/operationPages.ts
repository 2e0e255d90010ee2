import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IBinaryData, IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { jpeg } from '../jpeg';

/**
 * The pages of the operations, as data: each shows a run of the node in three blocks of JSON (parameters, input items,
 * output items). The tests run them, and the pictures on the pages are taken of them.
 */

export const PAGES_FOLDER = join(__dirname, '../../docs/operations');

/** An item that has files; all others stand on the page as their fields alone. */
interface ItemWithFiles {
	readonly json: IDataObject;
	readonly binary: Record<string, Partial<IBinaryData>>;
}

/** The run that a page shows. */
export interface OperationPage {
	/** The page's file name without its ending. */
	readonly name: string;
	readonly text: string;
	readonly parameters: INodeParameters;
	readonly items: INodeExecutionData[];
	/** All output items, or the first one alone. */
	readonly output: unknown;
}

/** The text of the block of JSON with that word behind its language, if the page has one. */
function block(text: string, word: string): string | undefined {
	return new RegExp(`^\`\`\`json ${word}\n([^]*?)\n\`\`\`$`, 'm').exec(text)?.[1];
}

function requiredBlock(name: string, text: string, word: string): string {
	const found = block(text, word);
	if (found === undefined) throw new Error(`docs/operations/${name}.md shows no run: a block "json ${word}" is missing`);
	return found;
}

/** A file stands on the page without its content; a small JPEG takes that place. */
function withContent(binary: ItemWithFiles['binary']): INodeExecutionData['binary'] {
	const data = jpeg().toString('base64');
	return Object.fromEntries(
		Object.entries(binary).map(([field, file]) => [field, { mimeType: 'image/jpeg', ...file, data }]),
	);
}

/** Whether something that stands on a page is an item with files. */
export function hasFiles(item: unknown): item is ItemWithFiles {
	return typeof item === 'object' && item !== null && 'binary' in item && 'json' in item;
}

function readItems(text: string): INodeExecutionData[] {
	return (JSON.parse(text) as Array<IDataObject | ItemWithFiles>).map((item) =>
		hasFiles(item) ? { json: item.json, binary: withContent(item.binary) } : { json: item },
	);
}

/** @throws when a block is missing or is no JSON */
export function readPage(name: string): OperationPage {
	const text = readFileSync(join(PAGES_FOLDER, `${name}.md`), 'utf8');
	return {
		name,
		text,
		parameters: JSON.parse(requiredBlock(name, text, 'parameters')) as INodeParameters,
		items: readItems(block(text, 'input') ?? '[{}]'),
		output: JSON.parse(requiredBlock(name, text, 'output')),
	};
}

/** Names of all pages of operations, in alphabetical order. */
export function pageNames(): string[] {
	return readdirSync(PAGES_FOLDER)
		.filter((file) => file.endsWith('.md') && file !== 'README.md')
		.map((file) => file.slice(0, -'.md'.length))
		.sort();
}
