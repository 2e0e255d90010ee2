import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import {
	apiError,
	catchAs,
	columnOrders,
	CsvFormatError,
	idText,
	isObject,
	joined,
	LINE_BREAK,
	listedLines,
	OutOfTime,
	parsePresent,
	parseRecords,
	systemClock,
	wholeNumberOf,
	withoutStop,
} from '../../../shared';
import type {
	Change,
	CsvLayout,
	Delimiter,
	Encoding,
	Endpoint,
	OrganizationRecordKind,
	ResultRow,
	ServiceRequest,
	ServiceResponse,
} from '../../../shared';
import type { Run } from '../../resources/operation';
import { refusedLines } from './outcome';

/** The options of the operations of the organization: each operation has some of them. */
interface Options extends Readonly<Record<string, unknown>> {
	readonly delimiter: Delimiter;
	readonly encoding: Encoding;
	/** Seconds, as `timeout`. */
	readonly pollInterval: number;
	readonly timeout: number;
}

/** The states of an import by their number (spec: Import status). */
const STATES: Readonly<Record<number, string>> = {
	0: 'reserved',
	1: 'running',
	2: 'completed',
	9: 'error',
};

/** The states of an import that has finished. */
const FINAL_STATES: readonly number[] = [2, 9];

/** How far an import has come; `unknown` for a number that the spec does not have. */
type Progress = { readonly importId: string; readonly importStatus: number; readonly status: string };

/** The errors after which nobody can tell whether an import has finished: its status is none that the spec has. */
const UNTELLABLE = new WeakSet<Error>();

/** Whether a wait for an import failed because the service gives no status that tells its end, now or later. */
export function isUntellable(error: Error): boolean {
	return UNTELLABLE.has(error);
}

/** The advice for an import that continues by itself. */
const CHECK_LATER =
	'The import continues in the service. Check it later with Organization Import: Get Status and this import ID';

const CORRECT_RECORDS = 'Correct the named records and import again. If the service refuses one row, it imports none.';

/** The calls that imports and syncs make (spec: E11 to E16), with the options of the operation. */
export class OrganizationService {
	/** The options that were added, and the defaults of the others. */
	readonly options: Options;

	constructor(readonly run: Run) {
		const collection = run.operation.fields.find((field) => field.name === 'options');
		const entries = (collection?.options ?? []) as INodeProperties[];

		const defaults = Object.fromEntries(entries.map((entry) => [entry.name, entry.default]));
		const added = run.parameters.values.options as object;
		this.options = { ...defaults, ...added } as Options;
	}

	/**
	 * Says how the CSV of a kind is laid out.
	 *
	 * @param kinds the kinds among which one order of the columns counts for the kind that it fits
	 * @throws ParameterError for an order of columns that is none
	 */
	layout(kind: OrganizationRecordKind, kinds: readonly OrganizationRecordKind[] = [kind]) {
		const { delimiter, encoding } = this.options;
		const ownName = `${kind}ColumnOrder`;
		const name = ownName in this.options ? ownName : 'columnOrder';
		const columnOrder = columnOrders(name, this.options[name], kinds)[kind];
		return {
			delimiter,
			encoding,
			columnOrder,
		};
	}

	/** Makes a request beside that of the description: a read of a CSV unless the endpoint says otherwise. */
	request(path: string, endpoint: Partial<Endpoint> = {}): ServiceRequest {
		const read: Endpoint = {
			method: 'GET',
			response: 'csv',
			effect: 'read',
		};
		return {
			endpoint: { ...read, ...endpoint },
			version: this.run.version,
			path: `/organization/${path}`,
			query: [],
		};
	}

	/**
	 * Waits for the reading of a CSV of the service.
	 *
	 * @param where the beginning of the error
	 * @throws NodeApiError when the CSV is not understood
	 */
	async understood<T>(reading: Promise<T>, where = ''): Promise<T> {
		const rows = await catchAs(reading, CsvFormatError);
		if (rows instanceof CsvFormatError) throw this.run.client.unusable(`${where}${rows.message}`);
		return rows;
	}

	/**
	 * Reads all users or departments (spec: E11, E12).
	 *
	 * @returns the file, and its records with every cell as it came
	 * @throws NodeApiError when they cannot be read
	 */
	async present(kind: OrganizationRecordKind, layout: CsvLayout = this.layout(kind)) {
		const { delimiter } = layout;
		const request = this.request(`${kind}s`);
		const query: ServiceRequest['query'] = delimiter === 'comma' ? [] : [['delimiter', delimiter]];
		const { body: file } = await this.run.client.send({
			...request,
			query,
		});

		const where = `The ${kind}s cannot be read from the service: `;
		const records = await this.understood(parsePresent(kind, file, layout), where);
		return { file, records };
	}

	/**
	 * Sends a check, or asks for a result. A result is in commas (spec: E16); whether a check answers in the delimiter of
	 * its upload is not shown (spec: E14), so that is tried too.
	 *
	 * @returns the rows; none where a check has found nothing
	 */
	async result(request: ServiceRequest): Promise<ResultRow[]> {
		const { body } = await this.run.client.send(request);
		const { delimiter = 'comma' } = this.options;

		const inCommas = parseRecords('result', body, { delimiter: 'comma' });
		const rows = inCommas.catch(() => parseRecords('result', body, { delimiter }));
		return (await this.understood(rows)) as ResultRow[];
	}

	/** Reads the id from the response to an import (spec: E13). @throws NodeApiError where there is none */
	async importIdOf(submission: Promise<ServiceResponse>): Promise<string> {
		const { json } = await submission;
		const importId = isObject(json) ? idText(json.importId) : undefined;
		if (importId !== undefined) return importId;

		const message = 'The service accepted the import, but returned no import ID';
		throw this.run.client.unusable(message, { mayHaveArrived: true });
	}

