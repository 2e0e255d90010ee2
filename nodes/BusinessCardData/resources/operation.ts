import type {
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
	INodeProperties,
	INodePropertyRouting,
} from 'n8n-workflow';
import type { ApiVersion, Endpoint, ItemParameters, ServiceClient, ServiceRequest, Versioned } from '../../shared';
import type { ItemWrites } from '../execution/writes';

/** An operation of the node. Its file is all there is of it; CONTRIBUTING says what each part of its routing does. */
export interface Operation extends Partial<Versioned>, Pick<Endpoint, 'response' | 'listsTags'> {
	readonly name: string;
	/** In n8n's list of actions, and all that an AI agent is told of the tool, e.g. "Get many reports by update time". */
	readonly action: string;
	readonly description: string;
	/** Set where the method does not tell it: GET reads, and POST writes. */
	readonly effect?: Endpoint['effect'];
	/** Set where all input items make one request, or one run. */
	readonly takesAllItems?: true;
	/** The direction of a list that is sorted by update, unless the request says another (spec: E1, E9). */
	readonly defaultDirection?: 'asc' | 'desc';
	readonly routing: INodePropertyRouting;
	/** In the order of the panel; resource, operation and version are added to their conditions. */
	readonly fields: readonly INodeProperties[];
	/** For what routing cannot say: files, all input items in one request, several calls. */
	readonly execute?: (run: Run) => Promise<INodeExecutionData[]>;
}

/** An operation as the node offers it, with what its file leaves out. */
export interface OfferedOperation extends Operation, Versioned {
	/** The name under which workflows store it. */
	readonly value: string;
	readonly versions: readonly ApiVersion[];
	readonly effect: Endpoint['effect'];
	/** The name with its resource, as messages call it: `Report: Get Many`. */
	readonly label: string;
}

/** A kind of record, with the operations on it. */
export interface Resource {
	readonly name: string;
	/** The name under which workflows store it. */
	readonly value: string;
	readonly operations: readonly OfferedOperation[];
}

/** Everything that an operation has at hand for an input item. */
export interface Run {
	readonly functions: IExecutePaginationFunctions;
	readonly operation: OfferedOperation;
	readonly version: ApiVersion;
	readonly client: ServiceClient;
	/** The request that n8n's routing made of the description, checked and ready for the wire. */
	readonly request: ServiceRequest;
	/** The parameters of the item, each read by its type in the panel. */
	readonly parameters: ItemParameters;
	/** The calls of the item that write, in all tries. */
	readonly writes: ItemWrites;
	/** Makes the items of a response the items that the node outputs, by the `postReceive` of the operation. */
	readonly shaped: (items: INodeExecutionData[], body?: Buffer) => Promise<INodeExecutionData[]>;
}

/** The part of a run that there is when an item is checked. */
export type CheckedItem = Pick<Run, 'functions' | 'parameters' | 'writes'>;

/** Checks and completes an item, when its values have been read by their types, and before any item is sent. */
export type Check = (item: CheckedItem) => void | Promise<void>;

/**
 * Makes the items of a response the items that the node outputs, as an action of n8n's `postReceive`.
 *
 * @param response what n8n hands over, and beside it the values of the parameters
 */
export type Shape = (
	this: IExecuteSingleFunctions,
	items: INodeExecutionData[],
	response: IN8nHttpFullResponse & { readonly values?: ItemParameters['values'] },
) => Promise<INodeExecutionData[]>;
