import { isObject } from '../base/json';

/*
 * What the service says when it refuses, and whether it was the service (spec: Errors).
 */

const LATER = 'Try again later.';
const DOWN = 'The service is not available at the moment';
const MORE_ROOM = 'has reached its limit: ask your administrator for more capacity.';
export const CHECK_ADDRESS =
	'Check the Base URL in the credential: it must be the address of the service without the version.';

const GONE = 'Check the ID: the record may have been deleted, or the user of the API key may not see it.';
const BUSY = 'Another operation is working on the same data: try again when it has finished.';
const FORMAT = 'The service did not accept the format of the request.';
const LIMIT = 'The service allows 10 calls per second for each key. Other programs may be using the same key.';
const PERMISSION =
	'Ask an administrator for the permission to use the API. For users, departments and imports, the user of the API ' +
	'key must be a system administrator.';

/** The table of errors (spec: Errors): what to do, and what has happened where the body of a status does not say it. */
export const KNOWN_ERRORS: ReadonlyArray<readonly [status: number, code: string, advice: string, message?: string]> = [
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

/** Of a 404 for a request that names no record. */
export const NO_SUCH_ADDRESS = [404, '', CHECK_ADDRESS, 'The service does not have the requested address'] as const;

/** Of a status that is not documented. */
export const UNEXPECTED = [
	0,
	'',
	'Check the Base URL in the credential: the response may come from something else, such as a proxy.',
	'The service sent an unexpected response',
] as const;

/** What of a refusing response tells who sent it: `json` is `undefined` where the body is no JSON. */
export type Refusing = Readonly<{ status: number; json: unknown; body: Buffer; contentType: string }>;

/** What could be read from a refusing response; every part of it may be missing (spec: bodies not shown). */
export interface ServiceRefusal {
	readonly status: number;
	readonly message: string | undefined;
	/** The entries of the service's `error` array (spec: Errors, error body). */
	readonly details: ReadonlyArray<{ readonly code: string; readonly field: string }>;
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
 * @param body as it came: a 401, whose body is not shown, may name its error type anywhere
 */
export function readRefusal(status: number, json: unknown, body?: Buffer): ServiceRefusal {
	const { message, error } = isObject(json) ? json : {};
	const details = [error]
		.flat()
		.filter(isObject)
		.map(({ Code, code, field }) => ({ code: textOf(Code ?? code), field: textOf(field) }))
		.filter(({ code, field }) => code !== '' || field !== '');
	const named = ['invalid_api_key', 'invalid_app_id'].filter((code) => status === 401 && body?.includes(code));
	if (details.length === 0 && named.length === 1) details.push(...named.map((code) => ({ code, field: '' })));
	return { status, message: textOf(message) || undefined, details };
}

/** Whether the refusal carries an error type, in whichever entry. */
export const hasCode = ({ details }: Pick<ServiceRefusal, 'details'>, code: string) =>
	details.some((detail) => detail.code === code);

/** Whether the refusal names a field, or any field at all. */
export const namesField = ({ details }: ServiceRefusal, name?: string) =>
	details.some(({ field }) => field !== '' && (name === undefined || field === name));

/** Whether a status is that of a service that is down, or of a gateway that cannot reach it (spec: Errors, 500). */
export const isTransient = (status: number) => [500, 502, 503, 504].includes(status);