	/** Asks how far an import has come (spec: E15). */
	async status(request: ServiceRequest, importId: string, client = this.run.client): Promise<Progress> {
		const { json } = await client.send(request);
		const importStatus = isObject(json) ? wholeNumberOf(json.importStatus) : undefined;
		if (importStatus !== undefined)
			return {
				importId,
				importStatus,
				status: STATES[importStatus] ?? 'unknown',
			};

		const error = client.unusable('The service sent a response without the status of the import');
		UNTELLABLE.add(error);
		throw error;
	}

	/**
	 * Waits until an import has finished, as long as the options say (spec: E15).
	 *
	 * @throws NodeApiError with the id of the import when its status cannot be read, or it has not finished in time
	 */
	async waitForEnd(importId: string): Promise<Progress> {
		const end = systemClock.now() + this.options.timeout * 1_000;
		// A service that hangs must not hold the run up; a look at the end of the time gets a second.
		const client = this.run.client.endedBy({ deadline: end + 1_000 });
		const request = this.request(importPath(importId), {
			response: 'json',
			namesRecord: true,
		});
		let last: Progress | undefined;
		let failure: OutOfTime | undefined;

		do {
			const asking = catchAs(this.status(request, importId, client), OutOfTime);
			const answer = await this.about(importId, asking, 'was accepted, but its status', `${CHECK_LATER}.`);
			if (answer instanceof OutOfTime) {
				failure = answer;
				break;
			}

			if (FINAL_STATES.includes(answer.importStatus)) return answer;
			last = answer;
		} while (await this.pause(end));

		throw this.notFinished(importId, last, failure);
	}

	/** @param last the last status that was read; @param failure the end of the time while the status was read */
	private notFinished(importId: string, last?: Progress, failure?: OutOfTime): NodeApiError {
		const isCancelled = this.run.functions.getExecutionCancelSignal()?.aborted === true;
		const isUnknown = last?.status === 'unknown';
		const late = `The import ${importId} did not finish within ${this.options.timeout} s`;
		const what = isCancelled ? `Waiting for the import ${importId} was cancelled` : late;
		const number = isUnknown ? `, ${last.importStatus}` : '';
		const status = `${last?.status ?? 'not known'}${number}`;

		const cause = failure?.cause?.message;
		const reason = cause === undefined ? '' : `The last check of its status failed: ${withoutStop(cause)}.`;
		const advice = `${CHECK_LATER}, or choose a longer Wait Timeout.`;
		const error = this.error(`${what} (status: ${status})`, [reason, advice], { importId });
		if (isUnknown && !isCancelled) UNTELLABLE.add(error);
		return error;
	}

	/** Waits until the next look, or to an end if that is earlier. @returns false where it is over */
	async pause(end: number): Promise<boolean> {
		const left = end - systemClock.now();
		if (left <= 0) return false;

		const pause = Math.min(this.options.pollInterval * 1_000, left);
		await systemClock.sleep(pause, this.run.functions.getExecutionCancelSignal());
		return true;
	}

	/**
	 * Reads the result of an import that has finished (spec: E16).
	 *
	 * @param failure the headline of the error for an import that failed
	 * @param changes the changes that the rows stand for, where they are known
	 * @throws NodeApiError with the id of the import when the result cannot be read, or the import failed
	 */
	async resultsOf(progress: Progress, failure: string, changes: readonly Change[] = []): Promise<ResultRow[]> {
		const { importId, status } = progress;
		const request = this.request(`${importPath(importId)}/result`, { namesRecord: true });
		const after = status === 'error' ? 'Nothing was imported.' : 'Do not import again.';
		const advice = `${after} Read the result later with this import ID.`;

		const what = `has finished with status ${status}, but its result`;
		const results = await this.about(importId, this.result(request), what, advice);
		if (status === 'error') throw this.refused(failure, results, changes, importId);
		return results;
	}

	/**
	 * Makes the error for rows that the service does not take, with what it says of each.
	 *
	 * @param headline what the service did
	 * @param changes the changes that the rows stand for, where they are known
	 */
	refused(headline: string, results: readonly ResultRow[], changes: readonly Change[], importId?: string): NodeApiError {
		const failed = results.filter((row) => row.Completed !== true);
		const lines = listedLines(refusedLines(failed, changes));
		// n8n's editor shows the lines in one, where the semicolon is what keeps them apart.
		const message = joined([headline, lines.join(';\n')], '.\n');
		const errors = failed.map((row) => this.masked(row));
		return this.error(message, [CORRECT_RECORDS], {
			importId,
			errors,
		});
	}

	/** Waits for an answer about an import; an error about it names the import and says what to do. */
	private async about<T>(importId: string, asking: Promise<T>, what: string, advice: string): Promise<T> {
		const answer = await catchAs(asking, NodeApiError);
		if (!(answer instanceof NodeApiError)) return answer;

		answer.message = `The import ${importId} ${what} cannot be read: ${answer.message}`;
		answer.description = joined([answer.description ?? '', advice], LINE_BREAK);
		answer.context.importId = importId;
		throw answer;
	}

	/** A row of a result without the secrets that its message may repeat. */
	private masked(row: ResultRow): ResultRow {
		const { masked } = this.run.client.errorContext;
		const { ErrorMessage } = row;
		if (ErrorMessage === null) return row;
		return { ...row, ErrorMessage: masked(String(ErrorMessage)) };
	}

	private error(message: string, advice: string[], context: IDataObject): NodeApiError {
		const error = apiError(this.run.client.errorContext, message, joined(advice, LINE_BREAK));
		Object.assign(error.context, context);
		return error;
	}
}

function importPath(importId: string): string {
	return `jobs/${encodeURIComponent(importId)}`;
}
