import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { readBody } from '../api/records';
import type { Endpoint } from '../api/versions';
import { listedLines } from '../base/errors';
import { decodeAs, isObject } from '../base/json';
import type { ServiceCredential } from './credential';
import { maskKey } from './secrets';

/** A response whose body has been read. */
export type RawResponse = Pick<IN8nHttpFullResponse, 'statusCode' | 'headers'> & { body: Buffer };

/** A response as it came, but for the API key, which is masked, and for the spelling of a tag's id. */
export interface ServiceResponse {
	/** Of a read, that of an error body inside of a success: something on the way has lost its status. */
	readonly status: number;
	readonly from?: Endpoint;
	readonly body: Buffer;
	/** In small letters; empty where there is none. */
	readonly contentType: string;
	readonly json: unknown;
}

/** Whether a body is the service's own error body, by what gateways do not have in theirs: a list of details. */
export function isErrorBody(json: unknown): json is { error: unknown[]; statusCode?: unknown } {
	return isObject(json) && Array.isArray(json.error);
}

/** Reads what came: should the service echo the API key, it goes no further than this (contract: Credential). */
export function readResponse(from: Endpoint, raw: RawResponse, credential: ServiceCredential): ServiceResponse {
	const contentType = String(raw.headers['content-type'] ?? '').toLowerCase();
	// latin1 gives every byte back unchanged.
	const text = raw.body.toString('latin1');
	const masked = maskKey(text, credential);
	const body = masked === text ? raw.body : Buffer.from(masked, 'latin1');
	const json = readBody(body, from);
	const inside = from.effect === 'read' && isErrorBody(json) ? Number(json.statusCode) : 0;
	return { status: inside >= 400 ? inside : raw.statusCode, from, body, contentType, json };
}

/** Whether a body is a page for people, or XML: the service sends neither. */
function isPage({ body, contentType }: ServiceResponse): boolean {
	return /^\s*</.test(body.toString('utf8', 0, 64)) || (body.length > 0 && /html|xml/.test(contentType));
}

/** Why a success cannot be what was asked for, by its form alone (spec: UTF-8; of a CSV nothing is shown). */
export function formProblem(response: ServiceResponse): string | undefined {
	const { body, contentType, json, from } = response;
	if (from?.response === 'image') {
		const isJpeg = body.toString('latin1', 0, 3) === '\xff\xd8\xff';
		return isJpeg ? undefined : 'The service sent a response that is not a JPEG image';
	}
	const isCsv = from?.response === 'csv';
	const [, claim = ''] = /charset="?([^\s;"]+)/.exec(contentType) ?? [];
	const isLeftToReader = isCsv && /^$|shift_jis|sjis|ms932|windows-31j/.test(claim);
	const isText = [claim, isLeftToReader ? '' : 'utf-8'].every((charset) => decodeAs(charset, body) !== undefined);
	if (!isText) return 'The service sent text in another encoding than it states';
	if (!isCsv) return json === undefined ? 'The service sent a response that is not complete JSON' : undefined;
	return isPage(response) || isObject(json) ? 'The service sent a response that is not a CSV' : undefined;
}

const LATER = 'Try again later.';
const MORE_ROOM = 'has reached its limit: ask your administrator for more capacity.';
const CHECK_ADDRESS =
	'Check the Base URL in the credential: it must be the address of the service without the version.';
const CHECK_ID = 'Check the ID: the record may have been deleted, or the user of the API key may not see it.';
const CHECK_KEY = 'Check the API Key in the credential: it may be incomplete, revoked or issued again.';
const CHECK_APP = 'Check the App ID in the credential. Leave it empty outside of the partner program.';
const LIMIT = `The service allows 10 calls per second for each key. Other programs may be using the key. ${LATER}`;
const BUSY = 'Another operation is working on the same data: try again when it has finished.';
const PERMISSION =
	'Ask an administrator for the permission to use the API. For users, departments and imports, the user of the API ' +
	'key must be a system administrator.';
const PROXY =
	'Enter the proxy with its user name and password: in the option Proxy of the node, or in the settings of the machine ' +
	'that n8n runs on.';
const NETWORK =
	`A firewall, a proxy or another server responded in its place. ${CHECK_ADDRESS} If it is right, ask whoever runs ` +
	'your network to let n8n through.';

/** What to do about an error, and what has happened, where its body does not say it. */
type Row = readonly [status: number, code: string, advice: string, message?: string];

