import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { DeclarativeRestApiSettings, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import {
	fault,
	isBlank,
	isRecord,
	isUncertain,
	joined,
	LINE_BREAK,
	ParameterError,
	passableThroughRouting,
	refusedBeforeCall,
	ServiceClient,
	shownValue,
	withoutStop,
} from '../../shared';
import type { ErrorContext } from '../../shared';
import { chosenOperation } from '../resources';
import type { Operation } from '../resources/operation';
import { inputItems } from './inputItems';
import { listItems } from './lists';
import { Given } from './parameters';
import { toServiceRequest, versionOf } from './request';
import { answerOf } from './run';
import type { Run } from './run';
import { writesOf } from './writes';
import type { Sent, Writes } from './writes';

type RequestData = DeclarativeRestApiSettings.ResultOptions;

/** What an error item says of a write that may have been done: who feeds its items back must be able to tell. */
const IN_DOUBT = 'The request may have reached the service: look there before you send it again.';

/** One input item on its way through an operation; there is none where the node has no such operation. */
interface Passage {
	readonly functions: IExecutePaginationFunctions;
	readonly operation?: Operation;
	/** What was chosen in the two lists. */
	readonly chosen: readonly unknown[];
	readonly errorContext: ErrorContext;
	readonly writes: Writes;
	readonly sent: Sent;
}

/** Makes the calls of an operation that has no code of its own: a list, or one request. */
async function sendRouted(run: Run): Promise<INodeExecutionData[]> {
	const { response, effect } = run.operation;
	if (response === 'list') return await listItems(run);
	const { json } = await answerOf(run);
	if (response === 'record' && !isRecord(json)) {
		throw run.client.unusable('The service sent a response without the requested record', effect);
	}
	return [{ json: json as INodeExecutionData['json'] }];
}

/** Reads and checks an item, and gives what sends it. */
async function prepare(
	{ functions, operation, chosen, errorContext, sent }: Passage,
	{ options }: RequestData,
): Promise<() => Promise<INodeExecutionData[]>> {
	if (!operation) {
		const name = chosen.filter((each) => !isBlank(each)).join('.');
		const advice = "choose 'Resource' and 'Operation' from the lists of the node.";
		const message = name === '' ? 'No operation is chosen' : `The node has no operation ${shownValue(name)}`;
		throw fault('operation', message, advice);
	}
	const { fields, routing, prepare: prepared, execute: send = sendRouted } = operation;
	const version = versionOf(functions, operation);
	const given = new Given(functions, fields, version, options);
	for (const check of routing.send?.preSend ?? []) check(given, functions);
	const request = toServiceRequest(options, operation, version, given);
	const { proxy, timeout, skipSslCertificateValidation } = options;
	const connection = { proxy, timeout, skipSslCertificateValidation: skipSslCertificateValidation === true };
	const client = await ServiceClient.open(functions, { errorContext, connection });
	const run: Run = { functions, operation, version, client, request, given, sent };
	const sendPrepared = await prepared?.(run);
	return async () => {
		let items = await (sendPrepared?.() ?? send(run));
		for (const shape of routing.output?.postReceive ?? []) items = shape(run, items);
		if (sent.planned === 1) sent.given[0] = items;
		return items;
	};
}

/** Items that say which input items they came of, unless they say so already. */
function paired({ functions, operation }: Passage, items: readonly INodeExecutionData[]): INodeExecutionData[] {
	const all = operation?.takesAllItems ? inputItems(functions).map((_, item) => ({ item })) : undefined;
	const pairedItem = all ?? { item: functions.getItemIndex() };
	return items.map((each) => ({ pairedItem, ...each }));
}

/**
 * The executor of every operation: it sends what n8n's routing has made of the description, follows the pages of a list
 * and gives the items. It is the node's one `requestOperations.pagination`, which n8n calls once for each input item,
 * all items side by side; the client's limiter puts their calls in order.
 *
 * @throws NodeApiError for what the service refused; also in place of a NodeOperationError, whose name it keeps
 */
export async function execute(
	this: IExecutePaginationFunctions,
	requestData: RequestData,
): Promise<INodeExecutionData[]> {
	const itemIndex = this.getItemIndex();
	const { operation, chosen, labels } = chosenOperation(this);
	// The first item makes the one request of all.
	if (operation?.takesAllItems && itemIndex > 0) return [];
	const writes = writesOf(this, operation);
	const ownItem = operation?.takesAllItems ? undefined : itemIndex;
	const errorContext = { node: this.getNode(), itemIndex: ownItem, labels };
	const passage = { functions: this, operation, chosen, errorContext, writes, sent: writes.sentBy(itemIndex) };
	try {
		return paired(passage, await writes.take(itemIndex, async () => await prepare(passage, requestData)));
	} catch (thrown) {
		return failed(passage, thrown);
	}
}

/** The error as n8n shows it: with node, item, and for what we refused, parameter and rule. */
function toNodeError(error: unknown, errorContext: ErrorContext): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof ParameterError) return refusedBeforeCall(errorContext, error.objection);
	const reason = error instanceof Error ? error : new Error(String(error));
	return new NodeOperationError(errorContext.node, reason, { itemIndex: errorContext.itemIndex });
}

/** The one text of an error item, which has no description. */
function itemMessage(error: NodeApiError | NodeOperationError): string {
	const { causes = [] } = error.context as { causes?: readonly string[] };
	return isUncertain(error) ? `${withoutStop(error.message)}. ${IN_DOUBT}` : [error.message, ...causes].join('\n');
}

/**
 * The error of an item that failed. With *Continue On Fail* an error item, paired with its input as n8n's own is not;
 * what a part of the item gave before it failed comes out, too, because nobody else knows of it.
 */
function failed(passage: Passage, thrown: unknown): INodeExecutionData[] {
	const { functions, operation, errorContext, writes, sent } = passage;
	const isWrite = operation?.effect === 'write';
	const error = toNodeError(thrown, errorContext);
	const say = (more: string) => (error.description = joined([error.description ?? '', more], LINE_BREAK));
	if (isWrite && !writes.hasBegun && thrown instanceof ParameterError) say('Nothing was sent.');
	if (functions.continueOnFail()) {
		// Without the error itself: n8n would put its message in place of the input's fields on the error output.
		return paired(passage, [...(isWrite ? sent.given.flat() : []), { json: { error: itemMessage(error) } }]);
	}
	// That of an earlier try says it already.
	if (isWrite && error.context.sent === undefined) {
		error.context.sent = writes.ids();
		if (writes.hasBegun) say(writes.told());
	}
	throw passableThroughRouting(error);
}
