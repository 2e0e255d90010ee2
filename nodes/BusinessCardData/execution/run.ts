import type { IExecutePaginationFunctions, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
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
}

/** Checks and completes what is sent of an item, once its values were read by their types, and before any is sent. */
export type Check = (item: Pick<Run, 'functions' | 'given' | 'sent'>) => void | Promise<void>;

/** n8n's `postReceive` as far as ours go: makes of the items that an operation gives those that come out. */
export type Shape = (this: IExecuteSingleFunctions, items: INodeExecutionData[]) => Promise<INodeExecutionData[]>;

/** Sends the one request of an item; one that writes not a second time. */
export async function answerOf({ client, request, sent }: Run): Promise<ServiceResponse> {
	return await sent.once(async () => await client.send(request));
}
