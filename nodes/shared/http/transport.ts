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
import { isObject, parseJson } from '../base/json';
import type { JsonRecord } from '../base/json';
import { CREDENTIAL_TYPE, maskSecrets } from './credential';
import type { ServiceCredential } from './credential';
import { isErrorBody, isPage } from './refusals';

/** The places of n8n from which the service is called. */
export type ServiceFunctions = IExecuteSingleFunctions | IPollFunctions | ILoadOptionsFunctions;

/** A response whose body has been read. */
export type RawResponse = IN8nHttpFullResponse & { body: Buffer };

/** What of Node's readable stream is used. */
interface ByteStream extends AsyncIterable<Uint8Array> {
	destroy(): unknown;
	once(event: 'error', listener: () => void): unknown;
}

/** A response as it came, but for secrets, which are masked, and for the spelling of a tag's id. */
export interface ServiceResponse {
	/** Of the response; of a read, that of the error body inside of it, whose status something on the way has lost. */
	readonly status: number;
	/** What was asked, where it is known. */
	readonly from?: Endpoint;
	readonly body: Buffer;
	/** In small letters; empty where there is none. */
	readonly contentType: string;
	/** The body where it is JSON. */
	readonly json: unknown;
}

/**
 * Waits for a result, but no longer than until the signal fires; what comes later is nobody's business.
 *
 * @returns `undefined` when the signal fired first
 */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
	if (!signal) return await work;
	let giveUp = () => {};
	const aborted = new Promise<undefined>((resolve) => {
		giveUp = () => resolve(undefined);
		signal.addEventListener('abort', giveUp);
		if (signal.aborted) giveUp();
	});
	work.catch(() => undefined);
	return await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', giveUp));
}

/** Reads a body as it comes: n8n's library waits for ever for one that cannot be decompressed. Silence ends it. */
async function readBody(stream: ByteStream, silenceMs: number, signal?: AbortSignal): Promise<Buffer | undefined> {
	const chunks: Uint8Array[] = [];
	const parts = stream[Symbol.asyncIterator]();
	try {
		for (;;) {
			const silence = AbortSignal.timeout(silenceMs);
			const part = await unlessAborted(parts.next(), signal ? AbortSignal.any([signal, silence]) : silence);
			if (!part && signal?.aborted) return undefined;
			if (!part) throw Object.assign(new Error('The response stopped in the middle'), { code: 'ETIMEDOUT' });
			if (part.done) return Buffer.concat(chunks);
			chunks.push(part.value);
		}
	} finally {
		// Also ends the connection of a response that is not wanted any longer; what it says to that is nobody's business.
		stream.once('error', () => undefined);
		stream.destroy();
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
	const response = await unlessAborted(call, signal);
	if (!response) void call.then(({ body }) => readBody(body as ByteStream, 0)).catch(() => undefined);
	const body = response && (await readBody(response.body as ByteStream, request.timeout, signal));
	return body && { ...response, body };
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
export function readResponse(row: Endpoint, raw: RawResponse, credential: ServiceCredential): ServiceResponse {
	const { statusCode, headers } = raw;
	const contentType = String(headers['content-type'] ?? '').toLowerCase();
	const isPicture = row.response === 'image' && statusCode === 200 && !startsAsText(raw.body);
	// latin1 gives every byte back unchanged.
	const text = isPicture ? '' : maskSecrets(raw.body.toString('latin1'), credential, 'data');
	const body = isPicture ? raw.body : Buffer.from(text, 'latin1');
	const json = isPicture ? undefined : normaliseResponse(parseJson(body), row);
	const inside = row.effect === 'read' && isErrorBody(json) ? Number(json.statusCode) : 0;
	return { status: inside >= 400 ? inside : statusCode, from: row, body, contentType, json };
}

/** Whether a body is valid in a charset, without a replacement character. A name that nobody knows claims nothing. */
function isIn(charset: string, body: Buffer): boolean {
	try {
		return new TextDecoder(charset, { fatal: true }).decode(body) !== undefined;
	} catch (error) {
		return isObject(error) && error.code === 'ERR_ENCODING_NOT_SUPPORTED';
	}
}

/**
 * Why a success cannot be the response that was asked for, as far as its form tells (spec: UTF-8 everywhere). A CSV
 * that claims nothing or Shift JIS is left to its reader, a picture to who asked for it.
 */
export function formProblem({ body, contentType, json, from }: ServiceResponse): string | undefined {
	if (from?.response === 'image') return undefined;
	const isCsv = from?.response === 'csv';
	const [, claim = ''] = /charset="?([^\s;"]+)/.exec(contentType) ?? [];
	const isLeftToReader = isCsv && (claim === '' || /shift_jis|sjis|ms932|windows-31j/.test(claim));
	const isAsClaimed = claim === '' || isIn(claim, body);
	if (!isAsClaimed || (!isLeftToReader && !isIn('utf-8', body))) {
		return 'The service sent text in another encoding than it states';
	}
	if (isCsv) return isPage(body) || isObject(json) ? 'The service sent a response that is not a CSV' : undefined;
	return json === undefined ? 'The service sent a response that is not complete JSON' : undefined;
}
