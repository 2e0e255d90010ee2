import { NodeApiError } from 'n8n-workflow';
import type { INodeProperties } from 'n8n-workflow';
import {
	apiError,
	catchAs,
	CsvFormatError,
	encodeId,
	idText,
	isObject,
	joined,
	LINE_BREAK,
	listedLines,
	OutOfTime,
	parsePresent,
	parseRecords,
	RECORD_KINDS,
	systemClock,
	wholeNumberOf,
	withoutStop,
} from '../../../shared';
import type {
	CsvLayout,
	Delimiter,
	Encoding,
	Endpoint,
	OrganizationRecordKind,
	PresentRecord,
	ResultRow,
	ServiceRequest,
} from '../../../shared';
import { listed, parameter } from '../run';
import type { Run } from '../run';

/* The calls that imports and syncs make beside the one of their description (spec: E11 to E16). */

const LIST: Endpoint = { method: 'GET', response: 'csv', effect: 'read' };
const STATUS: Endpoint = { method: 'GET', response: 'json', effect: 'read', namesRecord: true };
const RESULT: Endpoint = { ...STATUS, response: 'csv' };

/** The CSV files of one job; either may be missing. */
export type JobFiles = Partial<Record<OrganizationRecordKind, Uint8Array>>;

/** The body of a check or an import: one part for each file that there is (spec: E13). */
export function csvForm(files: JobFiles): FormData {
	const form = new FormData();
	for (const kind of RECORD_KINDS) {
		const bytes = files[kind];
		if (bytes) form.append(kind, new Blob([new Uint8Array(bytes)], { type: 'text/csv' }), `${kind}.csv`);
	}
	return form;
}

/** What the operations of the organization have as options, each as far as it has them. */
interface Options {
	readonly delimiter: Delimiter;
	readonly encoding: Encoding;
	readonly columnOrder?: unknown;
	readonly userColumnOrder?: unknown;
	readonly departmentColumnOrder?: unknown;
	readonly waitForCompletion?: boolean;
	/** Seconds. */
	readonly pollInterval: number;
	readonly timeout: number;
	readonly includeBackup?: boolean;
	readonly protectedUserIds?: unknown;
}

/** The options of the operation: what was added to them, and the defaults of the others. */
export function optionsOf(run: Run): Options {
	const { options = [] } = run.operation.fields.find(({ name }) => name === 'options') ?? {};
	const entries = options as INodeProperties[];
	const defaults = Object.fromEntries(entries.map((entry) => [entry.name, entry.default]));
	return { ...defaults, ...(parameter(run, 'options') as object) } as unknown as Options;
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
	const path = `/organization/${kind}s`;
	const query: ServiceRequest['query'] = layout.delimiter === 'comma' ? [] : [['delimiter', layout.delimiter]];
	const { body: file } = await client.send({ endpoint: LIST, version, path, query });
	const records = await catchAs(parsePresent(kind, file, layout), CsvFormatError);
	if (!(records instanceof CsvFormatError)) return { file, records };
	throw client.unusable(`The ${kind}s cannot be read from the service: ${records.message}`);
}

/**
 * Sends a check, or asks for a result, and gives its rows, none where a check has found nothing. A result is in commas
 * (spec: E16); whether a check answers in the delimiter of its upload is not shown (spec: E14), so that is tried too.
 *
 * @throws NodeApiError when the service refuses, or gives what is no result in either
 */
