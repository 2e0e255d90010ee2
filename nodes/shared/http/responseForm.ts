import { isObject } from '../base/json';
import type { JsonRecord } from '../base/json';
import type { EndpointRow } from '../api/versions';

export type ResponseKind = EndpointRow['response'];

const JSON_KINDS: ReadonlySet<ResponseKind> = new Set(['list', 'record', 'json']);

/** How far into a body its first visible character is looked for. */
const START_BYTES = 64;

/** JSON or markup, behind a byte order mark (read byte by byte) or not: no picture starts so. */
const TEXT_START = /^(?:\u00ef\u00bb\u00bf)?\s*[[{<]/;

/** A page for people: no cell of a CSV starts so. */
const PAGE_START = /^[^<]{0,64}<(?:!doctype|!--|html|head|body|\?xml)/i;

/** Whether a body starts as JSON or as markup, whatever was asked for. */
export function startsAsText(body: Buffer): boolean {
	return TEXT_START.test(body.subarray(0, START_BYTES).toString('latin1'));
}

/** A page for people or a message of XML. */
const MARKUP_TYPE = /^[^;]*(?:html|xml)/;

const MARKUP_START = /^(?:\u00ef\u00bb\u00bf)?\s*</;

/** Whether a body is a page or XML, by what its content type says or by how it begins: the service sends neither. */
export function isMarkup(body: Buffer, contentType: string): boolean {
	return MARKUP_TYPE.test(contentType) || MARKUP_START.test(body.subarray(0, START_BYTES).toString('latin1'));
}

/** The service's own error body, by what gateways do not have in theirs: a list of details (spec: Errors, error body). */
export function isErrorBody(json: unknown): boolean {
	return isObject(json) && Array.isArray(json.error);
}

/** Whether the body of a success is to be parsed as JSON: where JSON is the response, and where an error came in its place. */
export function isParsed(kind: ResponseKind, body: Buffer): boolean {
	return JSON_KINDS.has(kind) || startsAsText(body);
}

/**
 * Whether a response is a record: each has a field `id`, be it null. What has none says something else, such as that there
 * is no record.
 */
export function isRecord(json: unknown): json is JsonRecord {
	return isObject(json) && Object.hasOwn(json, 'id');
}

/** The status of an error body that came as a success: something between the service and us lost it. */
export function refusalInside(json: unknown): number | undefined {
	if (!isObject(json) || !isErrorBody(json)) return undefined;
	return typeof json.statusCode === 'number' && json.statusCode >= 400 ? json.statusCode : undefined;
}

/**
 * Why a success cannot be the response that was asked for, as far as its form tells; a picture is judged by who asked.
 *
 * @param json the parsed body, `undefined` when it is no JSON
 */
export function formProblem(kind: ResponseKind, body: Buffer, json: unknown): string | undefined {
	if (JSON_KINDS.has(kind) && json === undefined) return 'The service sent a response that is not complete JSON';
	const isPage = startsAsText(body) && PAGE_START.test(body.subarray(0, 2 * START_BYTES).toString('latin1'));
	if (kind === 'csv' && (isPage || isObject(json))) return 'The service sent a response that is not a CSV';
	return undefined;
}
