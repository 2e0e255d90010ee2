import type { INodeExecutionData } from 'n8n-workflow';
import {
	checkItems,
	completedRows,
	csvFileProblem,
	fault,
	filled,
	isBlank,
	isBlankRow,
	isObject,
	joined,
	lackedBy,
	looksLikeHeader,
	MAX_CSV_BYTES,
	misspelt,
	parseRecords,
	readItem,
	recogniseRecord,
	RECORD_KINDS,
	shownValue,
	today,
	withoutByteOrderMark,
	writeRows,
} from '../../../shared';
import type { JsonRecord, OrganizationRecordKind, ReadItem } from '../../../shared';
import { bytesOf, findFile } from '../binary';
import { columnsOf, inputItems, mapped } from '../inputItems';
import { multipartBody } from '../multipart';
import type { FormPart } from '../multipart';
import type { Run } from '../../resources/operation';
import { OrganizationService } from './service';

/** Users or departments as items, or the CSV itself as a file (spec: E11, E12). */
export async function listOf(kind: OrganizationRecordKind, run: Run): Promise<INodeExecutionData[]> {
	const service = new OrganizationService(run);
	const layout = service.layout(kind);
	const { output, binaryPropertyName: field } = run.parameters.values;
	const { body: file } = await run.client.send(run.request);
	if (output === 'file') {
		const binary = await run.functions.helpers.prepareBinaryData(file, `${kind}s.csv`, 'text/csv');
		return [{ json: {}, binary: { [String(field)]: binary } }];
	}
	return await run.shaped((await service.understood(parseRecords(kind, file, layout))).map((json) => ({ json })));
}

/** Checks users and departments without importing them (spec: E14). */
export async function runCheck(run: Run): Promise<INodeExecutionData[]> {
	const service = new OrganizationService(run);
	const errors = await service.result({ ...run.request, ...multipartBody(await formOf(service)) });
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
	const request = { ...run.request, ...multipartBody(await formOf(service)) };
	const importId = await service.reserved(run.writes.once(async () => await run.client.send(request)));
	if (!waits) return [{ json: { importId } }];
	const progress = await service.end(importId);
	const results = await service.results(progress, `The import ${importId} failed and nothing was imported`);
	return [{ json: { ...progress, results } }];
}

/** The form of a check or an import of all input items (spec: E13): edits are filled up with what the service has. */
async function formOf(service: OrganizationService): Promise<FormPart[]> {
	const { run, options } = service;
	if (run.parameters.values.source === 'files') return await formOfFiles(service);
	const { items } = readInput(run);
	const checks = { encoding: options.encoding, today: today(run.functions.getTimezone()) };
	const nothing = 'No item has anything in a column of a user or a department';
	if (items.length === 0) throw fault('source', nothing, 'check the node that gives the items.');
	checkItems(items, checks);
	const kinds = RECORD_KINDS.filter((kind) => items.some((item) => item.kind === kind));
	const form: FormPart[] = [];
	for (const kind of kinds) {
		const layout = service.layout(kind, kinds);
		const own = items.filter((item) => item.kind === kind);
		const isLacking = own.some((item) => lackedBy(item).length > 0);
		// What is read need not be laid out as what is sent: how the service quotes cells with spaces is not shown.
		const present = isLacking ? await service.present(kind, { ...layout, delimiter: 'comma' }) : undefined;
		const rows = present ? completedRows(kind, own, present.records, checks) : own.map(({ cells }) => cells);
		form.push({ name: kind, content: writeRows(kind, rows, layout), file: `${kind}.csv` });
	}
	return form;
}

/**
 * The files that the input items bring, which may come one file an item: one for each kind at most. They go byte for byte, but for
 * a byte order mark.
 */
async function formOfFiles(service: OrganizationService): Promise<FormPart[]> {
	const { functions } = service.run;
	const form: FormPart[] = [];
	for (const kind of RECORD_KINDS) {
		const name = `${kind}BinaryPropertyName`;
		const field = service.run.parameters.values[name] as string | undefined;
		const { encoding } = service.layout(kind, RECORD_KINDS);
		if (field === undefined) continue;
		const [file, ...others] = inputItems(functions).flatMap((item) => findFile(functions, item, name, field) ?? []);
		if (!file || others.length > 0) {
			const found = file ? `${others.length + 1} items have` : 'No item has';
			throw fault(name, `${found} a binary field "${field}"`, 'an import takes one file of each kind.');
		}
		const content = withoutByteOrderMark(await bytesOf(functions, file, MAX_CSV_BYTES));
		const problem = csvFileProblem(content, encoding);
		if (problem) throw fault(name, `The ${kind} CSV ${problem.message}`, problem.rule);
		if (looksLikeHeader(kind, content)) {
			const rule = 'remove the header row, because the service reads every row as a record.';
			throw fault(name, `The first row of the ${kind} CSV repeats the field names`, rule);
		}
		form.push({ name: kind, content, file: `${kind}.csv` });
	}
	if (form.length > 0) return form;
	const nothing = 'Neither a department file nor a user file is given';
	throw fault('departmentBinaryPropertyName', nothing, 'enter the binary field of at least one of them.');
}

/**
 * What the input items say of records, and how many of each kind say nothing.
 * @throws ParameterError for a mapping that is none, and for an item of which nobody can say what it is
 */
export function readInput(run: Run) {
	const { functions, operation } = run;
	const recordType = functions.getNode().parameters.recordType ?? 'detect';
	const items: ReadItem[] = [];
	const skipped = { user: 0, department: 0 };
	for (const [itemIndex, item] of inputItems(functions).entries()) {
		const json = columnsOf(item, itemIndex);
		const columns = mappedColumns(run, json, itemIndex);
		// An expression may say another kind for each item, or none.
		const chosen = evaluated(run, recordType, itemIndex);
		const type = isBlank(chosen) ? 'detect' : chosen;
		const given = RECORD_KINDS.find((each) => each === type);
		const kind = type === 'detect' ? recogniseRecord(columns, operation.value === 'sync') : given;
		if (isBlankRow(json, columns)) skipped[kind ?? 'user'] += 1;
		else if (kind) items.push(readItem({ itemIndex, kind }, columns, functions.getTimezone()));
		else {
			const unknown = `The columns of item ${itemIndex} do not show whether it is a user or a department`;
			const problem = type === 'detect' ? unknown : `recordType is ${shownValue(type)}`;
			const message = joined([problem, misspelt(columns)[0]?.message], ': ');
			throw fault('recordType', message, 'use the column names of the service, or choose a Record Type.', { itemIndex });
		}
	}
	return { items, skipped };
}

/** What a stored parameter says for one item; n8n evaluates it for the first item alone, which makes the job. */
function evaluated(run: Run, stored: unknown, index: number): unknown {
	if (typeof stored === 'string' && stored.startsWith('=')) {
		return run.functions.evaluateExpression(stored.slice(1), index);
	}
	if (!isObject(stored)) return stored;
	return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, evaluated(run, value, index)]));
}

/** The columns of an item, or what is mapped to them: empty there says nothing (contract: Additions of 0.2). */
function mappedColumns(run: Run, json: JsonRecord, index: number): JsonRecord {
	if (run.parameters.values.dataMode !== 'mapColumns') return json;
	const columns = mapped(evaluated(run, run.functions.getNode().parameters.columns, index), json);
	if (columns === json || Object.keys(columns).length > 0) return filled(columns);
	const rule = 'map at least the column that names the record, or choose Use Input as It Is as Data Mode.';
	throw fault('columns', 'No column is mapped under Values to Send', rule);
}
