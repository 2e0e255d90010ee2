import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
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
	Unusable,
	withoutStop,
} from '../../shared';
import type { ErrorContext, ServiceResponse } from '../../shared';
import { chosenOperation } from '../resources';
import type { Operation } from '../resources/operation';
import { isLeftToFirstItem, pairedWithInput } from './inputItems';
import { listItems } from './lists';
import { checkedOf, toServiceRequest, versionOf } from './request';
import type { Run } from './run';
import { writesOf } from './writes';
import type { Sent, Writes } from './writes';

type RequestData = DeclarativeRestApiSettings.ResultOptions;

/** What an error item says of a write that may have been done: who feeds its items back must be able to tell. */
const IN_DOUBT = 'The request may have reached the service: look there before you send it again.';

/** One input item on its way through an operation; there is none where the node has no such operation. */
interface Passage {
	readonly functions: IExecutePaginationFunctions;
	readonly operation: Operation | undefined;
	readonly errorContext: ErrorContext;
	readonly writes: Writes;
	readonly sent: Sent;
}

/** Everything that a run needs, once nothing speaks against it: there is the operation, and no check has refused it. */
async function open({ functions, operation, errorContext, sent }: Passage, { options }: RequestData): Promise<Run> {
	if (!operation) {
		const given: unknown[] = ['resource', 'operation'].map((each) => functions.getNodeParameter(each, ''));
		const name = given.filter((each) => !isBlank(each)).join('.');
		const advice = "choose 'Resource' and 'Operation' from the lists of the node.";
		const message = name === '' ? 'No operation is chosen' : `The node has no operation ${shownValue(name)}`;
		throw fault('operation', message, advice);
	}
	const { refusal, given, version = versionOf(functions, operation) } = checkedOf(options);
	if (refusal !== undefined) throw refusal;
	const { proxy, timeout, skipSslCertificateValidation } = options;
	const connection = { proxy, timeout, skipSslCertificateValidation: skipSslCertificateValidation === true };
	const request = toServiceRequest(options as Parameters<typeof toServiceRequest>[0], operation, version);
	const client = await ServiceClient.open(functions, { errorContext, connection });
	return { functions, operation, version, client, request, body: options.body as IDataObject, given, sent };
}

/** Makes the calls of an operation that has no code of its own: a list, or one request. */
async function sendRouted(run: Run): Promise<[INodeExecutionData[], ServiceResponse?]> {
	const { client, operation, request, sent } = run;
	if (operation.response === 'list') return [await listItems(run)];
	const response = await sent.once(async () => await client.send(request));
	const { json } = response;
	if (operation.effect === 'read' && operation.response === 'record' && !isRecord(json)) {
		throw client.unusable('The service sent a response without the requested record');
	}
	return [[{ json: json as INodeExecutionData['json'] }], response];
}

/** Shapes items as the description says (`routing.output.postReceive`). */
async function shaped(
	{ functions, client, operation }: Run,
	{ postReceive }: RequestData,
	[given, response]: [INodeExecutionData[], ServiceResponse?],
): Promise<INodeExecutionData[]> {
	const { body = '', contentType = '', status: statusCode = 200 } = response ?? {};
	let items = given;
	try {
		for (const action of postReceive.flatMap(({ actions }) => actions)) {
			if (typeof action !== 'function') continue;
			items = await action.call(functions, items, { body, headers: { 'content-type': contentType }, statusCode });
		}
		return items;
	} catch (error) {
		throw error instanceof Unusable ? client.unusable(error.message, operation.effect) : error;
	}
}

/** Checks an item, and gives what sends it. */
async function prepare(passage: Passage, requestData: RequestData): Promise<() => Promise<INodeExecutionData[]>> {
	const run = await open(passage, requestData);
	const { operation, sent } = run;
	const send = (await operation.prepare?.(run)) ?? operation.execute?.bind(operation, run);
	return async () => {
		const items = await shaped(run, requestData, send ? [await send()] : await sendRouted(run));
		if (sent.planned === 1) sent.given[0] = items;
		return items;
	};
}

/** Items that say which input items they came of, unless they say so already. */
function paired({ functions, operation }: Passage, items: readonly INodeExecutionData[]): INodeExecutionData[] {
	const item = functions.getItemIndex();
	const pairedItem = operation?.takesAllItems ? pairedWithInput(functions) : { item };
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
	const { operation, labels } = chosenOperation(this);
	if (operation && isLeftToFirstItem(this, operation)) return [];
	const writes = writesOf(this, operation);
	const ownItem = operation?.takesAllItems ? undefined : itemIndex;
	const errorContext = { node: this.getNode(), itemIndex: ownItem, labels };
	const passage = { functions: this, operation, errorContext, writes, sent: writes.sentBy(itemIndex) };
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
