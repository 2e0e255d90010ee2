import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import { parameterError, isObject, quote } from '../../shared';

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
	const isInteger = typeof value === 'number' && Number.isInteger(value);
	return isInteger && value >= 0 && value <= 255;
}

/** Whether a value is an `ArrayBuffer`. That of a Code node is no instance of ours. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
	const tag = Object.prototype.toString.call(value);
	return tag === '[object ArrayBuffer]';
}

/** The bytes of a list of numbers; `undefined` where they are no bytes. */
function bytesOfNumbers(numbers: readonly unknown[]): Buffer | undefined {
	return numbers.every(isByte) ? Buffer.from(numbers) : undefined;
}

/** The bytes of an object that has them under their places, which a typed array becomes where n8n passes it on as JSON. */
function bytesByPlace(value: object): Buffer | undefined {
	const places = Object.keys(value);
	const isInOrder = places.every((place, index) => place === String(index));
	if (places.length === 0 || !isInOrder) return undefined;

	const numbers = Object.values(value);
	return bytesOfNumbers(numbers);
}

/** The bytes of a buffer that became JSON, which has its type and a list of numbers; `undefined` for others. */
function bytesOfBufferJson(value: object): Buffer | undefined {
	const { type, data } = value as { readonly type?: unknown; readonly data?: unknown };
	const isBuffer = type === 'Buffer' && Array.isArray(data);

	return isBuffer ? bytesOfNumbers(data) : undefined;
}

/** The bytes that a Code node has put into an item, also where n8n has passed them on as JSON; `undefined` for others. */
function rawBytes(value: unknown): Buffer | undefined {
	if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
	if (isArrayBuffer(value)) return Buffer.from(value);

	if (typeof value !== 'object' || value === null) return undefined;

	return bytesOfBufferJson(value) ?? bytesByPlace(value);
}

/** The content of the value in a binary field; `undefined` where it is no file. */
function contentOf(value: unknown): FileContent | undefined {
	const { id, data } = isObject(value) ? value : {};
	const isStored = typeof id === 'string' && id !== '';
	if (isStored) return { id };
	if (typeof data === 'string') return { inItem: () => Buffer.from(data, 'base64') };

	// A Code node may also put the bytes themselves in place of the file.
	const bytes = rawBytes(data) ?? rawBytes(value);
	if (bytes === undefined) return undefined;
	return { inItem: () => bytes };
}

/**
 * The JSON of an item where it may have files: in workflows that keep binary data there. In others, JSON may come from
 * anybody, and an id in it would open another execution's file. Old versions of n8n have no such setting.
 */
function jsonWithFiles(functions: Partial<IExecutePaginationFunctions>, item: INodeExecutionData): IDataObject {
	const settings = functions.getWorkflowSettings?.();
	const mayHaveFiles = settings?.binaryMode === 'combined';

	return mayHaveFiles ? item.json : {};
}

/** The files of an item by their names. n8n also has a place for them in its JSON. */
function filesOf(functions: IExecutePaginationFunctions, item: INodeExecutionData): Record<string, unknown> {
	const { _files: inJson } = jsonWithFiles(functions, item);
	return { ...(inJson as object | undefined), ...item.binary };
}

/** The file at a path in the JSON of an item. JSON that only looks like a file, as a record with an id, has no type. */
function fileInJson(functions: IExecutePaginationFunctions, item: INodeExecutionData, path: string): unknown {
	const keys = path.split('.');
	let value: unknown = jsonWithFiles(functions, item);
	for (const key of keys) {
		value = isObject(value) ? value[key] : undefined;
	}

	const isFile = isObject(value) && typeof value.mimeType === 'string';
	return isFile ? value : undefined;
}

/**
 * Finds a file of an item.
 *
 * @param parameter the parameter that names the file
 * @param field the name of a binary field, or a path in the JSON of the item
 * @returns the file; `undefined` where there is none
 */
export function findFile(
	functions: IExecutePaginationFunctions,
	item: INodeExecutionData,
	parameter: string,
	field: string,
): InputFile | undefined {
	const files = filesOf(functions, item);
	const content = contentOf(files[field]) ?? contentOf(fileInJson(functions, item, field));
	if (!content) return undefined;

	return { parameter, field, content };
}

/** Finds a file that the item has to have. @throws ParameterError, which lists the binary fields of the item */
export function fileOf(functions: IExecutePaginationFunctions, parameter: string, field: string): InputFile {
	const item = functions.getInputData();
	const file = findFile(functions, item, parameter, field);
	if (file) return file;

	const files = filesOf(functions, item);
	if (Object.hasOwn(files, field)) {
		const message = `The binary field ${quote(field)} of the item holds no file`;
		const rule = 'its data must be Base64 or bytes. Correct the node that outputs the file.';
		throw parameterError(parameter, message, rule);
	}

	const message = `The item has no binary field ${quote(field)} for ${parameter}`;
	const names = Object.keys(files);
	const advice = 'add a node before this one that outputs the file.';
	const rule = names.length === 0 ? advice : `its binary fields are ${names.join(', ')}.`;
	throw parameterError(parameter, message, rule);
}

/** Reads a file that n8n keeps, and no more of a long one than `most` bytes and a part of it. */
async function storedBytes(functions: IExecutePaginationFunctions, id: string, most: number): Promise<Buffer> {
	const stream = await functions.helpers.getBinaryStream(id);
	const chunks: Uint8Array[] = [];
	let size = 0;

	for await (const chunk of stream as AsyncIterable<Uint8Array>) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > most) break;
	}
	return Buffer.concat(chunks, size);
}

/**
 * Reads the bytes of a file.
 *
 * @param most the number of bytes that a file may have: of a longer one no more is read than shows that
 * @throws ParameterError when n8n does not have the file any more
 */
export async function bytesOf(functions: IExecutePaginationFunctions, file: InputFile, most: number): Promise<Buffer> {
	const { parameter, field, content } = file;
	if ('inItem' in content) return content.inItem();

	try {
		return await storedBytes(functions, content.id, most);
	} catch {
		const message = `The file of the binary field ${quote(field)} cannot be read`;
		const rule = 'n8n may have deleted the file. Run the node that outputs it again.';
		throw parameterError(parameter, message, rule);
	}
}
