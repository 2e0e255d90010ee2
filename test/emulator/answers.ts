import { ApiError, type ErrorCode, type ErrorDetail } from './apiError';
import type { EndpointId } from './endpoints';
import type { RateRefusal } from './rateLimit';
import type { ErrorBodyStyle, OpenErrorStatus, Switches } from './switches';

/** A whole answer, ready for the wire. */
export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Error type of each status that has exactly one (spec: "Errors"). */
export const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
	400: 'invalid_value',
	401: 'invalid_api_key',
	403: 'has_no_permission',
	409: 'conflict',
	415: 'unsupported_media_type',
	429: 'too_many_request',
};

/** An answer of raw bytes. */
export function bytesAnswer(status: number, contentType: string, body: Buffer): Answer {
	return { status, headers: { 'content-type': contentType }, body };
}

/** An answer of JSON. */
export function jsonAnswer(status: number, value: unknown): Answer {
	return bytesAnswer(status, JSON_TYPE, Buffer.from(JSON.stringify(value)));
}

/** An HTML page such as a proxy in between puts up. */
export function htmlAnswer(status: number): Answer {
	const page = `<!DOCTYPE html>\n<html><head><title>${status}</title></head><body><h1>${status}</h1><p>The request could not be served.</p></body></html>\n`;
	return bytesAnswer(status, 'text/html; charset=utf-8', Buffer.from(page));
}

/** An answer without a body. */
export function emptyAnswer(status: number): Answer {
	return { status, headers: {}, body: Buffer.alloc(0) };
}

function isOpen(status: number, switches: Switches): status is OpenErrorStatus {
	return status in switches.errorBodies;
}

/**
 * The answer that an error becomes. 400 and the 404 of the image endpoint always carry the documented
 * body; the others look as the switch `errorBodies` says.
 */
export function errorAnswer(error: ApiError, switches: Switches, endpoint?: EndpointId): Answer {
	const status = error.statusCode;
	const documented = status === 400 || (status === 404 && endpoint === 'E4');
	const style = !documented && isOpen(status, switches) ? switches.errorBodies[status] : 'json';
	if (style === 'empty') return emptyAnswer(status);
	if (style === 'html') return htmlAnswer(status);
	if (style === 'otherJson') return otherJsonAnswer(status, error.message, error.details[0]);
	return jsonAnswer(status, { statusCode: status, message: error.message, error: error.details });
}

/** An error as other services write it. */
function otherJsonAnswer(status: number, message: string, detail?: ErrorDetail, more = {}): Answer {
	const { Code, ...values } = detail ?? {};
	return jsonAnswer(status, { error: { code: Code ?? 'error', message, ...values }, ...more });
}

/**
 * A 429 whose two values stand where the switch `retryAfterPlace` says, in the unit that applies to the
 * version. The Retry-After header is in seconds always, as HTTP has it.
 */
export function tooManyRequests(refusal: RateRefusal, switches: Switches, version: string): Answer {
	const inMilliseconds = version !== '2.0' && switches.retryAfterUnit === 'milliseconds';
	const seconds = Math.ceil(refusal.retryAfterMs / 1000);
	const values = {
		access_count: refusal.accessCount,
		retry_after: inMilliseconds ? Math.ceil(refusal.retryAfterMs) : seconds,
	};
	const place = switches.retryAfterPlace;
	const style = switches.errorBodies[429];
	const item: ErrorDetail = { Code: 'too_many_request', ...(place === 'errorItem' && values) };
	const message = 'Too many requests';
	const more = { ...(place === 'root' && values), ...(place === 'details' && { details: values }) };
	const bodies: Readonly<Record<ErrorBodyStyle, () => Answer>> = {
		html: () => htmlAnswer(429),
		empty: () => emptyAnswer(429),
		otherJson: () => otherJsonAnswer(429, message, item, more),
		json: () => jsonAnswer(429, { statusCode: 429, message, error: [item], ...more }),
	};
	const answer = bodies[style]();
	if (place !== 'header') return answer;
	return {
		...answer,
		headers: { ...answer.headers, 'retry-after': String(seconds) },
	};
}
