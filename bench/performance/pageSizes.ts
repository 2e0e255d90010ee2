import path from 'node:path';
import { putBetweenMarks } from '../../tools/generated';
import { startProgram } from '../support/childProcess';
import { toTable, whole } from '../support/markdown';

const RUN = path.join(__dirname, 'pageSizesRun.ts');

/** Records of one page. */
export const PAGE = 300;

/** Sizes of lists, in pages. */
const SIZES = [1, 2, 4, 10, 100, 1_000];

/** Slow enough that a loop by page tokens does not meet the limit of the service. */
export const LATENCIES = [300, 1_000];

export const DIRECTIONS = ['asc', 'desc'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A longer list is read for five input items: n8n takes no more than 100,000 records from one. */
export const PARTS_ABOVE = 300;

/** A reading may take so many times the time of the plain loop, and so many calls more; what is above is printed in bold. */
const MAX_TIME = 1.05;
const MAX_MORE_CALLS = 1;

/** What a reading took. */
export interface Spent {
	readonly ms: number;
	readonly calls: number;
	readonly refusals: number;
}

/** The same list read by the plain loop and by this node. */
export interface Comparison {
	readonly pages: number;
	readonly latencyMs: number;
	readonly direction: Direction;
	readonly plain: Spent;
	readonly node: Spent;
}

/** What the process prints that reads. */
export interface PageSizesFigures {
	readonly comparisons: readonly Comparison[];
}

function marked(text: string, isAbove: boolean): string {
	return isAbove ? `**${text}**` : text;
}

function row({ pages, latencyMs, direction, plain, node }: Comparison): string[] {
	const seconds = (ms: number) => (ms / 1_000).toFixed(1);
	const times = node.ms / plain.ms;
	const more = node.calls - plain.calls;
	return [
		whole(pages),
		`${whole(latencyMs)} ms`,
		direction === 'asc' ? 'ascending' : 'descending',
		seconds(plain.ms),
		seconds(node.ms),
		marked(`${times.toFixed(2)} times`, times > MAX_TIME),
		whole(plain.calls),
		whole(node.calls),
		marked(`${more > 0 ? '+' : ''}${more}`, more > MAX_MORE_CALLS),
		whole(node.refusals),
	];
}

const HEAD = ['pages', 'latency', 'direction', 'plain loop (s)', 'this node (s)', 'time', 'plain calls', 'calls', 'more calls', 'refused'];

/**
 * Reads lists of few and of many pages with *Return All* and with a loop by page tokens, in a time that leaps over what is only
 * waited for, and puts the comparison on the page.
 *
 * @param page the page with the marks `page-sizes`; without it the figures are only printed
 * @param most records of the largest list that is read
 */
export async function benchPageSizes(most: number, page?: string): Promise<void> {
	const sizes = SIZES.filter((pages) => pages * PAGE <= most);
	const child = startProgram(RUN, [JSON.stringify(sizes)]);
	const { comparisons } = (await child.firstLine) as PageSizesFigures;
	await child.end();
	const markdown = toTable(HEAD, comparisons.map(row));
	console.log(`\n${markdown}`);
	if (page !== undefined) putBetweenMarks(page, 'page-sizes', markdown);
}
