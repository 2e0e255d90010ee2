import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	checkOrganizationJob,
	InputFault,
	looksLikeHeader,
	recogniseRecord,
	today,
	writeRecords,
} from '../../shared';
import type { OrganizationItem, OrganizationRecordKind } from '../../shared';
import { findBinary, readBinary } from './binary';
import { inputItems } from './inputItems';
import { columnOrders, csvOptions, delimiterOf, encodingOf } from './organizationCsvOptions';
import { parameter, refuse } from './run';
import type { ItemOf, OperationRun } from './run';

/** The CSV files of one job; either may be missing. */
export type JobFiles = Partial<Record<OrganizationRecordKind, Uint8Array>>;

const KINDS: readonly OrganizationRecordKind[] = ['department', 'user'];

const RULES = 'see the rules of the organization records. Nothing of the job was sent.';

function recordTypeOf(run: OperationRun, index: number): unknown {
	const raw = run.functions.getNode().parameters.recordType;
	return typeof raw === 'string' && raw.startsWith('=')
		? run.functions.evaluateExpression(raw.slice(1), index)
		: (raw ?? 'detect');
}

function kindOf(run: OperationRun, json: IDataObject, index: number): OrganizationRecordKind {
	const type = recordTypeOf(run, index);
	if (type === 'user' || type === 'department') return type;
	const recognised = type === 'detect' ? recogniseRecord(json) : undefined;
	if (recognised) return recognised;
	throw new InputFault({
		parameter: 'recordType',
		message:
			type === 'detect'
				? `Item ${index} cannot be told to be a user or a department by its fields`
				: `recordType is ${JSON.stringify(type)}`,
		rule: 'give the fields the names of the organization records, or choose the record type.',
		itemIndex: index,
	});
}

/** Writes the files of a job from the input items, every row checked against the record tables. */
function filesFromItems(run: OperationRun, items: readonly INodeExecutionData[]): JobFiles {
	const options = csvOptions(run);
	const zone = run.functions.getTimezone();
	const rows: Record<OrganizationRecordKind, OrganizationItem[]> = { department: [], user: [] };
	const places: Record<OrganizationRecordKind, number[]> = { department: [], user: [] };
	items.forEach(({ json }, index) => {
		const kind = kindOf(run, json, index);
		rows[kind].push(json);
		places[kind].push(index);
	});
	const itemOf: ItemOf = ({ file, row }) => (file && row !== undefined ? places[file][row - 1] : undefined);
	const job = { departments: rows.department, users: rows.user };
	const { findings, total } = checkOrganizationJob(job, { today: today(zone), zone });
	refuse(findings, RULES, total, itemOf);
	const kinds = KINDS.filter((kind) => rows[kind].length > 0);
	const orders = columnOrders(options, kinds);
	const files: JobFiles = {};
	for (const kind of kinds) {
		const written = writeRecords(kind, rows[kind], {
			delimiter: delimiterOf(options),
			encoding: encodingOf(options),
			columnOrder: orders[kind],
			zone,
		});
		refuse(written.findings, RULES, written.total, itemOf);
		files[kind] = written.bytes;
	}
	return files;
}

const FIELD_PARAMETERS: Readonly<Record<OrganizationRecordKind, string>> = {
	department: 'departmentBinaryPropertyName',
	user: 'userBinaryPropertyName',
};

/** The one file of a kind among the input items, which may come one file an item. */
async function fileFromBinary(
	run: OperationRun,
	items: readonly INodeExecutionData[],
	kind: OrganizationRecordKind,
): Promise<Buffer | undefined> {
	const parameterName = FIELD_PARAMETERS[kind];
	const field = String(parameter(run, parameterName) ?? '').trim();
	if (field === '') return undefined;
	const holders = items.flatMap((item) => findBinary(run.functions, item, field) ?? []);
	const [holder] = holders;
	if (!holder || holders.length > 1) {
		throw new InputFault({
			parameter: parameterName,
			message: holder ? `${holders.length} items have a binary field "${field}"` : `No item has a binary field "${field}"`,
			rule: 'one job takes one file of each kind.',
		});
	}
	return await readBinary(run.functions, holder);
}

/** Takes the files of a job as they are, byte for byte. */
async function filesFromBinary(run: OperationRun, items: readonly INodeExecutionData[]): Promise<JobFiles> {
	const options = csvOptions(run);
	const layout = { delimiter: delimiterOf(options), encoding: encodingOf(options) };
	columnOrders(options, KINDS);
	const files: JobFiles = {};
	for (const kind of KINDS) {
		const bytes = await fileFromBinary(run, items, kind);
		if (!bytes) continue;
		if (bytes.length === 0 || looksLikeHeader(kind, bytes, layout)) {
			throw new InputFault({
				parameter: FIELD_PARAMETERS[kind],
				message: bytes.length === 0 ? `The ${kind} CSV is empty` : `The first row of the ${kind} CSV repeats the field names`,
				rule:
					bytes.length === 0
						? 'leave the field empty when there is nothing to import.'
						: 'the service takes every row for a record: remove the header row.',
			});
		}
		files[kind] = bytes;
	}
	if (Object.keys(files).length === 0) {
		throw new InputFault({
			parameter: FIELD_PARAMETERS.department,
			message: 'Neither a department file nor a user file is given',
			rule: 'name the binary field of at least one of them.',
		});
	}
	return files;
}

/**
 * The body of a check or an import: one part for each kind that there is (spec: E13).
 *
 * @throws InputFault for whatever breaks a rule of the record tables, naming row and field
 */
export async function jobBody(run: OperationRun): Promise<FormData> {
	const items = inputItems(run.functions);
	const files = parameter(run, 'source') === 'files' ? await filesFromBinary(run, items) : filesFromItems(run, items);
	const form = new FormData();
	for (const kind of KINDS) {
		const bytes = files[kind];
		if (bytes) form.append(kind, new Blob([new Uint8Array(bytes)], { type: 'text/csv' }), `${kind}.csv`);
	}
	return form;
}