export async function resultOf({ client }: Run, request: ServiceRequest, uploaded?: Delimiter): Promise<ResultRow[]> {
	const { body } = await client.send(request);
	const read = (delimiter: Delimiter) => catchAs(parseRecords('result', body, { delimiter }), CsvFormatError);
	const rows = await read('comma');
	if (!(rows instanceof CsvFormatError)) return rows as ResultRow[];
	const others = uploaded === undefined ? rows : await read(uploaded);
	if (!(others instanceof CsvFormatError)) return others as ResultRow[];
	throw client.unusable(rows.message);
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

/** The states of an import by their number (spec: Import status); the last two are its end. */
const STATES: Readonly<Record<number, string>> = { 0: 'reserved', 1: 'running', 2: 'completed', 9: 'error' };

/** How far an import has come; `unknown` for a number that the spec does not have. */
export type ImportProgress = { readonly importId: string; readonly importStatus: number; readonly status: string };

/** Asks how far an import has come (spec: E15). */
export async function statusOf({ client }: Run, request: ServiceRequest, importId: string): Promise<ImportProgress> {
	const { json } = await client.send(request);
	const importStatus = isObject(json) ? wholeNumberOf(json.importStatus) : undefined;
	if (importStatus === undefined) throw client.unusable('The service sent a response without the status of the import');
	return { importId, importStatus, status: STATES[importStatus] ?? 'unknown' };
}

/**
 * The error for rows that the service does not take, with what it says of each record.
 *
 * @param what is said of all of them
 * @param importId of the import that has ended with it
 * @param keyOf what a person knows a record by; its id unless given
 */
export function refusedRows(
	{ client }: Run,
	what: string,
	results: readonly ResultRow[],
	importId?: string,
	keyOf?: (row: ResultRow) => string | undefined,
): NodeApiError {
	const failed = results.filter(({ Completed }) => Completed !== true);
	const lines = failed.map((row) => {
		const key = keyOf?.(row) ?? row.Id ?? row.TempId ?? '';
		return `${row.Type === 0 ? 'department' : 'user'} ${key}`.trim() + `: ${row.ErrorMessage ?? 'not imported'}`;
	});
	const reasons = failed.length === 0 ? 'the service names no record' : listed(listedLines(lines));
	const advice = 'Correct the named records and import again. If the service refuses one row, it imports none.';
	const error = apiError(client.errorContext, `${what}: ${reasons}`, advice);
	Object.assign(error.context, importId === undefined ? {} : { importId }, {
		errors: failed.map((row) => ({ ...row })),
	});
	return error;
}

/** The error about an import: its id is needed to find it again. */
function importError({ client }: Run, importId: string, message: string, description: string, code?: string) {
	const error = apiError(client.errorContext, message, description, code);
	error.context.importId = importId;
	return error;
}

/** What to say of an import that goes on by itself. */
const READ_LATER = 'The import continues in the service. Read its status and result with this import ID';

/** What a look at the status that begins with the end of the timeout may take beyond it. */
const LAST_LOOK_MS = 1_000;

/**
 * Waits for the end of an import as long as the options say.
 *
 * @throws NodeApiError with the id of the import when it has not ended in time
 */
export async function untilFinished(run: Run, importId: string): Promise<ImportProgress> {
	const { pollInterval, timeout } = optionsOf(run);
	const signal = run.functions.getExecutionCancelSignal();
	const end = systemClock.now() + timeout * 1_000;
	const path = `/organization/jobs/${encodeId('importId', importId)}`;
	const request = { endpoint: STATUS, version: run.version, path, query: [] };
	let status = 'not known';
	for (;;) {
		// A service that hangs must not hold the run up.
		const client = run.client.endedBy({ deadline: Math.max(end, systemClock.now() + LAST_LOOK_MS) });
		const progress = await catchAs(statusOf({ ...run, client }, request, importId), OutOfTime);
		const isLost = progress instanceof OutOfTime;
		if (!isLost && [2, 9].includes(progress.importStatus)) return progress;
		if (!isLost) ({ status } = progress);
		const left = end - systemClock.now();
		if (signal?.aborted || left <= 0 || isLost) {
			const late = `The import ${importId} did not end within ${timeout} s`;
			const message = signal?.aborted ? `Waiting for the import ${importId} was cancelled` : late;
			const reason = isLost && progress.cause ? withoutStop(progress.cause.message) : '';
			const why = reason && `The last look at its status failed: ${reason}.`;
			const advice = signal?.aborted ? `${READ_LATER}.` : `${READ_LATER}, or choose a longer Wait Timeout.`;
			throw importError(run, importId, `${message} (status: ${status})`, joined([why, advice], LINE_BREAK));
		}
		await systemClock.sleep(Math.min(pollInterval * 1_000, left), signal);
	}
}

/**
 * Waits for the end of an import and reads its result (spec: E15, E16).
 *
 * @throws NodeApiError with the id of the import, whatever goes wrong
 */
export async function followed(run: Run, importId: string): Promise<ImportProgress & { results: ResultRow[] }> {
	let ended: string | undefined;
	const reading = untilFinished(run, importId).then(async (progress) => {
		ended = progress.status;
		const path = `/organization/jobs/${encodeId('importId', importId)}/result`;
		const request = { endpoint: RESULT, version: run.version, path, query: [] };
		return { ...progress, results: await resultOf(run, request) };
	});
	return await reading.catch((error: unknown) => {
		const refusal = error instanceof NodeApiError ? error : undefined;
		if (refusal?.context.importId !== undefined) throw refusal;
		const reason = error instanceof Error ? error.message : String(error);
		const unread = `has ended (status: ${ended}), but its result cannot be read`;
		const what = ended === undefined ? 'was accepted, but its status cannot be read' : unread;
		const after = ended === 'error' ? 'Nothing was imported.' : 'Do not import again.';
		const advice = ended === undefined ? `${READ_LATER}.` : `${after} Read the result later with this import ID.`;
		const description = joined([refusal?.description ?? '', advice], LINE_BREAK);
		throw importError(
			run,
			importId,
			`The import ${importId} ${what}: ${reason}`,
			description,
			refusal?.httpCode ?? undefined,
		);
	});
}
