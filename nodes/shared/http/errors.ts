import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode, JsonObject } from 'n8n-workflow';
import { rowHint } from '../base/errors';
import type { Violation } from '../base/errors';
import { isObject } from '../base/json';
import { labelled } from '../base/labels';
import type { Labels } from '../base/labels';
import { joined, withoutStop } from '../values/show';

/**
 * The place where n8n shows an error:
 *
 * - `outputPanel`, below a node that ran: message, and description as HTML, in which a line break alone is a space.
 * - `text`, for the lists of the node's panel, the list of executions, error workflows and logs: message and description
 *   as they are. The test of the credential is such a place, too, but shows a message alone.
 * - `activation`, the dialog of a workflow that cannot be published: as text, the message alone or the description alone,
 *   by the version of n8n. So each of them says everything.
 */
export type ErrorPlace = 'outputPanel' | 'text' | 'activation';

/** Where an error belongs, as far as it is known, and what the panel calls the parameters. */
export interface ErrorContext {
	readonly node: INode;
	readonly itemIndex?: number;
	readonly labels?: Labels;
	/** The output panel where it is left out. */
	readonly shownIn?: ErrorPlace;
	/** Masks the secrets of the credential in a text, which may repeat what the service has sent. */
	readonly masked?: (text: string) => string;
}

/** The end of a line of a description: HTML for the output panel, and a line break for mails and logs. */
export const LINE_BREAK = '<br>\n';

/** Lines as running text, each of them a sentence. */
export function asSentences(lines: readonly string[]): string {
	const sentences = lines.filter((line) => line !== '').map((line) => `${withoutStop(line)}.`);
	return sentences.join(' ');
}

/** A description, parted by {@link LINE_BREAK}, in the form of the place that shows it. */
function inFormOf(place: ErrorPlace, message: string, description: string): string {
	if (place === 'outputPanel' || description === '') return description;

	const lines = description.split(LINE_BREAK);
	return asSentences(place === 'activation' ? [message, ...lines] : lines);
}

/**
 * The error of a call.
 *
 * @param description its lines, parted by {@link LINE_BREAK}
 */
export function apiError(
	errorContext: ErrorContext,
	message: string,
	description = '',
	httpCode = 'none',
): NodeApiError {
	const { node, itemIndex, shownIn = 'outputPanel', masked = (text: string) => text } = errorContext;
	const shownDescription = inFormOf(shownIn, message, description);
	const isWholeMessage = shownIn === 'activation' && shownDescription !== '';
	const shown = {
		message: masked(isWholeMessage ? withoutStop(shownDescription) : message),
		description: masked(shownDescription) || undefined,
	};

	const error = new NodeApiError(node, {} as JsonObject, { ...shown, httpCode, itemIndex });
	// n8n replaces a message that contains a system error's name, even inside another word.
	error.message = shown.message;
	return error;
}

const LOOK_FIRST =
	'The request may have reached the service, so it was not sent again. Before you send it again, check in the ' +
	'service whether the card, image or import exists, or it may be created twice.';

/** The errors of writes that may have been done all the same. */
const UNCERTAIN = new WeakSet<Error>();

/** Says of a write that failed that it may have been done all the same, so that nobody does it a second time. */
export function uncertain(error: NodeApiError): NodeApiError {
	error.description = joined([error.description ?? '', LOOK_FIRST], LINE_BREAK);
	UNCERTAIN.add(error);
	return error;
}

/** Whether a write that failed with this error may have been done all the same. */
export function isUncertain(error: unknown): boolean {
	return error instanceof Error && UNCERTAIN.has(error);
}

const UNREACHED = 'The service cannot be reached:';
const RECONNECT = 'Check the Base URL in the credential and the network connection of n8n, then try again.';

/** A way in which a call may end without a response. */
type ConnectionError = readonly [
	codes: RegExp,
	message: string,
	/** The remedy, set where the request cannot have arrived. */
	adviceWhereUnsent?: string,
];

