import type { IBinaryData, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import { describeType, fault, isObject, ParameterError, quote, readList } from '../../shared';

/** What of n8n's functions tells where binary data is. */
type SettingsFunctions = Partial<Pick<IExecutePaginationFunctions, 'getWorkflowSettings'>>;

/** Where n8n puts an item's binary data in workflows whose execution logic keeps it in the JSON. */
const IN_JSON = '_files';

/** A Code node may leave out the type of a file, which nothing here depends on. */
function isBinary(value: unknown): value is IBinaryData {
	return isObject(value) && (typeof value.id === 'string' || typeof value.data === 'string');
}

/** JSON that only looks like it, a record with an id for one, has no type. */
function isBinaryInJson(value: unknown): value is IBinaryData {
	return isBinary(value) && typeof value.mimeType === 'string';
}

/**
 * The JSON of an item where that holds binary data. Elsewhere it is no place to look at: JSON may come from anybody,
 * and an id in it would open a file of another execution. Old versions of n8n have no such setting.
 */
function jsonWithBinaries(functions: SettingsFunctions, { json }: INodeExecutionData): Record<string, unknown> {
	return functions.getWorkflowSettings?.().binaryMode === 'combined' ? json : {};
}

function atPath(json: Record<string, unknown>, path: string): unknown {
	return path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), json);
}

/**
 * The binary data of an item under a name, or under its path in the JSON where the workflow keeps it there.
 *
 * @returns `undefined` when there is none
 */
export function findBinary(
	functions: SettingsFunctions,
	item: INodeExecutionData,
	name: string,
): IBinaryData | undefined {
	const json = jsonWithBinaries(functions, item);
	const named = [item.binary?.[name], atPath(json, `${IN_JSON}.${name}`)].find(isBinary);
	return named ?? [atPath(json, name)].find(isBinaryInJson);
}

function noName(parameter: string, what: string): ParameterError {
	return fault(parameter, `${parameter} ${what}`, 'it must be the name of a binary field, such as data.');
}

/**
 * The name of a binary field as a parameter gives it.
 *
 * @throws ParameterError when it is blank, or no text: an expression that gave nothing would name a field "undefined"
 */
export function binaryFieldName(parameter: string, value: unknown): string {
	const name = typeof value === 'string' ? value.trim() : '';
	if (name !== '') return name;
	const isBlank = value === undefined || value === null || typeof value === 'string';
	throw noName(parameter, isBlank ? 'is empty' : `is ${describeType(value)}`);
}

/**
 * The names of one or more binary fields, separated by commas.
 *
 * @throws ParameterError for none, for what is no text, and for a name that is there twice: its file would be sent
 *   twice
 */
export function binaryFieldNames(parameter: string, value: unknown): string[] {
	const names = readList(parameter, binaryFieldName(parameter, value));
	if (names.length === 0) throw noName(parameter, 'is empty');
	const twice = names.find((name, index) => names.indexOf(name) < index);
	if (twice === undefined) return names;
	throw new ParameterError({
		parameter,
		message: `${parameter} names the binary field ${quote(twice)} twice`,
		rule: 'name each field once.',
	});
}

/** The binary data of a field; an item that has none says what it has. */
export function binaryOf(
	functions: SettingsFunctions,
	item: INodeExecutionData,
	parameter: string,
	name: string,
): IBinaryData {
	const binary = findBinary(functions, item, name);
	if (binary) return binary;
	const inJson = atPath(jsonWithBinaries(functions, item), IN_JSON);
	const names = [...Object.keys(item.binary ?? {}), ...(isObject(inJson) ? Object.keys(inJson) : [])];
	throw new ParameterError({
		parameter,
		message: `The item has no binary field ${quote(name)}`,
		rule:
			names.length > 0
				? `its binary fields are ${names.join(', ')}.`
				: 'add a node before this one that outputs the file.',
	});
}

/**
 * How large binary data is, without reading it.
 *
 * @returns `undefined` where the storage does not say
 */
export async function binarySize(
	functions: IExecutePaginationFunctions,
	{ id, data }: IBinaryData,
): Promise<number | undefined> {
	if (id === undefined) return Buffer.byteLength(data, 'base64');
	const metadata: unknown = await functions.helpers.getBinaryMetadata(id).catch(() => undefined);
	return isObject(metadata) && typeof metadata.fileSize === 'number' ? metadata.fileSize : undefined;
}

/**
 * The bytes of binary data.
 *
 * @param most how many are wanted: what is longer is not read to its end, and gives some more than that
 */
export async function binaryBytes(
	functions: IExecutePaginationFunctions,
	{ id, data }: IBinaryData,
	most: number,
): Promise<Buffer> {
	if (id === undefined) return Buffer.from(data, 'base64');
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of (await functions.helpers.getBinaryStream(id)) as AsyncIterable<Uint8Array>) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > most) break;
	}
	return Buffer.concat(chunks, size);
}
