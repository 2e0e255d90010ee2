import type { INodeExecutionData } from 'n8n-workflow';
import { parameterError, parseRecords } from '../../../shared';
import type { OrganizationRecordKind } from '../../../shared';
import type { Run } from '../../resources/operation';
import { multipartBody } from '../multipart';
import { formOf } from './form';
import { OrganizationService } from './service';

/** Reads users or departments as items, or the CSV itself as a file (spec: E11, E12). */
export async function listOf(kind: OrganizationRecordKind, run: Run): Promise<INodeExecutionData[]> {
	const service = new OrganizationService(run);
	const layout = service.layout(kind);
	const { output, binaryPropertyName } = run.parameters.values;
	const { body: file } = await run.client.send(run.request);

	if (output === 'file') {
		const binary = await run.functions.helpers.prepareBinaryData(file, `${kind}s.csv`, 'text/csv');
		return [
			{
				json: {},
				binary: { [String(binaryPropertyName)]: binary },
			},
		];
	}
	const records = await service.understood(parseRecords(kind, file, layout));
	return await run.shaped(records.map((json) => ({ json })));
}

/** Checks users and departments without importing them (spec: E14). */
export async function runCheck(run: Run): Promise<INodeExecutionData[]> {
	const service = new OrganizationService(run);
	const form = await formOf(service);
	const errors = await service.result({
		...run.request,
		...multipartBody(form),
	});
	const valid = errors.length === 0;
	return [{ json: { valid, errors } }];
}

/**
 * Submits an import of users and departments, and waits until it has finished when asked to (spec: E13).
 *
 * @throws NodeApiError when the service refuses, takes the import and gives no ID, or imports nothing
 */
export async function runImport(run: Run): Promise<INodeExecutionData[]> {
	const service = new OrganizationService(run);
	const waits = service.options.waitForCompletion === true;
	// The other version does not tell how far an import has come (spec: E15).
	if (waits && run.version !== '2.0') {
		const message = `API version ${run.version} does not report the status of an import`;
		throw parameterError('waitForCompletion', message, 'to wait for the end, choose API version 2.0 or Auto.');
	}

	const request = {
		...run.request,
		...multipartBody(await formOf(service)),
	};
	const submit = async () => await run.client.send(request);
	const importId = await service.importIdOf(run.writes.once(submit));
	if (!waits) return [{ json: { importId } }];

	const progress = await service.waitForEnd(importId);
	const failure = `The import ${importId} failed and nothing was imported`;
	const results = await service.resultsOf(progress, failure);
	return [{ json: { ...progress, results } }];
}
