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
	/** HTTP status; if a read's 200 body is an error document, the status named there. */
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

/** A body in which the API key is masked; the same one where it does not stand there. */
function withoutKey(body: Buffer, credential: ServiceCredential): Buffer {
	// latin1 gives every byte back unchanged.
	const text = body.toString('latin1');
	const masked = maskKey(text, credential);

	if (masked === text) return body;

	return Buffer.from(masked, 'latin1');
}

/** The status that an error body inside of a success names: something on the way has lost it. 0 where there is none. */
function statusInside(from: Endpoint, json: unknown): number {
	if (from.effect !== 'read' || !isErrorBody(json)) {
		return 0;
	}

	const status = Number(json.statusCode);
	return status >= 400 ? status : 0;
}

/** Reads a response: should the service echo the API key, it goes no further than this (contract: Credential). */
export function readResponse(from: Endpoint, raw: RawResponse, credential: ServiceCredential): ServiceResponse {
	const contentType = String(raw.headers['content-type'] ?? '').toLowerCase();
	const body = withoutKey(raw.body, credential);
	const json = readBody(body, from);

	return {
		status: statusInside(from, json) || raw.statusCode,
		from,
		body,
		contentType,
		json,
	};
}

/** Whether a body is a page for people, or XML: the service sends neither. */
function isPage(response: ServiceResponse): boolean {
	const { body, contentType } = response;
	const beginsLikeOne = /^\s*</.test(body.toString('utf8', 0, 64));

	return beginsLikeOne || (body.length > 0 && /html|xml/.test(contentType));
}

const JPEG_BEGINNING = '\xff\xd8\xff';

/** Charsets of a CSV that its reader tells apart; the service may state none. */
const CSV_CHARSET = /^$|shift_jis|sjis|ms932|windows-31j/;

/** Whether a text is in the charset that it states, and in UTF-8 unless its reader sees to that (spec: UTF-8). */
function isReadableText(response: ServiceResponse, isCsv: boolean): boolean {
	const { body, contentType } = response;
	const [, stated = ''] = /charset="?([^\s;"]+)/.exec(contentType) ?? [];
	const isAsStated = decodeAs(stated, body) !== undefined;
	if (isCsv && CSV_CHARSET.test(stated)) return isAsStated;

	return isAsStated && decodeAs('utf-8', body) !== undefined;
}

/**
 * Why a success cannot be what was asked for, by its form alone (spec: UTF-8; of a CSV nothing is shown).
 *
 * @returns a message; `undefined` where nothing speaks against it
 */
export function formProblem(response: ServiceResponse): string | undefined {
	const { body, json, from } = response;

	if (from?.response === 'image') {
		const isJpeg = body.toString('latin1', 0, 3) === JPEG_BEGINNING;
		return isJpeg ? undefined : 'The service sent a response that is not a JPEG image';
	}

	const isCsv = from?.response === 'csv';
	if (!isReadableText(response, isCsv)) {
		return 'The response of the service is not in the encoding that it declares';
	}

	if (!isCsv) {
		return json === undefined ? 'The service sent a response that is not complete JSON' : undefined;
	}

	const isSomethingElse = isPage(response) || isObject(json);
	return isSomethingElse ? 'The service sent a response that is not a CSV' : undefined;
}

const LATER = 'Try again later.';
const MORE_ROOM = 'has reached its limit. Ask the administrator of the service to raise it.';
const CHECK_ADDRESS =
	'Check the Base URL in the credential. It must be the address of the service without the version.';
const CHECK_ID = 'Check the ID. The record may have been deleted, or the user of the API key may not see it.';
const CHECK_BOTH = 'Check the API Key and the App ID in the credential.';
const CHECK_KEY = 'Check the API Key in the credential. It may be incomplete, revoked, or replaced by a new key.';
const CHECK_APP = 'Check the App ID in the credential. Leave it empty if you are not in the partner program.';
const LIMIT = `The service allows 10 calls per second for each key. Other programs may be using the key. ${LATER}`;
const BUSY = 'Another operation is working on the same data. Try again when it has finished.';
const BUG = 'This is a bug in the node. Please report it.';
const PERMISSION =
	'Ask an administrator of the service for the permission to use the API. For users, departments and imports, the user ' +
	'of the API key must be a system administrator.';
const PROXY =
	'Enter the proxy with its user name and password, in the option Proxy of the node or in the settings of the machine ' +
	'that n8n runs on.';
const NETWORK =
	`A firewall, a proxy or another server responded instead of the service. ${CHECK_ADDRESS} If the address is right, ` +
	'ask your network administrator to let n8n connect to the service.';

/** An error that the specification documents, and what to do about it. The headline says it where the body does not. */
type DocumentedError = readonly [status: number, code: string, advice: string, headline?: string];

