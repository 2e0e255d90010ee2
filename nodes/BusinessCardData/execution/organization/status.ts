import type { INodeExecutionData } from 'n8n-workflow';
import { CsvFormatError, importStatusName, isObject, catchAs, parseRecords, readId, wholeNumberOf } from '../../../shared';
import type { Delimiter, ResultRow, ServiceClient, ServiceResponse } from '../../../shared';
import type { Run } from '../run';
import { resultCall, statusCall } from './calls';

/** How far an import has come. */
export interface ImportProgress {
	readonly importId: string;
	readonly importStatus: number;
	/** `unknown` for a number that the spec does not have. */
	readonly status: string;
}

type Reading = Pick<Run, 'client' | 'version'>;

function progressOf(client: ServiceClient, importId: string, { json }: ServiceResponse): ImportProgress {
	const importStatus = isObject(json) ? wholeNumberOf(json.importStatus) : undefined;
	if (importStatus === undefined) throw client.unusable('The service sent a response without the status of the import');
	return { importId, importStatus, status: importStatusName(importStatus) ?? 'unknown' };
}

/** Reads how far an import has come (spec: E15). */
export async function readStatus(run: Reading, importId: string): Promise<ImportProgress> {
	return progressOf(run.client, importId, await run.client.send(statusCall(run, importId)));
}

/**
 * Reads the rows of a result CSV, which has no header row (spec: Organization import result record). It is in commas
 * (spec: E16); whether a check answers in the delimiter of its upload is not shown (spec: E14), so that is tried too.
 *
 * @param uploaded delimiter of the upload, where the response might be in it
 * @throws NodeApiError when the text is no result in either
 */
export async function parseResults(client: ServiceClient, text: Buffer, uploaded: Delimiter = 'comma'): Promise<ResultRow[]> {
	const rows = await catchAs(parseRecords('result', text, { delimiter: 'comma' }), CsvFormatError);
	if (!(rows instanceof CsvFormatError)) return rows;
	const others = uploaded === 'comma' ? rows : await catchAs(parseRecords('result', text, { delimiter: uploaded }), CsvFormatError);
	if (others instanceof CsvFormatError) throw client.unusable(rows.message);
	return others;
}

/** What a check has found wrong (spec: E14); nothing where the service would take the job. */
export async function problemsOf(client: ServiceClient, { body }: ServiceResponse, uploaded: Delimiter): Promise<ResultRow[]> {
	return body.toString('latin1').trim() === '' ? [] : await parseResults(client, body, uploaded);
}

/** Reads the result of an import that has ended (spec: E16). */
export async function readResults(run: Reading, importId: string): Promise<ResultRow[]> {
	const { body } = await run.client.send(resultCall(run, importId));
	return await parseResults(run.client, body);
}

/** How far an import has come, with the name of its status (spec: E15). */
export async function runStatus({ client, request, given }: Run): Promise<INodeExecutionData[]> {
	const importId = readId('importId', given.values.importId);
	return [{ json: { ...progressOf(client, importId, await client.send(request)) } }];
}

/** What became of each record of an import (spec: E16). */
export async function runResult({ client, request }: Run): Promise<INodeExecutionData[]> {
	const { body } = await client.send(request);
	const rows = await parseResults(client, body);
	return rows.map((row) => ({ json: { ...row } }));
}