/** The table of connection errors. */
const CONNECTION_ERRORS: readonly ConnectionError[] = [
	[/^ECONNREFUSED$/, `${UNREACHED} nothing responds at this address (connection refused)`, RECONNECT],
	[/^(?:ENOTFOUND|EAI_AGAIN)$/, `${UNREACHED} its host name was not found (DNS)`, RECONNECT],
	[/^(?:EHOST|ENET)UNREACH$/, `${UNREACHED} there is no network route to it`],
	[/CERT|^UNABLE_TO|^ERR_SSL|^EPROTO$/, `${UNREACHED} its certificate has expired or cannot be verified`, RECONNECT],
	[/^(?:ECONNRESET|EPIPE|ERR_BAD_RESPONSE)$/, 'The connection to the service was lost before the response was complete'],
	[/^(?:ECONNABORTED|ERR_CANCELED|ETIMEDOUT)$/, 'The service did not respond in time'],
	[/^UNSENT$/, 'The execution ended before the node sent the request', 'The request did not reach the service.'],
	[/^CUT_OFF$/, 'The execution ended before the service responded'],
];

/** The explanation of a call without a response. */
export interface ConnectionFailure {
	readonly message: string;
	readonly advice: string;
	readonly mayHaveArrived: boolean;
}

/** The code of what n8n throws, which stands here or there by version. */
function codeOf(error: unknown): string | undefined {
	const parts = isObject(error) ? [error, error.cause, error.errorResponse] : [];
	const codes = parts.filter(isObject).flatMap((part) => [part.code, part.httpCode]);

	return codes.find((code): code is string => typeof code === 'string' && code !== '');
}

/** Reads from what n8n throws why there was no response. */
export function readConnectionFailure(error: unknown): ConnectionFailure {
	const code = codeOf(error) ?? 'no answer';
	const row = CONNECTION_ERRORS.find(([codes]) => codes.test(code));
	const [, message = `The call to the service failed (${code})`, adviceWhereUnsent] = row ?? [];

	return {
		message,
		advice: adviceWhereUnsent ?? RECONNECT,
		mayHaveArrived: adviceWhereUnsent === undefined,
	};
}

/** Joins what is wrong and what to do in one message. A second colon would hide the first, so there is a full stop then. */
function withRemedy(problem: string, remedy: string): string {
	const rule = withoutStop(remedy);
	const hasColon = [problem, rule].some((text) => text.includes(': '));
	if (!hasColon) {
		return joined([problem, rule], ': ');
	}

	const sentence = `${rule.charAt(0).toUpperCase()}${rule.slice(1)}`;
	return joined([problem, sentence], '. ');
}

/**
 * The error for what is refused before any call: parameter, item and rule are named (contract: Errors). What to do is
 * part of the message, because an error item of Continue On Fail carries nothing else.
 */
export function refusedBeforeCall(errorContext: ErrorContext, violation: Violation): NodeOperationError {
	const { node, labels = new Map<string, string>(), shownIn = 'outputPanel' } = errorContext;
	const { itemIndex = errorContext.itemIndex, parameter, rule = '', causes = [] } = violation;
	const lines = causes.map((cause) => labelled(cause, labels));
	const headline = withRemedy(labelled(violation.message, labels), rule);

	const isWholeMessage = shownIn === 'activation' && lines.length > 0;
	const message = isWholeMessage ? withoutStop(asSentences([headline, ...lines])) : headline;
	const description = inFormOf(shownIn, headline, joined([...lines, rowHint(itemIndex)], LINE_BREAK));

	const error = new NodeOperationError(node, message, { description, itemIndex });
	error.message = message;
	error.context.parameter = parameter;
	if (lines.length > 0) {
		error.context.causes = lines;
	}
	return error;
}

/**
 * An error as n8n's routing engine passes it on: it makes a NodeApiError of every other one and drops what that is
 * called, and it writes the item that it is at over the error's own, wrong where the first call takes all items.
 */
export function passableThroughRouting(error: NodeApiError | NodeOperationError): NodeApiError {
	const { node, message, description, name, context } = error;
	const { itemIndex } = context;
	Object.defineProperty(context, 'itemIndex', {
		get: () => itemIndex,
		set: () => undefined,
		enumerable: true,
	});
	if (error instanceof NodeApiError) return error;

	const passable = apiError({ node }, message, description ?? undefined);
	return Object.assign(passable, { name, context, cause: error });
}
