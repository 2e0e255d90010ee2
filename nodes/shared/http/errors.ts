import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode, JsonObject } from 'n8n-workflow';
import { MAX_LISTED_VIOLATIONS } from '../base/violation';
import type { Objection } from '../base/parameterError';
import type { ServiceCredential } from './credentials';
import { isObject } from '../base/json';
import type { JsonRecord } from '../base/json';
import { labelFor, labelled } from '../base/labels';
import type { Labels } from '../base/labels';
import { maskSecrets } from './masking';
import { isUnsafe, networkMessage } from './networkFailure';
import { isErrorBody, isMarkup } from './responseForm';
import type { ResponseKind } from './responseForm';

/** One entry of the service's `error` array (spec: Errors, error body). */
interface ErrorDetail {
	code: string;
	field: string;
}

/** What could be read from a refusing answer; every part of it may be missing (spec: bodies not shown). */
export interface ServiceRefusal {
	readonly status: number;
	readonly message: string | undefined;
	readonly details: readonly ErrorDetail[];
	/** Whether the request named a record by its id; without one, a 404 is about the address. */
	readonly isAboutRecord?: boolean;
	/** Whether something other than the service responded, so that nothing in the body is the service's word. */
	readonly isForeign?: boolean;
}

/** What of a refusing response tells who sent it. */
interface Refusing {
	readonly status: number;
	/** The parsed body; `undefined` where it is no JSON. */
	readonly json: unknown;
	readonly body: Buffer;
	/** In small letters. */
	readonly contentType: string;
}

/** What a person can do, by the service's own error type (spec: Errors, table). */
const ADVICE = {
	required: 'Fill in the named field.',
	invalid_value: 'Correct the value of the named field.',
	expired_token: 'Run the node again: reading the list took longer than the 6 hours that the service keeps a page token.',
	over_storage_capacity: 'The number of registered cards has reached its limit: ask your administrator for more capacity.',
	over_digitization_capacity: 'The amount of business card data has reached its limit: ask your administrator for more capacity.',
	invalid_api_key: 'Check the API Key in the credential: it may have been copied incompletely, revoked or issued again.',
	invalid_app_id: 'Check the App ID in the credential, or leave it empty if you are not in the partner program.',
	has_no_permission:
		'Ask an administrator for the permission to use the API. For users, departments and imports, the user of the API key must be a system administrator.',
	conflict: 'Another operation is working on the same data: try again when it has finished.',
	unsupported_media_type: 'The service did not accept the format of the request.',
	too_many_request: 'The service allows 10 calls per second for each key. Other programs may be using the same key.',
} as const satisfies Readonly<Record<string, string>>;

/** As a map: the service may use any word, also one that every object has. */
const ADVICE_BY_CODE: ReadonlyMap<string, string> = new Map<string, string>(Object.entries(ADVICE));

/** The same by status, for answers without a readable body. */
const BY_STATUS: Readonly<Record<number, { message: string; advice: string }>> = {
	400: { message: 'The service did not accept the request', advice: 'Check the parameters of the node.' },
	401: {
		message: 'The service did not accept the API Key or the App ID',
		advice: 'Check both in the credential.',
	},
	403: { message: 'The user of the API key has no permission for this', advice: ADVICE.has_no_permission },
	404: {
		message: 'The service did not find the record',
		advice: 'Check the ID: the record may have been deleted, or the user of the API key may not see it.',
	},
	409: { message: 'The request conflicts with another operation', advice: ADVICE.conflict },
	415: { message: 'The service did not accept the content type', advice: ADVICE.unsupported_media_type },
	429: { message: 'Too many calls: the service asks for a longer wait than this execution allows', advice: ADVICE.too_many_request },
	500: { message: 'The service could not process the request', advice: 'Try again later.' },
	502: { message: 'The service is not available at the moment', advice: 'Try again later.' },
	503: { message: 'The service is not available at the moment', advice: 'Try again later.' },
	504: { message: 'The service is not available at the moment', advice: 'Try again later.' },
};

/** A page of a firewall, a proxy or another server, whatever its status says. */
const FOREIGN = {
	message: 'The response came from something other than the service',
	advice:
		'A firewall, a proxy or another server responded in its place. Check the Base URL in the credential: it must be the address of the service without the version. If it is right, ask whoever runs your network to let n8n through.',
};

/** A 404 where no id was asked for. */
const NO_SUCH_ADDRESS = {
	message: 'The service does not have the requested address',
	advice: 'Check the Base URL in the credential: it must be the address of the service without the version.',
};

const OTHER_STATUS = {
	message: 'The service sent an unexpected response',
	advice: 'Check the Base URL in the credential: the response may come from something else, such as a proxy.',
};

/** Longest text of the service that is put into an error. */
const MAX_MESSAGE_CHARACTERS = 1_000;

function cut(text: string): string {
	return text.length > MAX_MESSAGE_CHARACTERS ? `${text.slice(0, MAX_MESSAGE_CHARACTERS)}…` : text;
}

function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? cut(String(value)) : '';
}

