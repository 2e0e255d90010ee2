import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode, JsonObject } from 'n8n-workflow';
import type { Objection } from '../base/errors';
import { isObject } from '../base/json';
import { labelled } from '../base/labels';
import type { Labels } from '../base/labels';
import { joined, withoutStop } from '../values/show';

/** Where an error belongs, as far as it is known, and what the panel calls the parameters. */
export interface ErrorContext {
	readonly node: INode;
	readonly itemIndex?: number;
	readonly labels?: Labels;
}

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

/** The errors of writes that may have been done all the same. */
const UNCERTAIN = new WeakSet<Error>();

const LOOK_FIRST =
	'The request may have reached the service, so it was not sent again. Look in the service before you repeat it, or ' +
	'the card, image or import may exist twice.';

/** Says of a write that failed that it may have been done all the same, so that nobody does it a second time. */
export function uncertain(error: NodeApiError): NodeApiError {
	error.description = joined([error.description ?? '', LOOK_FIRST], LINE_BREAK);
	UNCERTAIN.add(error);
	return error;
}

/** Whether what failed with this error may have been done all the same. */
export const isUncertain = (error: unknown) => error instanceof Error && UNCERTAIN.has(error);

const UNREACHED = 'The service cannot be reached:';
const UNSAFE = 'The service cannot be reached safely:';

/** What a person is told of a connection that failed, by the system's error code; some say that no request arrived. */
const CONNECTION_ERRORS: ReadonlyArray<readonly [codes: RegExp, message: string, isUnsent?: true]> = [
	[/^ECONNREFUSED$/, `${UNREACHED} nothing answers at its address`, true],
	[/^(?:ENOTFOUND|EAI_AGAIN)$/, `${UNREACHED} its host name is not known`, true],
	[/^(?:EHOST|ENET)UNREACH$/, `${UNREACHED} there is no route to its host`],
	[/CERT_HAS_EXPIRED/, `${UNSAFE} its certificate has expired`, true],
	[/CERT|^UNABLE_TO|^ERR_SSL|^EPROTO$/, `${UNSAFE} its certificate cannot be verified`, true],
	[/^(?:ECONNRESET|EPIPE|ERR_BAD_RESPONSE)$/, 'The connection to the service was lost before the response was complete'],
	[/^Z_/, 'The service sent a response that cannot be decompressed'],
	[/^(?:ECONNABORTED|ETIMEDOUT)$/, 'The service did not respond in time'],
];

/**
 * Reads from what n8n throws why there was no response: its code stands here or there by version.
 *
 * @returns what has happened, and whether the request may have reached the service
 */
export function readConnectionFailure(error: unknown): { message: string; mayHaveArrived: boolean } {
	const parts = isObject(error) ? [error, error.cause, error.errorResponse].filter(isObject) : [];
	const found = parts.flatMap((part) => [part.code, part.httpCode]);
	const code = found.find((each): each is string => typeof each === 'string' && each !== '') ?? 'no answer';
	const [, message = `The call to the service failed (${code})`, isUnsent = false] =
		CONNECTION_ERRORS.find(([codes]) => codes.test(code)) ?? [];
	return { message, mayHaveArrived: !isUnsent };
}

/**
 * Where the first line of an input is a sheet's row of headings. Nobody knows whether the items came from a sheet, so
 * the row is told as what it would be there.
 */
export function rowHint(itemIndex = 0): string {
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
	const error = new NodeOperationError(errorContext.node, message, { description, itemIndex });
	error.message = message;
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

/** n8n's routing writes the item that it is at over an error's own: wrong where the first call takes all items. */
export function atItsOwnItem(error: NodeApiError): NodeApiError {
	const { itemIndex } = error.context;
	Object.defineProperty(error.context, 'itemIndex', { get: () => itemIndex, set: () => undefined, enumerable: true });
	return error;
}
