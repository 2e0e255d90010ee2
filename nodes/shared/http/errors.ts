import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode, JsonObject } from 'n8n-workflow';
import { isObject } from '../base/json';
import { labelled } from '../base/labels';
import type { Labels } from '../base/labels';
import { MAX_LISTED_VIOLATIONS } from '../base/violation';
import type { Objection } from '../base/violation';
import { joined, withoutStop } from '../values/show';
import { maskSecrets } from './credential';
import type { Secrets } from './credential';

const LATER = 'Try again later.';
const DOWN = 'The service is not available at the moment';
const MORE_ROOM = 'has reached its limit: ask your administrator for more capacity.';
const PLAIN_ADDRESS = 'it must be the address of the service without the version.';

const GONE = 'Check the ID: the record may have been deleted, or the user of the API key may not see it.';
const BUSY = 'Another operation is working on the same data: try again when it has finished.';
const FORMAT = 'The service did not accept the format of the request.';
const LIMIT = 'The service allows 10 calls per second for each key. Other programs may be using the same key.';
const PERMISSION =
	'Ask an administrator for the permission to use the API. For users, departments and imports, the user of the API ' +
	'key must be a system administrator.';

/** The table of errors (spec: Errors): what to do, and what has happened where the body of a status does not say it. */
const KNOWN_ERRORS: ReadonlyArray<readonly [status: number, code: string, advice: string, message?: string]> = [
	[400, '', 'Check the parameters of the node.', 'The service did not accept the request'],
	[400, 'required', 'Fill in the named field.'],
	[400, 'invalid_value', 'Correct the value of the named field.'],
	[400, 'expired_token', 'Run the node again: the service keeps a page token for 6 hours.'],
	[400, 'over_storage_capacity', `The number of registered cards ${MORE_ROOM}`],
	[400, 'over_digitization_capacity', `The amount of business card data ${MORE_ROOM}`],
	[401, '', 'Check both in the credential.', 'The service did not accept the API Key or the App ID'],
	[401, 'invalid_api_key', 'Check the API Key in the credential: it may be incomplete, revoked or issued again.'],
	[401, 'invalid_app_id', 'Check the App ID in the credential. Leave it empty outside of the partner program.'],
	[403, 'has_no_permission', PERMISSION, 'The user of the API key has no permission for this'],
	[404, '', GONE, 'The service did not find the record'],
	[409, 'conflict', BUSY, 'The request conflicts with another operation'],
	[415, 'unsupported_media_type', FORMAT, 'The service did not accept the content type'],
	[429, 'too_many_request', LIMIT, 'Too many calls: the service asks for a longer wait than this execution allows'],
	[500, '', LATER, 'The service could not process the request'],
	[502, '', LATER, DOWN],
	[503, '', LATER, DOWN],
	[504, '', LATER, DOWN],
];

const NO_SUCH_ADDRESS = [
	404,
	'',
	`Check the Base URL in the credential: ${PLAIN_ADDRESS}`,
	'The service does not have the requested address',
] as const;

const UNEXPECTED = [
	0,
	'',
	'Check the Base URL in the credential: the response may come from something else, such as a proxy.',
	'The service sent an unexpected response',
] as const;

const UNREACHED = 'The service cannot be reached:';
const UNSAFE = 'The service cannot be reached safely:';
const LOST = 'The connection to the service was lost before the response was complete';
const SILENT = 'The service did not respond in time';
const GARBLED = 'The service sent a response that cannot be decompressed';

/** What a person is told of a connection that failed, by the system's error code. */
const CONNECTION_ERRORS: Readonly<Record<string, string>> = {
	ECONNREFUSED: `${UNREACHED} nothing answers at its address`,
	ENOTFOUND: `${UNREACHED} its host name is not known`,
	EAI_AGAIN: `${UNREACHED} its host name could not be looked up`,
	EHOSTUNREACH: `${UNREACHED} there is no route to its host`,
	ENETUNREACH: `${UNREACHED} there is no route to its network`,
	ECONNRESET: LOST,
	EPIPE: LOST,
	ERR_BAD_RESPONSE: LOST,
	Z_DATA_ERROR: GARBLED,
	Z_BUF_ERROR: GARBLED,
	ECONNABORTED: SILENT,
	ETIMEDOUT: SILENT,
	EPROTO: `${UNSAFE} its address offers no secure connection`,
	CERT_NOT_YET_VALID: `${UNSAFE} its certificate is not valid yet`,
	CERT_HAS_EXPIRED: `${UNSAFE} its certificate has expired`,
	DEPTH_ZERO_SELF_SIGNED_CERT: `${UNSAFE} its certificate is self-signed`,
	ERR_TLS_CERT_ALTNAME_INVALID: `${UNSAFE} its certificate is for another host`,
};

const NEVER_CONNECTED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** How the names of the other ways look in which a certificate or the agreement on TLS fails. */
const UNSAFE_CODE = /CERT|^UNABLE_TO|^ERR_SSL/;

