import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	checkItems,
	columnOrders,
	completedRows,
	csvFileProblem,
	fault,
	isBlank,
	lackedBy,
	looksLikeHeader,
	MAX_CSV_BYTES,
	RECORD_KINDS,
	today,
	writeRows,
} from '../../../shared';
import type { Encoding, OrganizationRecordKind } from '../../../shared';
import { binaryFieldName, bytesOf, findFile } from '../binary';
import { STATUS_VERSIONS } from '../../resources/organizationRecords';
import { inputItems, pairedWithInput } from '../inputItems';
import { parameter } from '../run';
import type { Run } from '../run';
import { refusedItems, readInput } from './items';
import { csvForm, followed, optionsOf, readPresent, refusedRows, reservedId, resultOf, statusOf } from './service';
import type { JobFiles } from './service';

function pairedWithAll(run: Run, json: IDataObject): INodeExecutionData[] {
	return [{ json, pairedItem: pairedWithInput(run.functions) }];
}

/** Checks users and departments without importing them (spec: E14). */
export async function runCheck(run: Run): Promise<INodeExecutionData[]> {
	const { delimiter } = optionsOf(run);
	const errors = await resultOf(run, { ...run.request, body: await jobBody(run) }, delimiter);
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
	throw refusedRows(run, `The import ${importId} failed and nothing was imported`, results, importId);
}

/** What became of each record of an import (spec: E16). */
export async function runResult(run: Run): Promise<INodeExecutionData[]> {
	return (await resultOf(run, run.request)).map((row) => ({ json: { ...row } }));
}

/** How far an import has come (spec: E15). */
export async function runStatus(run: Run): Promise<INodeExecutionData[]> {
	return [{ json: { ...(await statusOf(run, run.request, String(parameter(run, 'importId')))) } }];
}

/** The parameters that name the binary field of each kind. */
const FILE_PARAMETERS = { department: 'departmentBinaryPropertyName', user: 'userBinaryPropertyName' } as const;

/**
 * The body of a check or an import of all input items (spec: E13).
 *
 * @throws ParameterError for what would harm the data of the service, naming row and field
 * @throws NodeApiError when the present values that edits lack cannot be read
 */
async function jobBody(run: Run): Promise<FormData> {
	const options = optionsOf(run);
	if (parameter(run, 'source') !== 'files') return csvForm(await filesFromItems(run));
	columnOrders('columnOrder', options.columnOrder, RECORD_KINDS);
	const files: JobFiles = {};
	for (const kind of RECORD_KINDS) {
		const bytes = await fileFromBinary(run, kind, options.encoding);
		if (bytes) files[kind] = bytes;
	}
	if (Object.keys(files).length > 0) return csvForm(files);
	const message = 'Neither a department file nor a user file is given';
	throw fault(FILE_PARAMETERS.department, message, 'enter the binary field of at least one of them.');
}

/** Writes the files of a job from the input items. Edits are filled up with what the service has at present. */
async function filesFromItems(run: Run): Promise<JobFiles> {
	const { delimiter, encoding, columnOrder } = optionsOf(run);
	const layout = { delimiter, encoding };
	const { items, violations } = readInput(run);
	const checks = { encoding: layout.encoding, today: today(run.functions.getTimezone()), violations };
	const kinds = RECORD_KINDS.filter((kind) => items.some((item) => item.kind === kind));
	const nothing = 'No item has anything in a column of a user or a department';
	if (kinds.length === 0) throw fault('source', nothing, 'check the node that gives the items.');
	const itemsOf = (kind: OrganizationRecordKind) => items.filter((item) => item.kind === kind);
	for (const kind of kinds) checkItems(kind, itemsOf(kind), checks);
	if (violations.length > 0) throw refusedItems(violations);
	const orders = columnOrders('columnOrder', columnOrder, kinds);
	const files: JobFiles = {};
	for (const kind of kinds) {
		const isLacking = itemsOf(kind).some((item) => lackedBy(item).length > 0);
		const order = { delimiter: 'comma', columnOrder: orders[kind] } as const;
		const present = isLacking ? await readPresent(run, kind, order) : undefined;
		const rows = completedRows(kind, itemsOf(kind), present?.records, checks);
		if (violations.length > 0) throw refusedItems(violations);
		files[kind] = writeRows(kind, rows, { ...layout, columnOrder: orders[kind] });
	}
	return files;
}

/**
 * The file of a kind among the input items, which may come one file an item, byte for byte.
 *
 * @returns undefined when the parameter names none
 * @throws ParameterError when there is not exactly one, or it is not what it claims to be: empty, too large, no text,
 * in another encoding, or with a header row
 */
async function fileFromBinary(run: Run, kind: OrganizationRecordKind, encoding: Encoding): Promise<Buffer | undefined> {
	const { functions } = run;
	const name = FILE_PARAMETERS[kind];
	const given = parameter(run, name);
	if (isBlank(given)) return undefined;
	const field = binaryFieldName(name, given);
	const [file, ...others] = inputItems(functions).flatMap((item) => findFile(functions, item, name, field) ?? []);
	if (!file || others.length > 0) {
		const found = file ? `${others.length + 1} items have` : 'No item has';
		throw fault(name, `${found} a binary field "${field}"`, 'an import takes one file of each kind.');
	}
	const bytes = await bytesOf(functions, file, MAX_CSV_BYTES);
	const problem = csvFileProblem(bytes, encoding);
	if (problem) throw fault(name, `The ${kind} CSV ${problem.message}`, problem.rule);
	if (!looksLikeHeader(kind, bytes)) return bytes;
	const rule = 'remove the header row, because the service reads every row as a record.';
	throw fault(name, `The first row of the ${kind} CSV repeats the field names`, rule);
}
