import type {
	ICredentialDataDecryptedObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';
import { unlessAborted } from '../base/clock';
import { CREDENTIAL_TYPE } from './credential';
import type { RawResponse } from './response';

/** The places of n8n from which the service is called. */
export type ServiceFunctions = IExecuteSingleFunctions | IPollFunctions | ILoadOptionsFunctions;

/** What of Node's readable stream is used. */
type ByteStream = AsyncIterable<Uint8Array> & { destroy(error: Error): unknown };

/** A whole body may take so much longer than the silence that is borne before its first byte. */
const BODY_FACTOR = 5;

/** Reads a body as it comes: n8n's library would wait for ever for one that cannot be decompressed. */
async function readBody(stream: ByteStream, signal: AbortSignal): Promise<Buffer> {
	const stop = () => stream.destroy(Object.assign(new Error('The response took too long'), { code: 'ETIMEDOUT' }));
	const chunks: Uint8Array[] = [];
	signal.addEventListener('abort', stop);
	if (signal.aborted) stop();
	try {
		for await (const chunk of stream) chunks.push(chunk);
		return Buffer.concat(chunks);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}

/**
 * Sends one request with the keys of a credential that was read before: n8n would read it again for each call.
 *
 * @param request its `timeout` is the silence that is borne, in milliseconds
 * @returns `undefined` when the signal fired first: in nodes n8n puts a signal of its own in place of it
 * @throws what n8n makes of a connection that failed
 */
export async function transmit(
	functions: ServiceFunctions,
	data: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions & { timeout: number },
	signal: AbortSignal,
): Promise<RawResponse | undefined> {
	const options: IHttpRequestOptions = {
		...request,
		encoding: 'stream',
		returnFullResponse: true,
		// Without it n8n repeats a call after a 401 and hides bodies and headers of refusals.
		ignoreHttpStatusErrors: true,
		abortSignal: signal,
	};
	const read = { credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data } };
	const send = functions.helpers.httpRequestWithAuthentication;
	const call = send.call(functions, CREDENTIAL_TYPE, options, read) as Promise<IN8nHttpFullResponse>;
	const whole = call.then(async ({ statusCode, headers, body }) => {
		const tooLong = AbortSignal.timeout(BODY_FACTOR * request.timeout);
		const ended = AbortSignal.any([signal, tooLong]);
		return { statusCode, headers, body: await readBody(body as ByteStream, ended) };
	});
	return await unlessAborted(whole, signal);
}
