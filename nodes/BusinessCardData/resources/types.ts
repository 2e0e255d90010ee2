import type { INodeProperties } from 'n8n-workflow';
import type { OperationName } from '../../shared';
import type { ObjectSchema } from '../outputs/schema';

/** One operation as a person sees it; what it sends and where is in the endpoint table. */
export interface OperationDescription {
	readonly endpoint: OperationName;
	/** In the list of operations, e.g. "Get Many". */
	readonly name: string;
	/** In n8n's list of actions, and all that an AI agent is told of the tool, e.g. "Get many reports by update time". */
	readonly action: string;
	readonly description: string;
	/** Fields in the order of the panel, without the conditions that the resource adds. */
	readonly fields: readonly INodeProperties[];
	/** What an item has in it, where the endpoint table does not name a record that says so. */
	readonly output?: ObjectSchema;
}

/** One resource: a table of contents of its operations. */
export interface ResourceDescription {
	readonly value: string;
	readonly name: string;
	readonly operations: readonly OperationDescription[];
}
