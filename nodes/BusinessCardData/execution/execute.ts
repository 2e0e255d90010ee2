import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { ItemParameters, isObject, isRecord, ServiceClient, versionOf } from '../../shared';
import type { ServiceResponse } from '../../shared';
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
			const context: ItemContext = { functions: this, errorContext: { node, itemIndex } };
			return endFailedItem(context, error);
		}

		const { takesAllItems = false } = operation;
		// The first item makes the one request of all.
		if (takesAllItems && itemIndex > 0) return [];

		// The errors of that request belong to none of the items.
		const errorContext = takesAllItems ? { node } : { node, itemIndex };
		const context = { functions: this, operation, errorContext };
		return await runItem(context, requestData);
	};
}

/** Checks and sends one input item when it is its turn. @returns the items that it outputs, linked to their input */
async function runItem(context: Required<ItemContext>, requestData: RequestData): Promise<INodeExecutionData[]> {
	const { functions, operation } = context;
	const writes = writesOf(functions, operation);
	const prepare = async (itemWrites: ItemWrites) => await prepareItem(context, requestData, itemWrites);

	try {
		const itemIndex = functions.getItemIndex();
		const items = await writes.run(itemIndex, prepare);
		return linkToInput(items, functions, operation);
	} catch (error) {
		const isWrite = operation.effect === 'write';
		return endFailedItem(context, error, isWrite ? writes : undefined);
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
	const actions = requestData.preSend as Array<{ check?: Check }>;
	for (const { check } of actions) {
		await check?.({ functions, parameters, writes });
	}

	const request = toServiceRequest(options, operation, version, parameters);
	const connection = connectionOf(options);
	const client = await ServiceClient.open(functions, { errorContext, connection });
	const run: Run = {
		functions,
		operation,
		version,
		client,
		request,
		parameters,
		writes,
		shaped: outputShape(functions, requestData, parameters),
	};
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
	return {
		proxy,
		timeout,
		skipSslCertificateValidation: skipSslCertificateValidation === true,
	};
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
		const response = {
			body,
			headers: {},
			statusCode: 200,
			values: parameters.values,
		};

		let output = items;
		for (const shape of shapes) {
			output = await shape.call(functions, output, response);
		}
		return output;
	};
}

/** Makes the calls of an operation that has no code of its own: those of a list, or one. */
async function sendRouted(run: Run): Promise<INodeExecutionData[]> {
	const { client, request, writes } = run;
	const { response, effect } = request.endpoint;
	if (response === 'list') {
		const records = await listRecords(run);
		return await run.shaped(records);
	}

	const sent = await writes.once(async () => await client.send(request));
	const { json, body } = sent;
	const isWrite = effect === 'write';
	// The user of the key may not see what was written (spec: E6).
	const isHidden = isWrite && isEmptyResponse(sent);
	const lacksRecord = response === 'record' && !isRecord(json) && !isHidden;
	if (lacksRecord) throw client.unusable(NO_RECORD[effect], { mayHaveArrived: isWrite });

	const item = { json: (json ?? {}) as IDataObject };
	return await run.shaped([item], body);
}

/** Whether a response has no record: an object without keys, or nothing at all. */
function isEmptyResponse(response: ServiceResponse): boolean {
	const { json, body } = response;
	if (isObject(json)) return Object.keys(json).length === 0;

	return String(body).trim() === '';
}
