import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import {
	ItemParameters,
	idText,
	isObject,
	isRecord,
	LINE_BREAK,
	listedLines,
	ParameterError,
	passableThroughRouting,
	refusedBeforeCall,
	ServiceClient,
	versionOf,
	withoutStop,
} from '../../shared';
import type { ErrorContext } from '../../shared';
import { chosenOperation, labelsFor } from '../resources';
import type { Check, OfferedOperation, Run, Shape } from '../resources/operation';
import { listRecords } from './cards/images';
import { inputItems } from './inputItems';
import { toServiceRequest } from './request';
import { writesOf } from './writes';
import type { Sent, Writes } from './writes';

type RequestData = DeclarativeRestApiSettings.ResultOptions;

/** One input item on its way through an operation; there is none where the node has no such operation. */
interface Passage {
	readonly functions: IExecutePaginationFunctions;
	readonly operation?: OfferedOperation;
	readonly errorContext: ErrorContext;
}

const NO_RECORD = {
	read: 'The service sent a response without the requested record',
	write: 'The service accepted the request, but its response cannot be read',
};

/** Makes the calls of an operation that has no code of its own: a list, or one request. */
async function sendRouted(run: Run): Promise<INodeExecutionData[]> {
	const { client, request, sent } = run;
	const { response, effect } = request.endpoint;
	if (response === 'list') return await run.shaped(await listRecords(run));
	const { json, body } = await sent.once(async () => await client.send(request));
	const isEmpty = isObject(json) ? Object.keys(json).length === 0 : String(body).trim() === '';
	// The user of the key may not see what was written (spec: E6).
	const isHidden = effect === 'write' && isEmpty;
	if (response === 'record' && !isRecord(json) && !isHidden) throw client.unusable(NO_RECORD[effect], effect);
	return await run.shaped([{ json: (json ?? {}) as IDataObject }], body);
}

/** Reads and checks an item, and gives what sends it. */
async function checked(
	{ functions, operation, errorContext }: Required<Passage>,
	{ options, preSend, postReceive }: RequestData,
	sent: Sent,
): Promise<() => Promise<INodeExecutionData[]>> {
	const { fields, execute: send = sendRouted } = operation;
	const version = versionOf(functions, operation, 'auto');
	const parameters = new ItemParameters(functions, fields, version, options);
	for (const { check } of preSend as Array<{ check?: Check }>) await check?.({ functions, parameters, sent });
	const request = toServiceRequest(options, operation, version, parameters);
	const { proxy, timeout, skipSslCertificateValidation } = options;
	const connection = { proxy, timeout, skipSslCertificateValidation: skipSslCertificateValidation === true };
	const client = await ServiceClient.open(functions, { errorContext, connection });
	// n8n hands the functions over and leaves them to its pagination. A list, which has several responses, gives none.
	const shaped: Run['shaped'] = async (items, body = Buffer.alloc(0)) => {
		const came = { body, headers: {}, statusCode: 200, values: parameters.values };
		let shaped = items;
		for (const shape of postReceive.flatMap(({ actions }) => actions as Shape[])) {
			shaped = await shape.call(functions, shaped, came);
		}
		return shaped;
	};
	const run: Run = { functions, operation, version, client, request, parameters, sent, shaped };
	return async () => {
		const items = await send(run);
		if (sent.planned === 1) sent.results[0] = items;
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
	const operation = chosenOperation(this);
	const entry = { functions: this, errorContext: { node: this.getNode(), itemIndex } };
	if (operation instanceof ParameterError) return failed(entry, operation);
	const { effect, takesAllItems = false } = operation;
	// The first item makes the one request of all.
	if (takesAllItems && itemIndex > 0) return [];
	const errorContext = { ...entry.errorContext, itemIndex: takesAllItems ? undefined : itemIndex };
	const passage = { functions: this, operation, errorContext };
	const isWrite = effect === 'write';
	const writes = writesOf(this, isWrite, takesAllItems);
	try {
		return paired(passage, await writes.take(itemIndex, async (sent) => await checked(passage, requestData, sent)));
	} catch (thrown) {
		return failed(passage, thrown, isWrite ? writes : undefined);
	}
}

/** The error as n8n shows it: with node, item, and for what we refused, parameter and rule. */
function toNodeError(error: unknown, { operation, errorContext }: Passage): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof ParameterError) {
		return refusedBeforeCall({ ...errorContext, labels: labelsFor(operation) }, error.objection);
	}
	return new NodeOperationError(errorContext.node, error as Error, { itemIndex: errorContext.itemIndex });
}

