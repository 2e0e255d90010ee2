import type { IDataObject } from 'n8n-workflow';
import {
	apiError,
	catchAs,
	CsvFormatError,
	encodeId,
	idText,
	importStatusName,
	isImportFinished,
	isObject,
	joined,
	LINE_BREAK,
	listedLines,
	OutOfTime,
	parsePresent,
	parseRecords,
	PLURAL,
	systemClock,
	wholeNumberOf,
	withoutStop,
} from '../../../shared';
import type {
	CsvLayout,
	Delimiter,
	Endpoint,
	OrganizationRecordKind,
	PresentRecord,
	ResultRow,
	ServiceRequest,
} from '../../../shared';
import { POLL_INTERVAL, TIMEOUT } from '../../resources/organizationImport/waiting';
import { listed, parameter } from '../run';
import type { Run } from '../run';

/* The calls that imports and syncs make beside the one of their description (spec: E11 to E16). */

const READ_CSV: Endpoint = { method: 'GET', response: 'csv', effect: 'read' };
const OF_IMPORT = { namesRecord: true } as const;

/** The kinds of one job, in the order of its files: users refer to departments. */
export const KINDS: readonly OrganizationRecordKind[] = ['department', 'user'];

/** The CSV files of one job; either may be missing. */
export type JobFiles = Partial<Record<OrganizationRecordKind, Uint8Array>>;

/** The body of a check or an import: one part for each file that there is (spec: E13). */
export function csvForm(files: JobFiles): FormData {
	const form = new FormData();
	for (const kind of KINDS) {
		const bytes = files[kind];
		if (bytes) form.append(kind, new Blob([new Uint8Array(bytes)], { type: 'text/csv' }), `${kind}.csv`);
	}
	return form;
}

/** What was added to the options of the operation. */
export function optionsOf(run: Pick<Run, 'given'>): IDataObject {
	return parameter(run, 'options') as IDataObject;
}

/**
 * Reads all users or departments (spec: E11, E12), every cell as it came, and the file.
 *
 * @throws NodeApiError when the service refuses, or gives a list that is not understood
 */
export async function readPresent(
	{ client, version }: Run,
	kind: OrganizationRecordKind,
	layout: CsvLayout,
): Promise<{ file: Buffer; records: PresentRecord[] }> {
	const path = `/organization/${PLURAL[kind]}`;
	const query: ServiceRequest['query'] = layout.delimiter === 'comma' ? [] : [['delimiter', layout.delimiter]];
	const { body: file } = await client.send({ endpoint: READ_CSV, version, path, query });
	const records = await catchAs(parsePresent(kind, file, layout), CsvFormatError);
	if (!(records instanceof CsvFormatError)) return { file, records };
	throw client.unusable(`The ${PLURAL[kind]} cannot be read from the service: ${records.message}`);
}

/**
 * Reads the rows of a result CSV, which has no header row (spec: Organization import result record). It is in commas
 * (spec: E16); whether a check answers in the delimiter of its upload is not shown (spec: E14), so that is tried too.
 *
 * @throws CsvFormatError when the text is no result in either
 */
export async function parseResults(text: Buffer, uploaded: Delimiter = 'comma'): Promise<ResultRow[]> {
	const rows = await catchAs(parseRecords('result', text, { delimiter: 'comma' }), CsvFormatError);
	if (!(rows instanceof CsvFormatError)) return rows as ResultRow[];
	const others = await catchAs(parseRecords('result', text, { delimiter: uploaded }), CsvFormatError);
	if (others instanceof CsvFormatError) throw rows;
	return others as ResultRow[];
}

async function resultsIn({ client }: Run, body: Buffer, uploaded?: Delimiter): Promise<ResultRow[]> {
	const rows = await catchAs(parseResults(body, uploaded), CsvFormatError);
	if (rows instanceof CsvFormatError) throw client.unusable(rows.message);
	return rows;
}

/** Sends a check, and gives what it has found wrong (spec: E14); nothing where the service would take the job. */
export async function checkedBy(run: Run, request: ServiceRequest, uploaded: Delimiter): Promise<ResultRow[]> {
	const { body } = await run.client.send(request);
	return body.toString('latin1').trim() === '' ? [] : await resultsIn(run, body, uploaded);
}

/**
 * The id in the answer to a reservation (spec: E13).
 *
 * @throws NodeApiError where there is none: the service took the import, and nobody can follow it
 */
export function reservedId({ client }: Run, json: unknown): string {
	const importId = isObject(json) ? idText(json.importId) : undefined;
	if (importId !== undefined) return importId;
	throw client.unusable('The service accepted the import, but returned no import ID', 'write');
}

