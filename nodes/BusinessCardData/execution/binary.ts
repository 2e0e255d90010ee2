import type { IBinaryData, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import { describeType, fault, isBlank, isObject, quote } from '../../shared';

/** What tells where a workflow keeps binary data; old versions of n8n have no such setting. */
type SettingsFunctions = Partial<Pick<IExecutePaginationFunctions, 'getWorkflowSettings'>>;

function isBinary(value: unknown): value is IBinaryData {
	return isObject(value) && (typeof value.id === 'string' || typeof value.data === 'string');
}

/**
 * The JSON of an item in a workflow whose execution logic keeps binary data there. Elsewhere it is no place to look at:
 * JSON may come from anybody, and an id in it would open a file of another execution.
 */
function jsonWithBinaries(functions: SettingsFunctions, { json }: INodeExecutionData): Record<string, unknown> {
	return functions.getWorkflowSettings?.().binaryMode === 'combined' ? json : {};
}

/** The binary fields of an item by their names: n8n's own place for them in the JSON is `_files`. */
function binariesOf(functions: SettingsFunctions, item: INodeExecutionData): Record<string, unknown> {
	const { _files: files } = jsonWithBinaries(functions, item);
	return { ...(isObject(files) ? files : {}), ...item.binary };
}

/** The binary data of an item, if any, under a name, or its path in the JSON where the workflow keeps it there. */
export function findBinary(
	functions: SettingsFunctions,
	item: INodeExecutionData,
	name: string,
): IBinaryData | undefined {
	const inJson = name
		.split('.')
		.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), jsonWithBinaries(functions, item));
	// JSON that only looks like it, a record with an id for one, has no type; a file of a Code node may have none either.
	const typed = isObject(inJson) && typeof inJson.mimeType === 'string' ? inJson : undefined;
	return [binariesOf(functions, item)[name], typed].find(isBinary);
}

/** The name of a binary field: a parameter whose expression gave nothing would name a field "undefined". */
export function binaryFieldName(parameter: string, value: unknown): string {
	if (typeof value === 'string' && !isBlank(value)) return value.trim();
	const given = isBlank(value) ? 'empty' : describeType(value);
	throw fault(parameter, `${parameter} is ${given}`, 'it must be the name of a binary field, such as data.');
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
	const names = Object.keys(binariesOf(functions, item)).join(', ');
	const rule = names === '' ? 'add a node before this one that outputs the file.' : `its binary fields are ${names}.`;
	throw fault(parameter, `The item has no binary field ${quote(name)}`, rule);
}

/** The bytes of binary data; what is longer than `most` is not read to its end, and gives some more than that. */
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
