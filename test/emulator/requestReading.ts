import type { FastifyRequest } from 'fastify';
import type { CallPart, CallRecord } from './callLog';
import type { QueryPairs } from './parameters';

/** Query pairs as sent: decoded, in order, `+` meaning a blank as forms have it. */
export function queryPairs(search: string): QueryPairs {
	return [...new URLSearchParams(search)];
}

/** Headers by lower-case name, repeated ones joined. */
export function plainHeaders(request: FastifyRequest): Record<string, string> {
	return Object.fromEntries(
		Object.entries(request.headers).map(([name, value]) => [
			name,
			Array.isArray(value) ? value.join(', ') : (value ?? ''),
		]),
	);
}

/**
 * Reads a multipart body into parts, keeping the raw bytes for the rules that look at them. A body that
 * is no multipart body leaves its reason in `bodyError`.
 */
async function readParts(request: FastifyRequest, call: CallRecord): Promise<void> {
	const chunks: Buffer[] = [];
	const parts: CallPart[] = [];
	// Added in the same turn as the parser below, so that both see every chunk.
	request.raw.on('data', (chunk: Buffer) => chunks.push(chunk));
	try {
		for await (const part of request.parts()) {
			const isFile = part.type === 'file';
			parts.push({
				name: part.fieldname,
				...(isFile && { filename: part.filename }),
				contentType: part.mimetype,
				data: isFile ? await part.toBuffer() : Buffer.from(String(part.value)),
			});
		}
	} catch (error) {
		call.bodyError = error instanceof Error ? error.message : String(error);
	}
	call.parts = parts;
	call.bodyBuffer = Buffer.concat(chunks);
	call.bodyText = call.bodyBuffer.toString();
}

/** Reads the body of a request, if it has one, into the call's record. */
export async function readBody(request: FastifyRequest, call: CallRecord): Promise<void> {
	if (request.isMultipart()) {
		await readParts(request, call);
	} else if (Buffer.isBuffer(request.body)) {
		call.bodyBuffer = request.body;
		call.bodyText = request.body.toString();
	}
}
