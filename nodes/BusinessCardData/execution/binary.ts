import type { IBinaryData, IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import { catchAs, fault, isBlank, isObject, joined, quote, shownValue } from '../../shared';

/** A file of an input item, which is read only when it is needed. */
export interface InputFile {
	/** The parameter that names its binary field. */
	readonly parameter: string;
	readonly field: string;
	readonly binary: IBinaryData;
}

/** A record in JSON has an id as well, but no type; a file that a Code node made may have nothing but its data. */
function isBinary(value: unknown): value is IBinaryData {
	return isObject(value) && typeof (value.mimeType === undefined ? value.data : (value.id ?? value.data)) === 'string';
}

/** The name of a binary field: a parameter whose expression gave nothing would name a field "undefined". */
export function binaryFieldName(parameter: string, value: unknown): string {
	if (typeof value === 'string' && !isBlank(value)) return value.trim();
	const given = isBlank(value) ? 'empty' : shownValue(value);
	throw fault(parameter, `${parameter} is ${given}`, 'it must be the name of a binary field, such as data.');
}

/** The files of an item by their fields. Some workflows keep them in the JSON, which has n8n's own place for them. */
function filesOf(functions: Partial<IExecutePaginationFunctions>, { json, binary }: INodeExecutionData): IDataObject {
	// Elsewhere JSON may come from anybody, and an id in it would open another execution's file.
	// Old versions of n8n have no such setting.
	const isInJson = functions.getWorkflowSettings?.().binaryMode === 'combined';
	return { ...(isInJson && { ...json, ...(json._files as IDataObject) }), ...binary };
}

/** The file of an item in the binary field that a parameter names, or at this path, if there is one. */
export function findFile(
	functions: IExecutePaginationFunctions,
	item: INodeExecutionData,
	parameter: string,
	field: string,
): InputFile | undefined {
	const files = filesOf(functions, item);
	const atPath = field.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), files);
	const binary = [files[field], atPath].find(isBinary);
	return binary && { parameter, field, binary };
}

/** The same where there must be one; an item that has none says what it has. */
export function fileOf(functions: IExecutePaginationFunctions, parameter: string, field: string): InputFile {
	const item = functions.getInputData();
	const file = findFile(functions, item, parameter, field);
	if (file) return file;
	const present = Object.entries(filesOf(functions, item)).map(([name, value]) => (isBinary(value) ? name : ''));
	const names = joined(present, ', ');
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
