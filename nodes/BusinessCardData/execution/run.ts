import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import type { ApiVersion, ServiceClient, ServiceRequest } from '../../shared';
import type { Operation } from '../resources/operation';
import type { Given } from './parameters';
import type { Sent } from './writes';

/** Everything that an operation has at hand for one input item. */
export interface Run {
	readonly functions: IExecutePaginationFunctions;
	readonly operation: Operation;
	readonly version: ApiVersion;
	readonly client: ServiceClient;
	/** What n8n's routing made of the description, checked and ready for the wire. */
	readonly request: ServiceRequest;
	/** The body that routing made, before it became that request. */
	readonly body: IDataObject;
	/** What the person filled in, each value read by its type in the panel. */
	readonly given: Given;
	/** The calls of the item that write. */
	readonly sent: Sent;
}

/** A parameter of the operation for the item; `undefined` where it is blank or does not show. */
export function parameter({ given }: Pick<Run, 'given'>, name: string): unknown {
	return given.values[name];
}

/** Lines below each other; n8n's editor shows them in one line, where the semicolon is what keeps them apart. */
export function listed(lines: readonly string[]): string {
	return lines.join(';\n');
}