/** What could be read from a refusing response; every part of it may be missing (spec: bodies not shown). */
export interface ServiceRefusal {
	readonly status: number;
	readonly message: string | undefined;
	/** The entries of the service's `error` array (spec: Errors, error body). */
	readonly details: ReadonlyArray<{ readonly code: string; readonly field: string }>;
}

/** What of a refusing response tells who sent it: `json` is `undefined` where the body is no JSON. */
export type Refusing = Readonly<{ status: number; json: unknown; body: Buffer; contentType: string }>;

/** Where an error belongs, as far as it is known, and what the panel calls the parameters. */
export interface ErrorContext {
	readonly node: INode;
	readonly itemIndex?: number;
	readonly labels?: Labels;
}

/** Whether a body is the service's own error body, by what gateways do not have in theirs: a list of details. */
export function isErrorBody(json: unknown): json is { error: unknown[]; statusCode?: unknown } {
	return isObject(json) && Array.isArray(json.error);
}

/** Whether a body is a page for people, or XML: the service sends neither. */
export function isPage(body: Buffer, contentType = ''): boolean {
	const start = body.subarray(0, 64).toString().trimStart();
	return start.startsWith('<') || (start !== '' && /^[^;]*(?:html|xml)/.test(contentType));
}

/**
 * Whether a refusal does not come from the service. The service documents its body for every 400 and for the 404 of
 * an image, so another one there is foreign. For other statuses no body is shown: a page is foreign unless it names
 * an error type of the service. From 500 on it makes no difference who says that the service is down.
 */
export function isForeign({ status, json, body, contentType }: Refusing, isImage: boolean): boolean {
	if (status === 404 && isImage) return !isErrorBody(json);
	if (status >= 500 || isObject(json)) return false;
	const namesType = KNOWN_ERRORS.some(([, code]) => code !== '' && body.includes(code));
	return status === 400 || (isPage(body, contentType) && !namesType);
}

function textOf(value: unknown): string {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	return text.length > 1_000 ? `${text.slice(0, 1_000)}…` : text;
}

/**
 * Reads the response to a refused request (spec: Errors, error body), as far as it goes.
 *
 * @param json the parsed body; anything but a JSON object gives a refusal without message and details
 * @param body as it came: a 401 may name its error type anywhere
 */
export function readRefusal(status: number, json: unknown, body: Buffer = Buffer.alloc(0)): ServiceRefusal {
	const outer = isObject(json) ? json : {};
	// Some frameworks put the whole body into another one.
	const inner = isObject(outer.error) ? outer.error : {};
	const details = [outer.error, inner.error]
		.flat()
		.filter(isObject)
		.map(({ Code, code, field }) => ({ code: textOf(Code ?? code), field: textOf(field) }))
		.filter(({ code, field }) => code !== '' || field !== '');
	const unauthorized = ['invalid_api_key', 'invalid_app_id'].filter((code) => status === 401 && body.includes(code));
	const [code, another] = unauthorized;
	if (code && !another && !hasCode({ details }, code)) details.push({ code, field: '' });
	return { status, message: textOf(outer.message) || textOf(inner.message) || undefined, details };
}

/** Whether the refusal carries an error type, in whichever entry. */
export const hasCode = ({ details }: Pick<ServiceRefusal, 'details'>, code: string) =>
	details.some((detail) => detail.code === code);

/** Whether the refusal names any field at all. */
export const namesAnyField = ({ details }: ServiceRefusal) => details.some(({ field }) => field !== '');

/** Whether the refusal names a field. */
export const namesField = ({ details }: ServiceRefusal, name: string) => details.some(({ field }) => field === name);

/** Whether a status is that of a service that is down, or of a gateway that cannot reach it (spec: Errors, 500). */
export const isTransient = (status: number) => [500, 502, 503, 504].includes(status);

/** n8n's editor shows a description as HTML, in which a line break alone is a space; mails and logs show it as text. */
export const LINE_BREAK = '<br>\n';

/**
 * An error of a call. n8n replaces a message that contains a system error's name (even inside another word); what a
 * person is told here is chosen already, so it is put back.
 */
export function apiError(context: ErrorContext, message: string, description?: string, httpCode = 'none') {
	const { node, itemIndex } = context;
	const error = new NodeApiError(node, {} as JsonObject, { message, description, httpCode, itemIndex });
	error.message = message;
	return error;
}

/** The same for what is refused before a call. */
export function operationError({ node, itemIndex }: ErrorContext, message: string, description: string) {
	const error = new NodeOperationError(node, message, { description, itemIndex });
	error.message = message;
	return error;
}

/** What errors say to those who decide what happens next. */
const MARKS = { uncertain: new WeakSet(), foreign: new WeakSet() };

/** Notes of an error that what it is about may have been done all the same, so that nobody does it a second time. */
export function uncertain<T extends Error>(error: T): T {
	MARKS.uncertain.add(error);
	return error;
}

