import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { ItemParameters, isObject, isRecord, ServiceClient, versionOf } from '../../shared';
import type { Check, OfferedOperation, Resource, Run, Shape } from '../resources/operation';
import { chosenOperation } from './chosenOperation';
import { endFailedItem } from './failure';
import { linkToInput } from './inputItems';
import type { ItemContext } from './itemContext';
import { listRecords } from './lists';
import { toServiceRequest } from './request';
import { writesOf } from './writes';
import type { ItemWrites } from './writes';

type RequestData = DeclarativeRestApiSettings.ResultOptions;

/** The executor of a node: n8n calls it once for each input item, with the request that routing made. */
type Executor = (this: IExecutePaginationFunctions, requestData: RequestData) => Promise<INodeExecutionData[]>;

const NO_RECORD = {
	read: 'The service sent a response without the requested record',
	write: 'The service accepted the request, but its response cannot be read',
};

/**
 * Makes the executor of every operation: it sends what n8n's routing has made of the description, follows the pages of a
 * list and outputs the items. It is the node's one `requestOperations.pagination`, which n8n calls for all items side by
 * side; the client's limiter puts their calls in order.
 *
 * @param resources the resources of the node with their operations
 * @returns an executor that throws a NodeApiError for what the service refused; also in place of a NodeOperationError,
 *   whose name it keeps
 */
export function executorOf(resources: readonly Resource[]): Executor {
	return async function (requestData) {
		const node = this.getNode();
		const itemIndex = this.getItemIndex();
		let operation: OfferedOperation;

		try {
			operation = chosenOperation(this, resources);
		} catch (error) {
			return endFailedItem({ functions: this, errorContext: { node, itemIndex } }, error);
		}

		const { takesAllItems = false } = operation;
		// The first item makes the one request of all.
		if (takesAllItems && itemIndex > 0) return [];

		// The errors of that request belong to none of the items.
		const errorContext = takesAllItems ? { node } : { node, itemIndex };
		return await runItem({ functions: this, operation, errorContext }, requestData);
	};
}

/** Checks and sends one input item when it is its turn. @returns the items that it outputs, linked to their input */
async function runItem(context: Required<ItemContext>, requestData: RequestData): Promise<INodeExecutionData[]> {
	const { functions, operation } = context;
	const writes = writesOf(functions, operation);
	const prepare = async (itemWrites: ItemWrites) => await prepareItem(context, requestData, itemWrites);

	try {
		const items = await writes.run(functions.getItemIndex(), prepare);
		return linkToInput(items, functions, operation);
	} catch (error) {
		return endFailedItem(context, error, operation.effect === 'write' ? writes : undefined);
	}
}

/** Reads and checks an item. @returns the function that sends it */
async function prepareItem(
	context: Required<ItemContext>,
	requestData: RequestData,
	writes: ItemWrites,
): Promise<() => Promise<INodeExecutionData[]>> {
	const { functions, operation, errorContext } = context;
	const { options } = requestData;

	const version = versionOf(functions, operation, 'auto');
	const parameters = new ItemParameters(functions, operation.fields, version, options);
	for (const { check } of requestData.preSend as Array<{ check?: Check }>) {
		await check?.({ functions, parameters, writes });
	}

	const request = toServiceRequest(options, operation, version, parameters);
	const client = await ServiceClient.open(functions, { errorContext, connection: connectionOf(options) });
	const shaped = outputShape(functions, requestData, parameters);
	const run: Run = { functions, operation, version, client, request, parameters, writes, shaped };
	const send = operation.execute ?? sendRouted;

	return async () => {
		const items = await send(run);
		// An operation that makes several calls has noted by itself what each gave.
		if (writes.planned === 1) writes.results[0] = items;
		return items;
	};
}

/** The options of the connection, which n8n shows for every operation. */
function connectionOf(options: RequestData['options']) {
	const { proxy, timeout, skipSslCertificateValidation } = options;
	return { proxy, timeout, skipSslCertificateValidation: skipSslCertificateValidation === true };
}

/** Makes the function that runs the `postReceive` of an operation, which n8n leaves to its pagination. */
function outputShape(
	functions: IExecutePaginationFunctions,
	requestData: RequestData,
	parameters: ItemParameters,
): Run['shaped'] {
	const shapes = requestData.postReceive.flatMap((action) => action.actions as Shape[]);

	// A list, which has several responses, hands over no body.
	return async (items, body = Buffer.alloc(0)) => {
		const response = { body, headers: {}, statusCode: 200, values: parameters.values };
		let output = items;
		for (const shape of shapes) output = await shape.call(functions, output, response);
		return output;
	};
}

/** Makes the calls of an operation that has no code of its own: those of a list, or one. */
async function sendRouted(run: Run): Promise<INodeExecutionData[]> {
	const { client, request, writes } = run;
	const { response, effect } = request.endpoint;
	if (response === 'list') return await run.shaped(await listRecords(run));

	const { json, body } = await writes.once(async () => await client.send(request));
	const isEmpty = isObject(json) ? Object.keys(json).length === 0 : String(body).trim() === '';
	// The user of the key may not see what was written (spec: E6).
	const isHidden = effect === 'write' && isEmpty;
	const lacksRecord = response === 'record' && !isRecord(json) && !isHidden;
	if (lacksRecord) throw client.unusable(NO_RECORD[effect], { mayHaveArrived: effect === 'write' });

	return await run.shaped([{ json: (json ?? {}) as IDataObject }], body);
}
