import path from 'node:path';
import { isObject } from '../../nodes/shared/base/json';
import { putBetweenMarks } from '../../tools/generated';
import { toTable, whole } from '../support/markdown';
import { startProgram } from '../support/childProcess';
import { loadNow, loadSince } from './load';

const RUN = path.join(__dirname, 'uploadsRun.ts');
const SINK = path.join(__dirname, 'uploadSink.ts');

const PICTURES = 300;
const PICTURE_BYTES = 4_000_000;

/** What the process that uploads is told. */
export interface UploadAssignment {
	readonly baseUrl: string;
	/** Where the built package is. */
	readonly packageFolder: string;
	readonly pictures: number;
	readonly bytes: number;
}

/** What uploading took. */
export interface UploadFigures {
	readonly uploaded: number;
	readonly milliseconds: number;
	/** The most that was held above the start, looked at after each collection of garbage. */
	readonly heldBytes: number;
	/** How much the process grew at its largest, garbage included. */
	readonly grownBytes: number;
	/** The longest that the event loop served nobody else, from n8n's last call of the node on. */
	readonly oursMs: number;
	/** The same before: n8n goes through all input items without a pause. */
	readonly engineMs: number;
	readonly error: string;
}

function toMarkdown(figures: UploadFigures): string {
	const { uploaded, milliseconds, heldBytes, grownBytes, oursMs, engineMs, error } = figures;
	const megabytes = (bytes: number) => `${whole(bytes / 1e6)} MB`;
	const head = ['pictures', 'each', 'seconds', 'held above the start', 'process grown', "the node's longest block", "n8n's own block"];
	const row = [
		error === '' ? whole(uploaded) : `${whole(uploaded)}: error`,
		megabytes(PICTURE_BYTES),
		(milliseconds / 1_000).toFixed(1),
		megabytes(heldBytes),
		megabytes(grownBytes),
		`${whole(oursMs)} ms`,
		`${whole(engineMs)} ms`,
	];
	return toTable(head, [row]);
}

/**
 * Uploads many pictures that n8n keeps on disk, and puts on the page what that takes of memory and of the event loop.
 *
 * @param page the page with the marks `uploads`; without it the figures are only printed
 */
export async function benchUploads(packageFolder: string, page?: string): Promise<void> {
	const before = loadNow();
	const sink = startProgram(SINK, []);
	try {
		const said = await sink.firstLine;
		if (!isObject(said)) throw new Error('the sink did not say where it is');
		const assignment: UploadAssignment = {
			baseUrl: String(said.baseUrl),
			packageFolder: path.resolve(packageFolder),
			pictures: PICTURES,
			bytes: PICTURE_BYTES,
		};
		const child = startProgram(RUN, [JSON.stringify(assignment)], ['--expose-gc']);
		const figures = (await child.firstLine) as UploadFigures;
		await child.end();
		const markdown = `${loadSince(before)}\n\n${toMarkdown(figures)}`;
		console.log(`\n${markdown}`);
		if (page !== undefined) putBetweenMarks(page, 'uploads', markdown);
	} finally {
		await sink.end();
	}
}