/** Whether what failed with this error may have been done all the same. */
export const isUncertain = (error: unknown) => error instanceof Error && MARKS.uncertain.has(error);

/** Whether something other than the service responded, so that its status says nothing of what was asked for. */
export const isForeignError = (error: unknown) => error instanceof Error && MARKS.foreign.has(error);

/**
 * The error for a response with which the service refused a request: its own message, a line for each of its details,
 * and what to do (contract: Errors). No header and no other part of the request is put in.
 *
 * @param namesRecord whether the request named a record by its id; without one, a 404 is about the address
 */
export function refusedByService(
	context: ErrorContext,
	{ status, message, details }: ServiceRefusal,
	secrets: Secrets,
	namesRecord = true,
): NodeApiError {
	const masked = (text: string) => maskSecrets(text, secrets, 'message');
	const byStatus = KNOWN_ERRORS.find(([each, , , stock]) => each === status && stock !== undefined);
	const [, , advice, stock] = status === 404 && !namesRecord ? NO_SUCH_ADDRESS : (byStatus ?? UNEXPECTED);
	const lines = details
		.slice(0, MAX_LISTED_VIOLATIONS)
		.map(({ code, field }) => masked(field === '' ? code : `${code || 'not accepted'}: ${field}`));
	if (details.length > lines.length) lines.push(`and ${details.length - lines.length} more`);
	const known = KNOWN_ERRORS.filter(([, code]) => hasCode({ details }, code));
	lines.push(...(known.length > 0 ? known.map(([, , each]) => each) : [advice]));
	const said = message === undefined ? `${stock} (status ${status})` : masked(message);
	return apiError(context, said, lines.join(LINE_BREAK), String(status));
}

/** The error for a refusal that does not come from the service. Nothing of its body is shown. */
export function refusedByAnother(context: ErrorContext, status: number): NodeApiError {
	const message = `The response came from something other than the service (status ${status})`;
	const check = `Check the Base URL in the credential: ${PLAIN_ADDRESS}`;
	const ask = 'If it is right, ask whoever runs your network to let n8n through.';
	const advice = `A firewall, a proxy or another server responded in its place. ${check} ${ask}`;
	const error = apiError(context, message, advice, String(status));
	MARKS.foreign.add(error);
	return error;
}

/**
 * Reads from what n8n throws why there was no response: its code stands here or there by version.
 *
 * @returns what has happened, what to do, and whether the request may have reached the service
 */
export function readConnectionFailure(error: unknown): { message: string; advice: string; mayHaveArrived: boolean } {
	const parts = isObject(error) ? [error, error.cause, error.errorResponse].filter(isObject) : [];
	const codes = parts.flatMap((part) => [part.code, part.httpCode]);
	const code = codes.find((each): each is string => typeof each === 'string' && each !== '') ?? 'no answer';
	const unsafe = UNSAFE_CODE.test(code) ? `${UNSAFE} its certificate cannot be verified` : undefined;
	const message = CONNECTION_ERRORS[code] ?? unsafe ?? `The call to the service failed (${code})`;
	const advice = message.startsWith(UNSAFE)
		? 'The request did not reach the service. Check the Base URL in the credential, or tell the operator of the service.'
		: 'Check the Base URL in the credential and the connection, then try again.';
	return { message, advice, mayHaveArrived: !NEVER_CONNECTED.has(code) && !message.startsWith(UNSAFE) };
}

/**
 * Where the first line of an input is a sheet's row of headings. Nobody knows whether the items came from a sheet, so the
 * row is told as what it would be there.
 */
function rowHint(itemIndex = 0): string {
	return itemIndex === 0 ? '' : `In a sheet with a row of headings, item ${itemIndex} is row ${itemIndex + 2}.`;
}

/** The error for what is refused before any call: parameter, item and rule are named (contract: Errors). */
export function refusedBeforeCall(errorContext: ErrorContext, objection: Objection): NodeOperationError {
	const { itemIndex = errorContext.itemIndex, parameter, rule = '', causes = [] } = objection;
	const { labels = new Map() } = errorContext;
	const [headline, ...lines] = [objection.message, ...causes].map((text) => labelled(text, labels));
	// What to do is part of the message: an error item of Continue On Fail carries nothing else.
	const message = joined([headline, withoutStop(rule)], ': ');
	const description = joined([...lines, rowHint(itemIndex)], LINE_BREAK);
	const error = operationError({ ...errorContext, itemIndex }, message, description);
	error.context.parameter = parameter;
	if (lines.length > 0) error.context.causes = lines;
	return error;
}

/**
 * n8n's routing engine turns every error that is not a NodeApiError into one and drops what it is called. This is the
 * one way to hand it a NodeOperationError that still is named, described and placed as such.
 */
export function passableThroughRouting(error: NodeOperationError): NodeApiError {
	const carrier = apiError({ node: error.node }, error.message, error.description ?? undefined);
	return Object.assign(carrier, { name: error.name, context: error.context, cause: error });
}
