import { services } from './environment';
import type { ReadStream } from 'node:fs';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

// n8n-core outlives a file of tests, and the next finds it without storage again.
afterAll(() => void Object.assign(services.get(BinaryDataService), { managers: {} }));

/**
 * From here on n8n-core keeps binary data in files below its home, which is n8n's default mode: items carry an id, and
 * no bytes. Without it the engine has no storage and keeps everything in the items.
 */
export async function keepBinaryDataOnDisk(): Promise<void> {
	await services.get(BinaryDataService).init();
}

/** Stores bytes the way a node before ours does. */
export async function stored(bytes: Buffer, changes: Partial<IBinaryData> = {}): Promise<IBinaryData> {
	const place = { type: 'execution', workflowId: 'w', executionId: '1' } as const;
	const blank: IBinaryData = { data: '', mimeType: 'application/octet-stream', ...changes };
	return await services.get(BinaryDataService).store(place, bytes, blank);
}

/** The file with the bytes of what is stored. */
export function fileOf({ id = '' }: IBinaryData): string {
	return services.get(BinaryDataService).getPath(id);
}

/** Counts the files that n8n has open as streams while something is done, at most at once, and the bytes read of them. */
export async function watchingStreams(work: () => Promise<void>): Promise<{ atOnce: number; bytes: number }> {
	const service = services.get(BinaryDataService);
	const original = service.getAsStream.bind(service);
	let open = 0;
	let atOnce = 0;
	let bytes = 0;
	service.getAsStream = async (...given) => {
		const stream = await original(...given);
		open += 1;
		atOnce = Math.max(atOnce, open);
		stream.once('close', () => {
			open -= 1;
			bytes += (stream as ReadStream).bytesRead;
		});
		return stream;
	};
	try {
		await work();
	} finally {
		service.getAsStream = original;
	}
	return { atOnce, bytes };
}

/** Reads what a node has stored. */
export async function storedBytes(binary: IBinaryData): Promise<Buffer> {
	return await services.get(BinaryDataService).getAsBuffer(binary);
}
