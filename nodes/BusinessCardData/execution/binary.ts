import type { IBinaryData, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import { InputFault } from '../../shared';

/**
 * The bytes of binary data of any input item, whether n8n keeps it in memory or on disk. n8n's own helper knows the
 * current item alone.
 */
export async function readBinary(functions: IExecutePaginationFunctions, binary: IBinaryData): Promise<Buffer> {
	if (binary.id === undefined) return Buffer.from(binary.data, 'base64');
	return await functions.helpers.binaryToBuffer(await functions.helpers.getBinaryStream(binary.id));
}

/** The binary data of an item under a name; an input that has none says what it has. */
export function binaryOf(item: INodeExecutionData, parameter: string, name: string): IBinaryData {
	const binary = item.binary?.[name];
	if (binary) return binary;
	const names = Object.keys(item.binary ?? {});
	throw new InputFault({
		parameter,
		message: `The item has no binary field "${name}"`,
		rule:
			names.length > 0
				? `its binary fields are ${names.join(', ')}.`
				: 'it has no binary field at all: put a node before this one that gives the file.',
	});
}
