import {
	checkItems,
	completedRows,
	csvFileProblem,
	parameterError,
	lackedColumns,
	looksLikeHeader,
	MAX_CSV_BYTES,
	RECORD_KINDS,
	today,
	withoutByteOrderMark,
	writeRows,
} from '../../../shared';
import type { Cells, CsvLayout, OrganizationRecordKind, ReadItem, RowChecks } from '../../../shared';
import { bytesOf, findFile } from '../binary';
import { inputItems } from '../inputItems';
import type { FormPart } from '../multipart';
import { readInput } from './input';
import type { OrganizationService } from './service';

/** Makes the form of a check or an import of all input items: a CSV for each kind (spec: E13, E14). */
export async function formOf(service: OrganizationService): Promise<FormPart[]> {
	const isOfFiles = service.run.parameters.values.source === 'files';
	return isOfFiles ? await formOfFiles(service) : await formOfItems(service);
}

/** @throws ParameterError for all that is wrong with items */
async function formOfItems(service: OrganizationService): Promise<FormPart[]> {
	const { run, options } = service;
	const { items } = readInput(run);
	if (items.length === 0) {
		const nothing = 'No item has anything in a column of a user or a department';
		throw parameterError('source', nothing, 'check the node that outputs the items.');
	}

	const checks = {
		encoding: options.encoding,
		today: today(run.functions.getTimezone()),
	};
	checkItems(items, checks);

	const kindsOfItems = new Set(items.map((item) => item.kind));
	const kinds = RECORD_KINDS.filter((kind) => kindsOfItems.has(kind));
	const form: FormPart[] = [];
	for (const kind of kinds) {
		const layout = service.layout(kind, kinds);
		const own = items.filter((item) => item.kind === kind);
		// The delimiter of the import need not be that of the list: how the service quotes cells with spaces is not shown.
		const rows = await completedBy(service, own, {
			kind,
			layout: { ...layout, delimiter: 'comma' },
			checks,
		});
		form.push({
			name: kind,
			content: writeRows(kind, rows, layout),
			file: `${kind}.csv`,
		});
	}
	return form;
}

/** The kind of some rows, how the list of that kind is laid out, and the checks of the rows. */
interface RowsSetting {
	readonly kind: OrganizationRecordKind;
	readonly layout: CsvLayout;
	readonly checks: RowChecks;
}

/** The rows of one kind: edits that lack columns are completed with what the service has. */
async function completedBy(
	service: OrganizationService,
	items: readonly ReadItem[],
	setting: RowsSetting,
): Promise<Cells[]> {
	const areComplete = items.every((item) => lackedColumns(item).length === 0);
	if (areComplete) return items.map((item) => item.cells);

	const { kind, layout, checks } = setting;
	const { records } = await service.present(kind, layout);
	return completedRows(kind, items, records, checks);
}

/** The files of the input items go byte for byte, but for a byte order mark. @throws ParameterError for none, or no CSV */
async function formOfFiles(service: OrganizationService): Promise<FormPart[]> {
	const form: FormPart[] = [];
	for (const kind of RECORD_KINDS) {
		const content = await contentOf(service, kind);
		if (content)
			form.push({
				name: kind,
				content,
				file: `${kind}.csv`,
			});
	}
	if (form.length > 0) return form;

	const nothing = 'Neither a department file nor a user file is given';
	throw parameterError('departmentBinaryPropertyName', nothing, 'enter the binary field of at least one of them.');
}

/** @returns the bytes of the one file of a kind; `undefined` where no field is named for it */
async function contentOf(service: OrganizationService, kind: OrganizationRecordKind): Promise<Buffer | undefined> {
	const { functions, parameters } = service.run;
	const parameter = `${kind}BinaryPropertyName`;
	const field = parameters.values[parameter] as string | undefined;
	const { encoding } = service.layout(kind, RECORD_KINDS);
	if (field === undefined) return undefined;

	// Each item may have one of the files.
	const items = inputItems(functions);
	const files = items.flatMap((item) => findFile(functions, item, parameter, field) ?? []);
	const [file, ...others] = files;
	if (!file || others.length > 0) {
		const who = file ? `${files.length} items have` : 'No item has';
		const rule = 'an import takes at most one file for users and one for departments.';
		throw parameterError(parameter, `${who} a binary field "${field}"`, rule);
	}

	const content = withoutByteOrderMark(await bytesOf(functions, file, MAX_CSV_BYTES));
	const problem = csvFileProblem(content, encoding);
	if (problem) throw parameterError(parameter, `The ${kind} CSV ${problem.message}`, problem.rule);
	if (looksLikeHeader(kind, content)) {
		const rule = 'remove the header row, because the service reads every row as a record.';
		throw parameterError(parameter, `The first row of the ${kind} CSV repeats the field names`, rule);
	}
	return content;
}
