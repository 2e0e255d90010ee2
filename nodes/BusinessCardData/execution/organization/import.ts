import type { INodeExecutionData } from 'n8n-workflow';
import {
	checkItems,
	completedRows,
	csvFileProblem,
	fault,
	isBlank,
	lackedBy,
	looksLikeHeader,
	MAX_CSV_BYTES,
	parseRecords,
	RECORD_KINDS,
	refuseItems,
	today,
	writeRows,
} from '../../../shared';
import type { OrganizationRecordKind } from '../../../shared';
import { binaryFieldName, bytesOf, findFile } from '../binary';
import { inputItems } from '../inputItems';
import type { Run } from '../run';
import { readInput } from './items';
import { addFile, OrganizationService } from './service';

/** Users or departments as items, or the CSV itself as a file (spec: E11, E12). */
export function listOf(kind: OrganizationRecordKind): (run: Run) => Promise<INodeExecutionData[]> {
	return async (run) => {
		const service = new OrganizationService(run);
		const layout = service.layout(kind);
		const isFile = run.given.values.output === 'file';
		const field = isFile ? binaryFieldName('binaryPropertyName', run.given.values.binaryPropertyName) : '';
		const { body: file } = await run.client.send(run.request);
		if (isFile) {
			const binary = await run.functions.helpers.prepareBinaryData(file, `${kind}s.csv`, 'text/csv');
			return [{ json: {}, binary: { [field]: binary } }];
		}
		return (await service.understood(parseRecords(kind, file, layout))).map((json) => ({ json }));
	};
}

/** Checks users and departments without importing them (spec: E14). */
export async function runCheck(run: Run): Promise<INodeExecutionData[]> {
	const service = new OrganizationService(run);
	const errors = await service.result({ ...run.request, body: await jobBody(service) });
	return [{ json: { valid: errors.length === 0, errors } }];
}

/**
 * Reserves an import of users and departments, and follows it to its end when asked to (spec: E13).
 * @throws NodeApiError when the service refuses, takes the import and gives no ID, or imports nothing
 */
export async function runImport(run: Run): Promise<INodeExecutionData[]> {
	const service = new OrganizationService(run);
	const waits = service.options.waitForCompletion === true;
	// The other version does not tell how far an import has come (spec: E15).
	if (waits && run.version !== '2.0') {
		const message = `API version ${run.version} does not report the status of an import`;
		throw fault('waitForCompletion', message, 'to wait for the end, choose API version 2.0 or Auto.');
	}
	const body = await jobBody(service);
	const importId = await service.reserved(run.sent.once(async () => await run.client.send({ ...run.request, body })));
	if (!waits) return [{ json: { importId } }];
	const progress = await service.end(importId);
	const results = await service.results(progress, `The import ${importId} failed and nothing was imported`);
	return [{ json: { ...progress, results } }];
}

/**
 * The body of a check or an import of all input items (spec: E13): edits are filled up with what the service has.
 * @throws ParameterError for what would harm the data of the service, naming row and field
 * @throws NodeApiError when the present values that edits lack cannot be read
 */
async function jobBody(service: OrganizationService): Promise<FormData> {
	const { run, options } = service;
	const body = new FormData();
	if (run.given.values.source === 'files') return await withFiles(service, body);
	const { items, violations } = readInput(run);
	const checks = { encoding: options.encoding, today: today(run.functions.getTimezone()), violations };
	const itemsOf = (kind: OrganizationRecordKind) => items.filter((item) => item.kind === kind);
	const kinds = RECORD_KINDS.filter((kind) => itemsOf(kind).length > 0);
	const nothing = 'No item has anything in a column of a user or a department';
	if (kinds.length === 0) throw fault('source', nothing, 'check the node that gives the items.');
	for (const kind of kinds) checkItems(kind, itemsOf(kind), checks);
	refuseItems(violations);
	for (const kind of kinds) {
		const layout = service.layout(kind, kinds);
		const isLacking = itemsOf(kind).some((item) => lackedBy(item).length > 0);
		// What is read need not be laid out as what is sent: how the service quotes cells with spaces is not shown.
		const present = isLacking ? await service.present(kind, { ...layout, delimiter: 'comma' }) : undefined;
		const rows = completedRows(kind, itemsOf(kind), present?.records, checks);
		refuseItems(violations);
		addFile(body, kind, writeRows(kind, rows, layout));
	}
	return body;
}

/**
 * Adds the files that the input items bring, which may come one file an item, byte for byte.
 * @throws ParameterError when there is not exactly one for each kind that is named, or it is not what it claims to be:
 * empty, too large, no text, in another encoding, or with a header row
 */
async function withFiles(service: OrganizationService, body: FormData): Promise<FormData> {
	const { functions } = service.run;
	for (const kind of RECORD_KINDS) {
		const name = `${kind}BinaryPropertyName`;
		const given = service.run.given.values[name];
		const { encoding } = service.layout(kind, RECORD_KINDS);
		if (isBlank(given)) continue;
		const field = binaryFieldName(name, given);
		const [file, ...others] = inputItems(functions).flatMap((item) => findFile(functions, item, name, field) ?? []);
		if (!file || others.length > 0) {
			const found = file ? `${others.length + 1} items have` : 'No item has';
			throw fault(name, `${found} a binary field "${field}"`, 'an import takes one file of each kind.');
		}
		const bytes = await bytesOf(functions, file, MAX_CSV_BYTES);
		const problem = csvFileProblem(bytes, encoding);
		if (problem) throw fault(name, `The ${kind} CSV ${problem.message}`, problem.rule);
		if (looksLikeHeader(kind, bytes)) {
			const rule = 'remove the header row, because the service reads every row as a record.';
			throw fault(name, `The first row of the ${kind} CSV repeats the field names`, rule);
		}
		addFile(body, kind, bytes);
	}
	if (RECORD_KINDS.some((kind) => body.has(kind))) return body;
	const nothing = 'Neither a department file nor a user file is given';
	throw fault('departmentBinaryPropertyName', nothing, 'enter the binary field of at least one of them.');
}
