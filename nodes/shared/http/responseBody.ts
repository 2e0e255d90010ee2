import { ABORTED, timeoutSignal, unlessAborted } from '../limiter/aborts';
import { isObject } from '../base/json';

/**
 * Many times the largest page, picture or user list there is. A body without an end must not fill the memory of n8n, so
 * what is larger is not read on.
 */
export const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** A response that never falls silent and never ends is given up after so many times the silence that is borne. */
const WHOLE_ANSWER_SILENCES = 10;

/** Thrown when a response is larger than {@link MAX_RESPONSE_BYTES}. */
export class ResponseTooLarge extends Error {}

/** Thrown when a response began and its rest does not come in time; its code is that of a connection that timed out. */
class ResponseStalled extends Error {
	readonly code = 'ETIMEDOUT';
}

/** What of Node's readable stream is used. */
interface ByteStream extends AsyncIterable<Uint8Array> {
	destroy(): unknown;
	once(event: 'error', listener: () => void): unknown;
}

function isByteStream(body: unknown): body is ByteStream {
	return isObject(body) && Symbol.asyncIterator in body && typeof body.destroy === 'function';
}

async function readStream(body: ByteStream, idleTimeoutMs: number, end: AbortSignal | undefined): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	const whole = timeoutSignal(idleTimeoutMs * WHOLE_ANSWER_SILENCES);
	const parts = body[Symbol.asyncIterator]();
	try {
		for (;;) {
			const part = await unlessAborted(parts.next(), [whole, end, timeoutSignal(idleTimeoutMs)]);
			if (part === ABORTED) throw new ResponseStalled('The response stopped in the middle');
			if (part.done === true) return Buffer.concat(chunks, size);
			chunks.push(part.value);
			size += part.value.length;
			if (size > MAX_RESPONSE_BYTES) throw new ResponseTooLarge('The response is too large');
		}
	} finally {
		// Also ends the connection of a response that is not wanted any longer.
		body.destroy();
	}
}

/** Ends the connection of a response that nobody wants any longer. */
export function discardBody(body: unknown): void {
	if (!isByteStream(body)) return;
	// What is destroyed in the middle says so, and nobody listens.
	body.once('error', () => undefined);
	body.destroy();
}

/**
 * Reads the body of a response, which n8n hands over as a stream, and no more of it than a response can have.
 *
 * @param idleTimeoutMs how long nothing may come before the rest is given up
 * @param end gives the rest up when it fires
 * @throws ResponseTooLarge when there is more than {@link MAX_RESPONSE_BYTES}
 * @throws ResponseStalled when the rest does not come
 */
export async function readBody(body: unknown, idleTimeoutMs: number, end?: AbortSignal): Promise<Buffer> {
	if (isByteStream(body)) return await readStream(body, idleTimeoutMs, end);
	if (Buffer.isBuffer(body)) return body;
	if (body instanceof ArrayBuffer) return Buffer.from(body);
	if (typeof body === 'string') return Buffer.from(body);
	return isObject(body) ? Buffer.from(JSON.stringify(body)) : Buffer.alloc(0);
}
