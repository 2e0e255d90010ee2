import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import {
	csvFileProblem,
	ParameterError,
	isBlank,
	isBlankFile,
	looksLikeHeader,
	MAX_CSV_BYTES,
	sizeProblem,
} from '../../../shared';
import type { CsvLayout, Encoding, FileProblem, OrganizationRecordKind } from '../../../shared';
import { binaryBytes, binaryFieldName, binarySize, findBinary } from '../binary';
import { parameter } from '../run';
import type { Run } from '../run';

/** The parameters that name the binary field of each kind. */
export const FILE_PARAMETERS: Readonly<Record<OrganizationRecordKind, string>> = {
	department: 'departmentBinaryPropertyName',
	user: 'userBinaryPropertyName',
};

/** The error for a file that is not sent. */
function refused(kind: OrganizationRecordKind, message: string, rule: string): ParameterError {
	return new ParameterError({ parameter: FILE_PARAMETERS[kind], message, rule });
}

function refuse(kind: OrganizationRecordKind, problem: FileProblem | undefined): void {
	if (problem) throw refused(kind, `The ${kind} CSV ${problem.message}`, problem.rule);
}

/** The one binary of a kind among the input items, which may come one file an item. */
function binaryAmong(
	run: Run,
	items: readonly INodeExecutionData[],
	kind: OrganizationRecordKind,
): IBinaryData | undefined {
	const given = parameter(run, FILE_PARAMETERS[kind]);
	if (isBlank(given)) return undefined;
	const field = binaryFieldName(FILE_PARAMETERS[kind], given);
	const holders = items.flatMap((item) => findBinary(run.functions, item, field) ?? []);
	const [holder] = holders;
	if (holder && holders.length === 1) return holder;
	throw new ParameterError({
		parameter: FILE_PARAMETERS[kind],
		message: holder ? `${holders.length} items have a binary field "${field}"` : `No item has a binary field "${field}"`,
		rule: 'an import takes one file of each kind.',
	});
}

/** How the file of a person is laid out. */
export interface FileLayout extends Pick<CsvLayout, 'delimiter'> {
	readonly encoding: Encoding;
}

/**
 * The file of a kind among the input items, byte for byte.
 *
 * @returns undefined when the parameter names none
 * @throws ParameterError when there is not exactly one, or it is not what it claims to be: empty, too large, no text, in
 * another encoding, or with a header row
 */
export async function fileFromBinary(
	run: Run,
	items: readonly INodeExecutionData[],
	kind: OrganizationRecordKind,
	layout: FileLayout,
): Promise<Buffer | undefined> {
	const binary = binaryAmong(run, items, kind);
	if (!binary) return undefined;
	refuse(kind, sizeProblem((await binarySize(run.functions, binary)) ?? 0));
	const bytes = await binaryBytes(run.functions, binary, MAX_CSV_BYTES);
	if (isBlankFile(bytes)) {
		throw refused(kind, `The ${kind} CSV is empty`, 'leave the field empty if there is nothing to import.');
	}
	refuse(kind, csvFileProblem(bytes, layout.encoding));
	if (!looksLikeHeader(kind, bytes)) return bytes;
	throw refused(
		kind,
		`The first row of the ${kind} CSV repeats the field names`,
		'remove the header row, because the service reads every row as a record.',
	);
}
