import type {
	ICredentialDataDecryptedObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';
import { normaliseResponse } from '../api/tags';
import type { Endpoint } from '../api/versions';
import { isObject, parseJson } from '../base/json';
import type { JsonRecord } from '../base/json';
import { CREDENTIAL_TYPE, maskSecrets } from './credential';
import type { ServiceCredential } from './credential';
import { isErrorBody, isPage } from './errors';

/** The places of n8n from which the service is called. */
export type ServiceFunctions = IExecuteSingleFunctions | IPollFunctions | ILoadOptionsFunctions;

/** What n8n hands over: the body is bytes, because they are asked for. */
export type RawResponse = IN8nHttpFullResponse & { body: Buffer };

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
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
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

/**
 * Sends one request with the keys of a credential that was read before: n8n would read it again for each call.
 *
 * @returns `undefined` when the signal fired first: in nodes n8n puts a signal of its own in place of it
 * @throws what n8n makes of a connection that failed
 */
export async function transmit(
	functions: ServiceFunctions,
	data: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
	signal: AbortSignal | undefined,
): Promise<RawResponse | undefined> {
	const options: IHttpRequestOptions = {
		...request,
		encoding: 'arraybuffer',
		returnFullResponse: true,
		// Without it n8n repeats a call after a 401 and hides bodies and headers of refusals.
		ignoreHttpStatusErrors: true,
		abortSignal: signal,
	};
	const read = { credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data } };
	const send = functions.helpers.httpRequestWithAuthentication;
	return await unlessAborted(send.call(functions, CREDENTIAL_TYPE, options, read) as Promise<RawResponse>, signal);
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
	const body = isPicture ? raw.body : Buffer.from(maskSecrets(raw.body.toString('latin1'), credential, 'data'), 'latin1');
	const json = isPicture ? undefined : normaliseResponse(parseJson(body), row);
	const inside = row.effect === 'read' && isErrorBody(json) ? Number(json.statusCode) : 0;
	return { status: inside >= 400 ? inside : statusCode, from: row, body, contentType, json };
}

/** Whether a body is valid in a charset, read without a single replacement character. A name that nobody knows claims nothing. */
function isIn(charset: string, body: Buffer): boolean {
	try {
		return new TextDecoder(charset, { fatal: true }).decode(body) !== undefined;
	} catch (error) {
		return isObject(error) && error.code === 'ERR_ENCODING_NOT_SUPPORTED';
	}
}

/**
 * Why a success cannot be the response that was asked for, as far as its form tells (spec: UTF-8 everywhere). A CSV that does
 * not claim to be UTF-8 is left to its reader, a picture to who asked for it.
 */
export function formProblem({ body, contentType, json, from }: ServiceResponse): string | undefined {
	if (from?.response === 'image') return undefined;
	const isCsv = from?.response === 'csv';
	const [, claim = ''] = /charset="?([^\s;"]+)/.exec(contentType) ?? [];
	const isLeftToReader = isCsv && (claim === '' || /shift_jis|sjis|ms932|windows-31j/.test(claim));
	if (!isIn(claim, body) || (!isLeftToReader && !isIn('utf-8', body))) {
		return 'The service sent text in another encoding than it states';
	}
	if (isCsv) return isPage(body) || isObject(json) ? 'The service sent a response that is not a CSV' : undefined;
	return json === undefined ? 'The service sent a response that is not complete JSON' : undefined;
}