/** The table of errors (spec: Errors). The first row of a status stands for all that have no code or an unknown one. */
const ERRORS: readonly DocumentedError[] = [
	[400, '', 'Check the parameters of the node.', 'The service did not accept the request'],
	[400, 'required', 'Fill in the named field.'],
	[400, 'invalid_value', 'Correct the value of the named field.'],
	[400, 'expired_token', 'Run the node again. The service keeps a page token for 6 hours.'],
	[400, 'over_storage_capacity', `The number of registered cards ${MORE_ROOM}`],
	[400, 'over_digitization_capacity', `The digitization allowance ${MORE_ROOM}`],
	[401, '', CHECK_BOTH, 'The service did not accept the API Key or the App ID'],
	[401, 'invalid_api_key', CHECK_KEY, 'The service did not accept the API Key'],
	[401, 'invalid_app_id', CHECK_APP, 'The service did not accept the App ID'],
	[403, 'has_no_permission', PERMISSION, 'The user of the API key has no permission for this'],
	[404, '', CHECK_ID, 'The service did not find the record'],
	[407, '', PROXY, 'The proxy between n8n and the service asks for a user name and password'],
	[409, 'conflict', BUSY, 'The request conflicts with another operation'],
	[415, 'unsupported_media_type', BUG, 'The service did not accept the content type'],
	[429, 'too_many_request', LIMIT, 'The service asks for fewer calls'],
	[500, '', LATER, 'The service could not process the request'],
	[503, '', LATER, 'The service is not available at the moment'],
];

function headlineOf(row: DocumentedError): string | undefined {
	return row[3];
}

/** A 404 that is about no record; an undocumented status; a response that something else has sent. */
const NO_SUCH_ADDRESS: DocumentedError = [404, '', CHECK_ADDRESS, 'The service does not have the requested address'];
const UNEXPECTED: DocumentedError = [0, '', CHECK_ADDRESS, 'The service sent an unexpected response'];
const FOREIGN: DocumentedError = [0, '', NETWORK, 'The response came from something other than the service'];

/** The errors that have a code. */
const CODED_ERRORS = ERRORS.filter(([, code]) => code !== '');

/** Longest text of a refusal that a message repeats, in characters. */
const MAX_SAID = 1_000;

function saidText(value: unknown): string {
	const isText = typeof value === 'string' || typeof value === 'number';
	if (!isText) return '';

	return String(value).slice(0, MAX_SAID);
}

/** A detail of a refusal: an error code, a field, or both; the other one is empty. */
export interface RefusalDetail {
	readonly code: string;
	readonly field: string;
}

function readDetail(entry: Readonly<Record<string, unknown>>): RefusalDetail {
	const code = saidText(entry.Code ?? entry.code);
	const field = saidText(entry.field);
	return { code, field };
}

/** Reads the JSON body of a refusal as far as it goes (spec: Errors, error body); what is no object says nothing. */
export function readRefusal(json: unknown): { message: string | undefined; details: RefusalDetail[] } {
	const { message, error } = isObject(json) ? json : {};
	const entries = [error].flat().filter(isObject);
	const details = entries.map(readDetail).filter((detail) => detail.code !== '' || detail.field !== '');

	return { message: saidText(message) || undefined, details };
}

/** The sender of a refusal, as far as it shows. */
type Sender = 'service' | 'proxy' | 'other';

function senderOf(response: ServiceResponse): Sender {
	const { status, json, body, from } = response;
	// A proxy alone asks for this; whatever stands in its response is its own.
	if (status === 407) return 'proxy';

	// The service documents its body for every 400 and for the 404 of an image.
	if (status === 404 && from?.response === 'image') {
		return isErrorBody(json) ? 'service' : 'other';
	}

	// From 500 on it makes no difference who it was.
	if (status >= 500 || isObject(json)) return 'service';
	if (status === 400) return 'other';

	// Elsewhere a page that names no error code is somebody else's.
	const namesCode = CODED_ERRORS.some(([, code]) => body.includes(code));
	return isPage(response) && !namesCode ? 'other' : 'service';
}

/** The row for a refusal that names no code. */
function rowWithoutCode(response: ServiceResponse, sender: Sender): DocumentedError {
	const { status, from } = response;
	if (sender === 'other') return FOREIGN;
	if (status === 404 && from?.namesRecord !== true) {
		return NO_SUCH_ADDRESS;
	}

	const documentedStatus = status > 500 ? 503 : status;
	return ERRORS.find(([each]) => each === documentedStatus) ?? UNEXPECTED;
}

/** The rows of the codes that a refusal names. */
function rowsOfCodes(response: ServiceResponse, details: readonly RefusalDetail[]): DocumentedError[] {
	const { status, body } = response;
	// The body of a 401 is not shown in the specification, so it may name its code anywhere.
	const isNamed = (code: string) => {
		return details.some((detail) => detail.code === code) || (status === 401 && body.includes(code));
	};

	return CODED_ERRORS.filter(([, code]) => isNamed(code));
}

/** A line about a detail. */
function lineOf(detail: RefusalDetail): string {
	const { code, field } = detail;
	if (field === '') return code;

	return `${code || 'invalid value'}: ${field}`;
}

/** A refusal as a person reads it. */
export interface Explanation {
	/** The error by the table, with its status. */
	readonly headline: string;
	/** The words of the service. */
	readonly said: string | undefined;
	/** A line for each detail. */
	readonly details: string[];
	/** The remedies, a sentence each. */
	readonly advice: string[];
}

/** Explains a response with which the service refused a request, or something else in its place (spec: Errors). */
export function explain(response: ServiceResponse): Explanation {
	const sender = senderOf(response);
	const { message, details } = readRefusal(sender === 'service' ? response.json : undefined);

	const coded = rowsOfCodes(response, details);
	const general = rowWithoutCode(response, sender);
	const rows = coded.length > 0 ? coded : [general];
	const [firstRow = general] = rows;
	const headline = headlineOf(firstRow) ?? headlineOf(general);

	return {
		headline: `${headline} (status ${response.status})`,
		said: message,
		details: listedLines(details.map(lineOf)),
		advice: rows.map(([, , advice]) => advice),
	};
}
