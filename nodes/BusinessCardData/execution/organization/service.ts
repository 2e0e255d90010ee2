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

/** What the operations of the organization have as options, each as far as it has them. */
interface Options extends Readonly<Record<string, unknown>> {
	readonly delimiter: Delimiter;
	readonly encoding: Encoding;
	/** Seconds, as `timeout`. */
	readonly pollInterval: number;
	readonly timeout: number;
}

/** The states of an import by their number (spec: Import status); the last two are its end. */
const STATES: Readonly<Record<number, string>> = { 0: 'reserved', 1: 'running', 2: 'completed', 9: 'error' };

/** The errors after which nobody can tell whether an import has ended: its status is none that the spec has. */
const UNTELLABLE = new WeakSet<Error>();

/** Whether a wait for an import ended because the service gives no status that tells its end, now or later. */
export function isUntellable(error: Error): boolean {
	return UNTELLABLE.has(error);
}

/** How far an import has come; `unknown` for a number that the spec does not have. */
type Progress = { readonly importId: string; readonly importStatus: number; readonly status: string };

/** What to say of an import that goes on by itself. */
const READ_LATER = 'The import continues in the service. Read its status and result with this import ID';

/** The calls that imports and syncs make (spec: E11 to E16), with the options of the operation. */
export class OrganizationService {
	/** What was added to them, and the defaults of the others. */
	readonly options: Options;

	/** The changes that the import which is under way is to make, where it is known. */
	protected job: readonly Change[] = [];

	constructor(readonly run: Run) {
		const { options = [] } = run.operation.fields.find(({ name }) => name === 'options') ?? {};
		const defaults = (options as INodeProperties[]).map((entry) => [entry.name, entry.default]);
		this.options = { ...Object.fromEntries(defaults), ...(run.parameters.values.options as object) } as Options;
	}

	/**
	 * How the CSV of a kind is laid out; among these kinds, one order of the columns counts for the kind that it fits.
	 * @throws ParameterError for an order of columns that is none
	 */
	layout(kind: OrganizationRecordKind, kinds: readonly OrganizationRecordKind[] = [kind]) {
		const { delimiter, encoding } = this.options;
		const name = `${kind}ColumnOrder` in this.options ? `${kind}ColumnOrder` : 'columnOrder';
		const { [kind]: columnOrder } = columnOrders(name, this.options[name], kinds);
		return { delimiter, encoding, columnOrder };
	}

	/** A request beside that of the description, a read of a CSV unless the endpoint says otherwise. */
	request(path: string, endpoint: Partial<Endpoint> = {}): ServiceRequest {
		const read: Endpoint = { method: 'GET', response: 'csv', effect: 'read' };
		return { endpoint: { ...read, ...endpoint }, version: this.run.version, path: `/organization/${path}`, query: [] };
	}

	/** What a CSV of the service says. @throws NodeApiError when it is not understood */
	async understood<T>(reading: Promise<T>, whose = ''): Promise<T> {
		const rows = await catchAs(reading, CsvFormatError);
		if (rows instanceof CsvFormatError) throw this.run.client.unusable(`${whose}${rows.message}`);
		return rows;
	}

	/** All users or departments (spec: E11, E12), every cell as it came. @throws NodeApiError when they cannot be read */
	async present(kind: OrganizationRecordKind, layout = this.layout(kind)) {
		const query: ServiceRequest['query'] = layout.delimiter === 'comma' ? [] : [['delimiter', layout.delimiter]];
		const { body: file } = await this.run.client.send({ ...this.request(`${kind}s`), query });
		const whose = `The ${kind}s cannot be read from the service: `;
		return { file, records: await this.understood(parsePresent(kind, file, layout), whose) };
	}

	/**
	 * Sends a check, or asks for a result, and gives its rows, none where a check has found nothing. A result is in commas
	 * (spec: E16); whether a check answers in the delimiter of its upload is not shown (spec: E14), so that is tried too.
	 */
	async result(request: ServiceRequest): Promise<ResultRow[]> {
		const { body } = await this.run.client.send(request);
		const inCommas = parseRecords('result', body, { delimiter: 'comma' });
		const { delimiter = 'comma' } = this.options;
		const rows = inCommas.catch(() => parseRecords('result', body, { delimiter }));
		return (await this.understood(rows)) as ResultRow[];
	}

	/** The id that a reservation is answered with (spec: E13). @throws NodeApiError where there is none to follow it by */
	async reserved(answer: Promise<ServiceResponse>): Promise<string> {
		const { json } = await answer;
		const importId = isObject(json) ? idText(json.importId) : undefined;
		if (importId !== undefined) return importId;
		throw this.run.client.unusable('The service accepted the import, but returned no import ID', 'write');
	}

