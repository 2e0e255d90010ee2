import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode, JsonObject } from 'n8n-workflow';
import { maskSecrets } from './credentials';
import type { ServiceCredential } from './credentials';
import { isObject, parseJson } from './json';

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
}

/** What a person can do, by the service's own error type (spec: Errors, table). */
const ADVICE_BY_CODE: Readonly<Record<string, string>> = {
	required: 'Fill in the field that is named.',
	invalid_value: 'Correct the value of the field that is named.',
	expired_token: 'Run the node again: the list took longer than the 6 hours the service keeps a page token.',
	over_storage_capacity: 'The number of registered cards has reached its limit: ask your administrator for more capacity.',
	over_digitization_capacity: 'The amount of business card data has reached its limit: ask your administrator for more capacity.',
	invalid_api_key: 'Check the API Key in the credential: it may have been copied incompletely, revoked or issued again.',
	invalid_app_id: 'Check the App ID in the credential, or leave it empty when you are not in the partner program.',
	has_no_permission:
		'The user of the API key is not allowed to do this: ask an administrator for API-use permission (organization operations need a system administrator).',
	conflict: 'Another operation is under way on the same data: try again when it is done.',
	unsupported_media_type: 'The service did not accept the format of the request.',
	too_many_request: 'The service allows 10 calls per second and key. Other programs may be using the same key.',
};

/** The same by status, for answers without a readable body. */
const BY_STATUS: Readonly<Record<number, { message: string; advice: string }>> = {
	400: { message: 'The service did not accept the request', advice: 'Check the parameters of the node.' },
	401: {
		message: 'The service did not accept the API key or the application id',
		advice: 'Check API Key and App ID in the credential.',
	},
	403: { message: 'The user of the API key has no permission for this', advice: ADVICE_BY_CODE.has_no_permission ?? '' },
	404: {
		message: 'The service knows no such record',
		advice: 'Check the id: the record may have been deleted, or belong to somebody whose records you may not see.',
	},
	409: { message: 'The request conflicts with another operation', advice: ADVICE_BY_CODE.conflict ?? '' },
	415: { message: 'The service did not accept the content type', advice: ADVICE_BY_CODE.unsupported_media_type ?? '' },
	429: { message: 'Too many calls: the service asked to wait longer than this run can', advice: ADVICE_BY_CODE.too_many_request ?? '' },
	500: { message: 'The service had an internal error', advice: 'Try again later.' },
	503: { message: 'The service is not available at the moment', advice: 'Try again later.' },
};

/** A 404 where no id was asked for. */
const NO_SUCH_ADDRESS = {
	message: 'Nothing is known under the address that was asked',
	advice: 'Check the Base URL in the credential: it must be the address of the service without the version.',
};

const OTHER_STATUS = {
	message: 'The service gave an unexpected answer',
	advice: 'Check the Base URL in the credential: the answer may come from something else, such as a proxy.',
};

/** Longest text of the service that is put into an error. */
const LONGEST_MESSAGE = 1_000;

