import { services } from './environment';
import type { ReadStream } from 'node:fs';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

function forgetStorage(): void {
	Object.assign(services.get(BinaryDataService), { managers: {} });
}

// n8n-core outlives a file of tests, and the next finds it without storage again.
afterAll(forgetStorage);

/**
 * From here on n8n-core keeps binary data in files below its home, which is n8n's default mode: items carry an id, and
 * no bytes. Without it the engine has no storage and keeps everything in the items.
 */
export async function keepBinaryDataOnDisk(): Promise<void> {
	await services.get(BinaryDataService).init();
}

/** Where n8n keeps binary data: in the items, or in files, its default, where storing one takes time. */
export const BINARY_MODES = ['memory', 'filesystem'] as const;

/** Lets n8n-core keep the binary data of the tests of a `describe` in one of its ways. */
export function keepBinaryDataIn(mode: (typeof BINARY_MODES)[number]): void {
	if (mode === 'filesystem') beforeAll(keepBinaryDataOnDisk);
	afterAll(forgetStorage);
}

/** Stores bytes the way a node before ours does, wherever n8n keeps them. */
export async function stored(bytes: Buffer): Promise<IBinaryData> {
	const place = { type: 'execution', workflowId: 'w', executionId: '1' } as const;
	const blank: IBinaryData = { data: '', mimeType: 'application/octet-stream' };
	return await services.get(BinaryDataService).store(place, bytes, blank);
}

/** Items whose files are in memory, as a node before ours hands them over: kept the way n8n keeps files now. */
export async function handedOver(items: readonly INodeExecutionData[]): Promise<INodeExecutionData[]> {
	if (!('filesystem' in services.get(BinaryDataService)['managers'])) return [...items];
	const handed = items.map(async (item) => {
		const files = Object.entries(item.binary ?? {}).map(async ([name, { data }]) => {
			return [name, await stored(Buffer.from(data, 'base64'))] as const;
		});
		return { ...item, binary: Object.fromEntries(await Promise.all(files)) };
	});
	return await Promise.all(handed);
}

/** The file with the bytes of what is stored. */
export function fileOf({ id = '' }: IBinaryData): string {
	return services.get(BinaryDataService).getPath(id);
}

/** The files that n8n opens while something is done, one after the other. @throws through the node when two are open at once */
export async function filesOpenedBy(work: () => Promise<void>): Promise<ReadStream[]> {
	const service = services.get(BinaryDataService);
	const open = service.getAsStream.bind(service);
	const files: ReadStream[] = [];
	const spy = jest.spyOn(service, 'getAsStream').mockImplementation(async (...given) => {
		const file = (await open(...given)) as ReadStream;
		if (files.some(({ closed }) => !closed)) throw new Error('Two files are open at once');
		files.push(file);
		return file;
	});
	await work().finally(() => spy.mockRestore());
	return files;
}

/** Reads what a node has stored. */
export async function storedBytes(binary: IBinaryData): Promise<Buffer> {
	return await services.get(BinaryDataService).getAsBuffer(binary);
}
