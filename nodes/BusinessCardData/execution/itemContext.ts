import type { IExecutePaginationFunctions } from 'n8n-workflow';
import type { ErrorContext } from '../../shared';
import type { OfferedOperation } from '../resources/operation';

/** The node, operation and index of an input item: what running it and its errors need. */
export interface ItemContext {
	readonly functions: IExecutePaginationFunctions;
	/** Not set where the node has no such operation. */
	readonly operation?: OfferedOperation;
	readonly errorContext: ErrorContext;
}