function cut(text: string): string {
	return text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text;
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
 * Reads the answer to a refused request (spec: Errors, error body).
 *
 * @param body the raw body; anything but the documented JSON gives a refusal without message and details
 */
export function readRefusal(status: number, body: Buffer): ServiceRefusal {
	const parsed = parseJson(body);
	if (!isObject(parsed)) return { status, message: undefined, details: [] };
	const entries = Array.isArray(parsed.error) ? parsed.error : [parsed.error];
	return {
		status,
		message: textOf(parsed.message) || undefined,
		details: entries.flatMap(readDetail),
	};
}

/** Whether the refusal carries an error type, in whichever entry. */
export function hasCode(refusal: ServiceRefusal, code: string): boolean {
	return refusal.details.some((detail) => detail.code === code);
}

/** Whether the refusal names any field at all. */
export function namesAnyField(refusal: ServiceRefusal): boolean {
	return refusal.details.some(({ field }) => field !== '');
}

/** Whether the refusal names a field. */
export function namesField(refusal: ServiceRefusal, field: string): boolean {
	return refusal.details.some((detail) => detail.field === field);
}

function stockFor({ status, isAboutRecord = true }: ServiceRefusal): { message: string; advice: string } {
	return status === 404 && !isAboutRecord ? NO_SUCH_ADDRESS : (BY_STATUS[status] ?? OTHER_STATUS);
}

function describe(refusal: ServiceRefusal): string {
	const stock = stockFor(refusal);
	const lines = refusal.details.map(({ code, field }) =>
		field === '' ? code : `${code === '' ? 'error' : code}: ${field}`,
	);
	const advice = refusal.details.map(({ code }) => ADVICE_BY_CODE[code] ?? '').filter((line) => line !== '');
	return [...lines, ...new Set(advice.length > 0 ? advice : [stock.advice])].join('\n');
}

/** Where an error belongs, as far as it is known. */
export interface ErrorPlace {
	readonly node: INode;
	readonly itemIndex?: number;
}

/**
 * n8n replaces a message that contains a system error's name (even inside another word); what a person is
 * told here is chosen already, so it is put back.
 */
function keepMessage<T extends NodeApiError | NodeOperationError>(error: T, message: string): T {
	error.message = message;
	return error;
}

/**
 * The error for an answer with which the service refused a request: its own message, a line for each of its
 * details, and what to do (contract: Errors). No header and no other part of the request is put in.
 *
 * @param warning more that a person must know, put last
 */
export function refusedByService(
	place: ErrorPlace,
	refusal: ServiceRefusal,
	credential: ServiceCredential,
	warning?: string,
): NodeApiError {
	const stock = stockFor(refusal);
	const message = maskSecrets(refusal.message ?? `${stock.message} (status ${refusal.status})`, credential, 'message');
	const told = maskSecrets(describe(refusal), credential, 'message');
	const description = warning === undefined ? told : `${told}\n${warning}`;
	const error = new NodeApiError(place.node, {} as JsonObject, {
		message,
		description,
		httpCode: String(refusal.status),
		itemIndex: place.itemIndex,
	});
	return keepMessage(error, message);
}

/** What a person is told about a connection that failed, by the system's error code. */
const NETWORK_MESSAGES: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'The service cannot be reached: nothing answers at its address',
	ENOTFOUND: 'The service cannot be reached: its host name is not known',
	EAI_AGAIN: 'The service cannot be reached: its host name could not be looked up',
	ECONNRESET: 'The connection to the service was lost before the answer was complete',
	ERR_BAD_RESPONSE: 'The connection to the service was lost before the answer was complete',
	EPIPE: 'The connection to the service was lost before the answer was complete',
	ERR_STREAM_PREMATURE_CLOSE: 'The connection to the service was lost before the answer was complete',
	Z_DATA_ERROR: 'The service gave an answer that cannot be unpacked',
	Z_BUF_ERROR: 'The service gave an answer that cannot be unpacked',
	ECONNABORTED: 'The service did not answer in time',
	ETIMEDOUT: 'The service did not answer in time',
	EHOSTUNREACH: 'The service cannot be reached: there is no way to its host',
	ENETUNREACH: 'The service cannot be reached: there is no way to its network',
	CERT_HAS_EXPIRED: 'The service cannot be reached safely: its certificate has expired',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'The service cannot be reached safely: its certificate is self-signed',
};

/** Failures to connect: whatever was to be sent has not left this machine. */
const UNCONNECTED: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

/** Whether a call that failed with this code of the system cannot have reached the service. */
export function neverArrived(code: string): boolean {
	return UNCONNECTED.has(code);
}

/** Why an answer never came, or came in a shape that cannot be used. */
export interface Breakdown {
	/** Code of the system error (ECONNRESET, …), or what was wrong with the answer. */
	readonly code: string;
	readonly message?: string;
	/** What a write may have done, and other things a person must know. */
	readonly advice?: string;
}

/** The error for a call that ended without a usable answer (contract: Errors). */
export function noUsableAnswer(place: ErrorPlace, breakdown: Breakdown): NodeApiError {
	const message = breakdown.message ?? NETWORK_MESSAGES[breakdown.code] ?? `The call to the service failed (${breakdown.code})`;
	const error = new NodeApiError(place.node, {} as JsonObject, {
		message,
		description: breakdown.advice ?? 'Check the Base URL in the credential and the connection, then try again.',
		httpCode: 'none',
		itemIndex: place.itemIndex,
	});
	return keepMessage(error, message);
}

/** What is refused before a call, and why. */
export interface Objection {
	/** The parameter's own name. */
	readonly parameter: string;
	/** One sentence: what is wrong. */
	readonly message: string;
	/** The rule of the spec, or what to do. */
	readonly rule: string;
	/** The item it is about, where one run looks at several. */
	readonly itemIndex?: number;
}

/** Thrown by checks that do not know node and item; {@link refusedBeforeCall} gives it both. */
export class InputFault extends Error {
	constructor(readonly objection: Objection) {
		super(objection.message);
	}
}

/** The error for what is refused before any call: parameter, item and rule are named (contract: Errors). */
export function refusedBeforeCall(place: ErrorPlace, objection: Objection): NodeOperationError {
	const { itemIndex = place.itemIndex } = objection;
	// The rule is part of the message: an error item of Continue On Fail carries nothing else.
	const message = `${objection.message}: ${objection.rule.replace(/\.$/, '')}`;
	const item = itemIndex === undefined ? '' : ` of item ${itemIndex}`;
	const error = new NodeOperationError(place.node, message, {
		description: `Nothing was sent. Correct the parameter "${objection.parameter}"${item}.`,
		itemIndex,
	});
	error.context.parameter = objection.parameter;
	return keepMessage(error, message);
}

/**
 * n8n's routing engine turns every error that is not a NodeApiError into one and drops what it is called. This
 * is the one way to hand it a NodeOperationError that still is named, described and placed as such.
 */
export function passableThroughRouting(error: NodeOperationError): NodeApiError {
	const carrier = new NodeApiError(error.node, {} as JsonObject, {
		message: error.message,
		description: error.description ?? undefined,
		httpCode: 'none',
	});
	carrier.name = error.name;
	carrier.context = error.context;
	carrier.cause = error;
	return keepMessage(carrier, error.message);
}
