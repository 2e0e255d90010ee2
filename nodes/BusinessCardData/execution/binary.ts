import type { IBinaryData, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import { catchAs, fault, isObject, quote } from '../../shared';

/** A file of an input item, which is read only when it is needed. */
export interface InputFile {
	/** The parameter that names its binary field. */
	readonly parameter: string;
	readonly field: string;
	readonly binary: IBinaryData;
}

function isBinary(value: unknown): value is IBinaryData {
	return isObject(value) && (typeof value.id === 'string' || typeof value.data === 'string');
}

/** The files of an item by their names; workflows may keep them in its JSON, and n8n has a place for them there. */
function filesOf(functions: Partial<IExecutePaginationFunctions>, { json, binary }: INodeExecutionData) {
	// Elsewhere JSON may come from anybody, and an id in it would open another execution's file.
	// Old versions of n8n have no such setting.
	const kept = functions.getWorkflowSettings?.().binaryMode === 'combined' ? json : {};
	return { kept, files: { ...(kept._files as object), ...binary } as Record<string, unknown> };
}

/** The file of an item in the binary field that a parameter names, or at this path in the JSON, if there is one. */
export function findFile(
	functions: IExecutePaginationFunctions,
	item: INodeExecutionData,
	parameter: string,
	field: string,
): InputFile | undefined {
	const { kept, files } = filesOf(functions, item);
	const inJson = field.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), kept);
	// JSON that only looks like it, a record with an id for one, has no type; a file of a Code node may have none either.
	const typed = isObject(inJson) && typeof inJson.mimeType === 'string' ? inJson : undefined;
	const binary = [files[field], typed].find(isBinary);
	return binary && { parameter, field, binary };
}

/** The same where there must be one; an item that has none says what it has. */
export function fileOf(functions: IExecutePaginationFunctions, parameter: string, field: string): InputFile {
	const item = functions.getInputData();
	const file = findFile(functions, item, parameter, field);
	if (file) return file;
	const names = Object.keys(filesOf(functions, item).files).join(', ');
	const rule = names === '' ? 'add a node before this one that outputs the file.' : `its binary fields are ${names}.`;
	throw fault(parameter, `The item has no binary field ${quote(field)}`, rule);
}

/** The bytes of a file; of one that is longer than `most` no more than show it. */
export async function bytesOf(
	{ helpers }: IExecutePaginationFunctions,
	{ parameter, field, binary: { id, data } }: InputFile,
	most: number,
): Promise<Buffer> {
	if (id === undefined) return Buffer.from(data, 'base64');
	const read = async () => {
		const chunks: Uint8Array[] = [];
		let size = 0;
		for await (const chunk of (await helpers.getBinaryStream(id)) as AsyncIterable<Uint8Array>) {
			chunks.push(chunk);
			size += chunk.length;
			if (size > most) break;
		}
		return Buffer.concat(chunks, size);
	};
	const bytes = await catchAs(read(), Error);
	if (!(bytes instanceof Error)) return bytes;
	const rule = 'run the node that outputs the file again: n8n may have deleted the file.';
	throw fault(parameter, `The file of the binary field "${field}" cannot be read`, rule);
}
