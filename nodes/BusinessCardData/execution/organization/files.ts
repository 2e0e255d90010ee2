import type { INodeExecutionData } from 'n8n-workflow';
import {
	checkRows,
	columnOrders,
	completedRows,
	csvFileProblem,
	isBlank,
	isBlankFile,
	lackedBy,
	looksLikeHeader,
	MAX_CSV_BYTES,
	ParameterError,
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
	const { delimiter = 'comma', encoding = 'utf8', columnOrder } = optionsOf(run);
	const layout = { delimiter: delimiter as Delimiter, encoding: encoding as Encoding };
	if (parameter(run, 'source') !== 'files') return csvForm(await filesFromItems(run, layout, columnOrder));
	columnOrders('columnOrder', columnOrder, KINDS);
	const files: JobFiles = {};
	for (const kind of KINDS) {
		const bytes = await fileFromBinary(run, kind, layout.encoding);
		if (bytes) files[kind] = bytes;
	}
	if (Object.keys(files).length > 0) return csvForm(files);
	throw new ParameterError({
		parameter: FILE_PARAMETERS.department,
		message: 'Neither a department file nor a user file is given',
		rule: 'enter the binary field of at least one of them.',
	});
}

/** Writes the files of a job from the input items. Edits are filled up with what the service has at present. */
async function filesFromItems(
	run: Run,
	layout: { delimiter: Delimiter; encoding: Encoding },
	columnOrder: unknown,
): Promise<JobFiles> {
	const zone = run.functions.getTimezone();
	const violations: ItemViolation[] = [];
	const items = wantedItems(run).items.map((item) => readItem(item, zone, violations));
	const kinds = KINDS.filter((kind) => items.some((item) => item.kind === kind));
	if (kinds.length === 0) {
		const message = 'No item has anything in a column of a user or a department';
		throw new ParameterError({ parameter: 'source', message, rule: 'check the node that gives the items.' });
	}
	const itemsOf = (kind: OrganizationRecordKind) => items.filter((item) => item.kind === kind);
	for (const kind of kinds) checkRows(itemsOf(kind), layout.encoding, today(zone), violations);
	if (violations.length > 0) throw refusedItems(violations);
	const orders = columnOrders('columnOrder', columnOrder, kinds);
	const files: JobFiles = {};
	for (const kind of kinds) {
		const own = itemsOf(kind);
		const isLacking = own.some((item) => lackedBy(item).length > 0);
		const order = { delimiter: 'comma', columnOrder: orders[kind] } as const;
		const present = isLacking ? await readPresent(run, kind, order) : undefined;
		const rows = completedRows(kind, own, present?.records, layout.encoding, violations);
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
	const refused = (message: string, rule: string) => new ParameterError({ parameter: name, message, rule });
	const refuseFor = (problem: FileProblem | undefined) => {
		if (problem) throw refused(`The ${kind} CSV ${problem.message}`, problem.rule);
	};
	const field = binaryFieldName(name, given);
	const holders = inputItems(functions).flatMap((item: INodeExecutionData) => findBinary(functions, item, field) ?? []);
	const [binary] = holders;
	if (!binary || holders.length > 1) {
		const found = binary ? `${holders.length} items have` : 'No item has';
		throw refused(`${found} a binary field "${field}"`, 'an import takes one file of each kind.');
	}
	const bytes = await binaryBytes(functions, binary, MAX_CSV_BYTES);
	if (isBlankFile(bytes)) {
		refuseFor({ message: 'is empty', rule: 'leave the field empty if there is nothing to import.' });
	}
	refuseFor(csvFileProblem(bytes, encoding));
	if (!looksLikeHeader(kind, bytes)) return bytes;
	const rule = 'remove the header row, because the service reads every row as a record.';
	throw refused(`The first row of the ${kind} CSV repeats the field names`, rule);
}
