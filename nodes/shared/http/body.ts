import type { Endpoint } from '../api/versions';

const MEGABYTE = 1024 * 1024;

/** Largest body, in megabytes, that is read for what a request asks for: none of the service's own comes near it. */
const MAX_MEGABYTES: Readonly<Record<Endpoint['response'], number>> = {
	list: 100,
	record: 100,
	json: 100,
	csv: 100,
	image: 20,
};

/** The error for a body that is longer than any of the service's; nothing of it is kept. */
export class BodyTooLarge extends Error {
	constructor(readonly megabytes: number) {
		super(`The service sent a response of more than ${megabytes} MB`);
	}
}

/**
 * Reads a body piece by piece: n8n's helpers take one of any length, and one without an end would fill the memory.
 *
 * @param stream the body, decompressed
 * @param response what was asked for
 * @param ended ends the reading with what has come so far
 * @throws BodyTooLarge as soon as too much has come; the connection is closed then
 */
export async function readBodyStream(
	stream: AsyncIterable<Uint8Array>,
	response: Endpoint['response'],
	ended: AbortSignal,
): Promise<Buffer> {
	const megabytes = MAX_MEGABYTES[response];
	const chunks: Uint8Array[] = [];
	let size = 0;

	for await (const chunk of stream) {
		if (ended.aborted) break;
		size += chunk.length;
		if (size > megabytes * MEGABYTE) {
			throw new BodyTooLarge(megabytes);
		}
		chunks.push(chunk);
	}
	return Buffer.concat(chunks, size);
}