function readDetail(entry: unknown): ErrorDetail[] {
	if (!isObject(entry)) return [];
	const detail = { code: textOf(entry.Code ?? entry.code), field: textOf(entry.field ?? entry.Field) };
	return detail.code === '' && detail.field === '' ? [] : [detail];
}

/**
 * Whether the body of a refusal shows that it does not come from the service (spec: Errors, error body). The service documents
 * its body for every 400 and for the 404 of an image, so another one there is foreign. For other statuses no body is shown:
 * a page of markup is foreign unless it names one of the service's error types; everything else counts as the service's.
 * From 500 on it makes no difference who says that the service is down.
 */
export function isForeign(kind: ResponseKind | undefined, { status, json, body, contentType }: Refusing): boolean {
	if (status >= 500) return false;
	if (status === 404 && kind === 'image') return !isErrorBody(json);
	if (status === 400) return !isObject(json);
	return isMarkup(body, contentType) && !Object.keys(ADVICE).some((code) => body.includes(code));
}

/** The error types of a 401, whose body is not shown in the spec: which one it is says what to correct (spec: Authentication 6). */
const UNAUTHORIZED_CODES = ['invalid_api_key', 'invalid_app_id'];

/** The one error type of a 401 that its body names, wherever that stands; none where it names both. */
function unauthorizedDetail(body: Buffer): ErrorDetail[] {
	const text = body.toString('latin1');
	const [code, other] = UNAUTHORIZED_CODES.filter((known) => text.includes(known));
	return code === undefined || other !== undefined ? [] : [{ code, field: '' }];
}

/**
 * Reads the answer to a refused request (spec: Errors, error body).
 *
 * @param parsed the parsed body; anything but the documented JSON gives a refusal without message and details
 * @param body as it came: a 401 may name its error type anywhere
 */
export function readRefusal(status: number, parsed: unknown, body: Buffer = Buffer.alloc(0)): ServiceRefusal {
	const { error, message }: JsonRecord = isObject(parsed) ? parsed : {};
	// Some frameworks put the whole body into another one.
	const inner: JsonRecord = isObject(error) ? error : {};
	const details = [error, inner.error].flat().flatMap(readDetail);
	const isOpen = status === 401 && !details.some(({ code }) => UNAUTHORIZED_CODES.includes(code));
	return { status, message: textOf(message) || textOf(inner.message) || undefined, details: isOpen ? [...details, ...unauthorizedDetail(body)] : details };
}

/** Whether the refusal carries an error type, in whichever entry. */
export function hasCode(refusal: ServiceRefusal, code: string): boolean {
	return refusal.details.some((detail) => detail.code === code);
}

const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([500, 502, 503, 504]);

/** Whether a status is that of a service that is down or behind a gateway that cannot reach it (spec: Errors, 500 and 503). */
export function isTransient(status: number): boolean {
	return TRANSIENT_STATUSES.has(status);
}

/** Whether the refusal names any field at all. */
export function namesAnyField(refusal: ServiceRefusal): boolean {
	return refusal.details.some(({ field }) => field !== '');
}

/** Whether the refusal names a field. */
export function namesField(refusal: ServiceRefusal, field: string): boolean {
	return refusal.details.some((detail) => detail.field === field);
}

function stockFor({ status, isAboutRecord = true, isForeign: foreign }: ServiceRefusal): { message: string; advice: string } {
	if (foreign === true) return FOREIGN;
	return status === 404 && !isAboutRecord ? NO_SUCH_ADDRESS : (BY_STATUS[status] ?? OTHER_STATUS);
}

/** @param masked takes the secrets out of what the service said; our own advice needs none of that */
function describe(refusal: ServiceRefusal, masked: (text: string) => string): string {
	const stock = stockFor(refusal);
	const lines = refusal.details.slice(0, MAX_LISTED_VIOLATIONS).map(({ code, field }) => {
		const said = masked(code);
		return field === '' ? said : `${said === '' ? 'not accepted' : said}: ${masked(field)}`;
	});
	const more = refusal.details.length - lines.length;
	if (more > 0) lines.push(`and ${more} more`);
	const advice = refusal.details.flatMap(({ code }) => ADVICE_BY_CODE.get(code) ?? []);
	return [...lines, ...new Set(advice.length > 0 ? advice : [stock.advice])].join('\n');
}

/** Where an error belongs, as far as it is known. */
export interface ErrorContext {
	readonly node: INode;
	readonly itemIndex?: number;
	/** What the panel calls the parameters. */
	readonly labels?: Labels;
	/** Set where other items of the same run are sent while this one is refused. */
	readonly isOneOfMany?: boolean;
	/** Set where a part of the item was sent before. */
	readonly isSentInPart?: boolean;
}

/** What is true of a refusal before a call. */
function nothingSent({ isOneOfMany, isSentInPart }: ErrorContext): string {
	if (isSentInPart === true) return '';
	return `Nothing was sent${isOneOfMany === true ? ' for this item' : ''}. `;
}

