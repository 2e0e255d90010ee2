import type {
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeExecutionData,
	PreSendAction,
} from 'n8n-workflow';
import { projectionOf } from '../../shared';
import type { ApiVersion, Given, RecordKind, ServiceClient, ServiceRequest } from '../../shared';
import type { OfferedOperation } from '../resources/operation';
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

/**
 * A check as n8n's `preSend`. n8n calls that for all items at once, before their values are read; its error would be
 * paired with no item, and the writes of the others would wait for this one for ever. So it does nothing then, and the
 * executor makes the check when it is the item's turn.
 */
export function checkedBy(check: Check): PreSendAction & { readonly check: Check } {
	return Object.assign(async (request: IHttpRequestOptions) => await Promise.resolve(request), { check });
}

/**
 * n8n's `postReceive` as far as ours go: makes of the items that an operation gives those that come out. Beside n8n's
 * response it is given what the person filled in.
 */
export type Shape = (
	this: IExecuteSingleFunctions,
	items: INodeExecutionData[],
	came: IN8nHttpFullResponse & { readonly values?: Given['values'] },
) => Promise<INodeExecutionData[]>;

/**
 * What a person wants of each record: certain fields, or a simple form. A tool gives the simple form unless *Simplify*
 * is added and off: a model reads all that it is given, and pays for it.
 */
export function projected(kind: RecordKind): Shape {
	return async (items, { values = {} }) => {
		const projection = projectionOf(kind, { simplify: values['@tool'] === true, ...(values.options as object) });
		return await Promise.resolve(items.map((item) => ({ ...item, json: projection(item.json) })));
	};
}