	/** Asks how far an import has come (spec: E15). */
	async status(request: ServiceRequest, importId: string, client = this.run.client): Promise<Progress> {
		const { json } = await client.send(request);
		const importStatus = isObject(json) ? wholeNumberOf(json.importStatus) : undefined;
		if (importStatus !== undefined) return { importId, importStatus, status: STATES[importStatus] ?? 'unknown' };

		const error = client.unusable('The service sent a response without the status of the import');
		UNTELLABLE.add(error);
		throw error;
	}

	/**
	 * Waits for the end of an import as long as the options say (spec: E15).
	 * @throws NodeApiError with the id of the import when its status cannot be read, or it has not ended in time
	 */
	async end(importId: string): Promise<Progress> {
		const { timeout } = this.options;
		const end = systemClock.now() + timeout * 1_000;
		// A service that hangs must not hold the run up; a look at the end of the time gets a second.
		const client = this.run.client.endedBy({ deadline: end + 1_000 });
		const request = this.request(`jobs/${encodeURIComponent(importId)}`, { response: 'json', namesRecord: true });
		let last: Progress | undefined;
		let reason = '';
		do {
			const look = catchAs(this.status(request, importId, client), OutOfTime);
			const progress = await this.asked(importId, look, 'was accepted, but its status', `${READ_LATER}.`);
			if (progress instanceof OutOfTime) {
				reason = progress.cause ? `The last look at its status failed: ${withoutStop(progress.cause.message)}.` : '';
				break;
			}
			if ([2, 9].includes(progress.importStatus)) return progress;
			last = progress;
		} while (await this.pause(end));
		const isCancelled = this.run.functions.getExecutionCancelSignal()?.aborted === true;
		const isUnknown = last?.status === 'unknown';
		const status = isUnknown ? `unknown, ${last?.importStatus}` : (last?.status ?? 'not known');
		const late = `The import ${importId} did not end within ${timeout} s`;
		const message = isCancelled ? `Waiting for the import ${importId} was cancelled` : late;
		const advice = `${READ_LATER}, or choose a longer Wait Timeout.`;
		const error = this.error(`${message} (status: ${status})`, [reason, advice], { importId });
		if (isUnknown && !isCancelled) UNTELLABLE.add(error);
		throw error;
	}

	/** Waits until the next look, or to an end if that is earlier. @returns false where it is over */
	protected async pause(end: number): Promise<boolean> {
		const left = end - systemClock.now();
		const pause = Math.min(this.options.pollInterval * 1_000, left);
		if (left > 0) await systemClock.sleep(pause, this.run.functions.getExecutionCancelSignal());
		return left > 0;
	}

	/**
	 * Reads the result of an import that has ended (spec: E16).
	 * @throws NodeApiError with the id of the import: the result cannot be read, or the import failed, told by `what`
	 */
	async results({ importId, status }: Progress, what: string): Promise<ResultRow[]> {
		const request = this.request(`jobs/${encodeURIComponent(importId)}/result`, { namesRecord: true });
		const after = status === 'error' ? 'Nothing was imported.' : 'Do not import again.';
		const advice = `${after} Read the result later with this import ID.`;
		const told = `has ended (status: ${status}), but its result`;
		const results = await this.asked(importId, this.result(request), told, advice);
		if (status === 'error') throw this.refused(what, results, importId);
		return results;
	}

	/** What is asked about an import; where it cannot be told, the error says with the id of the import what to do. */
	private async asked<T>(importId: string, asking: Promise<T>, what: string, advice: string): Promise<T> {
		const answer = await catchAs(asking, NodeApiError);
		if (!(answer instanceof NodeApiError)) return answer;
		answer.message = `The import ${importId} ${what} cannot be read: ${answer.message}`;
		answer.description = joined([answer.description ?? '', advice], LINE_BREAK);
		answer.context.importId = importId;
		throw answer;
	}

	/** The error for rows that the service does not take, with what it says of each; parameters as for `results`. */
	refused(what: string, results: ResultRow[], importId?: string): NodeApiError {
		const failed = results.filter(({ Completed }) => Completed !== true);
		const lines = refusedLines(failed, this.job);
		const advice = 'Correct the named records and import again. If the service refuses one row, it imports none.';
		// n8n's editor shows the lines in one, where the semicolon is what keeps them apart.
		return this.error(joined([what, listedLines(lines).join(';\n')], ': '), [advice], {
			importId,
			errors: failed.map((row) => this.masked(row)),
		});
	}

	/** A row of a result without the secrets that its message may repeat. */
	private masked(row: ResultRow): ResultRow {
		const { masked } = this.run.client.errorContext;
		return { ...row, ErrorMessage: row.ErrorMessage === null ? null : masked(String(row.ErrorMessage)) };
	}

	private error(message: string, advice: string[], context: IDataObject): NodeApiError {
		const error = apiError(this.run.client.errorContext, message, joined(advice, LINE_BREAK));
		Object.assign(error.context, context);
		return error;
	}
}
