import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { joined, LINE_BREAK, ParameterError } from '../../../shared';
import type { Delimiter } from '../../../shared';
import { STATUS_VERSIONS } from '../../resources/organizationImport/waiting';
import { pairedWithInput } from '../inputItems';
import type { Run } from '../run';
import { jobBody } from './files';
import {
	checkedBy,
	failuresIn,
	importError,
	optionsOf,
	READ_LATER,
	readResults,
	reservedId,
	untilFinished,
} from './service';

/** What to do about an import that has ended. */
const AFTER_END: Readonly<Record<string, string>> = {
	completed: 'Do not import again.',
	error: 'Nothing was imported.',
};

function pairedWithAll(run: Run, json: IDataObject): INodeExecutionData[] {
	return [{ json, pairedItem: pairedWithInput(run.functions) }];
}

/** Checks users and departments without importing them (spec: E14). */
export async function runCheck(run: Run): Promise<INodeExecutionData[]> {
	const { delimiter = 'comma' } = optionsOf(run);
	const errors = await checkedBy(run, { ...run.request, body: await jobBody(run) }, delimiter as Delimiter);
	return pairedWithAll(run, { valid: errors.length === 0, errors: errors.map((row) => ({ ...row })) });
}

/**
 * Reserves an import of users and departments, and follows it to its end when asked to (spec: E13). A write: it is
 * never repeated once it may have arrived.
 *
 * @throws NodeApiError when the service refuses, or takes the import and gives no ID
 */
export async function runImport(run: Run): Promise<INodeExecutionData[]> {
	const { waitForCompletion: waits } = optionsOf(run);
	if (waits === true && !STATUS_VERSIONS.includes(run.version)) {
		throw new ParameterError({
			parameter: 'waitForCompletion',
			message: `API version ${run.version} does not report the status of an import`,
			rule: `to wait for the end, choose API version ${STATUS_VERSIONS.join(', ')} or Auto.`,
		});
	}
	const body = await jobBody(run);
	const { json } = await run.sent.once(async () => await run.client.send({ ...run.request, body }));
	const importId = reservedId(run, json);
	return pairedWithAll(run, waits === true ? await follow(run, importId) : { importId });
}

/** Waits for the end of an import and reads its result; one that failed fails the node with the records' messages. */
async function follow(run: Run, importId: string): Promise<IDataObject> {
	const lost = 'was accepted, but its status cannot be read';
	const progress = await known(run, importId, lost, `${READ_LATER}.`, untilFinished(run, importId, optionsOf(run)));
	const { status } = progress;
	const unread = `has ended (status: ${status}), but its result cannot be read`;
	const advice = joined([AFTER_END[status], 'Read the result later with this import ID.'], ' ');
	const results = await known(run, importId, unread, advice, readResults(run, importId));
	if (status !== 'error') return { ...progress, results: results.map((row) => ({ ...row })) };
	const message = `The import ${importId} failed and nothing was imported: ${failuresIn(results)}`;
	const correct = 'Correct the named records and import again. If the service refuses one row, it imports none.';
	throw importError(run, importId, message, correct);
}

/** What goes wrong after the reservation, of whatever kind, must not hide its id. */
async function known<T>(run: Run, importId: string, what: string, advice: string, doing: Promise<T>): Promise<T> {
	return await doing.catch((error: unknown) => {
		const refusal = error instanceof NodeApiError ? error : undefined;
		if (refusal?.context.importId !== undefined) throw refusal;
		const reason = error instanceof Error ? error.message : String(error);
		const description = joined([refusal?.description ?? '', advice], LINE_BREAK);
		const told = importError(run, importId, `The import ${importId} ${what}: ${reason}`, description);
		told.httpCode = refusal?.httpCode ?? told.httpCode;
		throw told;
	});
}
