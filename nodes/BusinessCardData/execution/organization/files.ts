import {
	checkItems,
	columnOrders,
	completedRows,
	csvFileProblem,
	fault,
	isBlank,
	isBlankFile,
	lackedBy,
	looksLikeHeader,
	MAX_CSV_BYTES,
	readItem,
	today,
	writeRows,
} from '../../../shared';
import type { Delimiter, Encoding, FileProblem, ItemViolation, OrganizationRecordKind } from '../../../shared';
import { binaryBytes, binaryFieldName, findBinary } from '../binary';
import { inputItems } from '../inputItems';
import { parameter } from '../run';
import type { Run } from '../run';
import { refusedItems, wantedItems } from './items';
import { csvForm, KINDS, optionsOf, readPresent } from './service';
import type { JobFiles } from './service';

/** The parameters that name the binary field of each kind. */
const FILE_PARAMETERS = { department: 'departmentBinaryPropertyName', user: 'userBinaryPropertyName' } as const;

/**
 * The body of a check or an import of all input items (spec: E13).
 *
 * @throws ParameterError for what would harm the data of the service, naming row and field
 * @throws NodeApiError when the present values that edits lack cannot be read
 */
export async function jobBody(run: Run): Promise<FormData> {
	const options = optionsOf(run);
	if (parameter(run, 'source') !== 'files') return csvForm(await filesFromItems(run));
	columnOrders('columnOrder', options.columnOrder, KINDS);
	const files: JobFiles = {};
	for (const kind of KINDS) {
		const bytes = await fileFromBinary(run, kind, options.encoding as Encoding);
		if (bytes) files[kind] = bytes;
	}
	if (Object.keys(files).length > 0) return csvForm(files);
	const message = 'Neither a department file nor a user file is given';
	throw fault(FILE_PARAMETERS.department, message, 'enter the binary field of at least one of them.');
}

/** Writes the files of a job from the input items. Edits are filled up with what the service has at present. */
async function filesFromItems(run: Run): Promise<JobFiles> {
	const { delimiter, encoding, columnOrder } = optionsOf(run);
	const layout = { delimiter: delimiter as Delimiter, encoding: encoding as Encoding };
	const zone = run.functions.getTimezone();
	const rules = { encoding: layout.encoding, today: today(zone) };
	const violations: ItemViolation[] = [];
	const items = wantedItems(run).items.map((item) => readItem(item, zone, violations));
	const kinds = KINDS.filter((kind) => items.some((item) => item.kind === kind));
	const nothing = 'No item has anything in a column of a user or a department';
	if (kinds.length === 0) throw fault('source', nothing, 'check the node that gives the items.');
	const itemsOf = (kind: OrganizationRecordKind) => items.filter((item) => item.kind === kind);
	for (const kind of kinds) checkItems(kind, itemsOf(kind), rules, violations);
	if (violations.length > 0) throw refusedItems(violations);
	const orders = columnOrders('columnOrder', columnOrder, kinds);
	const files: JobFiles = {};
	for (const kind of kinds) {
		const isLacking = itemsOf(kind).some((item) => lackedBy(item).length > 0);
		const order = { delimiter: 'comma', columnOrder: orders[kind] } as const;
		const present = isLacking ? await readPresent(run, kind, order) : undefined;
		const rows = completedRows(kind, itemsOf(kind), present?.records, rules, violations);
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
	const refuseFor = (problem: FileProblem | false | undefined) => {
		if (problem) throw fault(name, `The ${kind} CSV ${problem.message}`, problem.rule);
	};
	const field = binaryFieldName(name, given);
	const [binary, ...others] = inputItems(functions).flatMap((item) => findBinary(functions, item, field) ?? []);
	if (!binary || others.length > 0) {
		const found = binary ? `${others.length + 1} items have` : 'No item has';
		throw fault(name, `${found} a binary field "${field}"`, 'an import takes one file of each kind.');
	}
	const bytes = await binaryBytes(functions, binary, MAX_CSV_BYTES);
	refuseFor(isBlankFile(bytes) && EMPTY);
	refuseFor(csvFileProblem(bytes, encoding));
	if (!looksLikeHeader(kind, bytes)) return bytes;
	const rule = 'remove the header row, because the service reads every row as a record.';
	throw fault(name, `The first row of the ${kind} CSV repeats the field names`, rule);
}

const EMPTY: FileProblem = { message: 'is empty', rule: 'leave the field empty if there is nothing to import.' };
