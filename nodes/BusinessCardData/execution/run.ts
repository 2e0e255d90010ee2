import type {
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';
import type { ApiVersion, ServiceClient, ServiceRequest, ServiceResponse } from '../../shared';
import type { OfferedOperation } from '../resources/operation';
import type { Given } from './parameters';
import type { Sent } from './writes';

/** Everything that an operation has at hand for one input item. */
export interface Run {
	readonly functions: IExecutePaginationFunctions;
	readonly operation: OfferedOperation;
	readonly version: ApiVersion;
	readonly client: ServiceClient;
	/** What n8n's routing made of the description, checked and ready for the wire. */
	readonly request: ServiceRequest;
	/** What the person filled in, each value read by its type in the panel. */
	readonly given: Given;
	/** The calls of the item that write. */
	readonly sent: Sent;
	/** Makes of what came the items that come out, by the `postReceive` of the operation. */
	readonly shaped: (items: INodeExecutionData[], body?: Buffer) => Promise<INodeExecutionData[]>;
}

/** Checks and completes what is sent of an item, once its values were read by their types, and before any is sent. */
export type Check = (item: Pick<Run, 'functions' | 'given' | 'sent'>) => void | Promise<void>;

/** n8n's `preSend`. */
export type PreSend = (this: IExecuteSingleFunctions, options: IHttpRequestOptions) => Promise<IHttpRequestOptions>;

/** n8n's `postReceive` as far as ours go: makes of the items that an operation gives those that come out. */
export type Shape = (
	this: IExecuteSingleFunctions,
	items: INodeExecutionData[],
	response: IN8nHttpFullResponse,
) => Promise<INodeExecutionData[]>;

/** What `preSend` asks for, by the request that n8n's routing has made of an item. */
const CHECKS = new WeakMap<object, Check[]>();

export const checksOf = (request: object): readonly Check[] => CHECKS.get(request) ?? [];

/**
 * A check as n8n's `preSend`. n8n calls that for all items at once, before their values are read; its error would be
 * paired with no item, and the writes of the others would wait for this one for ever. So it asks for the check, and the
 * executor makes it when it is the item's turn.
 */
export function checkedBy(check: Check): PreSend {
	return async function (request) {
		CHECKS.set(request, [...checksOf(request), check]);
		return request;
	};
}

/** What was read of each item, by what n8n hands to `postReceive` as `this`. */
const VALUES = new WeakMap<object, Given['values']>();

/** What the person filled in, for `postReceive`. */
export const valuesOf = (functions: IExecuteSingleFunctions) => VALUES.get(functions) ?? {};

export function keepValues(functions: IExecuteSingleFunctions, { values }: Given): void {
	VALUES.set(functions, values);
}

/** Sends the one request of an item; one that writes not a second time. */
export async function answerOf({ client, request, sent }: Run): Promise<ServiceResponse> {
	return await sent.once(async () => await client.send(request));
}