/** The ID of each record that calls have made, with the item; `null` where the service named none. */
function idsOf(sent: readonly Sent[]): Array<{ itemIndex: number; id: unknown }> {
	return sent.flatMap(({ results }, itemIndex) => {
		const records = results.flatMap((items) => (items.length > 0 ? items.map(({ json }) => json) : [{}]));
		return records.map(({ id = null }) => ({ itemIndex, id }));
	});
}

/** Says which calls of several were made before one failed, and how many were not made (contract: Writes). */
function progressOf(sent: readonly Sent[], count: number): string {
	const done = sent.flatMap(({ results }) => results).length;
	const planned = sent.reduce((sum, each) => sum + each.planned - 1, count);
	if (planned === 1) return '';

	const noun = planned > count ? 'images' : 'items';
	const known = idsOf(sent).flatMap(({ id }) => idText(id) ?? []);
	const named = known.length > 0 ? ` Their IDs: ${listedLines(known).join(', ')}.` : '';
	const advice = done > 0 ? ' Remove what was sent before you run the node again, or it is written twice.' : '';
	return `Sent before: ${done} of ${planned} ${noun}.${named} Not sent: ${planned - done - 1}.${advice}`;
}

/**
 * Says what was sent and what was not when a write failed.
 *
 * @param own the item's own calls where the others go on without it; without it the failure ends the run
 */
function sentBefore(thrown: unknown, writes: Writes, own?: Sent): string {
	const concerned = own ? [own] : writes.sent;
	const count = own ? 1 : writes.count;
	const hasBegun = concerned.some(({ calls }) => calls.length > 0);
	if (hasBegun) return progressOf(concerned, count);
	if (!(thrown instanceof ParameterError)) return '';

	return own && writes.count > 1 ? 'This item was not sent.' : 'Nothing was sent.';
}

/** A headline and the lines below it as one text: sentences follow each other, an entry of a list has its own line. */
function inOneText(headline: string, lines: readonly string[]): string {
	const isSentence = (line: string) => /[.\u3002]$/.test(line);
	let text = headline;
	let last = `${withoutStop(headline)}.`;

	for (const line of lines) {
		const continues = isSentence(last) && isSentence(line);
		text = continues ? `${withoutStop(text)}. ${line}` : `${text}\n${line}`;
		last = line;
	}
	return text;
}

/**
 * Ends an item that failed: throws its error or, with *Continue On Fail*, gives an error item whose one text says all
 * that the error would have said. What a part of the item gave before it failed comes out, too: nobody else knows of it.
 *
 * @returns the error item, paired with its input as n8n's own is not
 * @throws NodeApiError unless *Continue On Fail* is set
 */
function failed(passage: Passage, thrown: unknown, writes?: Writes): INodeExecutionData[] {
	const { functions } = passage;
	const continues = functions.continueOnFail();
	const own = continues ? writes?.sent[functions.getItemIndex()] : undefined;
	const error = toNodeError(thrown, passage);

	// The error of an earlier try, which is thrown again, says already what was sent.
	const isComplete = error.context.sent !== undefined;
	const lines = (error.description ?? '').split(LINE_BREAK);
	if (writes && !isComplete) lines.push(sentBefore(thrown, writes, own));
	const said = lines.filter((line) => line !== '');

	if (continues) {
		const results = own?.results.flat() ?? [];
		// Without the error itself: n8n would put its message in place of the input's fields on the error output.
		return paired(passage, [...results, { json: { error: inOneText(error.message, said) } }]);
	}

	if (said.length > 0) error.description = said.join(LINE_BREAK);
	if (writes && !isComplete) error.context.sent = idsOf(writes.sent);
	throw passableThroughRouting(error);
}
