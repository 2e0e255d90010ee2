import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { fault } from '../../../shared';
import type { Delimiter } from '../../../shared';
import { STATUS_VERSIONS } from '../../resources/organizationImport/waiting';
import { pairedWithInput } from '../inputItems';
import type { Run } from '../run';
import { jobBody } from './files';
import { checkedBy, failuresIn, followed, importError, optionsOf, reservedId } from './service';

function pairedWithAll(run: Run, json: IDataObject): INodeExecutionData[] {
	return [{ json, pairedItem: pairedWithInput(run.functions) }];
}

/** Checks users and departments without importing them (spec: E14). */
export async function runCheck(run: Run): Promise<INodeExecutionData[]> {
	const { delimiter } = optionsOf(run);
	const errors = await checkedBy(run, { ...run.request, body: await jobBody(run) }, delimiter as Delimiter);
	return pairedWithAll(run, { valid: errors.length === 0, errors: errors.map((row) => ({ ...row })) });
}

/**
 * Reserves an import of users and departments, and follows it to its end when asked to (spec: E13). A write: it is
 * never repeated once it may have arrived.
 *
 * @throws NodeApiError when the service refuses, takes the import and gives no ID, or imports nothing
 */
export async function runImport(run: Run): Promise<INodeExecutionData[]> {
	const { waitForCompletion: waits } = optionsOf(run);
	if (waits === true && !STATUS_VERSIONS.includes(run.version)) {
		const message = `API version ${run.version} does not report the status of an import`;
		const rule = `to wait for the end, choose API version ${STATUS_VERSIONS.join(', ')} or Auto.`;
		throw fault('waitForCompletion', message, rule);
	}
	const body = await jobBody(run);
	const { json } = await run.sent.once(async () => await run.client.send({ ...run.request, body }));
	const importId = reservedId(run, json);
	if (waits !== true) return pairedWithAll(run, { importId });
	const { results, ...progress } = await followed(run, importId);
	if (progress.status !== 'error')
		return pairedWithAll(run, { ...progress, results: results.map((row) => ({ ...row })) });
	const message = `The import ${importId} failed and nothing was imported: ${failuresIn(results)}`;
	const correct = 'Correct the named records and import again. If the service refuses one row, it imports none.';
	throw importError(run, importId, message, correct);
}
