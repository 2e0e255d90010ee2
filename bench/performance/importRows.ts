import path from 'node:path';
import { putBetweenMarks } from '../../tools/generated';
import { toTable, whole } from '../support/markdown';
import { startProgram } from '../support/childProcess';
import { loadNow, loadSince } from './load';
import { Service } from './service';

const RUN = path.join(__dirname, 'importRowsRun.ts');

/** Rows of each import. */
const ROWS = 50_000;

/** What the process that imports is told. */
export interface ImportAssignment {
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Where the built package is. */
	readonly packageFolder: string;
	readonly rows: number;
}

/** What one import took. */
export interface ImportFigures {
	readonly name: string;
	readonly rows: number;
	readonly milliseconds: number;
	/** The longest that the node held the event loop, from n8n's last call of it on. */
	readonly longestOursMs: number;
	/** The longest block before that: n8n goes through all input items without a pause. */
	readonly longestEngineMs: number;
	/** How much of that the node took. */
	readonly heldInLoopMs: number;
	readonly error: string;
}

function toMarkdown(figures: readonly ImportFigures[]): string {
	const head = ['import', 'rows', 'seconds', "the node's longest block", "n8n's own block", 'of that in the node'];
	const rows = figures.map(({ name, rows: count, milliseconds, longestOursMs, longestEngineMs, heldInLoopMs, error }) => [
		error === '' ? name : `${name}: error`,
		whole(count),
		(milliseconds / 1_000).toFixed(1),
		`${whole(longestOursMs)} ms`,
		`${whole(longestEngineMs)} ms`,
		`${whole(heldInLoopMs)} ms`,
	]);
	return toTable(head, rows);
}

/**
 * Imports many rows as items and as a file, and puts on the page how long the event loop was held.
 *
 * @param page the page with the marks `imports`; without it the figures are only printed
 */
export async function benchImportRows(packageFolder: string, page?: string): Promise<void> {
	const before = loadNow();
	const service = await Service.start(0);
	const assignment: ImportAssignment = {
		baseUrl: service.baseUrl,
		apiKey: service.apiKey,
		packageFolder: path.resolve(packageFolder),
		rows: ROWS,
	};
	try {
		const child = startProgram(RUN, [JSON.stringify(assignment)]);
		const { figures } = (await child.firstLine) as { figures: ImportFigures[] };
		await child.end();
		const markdown = `${loadSince(before)}\n\n${toMarkdown(figures)}`;
		console.log(`\n${markdown}`);
		if (page !== undefined) putBetweenMarks(page, 'imports', markdown);
	} finally {
		await service.end();
	}
}