/** The table of errors (spec: Errors). The first row of a status stands for all that have no code or an unknown one. */
const ERRORS: readonly Row[] = [
	[400, '', 'Check the parameters of the node.', 'The service did not accept the request'],
	[400, 'required', 'Fill in the named field.'],
	[400, 'invalid_value', 'Correct the value of the named field.'],
	[400, 'expired_token', 'Run the node again: the service keeps a page token for 6 hours.'],
	[400, 'over_storage_capacity', `The number of registered cards ${MORE_ROOM}`],
	[400, 'over_digitization_capacity', `The amount of business card data ${MORE_ROOM}`],
	[401, '', 'Check both in the credential.', 'The service did not accept the API Key or the App ID'],
	[401, 'invalid_api_key', CHECK_KEY, 'The service did not accept the API Key'],
	[401, 'invalid_app_id', CHECK_APP, 'The service did not accept the App ID'],
	[403, 'has_no_permission', PERMISSION, 'The user of the API key has no permission for this'],
	[404, '', CHECK_ID, 'The service did not find the record'],
	[407, '', PROXY, 'The proxy between n8n and the service asks for a user name and password'],
	[409, 'conflict', BUSY, 'The request conflicts with another operation'],
	[415, 'unsupported_media_type', 'This is a fault of the node.', 'The service did not accept the content type'],
	[429, 'too_many_request', LIMIT, 'The service asks for fewer calls'],
	[500, '', LATER, 'The service could not process the request'],
	[503, '', LATER, 'The service is not available at the moment'],
];

/** A 404 for no record; a status that is not documented; what is no response of the service. */
const NO_SUCH_ADDRESS: Row = [404, '', CHECK_ADDRESS, 'The service does not have the requested address'];
const UNEXPECTED: Row = [0, '', CHECK_ADDRESS, 'The service sent an unexpected response'];
const FOREIGN: Row = [0, '', NETWORK, 'The response came from something other than the service'];

function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 1_000) : '';
}

/** Reads the JSON body of a refusal as far as it goes (spec: Errors, error body); what is no object says nothing. */
export function readRefusal(json: unknown) {
	const { message, error } = isObject(json) ? json : {};
	const details = [error]
		.flat()
		.filter(isObject)
		.map(({ Code, code, field }) => ({ code: textOf(Code ?? code), field: textOf(field) }))
		.filter(({ code, field }) => code !== '' || field !== '');
	return { message: textOf(message) || undefined, details };
}

const TYPES = ERRORS.filter(([, type]) => type !== '');

/** Who has sent a refusal, as far as it shows. */
function senderOf(response: ServiceResponse): 'service' | 'proxy' | 'other' {
	const { status, json, body, from } = response;
	// A proxy alone asks for this; whatever stands in its response is its own.
	if (status === 407) return 'proxy';

	// The service documents its body for every 400 and for the 404 of an image. Elsewhere a page that names no error type
	// is somebody else's; from 500 on it makes no difference whose.
	if (status === 404 && from?.response === 'image') return isErrorBody(json) ? 'service' : 'other';
	const namesType = TYPES.some(([, type]) => body.includes(type));
	const isMute = status === 400 || (isPage(response) && !namesType);
	return status < 500 && !isObject(json) && isMute ? 'other' : 'service';
}

/** The row of a refusal that names no error type. */
function rowOf({ status, from }: ServiceResponse, sender: ReturnType<typeof senderOf>): Row {
	if (sender === 'other') return FOREIGN;
	if (status === 404 && from?.namesRecord !== true) return NO_SUCH_ADDRESS;

	const documented = status > 500 ? 503 : status;
	return ERRORS.find(([each]) => each === documented) ?? UNEXPECTED;
}

/**
 * Explains a response with which the service refused a request, or something else in its place (spec: Errors).
 *
 * @returns what has happened by the table and by the service itself, a line for each of its details, and what to do
 */
export function explain(response: ServiceResponse) {
	const { status, json, body } = response;
	const sender = senderOf(response);
	const { message, details } = readRefusal(sender === 'service' ? json : undefined);

	// The body of a 401 is not shown, so it may name its error type anywhere.
	const isNamed = (type: string) => details.some(({ code }) => code === type) || (status === 401 && body.includes(type));
	const named = TYPES.filter(([, type]) => isNamed(type));
	const ofStatus = rowOf(response, sender);
	const [[, , , headline = ofStatus[3]] = ofStatus] = named;

	return {
		headline: `${headline} (status ${status})`,
		said: message,
		details: listedLines(details.map(({ code, field }) => (field === '' ? code : `${code || 'not accepted'}: ${field}`))),
		advice: (named.length > 0 ? named : [ofStatus]).map(([, , advice]) => advice),
	};
}
