import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import { fault, isObject, quote } from '../../shared';

/** A file of an input item, which is read only when it is needed. */
export interface InputFile {
	/** The parameter that names its binary field. */
	readonly parameter: string;
	readonly field: string;
	readonly content: FileContent;
}

/** The content of a file: with n8n, which reads it by an id, or in the item. */
type FileContent = { readonly id: string } | { readonly inItem: () => Buffer };

function isByte(value: unknown): value is number {
	return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;
}

/**
 * The bytes that a Code node has put into an item. Where n8n has passed them on as JSON, a buffer has become an object
 * with its type and a list of numbers, and a typed array an object with its places as keys.
 *
 * @returns `undefined` for what is no bytes
 */
function rawBytes(value: unknown): Buffer | undefined {
	if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
	// A Code node may have an ArrayBuffer of its own, which is no instance of ours.
	if (Object.prototype.toString.call(value) === '[object ArrayBuffer]') return Buffer.from(value as ArrayBuffer);
	if (isObject(value) && value.type === 'Buffer' && Array.isArray(value.data)) {
		return value.data.every(isByte) ? Buffer.from(value.data) : undefined;
	}
	if (typeof value !== 'object' || value === null) return undefined;

	const numbers: unknown[] = Object.values(value);
	const areBytes = numbers.length > 0 && numbers.every(isByte);
	const areInPlace = areBytes && Object.keys(value).every((key, place) => key === String(place));
	return areInPlace ? Buffer.from(numbers as number[]) : undefined;
}

/** The content of what stands in a binary field; `undefined` where it is no file. */
function contentOf(value: unknown): FileContent | undefined {
	const { id, data } = isObject(value) ? value : {};
	if (typeof id === 'string' && id !== '') return { id };
	if (typeof data === 'string') return { inItem: () => Buffer.from(data, 'base64') };

	// A Code node may also put the bytes themselves in place of the file.
	const bytes = rawBytes(data) ?? rawBytes(value);
	return bytes && { inItem: () => bytes };
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
	const content = contentOf(files[field]) ?? contentOf(typed);
	return content && { parameter, field, content };
}

/** The same where there must be one; an item that has none says what it has. */
export function fileOf(functions: IExecutePaginationFunctions, parameter: string, field: string): InputFile {
	const item = functions.getInputData();
	const file = findFile(functions, item, parameter, field);
	if (file) return file;

	const { files } = filesOf(functions, item);
	if (Object.hasOwn(files, field)) {
		const rule = 'its data must be Base64 or bytes. Correct the node that outputs the file.';
		throw fault(parameter, `The binary field ${quote(field)} of the item holds no file`, rule);
	}
	const names = Object.keys(files).join(', ');
	const rule = names === '' ? 'add a node before this one that outputs the file.' : `its binary fields are ${names}.`;
	throw fault(parameter, `The item has no binary field ${quote(field)}`, rule);
}

/** Reads a file that n8n keeps, and no more of a long one than `most` and a part of it. */
async function storedBytes({ helpers }: IExecutePaginationFunctions, id: string, most: number): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of (await helpers.getBinaryStream(id)) as AsyncIterable<Uint8Array>) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > most) break;
	}
	return Buffer.concat(chunks, size);
}

/**
 * The bytes of a file; of one that is longer than `most` no more than show it.
 *
 * @throws ParameterError when n8n does not have the file any more
 */
export async function bytesOf(
	functions: IExecutePaginationFunctions,
	{ parameter, field, content }: InputFile,
	most: number,
): Promise<Buffer> {
	if ('inItem' in content) return content.inItem();

	try {
		return await storedBytes(functions, content.id, most);
	} catch {
		const rule = 'run the node that outputs the file again: n8n may have deleted the file.';
		throw fault(parameter, `The file of the binary field "${field}" cannot be read`, rule);
	}
}
