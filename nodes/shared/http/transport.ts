import type {
	ICredentialDataDecryptedObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';
import { normaliseResponse } from '../api/records';
import type { Endpoint } from '../api/versions';
import { unlessAborted } from '../base/clock';
import { decodeAs, isObject, parseJson } from '../base/json';
import type { JsonRecord } from '../base/json';
import { CREDENTIAL_TYPE, maskSecrets } from './credential';
import type { Secrets } from './credential';
import { isErrorBody, isPage } from './refusals';

/** The places of n8n from which the service is called. */
export type ServiceFunctions = IExecuteSingleFunctions | IPollFunctions | ILoadOptionsFunctions;

/** A response whose body has been read. */
export type RawResponse = Pick<IN8nHttpFullResponse, 'statusCode' | 'headers'> & { body: Buffer };

/** What of Node's readable stream is used. */
type ByteStream = AsyncIterable<Uint8Array> & { destroy(error: Error): unknown };

/** A response as it came, but for secrets, which are masked, and for the spelling of a tag's id. */
export interface ServiceResponse {
	/** Of a read, that of an error body inside of a success: something on the way has lost its status. */
	readonly status: number;
	readonly from?: Endpoint;
	readonly body: Buffer;
	/** In small letters; empty where there is none. */
	readonly contentType: string;
	readonly json: unknown;
}

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
	signal: AbortSignal | undefined,
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
		const ended = signal ? AbortSignal.any([signal, tooLong]) : tooLong;
		return { statusCode, headers, body: await readBody(body as ByteStream, ended) };
	});
	return await unlessAborted(whole, signal);
}

/** Whether a body starts as JSON or as markup: no picture does. */
export function startsAsText(body: Buffer): boolean {
	return /^\s*[[{<]/.test(body.subarray(0, 64).toString());
}

/** Whether a body is a record: each has a field `id`, be it null. What has none says that there is no record. */
export function isRecord(json: unknown): json is JsonRecord {
	return isObject(json) && Object.hasOwn(json, 'id');
}

/** Reads what came: should the service echo a secret, it goes no further than this (contract: Credential). */
export function readResponse(from: Endpoint, { statusCode, headers, body: raw }: RawResponse, secrets: Secrets) {
	const contentType = String(headers['content-type'] ?? '').toLowerCase();
	const isPicture = from.response === 'image' && statusCode === 200 && !startsAsText(raw);
	// latin1 gives every byte back unchanged.
	const body = isPicture ? raw : Buffer.from(maskSecrets(raw.toString('latin1'), secrets, 'data'), 'latin1');
	const json = isPicture ? undefined : normaliseResponse(parseJson(body), from);
	const inside = from.effect === 'read' && isErrorBody(json) ? Number(json.statusCode) : 0;
	const response: ServiceResponse = { status: inside >= 400 ? inside : statusCode, from, body, contentType, json };
	return response;
}

/**
 * Why a success cannot be the response that was asked for, as far as its form tells (spec: UTF-8 everywhere). A CSV that
 * claims nothing or Shift JIS is left to its reader, a picture to who asked for it.
 */
export function formProblem({ body, contentType, json, from }: ServiceResponse): string | undefined {
	if (from?.response === 'image') return undefined;
	const isCsv = from?.response === 'csv';
	const claimsShiftJis = /charset="?(?:shift_jis|sjis|ms932|windows-31j|cp932)/.test(contentType);
	const isOpen = isCsv && !contentType.includes('charset=');
	if (!isOpen && decodeAs(claimsShiftJis ? 'shift_jis' : 'utf-8', body) === undefined) {
		return 'The service sent text in another encoding than it states';
	}
	if (isCsv) return isPage(body) || isObject(json) ? 'The service sent a response that is not a CSV' : undefined;
	return json === undefined ? 'The service sent a response that is not complete JSON' : undefined;
}