/**
 * An error of a call. n8n replaces a message that contains a system error's name (even inside another word); what a person
 * is told here is chosen already, so it is put back.
 */
export function apiError({ node, itemIndex }: ErrorContext, message: string, description?: string, httpCode = 'none'): NodeApiError {
	const error = new NodeApiError(node, {} as JsonObject, { message, description, httpCode, itemIndex });
	error.message = message;
	return error;
}

/** The same for what is refused before a call. */
export function operationError({ node, itemIndex }: ErrorContext, message: string, description: string): NodeOperationError {
	const error = new NodeOperationError(node, message, { description, itemIndex });
	error.message = message;
	return error;
}

/**
 * The error for a response with which the service refused a request: its own message, a line for each of its
 * details, and what to do (contract: Errors). No header and no other part of the request is put in.
 *
 * @param warning more that a person must know, put last
 */
export function refusedByService(
	errorContext: ErrorContext,
	refusal: ServiceRefusal,
	credential: ServiceCredential,
	warning?: string,
): NodeApiError {
	const masked = (text: string) => maskSecrets(text, credential, 'message');
	const stock = `${stockFor(refusal).message} (status ${refusal.status})`;
	const message = refusal.message === undefined ? stock : masked(refusal.message);
	const told = describe(refusal, masked);
	const description = warning === undefined ? told : `${told}\n${warning}`;
	const error = apiError(errorContext, message, description, String(refusal.status));
	if (NO_ROOM_CODES.some((code) => hasCode(refusal, code))) OUT_OF_ROOM.add(error);
	if (refusal.isForeign === true) FOREIGN_ERRORS.add(error);
	return error;
}

/** Why a response never came, or came in a shape that cannot be used. */
export interface Breakdown {
	/** Code of the system error (ECONNRESET, …), or what was wrong with the response. */
	readonly code: string;
	readonly message?: string;
	/** What a write may have done, and other things a person must know. */
	readonly advice?: string;
}

const CONNECTION_ADVICE = 'Check the Base URL in the credential and the connection, then try again.';

const UNSAFE_ADVICE =
	'The request did not reach the service. Check the Base URL in the credential, and tell the operator of the service.';

/** The error for a call that ended without a usable answer (contract: Errors). */
export function noUsableResponse(errorContext: ErrorContext, breakdown: Breakdown): NodeApiError {
	const message = breakdown.message ?? networkMessage(breakdown.code) ?? `The call to the service failed (${breakdown.code})`;
	return apiError(errorContext, message, breakdown.advice ?? (isUnsafe(breakdown.code) ? UNSAFE_ADVICE : CONNECTION_ADVICE));
}

const UNCERTAIN = new WeakSet<Error>();

/** Notes of an error that what it is about may have been done all the same, so that nobody does it a second time. */
export function uncertain<T extends Error>(error: T): T {
	UNCERTAIN.add(error);
	return error;
}

/** Whether what failed with this error may have been done all the same. */
export function isUncertain(error: unknown): boolean {
	return error instanceof Error && UNCERTAIN.has(error);
}

/** The service has no room for more: whatever is sent next will be refused for the same reason (spec: Errors, 400). */
const NO_ROOM_CODES = ['over_storage_capacity', 'over_digitization_capacity'];

const OUT_OF_ROOM = new WeakSet<Error>();

/** Whether the service refused something for want of room. */
export function isOutOfRoom(error: unknown): boolean {
	return error instanceof Error && OUT_OF_ROOM.has(error);
}

const FOREIGN_ERRORS = new WeakSet<Error>();

/** Whether something other than the service responded, so that its status says nothing of what was asked for. */
export function isForeignError(error: unknown): boolean {
	return error instanceof Error && FOREIGN_ERRORS.has(error);
}

/** The error for what is refused before any call: parameter, item and rule are named (contract: Errors). */
export function refusedBeforeCall(errorContext: ErrorContext, objection: Objection): NodeOperationError {
	const { itemIndex = errorContext.itemIndex } = objection;
	const labels = errorContext.labels ?? new Map();
	// The rule is part of the message: an error item of Continue On Fail carries nothing else. It lists values, not names.
	const message = `${labelled(objection.message, labels)}: ${objection.rule.replace(/\.$/, '')}`;
	const item = itemIndex === undefined ? '' : ` of item ${itemIndex}`;
	const advice = `Correct the parameter ${labelFor(labels, objection.parameter)}${item}.`;
	const error = operationError({ ...errorContext, itemIndex }, message, `${nothingSent(errorContext)}${advice}`);
	error.context.parameter = objection.parameter;
	return error;
}

/**
 * n8n's routing engine turns every error that is not a NodeApiError into one and drops what it is called. This
 * is the one way to hand it a NodeOperationError that still is named, described and placed as such.
 */
export function passableThroughRouting(error: NodeOperationError): NodeApiError {
	const carrier = apiError({ node: error.node }, error.message, error.description ?? undefined);
	carrier.name = error.name;
	carrier.context = error.context;
	carrier.cause = error;
	return carrier;
}