/** How far an import has come; `unknown` for a number that the spec does not have. */
export type ImportProgress = { readonly importId: string; readonly importStatus: number; readonly status: string };

/** The progress in an answer (spec: E15); undefined where it has none. */
export function progressIn(json: unknown, importId: string): ImportProgress | undefined {
	const importStatus = isObject(json) ? wholeNumberOf(json.importStatus) : undefined;
	if (importStatus === undefined) return undefined;
	return { importId, importStatus, status: importStatusName(importStatus) ?? 'unknown' };
}

export const NO_STATUS = 'The service sent a response without the status of the import';

async function readStatus({ client, version }: Run, importId: string): Promise<ImportProgress> {
	const endpoint: Endpoint = { method: 'GET', response: 'json', effect: 'read', ...OF_IMPORT };
	const path = `/organization/jobs/${encodeId('importId', importId)}`;
	const { json } = await client.send({ endpoint, version, path, query: [] });
	const progress = progressIn(json, importId);
	if (!progress) throw client.unusable(NO_STATUS);
	return progress;
}

/** Reads the result of an import that has ended (spec: E16). */
export async function readResults(run: Run, importId: string): Promise<ResultRow[]> {
	const path = `/organization/jobs/${encodeId('importId', importId)}/result`;
	const endpoint = { ...READ_CSV, ...OF_IMPORT };
	const { body } = await run.client.send({ endpoint, version: run.version, path, query: [] });
	return await resultsIn(run, body);
}

/**
 * What the service says of the records that it did not import.
 *
 * @param keyOf what a person knows a record by; its id unless given
 */
export function failuresIn(results: readonly ResultRow[], keyOf?: (row: ResultRow) => string | undefined): string {
	const failed = results.filter(({ Completed }) => Completed !== true);
	if (failed.length === 0) return 'the service names no record';
	const lines = failed.map((row) => {
		const key = keyOf?.(row) ?? row.Id ?? row.TempId ?? '';
		return `${row.Type === 0 ? 'department' : 'user'} ${key}`.trim() + `: ${row.ErrorMessage ?? 'not imported'}`;
	});
	return listed(listedLines(lines));
}

/** The error about an import: its id is needed to find it again. */
export function importError({ client }: Run, importId: string, message: string, description: string) {
	const error = apiError(client.errorContext, message, description);
	error.context.importId = importId;
	return error;
}

/** What to say of an import that goes on by itself. */
export const READ_LATER = 'The import continues in the service. Read its status and result with this import ID';

/** What a look at the status that begins with the end of the timeout may take beyond it. */
const LAST_LOOK_MS = 1_000;

/** How often and how long the end of an import is waited for, in seconds, as the options say. */
export function waitingOf({ pollInterval, timeout }: IDataObject): { pollInterval: number; timeout: number } {
	return { pollInterval: Number(pollInterval ?? POLL_INTERVAL.default), timeout: Number(timeout ?? TIMEOUT.default) };
}

/**
 * Waits for the end of an import.
 *
 * @throws NodeApiError with the id of the import when it has not ended in time
 */
export async function untilFinished(run: Run, importId: string, options: IDataObject): Promise<ImportProgress> {
	const { pollInterval, timeout } = waitingOf(options);
	const signal = run.functions.getExecutionCancelSignal();
	const end = systemClock.now() + timeout * 1_000;
	let status = 'not known';
	for (;;) {
		// A service that hangs must not hold the run up.
		const client = run.client.until(Math.max(end, systemClock.now() + LAST_LOOK_MS));
		const progress = await catchAs(readStatus({ ...run, client }, importId), OutOfTime);
		if (!(progress instanceof OutOfTime)) {
			if (isImportFinished(progress.importStatus)) return progress;
			({ status } = progress);
		}
		if (signal?.aborted) {
			const message = `Waiting for the import ${importId} was cancelled (status: ${status})`;
			throw importError(run, importId, message, `${READ_LATER}.`);
		}
		const left = end - systemClock.now();
		if (left <= 0 || progress instanceof OutOfTime) {
			const cause = progress instanceof OutOfTime ? progress.cause : undefined;
			const why = cause ? `The last look at its status failed: ${withoutStop(cause.message)}.` : '';
			const message = `The import ${importId} did not end within ${timeout} s (status: ${status})`;
			const advice = `${READ_LATER}, or choose a longer Wait Timeout.`;
			throw importError(run, importId, message, joined([why, advice], LINE_BREAK));
		}
		await systemClock.sleep(Math.min(pollInterval * 1_000, left), signal);
	}
}
