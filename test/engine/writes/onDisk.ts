import '../harness/environment';
import { createRequire } from 'node:module';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

/** The container of services that n8n-core itself has: another copy of the library would know nothing of them. */
const { Container } = createRequire(require.resolve('n8n-core'))('@n8n/di') as {
	Container: { get(service: typeof BinaryDataService): BinaryDataService };
};

/**
 * From here on n8n-core keeps binary data in files below its home, which is n8n's default mode: items carry an id, and
 * no bytes. Without it the engine has no storage and keeps everything in the items.
 */
export async function keepBinaryDataOnDisk(): Promise<void> {
	await Container.get(BinaryDataService).init();
}

/** Stores bytes the way a node before ours does. */
export async function stored(bytes: Buffer, changes: Partial<IBinaryData> = {}): Promise<IBinaryData> {
	const place = { type: 'execution', workflowId: 'w', executionId: '1' } as const;
	const blank: IBinaryData = { data: '', mimeType: 'application/octet-stream', ...changes };
	return await Container.get(BinaryDataService).store(place, bytes, blank);
}

/** Reads what a node has stored. */
export async function storedBytes(binary: IBinaryData): Promise<Buffer> {
	return await Container.get(BinaryDataService).getAsBuffer(binary);
}

/** Where stored bytes are. */
export function storedPath({ id = '' }: IBinaryData): string {
	return Container.get(BinaryDataService).getPath(id);
}
