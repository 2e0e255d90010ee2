import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	apiError,
	idText,
	ParameterError,
	isImportFinished,
	isObject,
	joined,
	catchAs,
	OutOfTime,
	systemClock,
	withoutStop,
} from '../../../shared';
import type { ResultRow } from '../../../shared';
import { POLL_INTERVAL, STATUS_VERSIONS, TIMEOUT } from '../../resources/organizationImport/waiting';
import { csvOptions, delimiterOf } from './csvOptions';
import { pairedWithInput } from '../inputItems';
import { jobBody } from './files';
import { problemsOf, readResults, readStatus } from './status';
import type { ImportProgress } from './status';
import { listed, toRequest } from '../run';
import type { Run } from '../run';

/** What a look at the status that begins with the end of the timeout may take beyond it. */
const LAST_LOOK_MS = 1_000;

/** Longest list of messages in one error. */
const MAX_MESSAGES = 50;

/** What to do about an import that has ended, by the name of its status. */
const AFTER_END: Readonly<Record<string, string>> = { completed: 'Do not import again.', error: 'Nothing was imported.' };

const READ_LATER = 'The import continues in the service. Read its status and result with this import ID';

function pairedWithAll(run: Run, json: IDataObject): INodeExecutionData[] {
	return [{ json, pairedItem: pairedWithInput(run.functions) }];
}

/** The times of waiting among the options of an operation. */
export function waitingOf(options: IDataObject): Waiting {
	return {
		pollInterval: Number(options.pollInterval ?? POLL_INTERVAL.default),
		timeout: Number(options.timeout ?? TIMEOUT.default),
	};
}

/** Checks users and departments without importing them (spec: E14). */
export async function runCheck(run: Run): Promise<INodeExecutionData[]> {
	const response = await run.client.send(toRequest(run, { body: await jobBody(run) }));
	const errors = await problemsOf(run.client, response, delimiterOf(csvOptions(run)));
	return pairedWithAll(run, { valid: errors.length === 0, errors: errors.map((row) => ({ ...row })) });
}

/** An error that tells which import it is about: the reservation stands, and its id is needed to find it again. */
function importError(run: Run, importId: string, message: string, description: string): NodeApiError {
	const error = apiError(run.client.errorContext, message, description);
	error.context.importId = importId;
	return error;
}

function describeFailures(results: readonly ResultRow[]): string {
	const failed = results.filter(({ Completed }) => Completed !== true);
	if (failed.length === 0) return 'the result names no failed record';
	const lines = failed.slice(0, MAX_MESSAGES).map(({ Type, Id, TempId, ErrorMessage }) => {
		const record = [Type === 0 ? 'department' : 'user', Id ?? TempId ?? ''].join(' ').trim();
		return `${record}: ${ErrorMessage ?? 'not imported'}`;
	});
	return listed(lines, failed.length);
}

/** How long the end of an import is waited for, in seconds. */
export interface Waiting {
	readonly pollInterval: number;
	readonly timeout: number;
}

/** What the last look at the status ran into, if it was more than the clock: a pause that the service asks for, for one. */
function whyNotRead(progress: ImportProgress | OutOfTime): string {
	const cause = progress instanceof OutOfTime ? progress.cause : undefined;
	return cause ? `The last look at its status failed: ${withoutStop(cause.message)}.` : '';
}

/**
 * Waits for the end of an import.
 *
 * @throws NodeApiError with the id of the import when it has not ended in time
 */
export async function untilFinished(run: Run, importId: string, { pollInterval, timeout }: Waiting): Promise<ImportProgress> {
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
			throw importError(
				run,
				importId,
				`The import ${importId} did not end within ${timeout} s (status: ${status})`,
				joined([whyNotRead(progress), `${READ_LATER}, or choose a longer Wait Timeout.`], '\n'),
			);
		}
		await systemClock.sleep(Math.min(pollInterval * 1_000, left), signal);
	}
}

/** Waits for the end of an import and reads its result; one that failed fails the node with the records' messages. */
async function follow(run: Run, importId: string, waiting: Waiting): Promise<IDataObject> {
	const progress = await untilFinished(run, importId, waiting);
	const results = await readResults(run, importId).catch(
		withImportId(run, importId, {
			what: `has ended (status: ${progress.status}), but its result cannot be read`,
			advice: joined([AFTER_END[progress.status], 'Read the result later with this import ID.'], ' '),
		}),
	);
	if (progress.status === 'error') {
		throw importError(
			run,
			importId,
			`The import ${importId} failed and nothing was imported: ${describeFailures(results)}`,
			'Correct the named records and import again. If the service refuses one row, it imports none.',
		);
	}
	return { ...progress, results: results.map((row) => ({ ...row })) };
}

/** What is known of an import that cannot be followed any further. */
interface LostImport {
	readonly what: string;
	readonly advice: string;
}

const STATUS_LOST: LostImport = { what: 'was accepted, but its status cannot be read', advice: `${READ_LATER}.` };

/** What goes wrong after the reservation, of whatever kind, must not hide its id. */
function withImportId(run: Run, importId: string, { what, advice }: LostImport = STATUS_LOST): (error: unknown) => never {
	return (error) => {
		const refusal = error instanceof NodeApiError ? error : undefined;
		if (refusal?.context.importId !== undefined) throw refusal;
		const reason = error instanceof Error ? error.message : String(error);
		const known = importError(
			run,
			importId,
			`The import ${importId} ${what}: ${reason}`,
			joined([refusal?.description ?? '', advice], '\n'),
		);
		known.httpCode = refusal?.httpCode ?? known.httpCode;
		throw known;
	};
}

/**
 * The id in the answer to a reservation (spec: E13).
 *
 * @throws NodeApiError where there is none: the service took the import, and nobody can follow it
 */
export function reservedId({ client }: Pick<Run, 'client'>, json: unknown): string {
	const importId = isObject(json) ? idText(json.importId) : undefined;
	if (importId !== undefined) return importId;
	throw client.unusable('The service accepted the import, but returned no import ID', 'write');
}

/**
 * Reserves an import (spec: E13). A write: it is never repeated once it may have arrived.
 *
 * @param body the files, as {@link jobBody} makes them
 * @returns the import ID
 * @throws NodeApiError when the service refuses, or takes the import and gives no ID
 */
async function reserve(run: Run, body: FormData): Promise<string> {
	const { json } = await run.sent.once(async () => await run.client.send(toRequest(run, { body })));
	return reservedId(run, json);
}

/** Reserves an import of users and departments, and follows it to its end when asked to (spec: E13). */
export async function runImport(run: Run): Promise<INodeExecutionData[]> {
	const options = csvOptions(run);
	const waits = options.waitForCompletion === true;
	if (waits && !STATUS_VERSIONS.includes(run.version)) {
		throw new ParameterError({
			parameter: 'waitForCompletion',
			message: `API version ${run.version} does not report the status of an import`,
			rule: `to wait for the end, choose API version ${STATUS_VERSIONS.join(', ')} or Auto.`,
		});
	}
	const waiting = waitingOf(options);
	const importId = await reserve(run, await jobBody(run));
	if (!waits) return pairedWithAll(run, { importId });
	return pairedWithAll(run, await follow(run, importId, waiting).catch(withImportId(run, importId)));
}
