import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode, JsonObject } from 'n8n-workflow';
import { rowHint } from '../base/errors';
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
	/** Masks the secrets of the credential in a text, which may repeat what the service has sent. */
	readonly masked?: (text: string) => string;
}

/** n8n's editor shows a description as HTML, in which a line break alone is a space; mails and logs show it as text. */
export const LINE_BREAK = '<br>\n';

/** An error of a call. n8n replaces a message that contains a system error's name, even inside another word. */
export function apiError(
	{ node, itemIndex, masked = (text) => text }: ErrorContext,
	message: string,
	description?: string,
	httpCode = 'none',
) {
	const shown = { message: masked(message), description: description && masked(description) };
	const error = new NodeApiError(node, {} as JsonObject, { ...shown, httpCode, itemIndex });
	error.message = shown.message;
	return error;
}

const LOOK_FIRST =
	'The request may have reached the service, so it was not sent again. Look in the service before you repeat it, or ' +
	'the card, image or import may exist twice.';

/** The errors of writes that may have been done all the same. */
const UNCERTAIN = new WeakSet<Error>();

/** Says of a write that failed that it may have been done all the same, so that nobody does it a second time. */
export function uncertain(error: NodeApiError): NodeApiError {
	error.description = joined([error.description ?? '', LOOK_FIRST], LINE_BREAK);
	UNCERTAIN.add(error);
	return error;
}

/** Whether what failed with this error may have been done all the same. */
export const isUncertain = (error: unknown) => error instanceof Error && UNCERTAIN.has(error);

const UNREACHED = 'The service cannot be reached:';
const RECONNECT = 'Check the Base URL in the credential and the connection, then try again.';

/** What a person is told of a call without a response, by its code; where nothing arrived also what to do. */
const CONNECTION_ERRORS: ReadonlyArray<readonly [codes: RegExp, message: string, unsent?: string]> = [
	[/^ECONNREFUSED$/, `${UNREACHED} nothing answers at its address`, RECONNECT],
	[/^(?:ENOTFOUND|EAI_AGAIN)$/, `${UNREACHED} its host name is not known`, RECONNECT],
	[/^(?:EHOST|ENET)UNREACH$/, `${UNREACHED} there is no route to its host`],
	[/CERT|^UNABLE_TO|^ERR_SSL|^EPROTO$/, `${UNREACHED} its certificate has expired or cannot be verified`, RECONNECT],
	[/^(?:ECONNRESET|EPIPE|ERR_BAD_RESPONSE)$/, 'The connection to the service was lost before the response was complete'],
	[/^(?:ECONNABORTED|ERR_CANCELED|ETIMEDOUT)$/, 'The service did not respond in time'],
	[/^UNSENT$/, 'The execution ended before the request was sent', 'The request did not reach the service.'],
	[/^CUT_OFF$/, 'The execution ended before the service responded'],
];

/** Reads from what n8n throws why there was no response: its code stands here or there by version. */
export function readConnectionFailure(error: unknown) {
	const parts = isObject(error) ? [error, error.cause, error.errorResponse].filter(isObject) : [];
	const found = parts.flatMap((part) => [part.code, part.httpCode]);
	const code = found.find((each): each is string => typeof each === 'string' && each !== '') ?? 'no answer';
	const [, message = `The call to the service failed (${code})`, unsent] =
		CONNECTION_ERRORS.find(([codes]) => codes.test(code)) ?? [];
	return { message, advice: unsent ?? RECONNECT, mayHaveArrived: unsent === undefined };
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
 * An error as n8n's routing engine passes it on: it makes a NodeApiError of every other one and drops what that is
 * called, and it writes the item that it is at over the error's own, wrong where the first call takes all items.
 */
export function passableThroughRouting(error: NodeApiError | NodeOperationError): NodeApiError {
	const { node, message, description, name, context } = error;
	const { itemIndex } = context;
	Object.defineProperty(context, 'itemIndex', { get: () => itemIndex, set: () => undefined, enumerable: true });
	if (error instanceof NodeApiError) return error;
	return Object.assign(apiError({ node }, message, description ?? undefined), { name, context, cause: error });
}
