import type { INodeProperties } from 'n8n-workflow';
import { RESOURCES } from '../../nodes/BusinessCardData/resources';
import { pageNames, readPage } from '../../tools/pages/operationPages';
import { allFields } from '../../tools/panel';

/** The page of an operation names its fields as the panel does. */

const OPERATIONS = new Map(RESOURCES.flatMap(({ operations }) => operations.map((operation) => [operation.endpoint as string, operation])));

interface Documented {
	readonly page: string;
	readonly text: string;
	readonly fields: readonly INodeProperties[];
}

const PAGES: readonly Documented[] = pageNames().map((page) => {
	const { text, parameters } = readPage(page);
	const operation = OPERATIONS.get(`${String(parameters.resource)}.${String(parameters.operation)}`);
	if (!operation) throw new Error(`docs/operations/${page}.md shows an operation that there is not`);
	return { page, text, fields: allFields(operation.fields).filter(({ type }) => type !== 'notice') };
});

/** The rows of the tables of parameters: what the panel shows, and the names of the parameters. */
function rows(text: string): Array<{ shown: string; names: string[] }> {
	return [...text.matchAll(/^\| ([^|]+) \| ((?:`\w+`(?:, )?)+) \|/gm)].map(([, shown = '', names = '']) => ({
		shown,
		names: names.split(', ').map((name) => name.slice(1, -1)),
	}));
}

/** The section of the parameters. */
function parametersOf(text: string): string {
	return text.split('\n## ').find((section) => section.startsWith('Parameters')) ?? '';
}

/** More than a reader wants between two paragraphs. */
const MAX_LINES_SHOWN = 20;

/** The first lines of the blocks of code that are long and not folded. */
function longBlocks(text: string): string[] {
	const open = text.replace(/<details>[^]*?<\/details>/g, '');
	return [...open.matchAll(/^```(.*)\n([^]*?)^```$/gm)].flatMap(([, start = '', body = '']) => (body.split('\n').length > MAX_LINES_SHOWN ? [start] : []));
}

describe.each(PAGES)('$page', ({ text, fields }) => {
	it('folds long JSON', () => {
		expect(longBlocks(text)).toEqual([]);
	});

	it('names every parameter', () => {
		const missing = fields.map(({ name }) => name).filter((name) => !text.includes(`\`${name}\``));
		expect(missing).toEqual([]);
	});

	it('has rows only for fields of the panel, and calls them what the panel calls them', () => {
		const wrong = rows(parametersOf(text)).flatMap(({ shown, names }) =>
			names
				.filter((name) => !fields.some((field) => field.name === name && shown.includes(field.displayName)))
				.map((name) => `${shown}: ${name}`),
		);
		expect(wrong).toEqual([]);
	});
});
