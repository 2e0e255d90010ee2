import type { EndpointId } from './endpoints';
import type { RateRefusal } from './rateLimit';
import type { Switches } from './switches';

export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer;
}

/** The error type of each status that has exactly one (spec: "Errors"). */
export const CODE_OF_STATUS: Readonly<Record<number, string>> = {
	400: 'invalid_value',
	401: 'invalid_api_key',
	403: 'has_no_permission',
	409: 'conflict',
	415: 'unsupported_media_type',
	429: 'too_many_request',
};

/** One entry of an error body's `error` array. */
export interface ErrorDetail {
	readonly Code?: string;
	readonly field?: string;
	readonly access_count?: number;
	readonly retry_after?: number;
}

/** An answer that refuses a call. `rule` says which rule of the interface the caller broke, if it did. */
export class ApiError extends Error {
	readonly details: readonly ErrorDetail[];

	/** @param detail its only entry; the type of the status unless given */
	constructor(
		readonly status: number,
		message: string,
		detail: ErrorDetail = {},
		readonly rule?: string,
	) {
		super(message);
		const { Code = CODE_OF_STATUS[status] } = detail;
		this.details = Code === undefined ? [] : [{ Code, ...detail }];
	}
}

/** 400 for a value that the spec does not allow; a breach of the interface. */
export function invalidValue(field: string, why: string): ApiError {
	return new ApiError(400, `${field} is invalid: ${why}`, { field }, `${field}: ${why}`);
}

/** 400 for something mandatory that is missing; a breach of the interface. */
export function required(field: string): ApiError {
	return new ApiError(400, `${field} is required`, { Code: 'required', field }, `${field}: required`);
}

/** 400 for a value that only the service can know to be wrong: no breach of the interface. */
export function notTaken(field: string, message: string): ApiError {
	return new ApiError(400, message, { field });
}

/** 404 for a record that is not there, or not for this user. */
export function notFound(what: string): ApiError {
	return new ApiError(404, `The specified ${what} does not exist`);
}

export function bytesAnswer(status: number, contentType: string, body: Buffer): Answer {
	return { status, headers: { 'content-type': contentType }, body };
}

export function jsonAnswer(status: number, value: unknown): Answer {
	return bytesAnswer(status, 'application/json; charset=utf-8', Buffer.from(JSON.stringify(value)));
}

/** An HTML page such as a proxy in between puts up. */
export function htmlAnswer(status: number): Answer {
	const page = `<!DOCTYPE html>\n<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>\n`;
	return bytesAnswer(status, 'text/html; charset=utf-8', Buffer.from(page));
}

export function emptyAnswer(status: number): Answer {
	return { status, headers: {}, body: Buffer.alloc(0) };
}

/** The answer that an error becomes; its body is the documented one where the spec shows one, else as the switch says. */
export function errorAnswer(
	error: ApiError,
	{ errorBodies }: Switches,
	endpoint?: EndpointId,
	more: object = {},
): Answer {
	const { status, message, details } = error;
	const isDocumented = status === 400 || (status === 404 && endpoint === 'E4');
	const style = isDocumented ? 'json' : errorBodies;
	if (style === 'empty') return emptyAnswer(status);
	if (style === 'html') return htmlAnswer(status);
	if (style === 'json') return jsonAnswer(status, { statusCode: status, message, error: details, ...more });
	const { Code: code = 'error', ...values } = details[0] ?? {};
	return jsonAnswer(status, { error: { code, message, ...values }, ...more });
}

/** A 429 whose two values stand where the switch says; the time is in seconds. */
export function tooManyRequests({ accessCount, retryAfterMs }: RateRefusal, switches: Switches): Answer {
	const { retryAfterPlace: place } = switches;
	const seconds = Math.ceil(retryAfterMs / 1000);
	const values = { access_count: accessCount, retry_after: seconds };
	const error = new ApiError(429, 'Too many requests', place === 'errorItem' ? values : {});
	const more = place === 'root' ? values : place === 'details' ? { details: values } : {};
	const answer = errorAnswer(error, switches, undefined, more);
	return place === 'header' ? { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds) } } : answer;
}
