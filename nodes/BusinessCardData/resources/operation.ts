import type { INodeExecutionData, INodeProperties, INodePropertyRouting } from 'n8n-workflow';
import { ALL_VERSIONS, withRawTwin } from '../../shared';
import type { Endpoint, Versioned } from '../../shared';
import type { Run } from '../execution/run';
import { COLUMNS } from './descriptions';

/** One operation of the node: its file is all there is of it. CONTRIBUTING says what each part of its routing does. */
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

/** A resource with its operations by their values: each is in all versions, unless its file says otherwise. */
export function resource(name: string, value: string, operations: Readonly<Record<string, Operation>>) {
	const offered = Object.entries(operations).map(([own, operation]) => {
		const effect: Endpoint['effect'] = operation.routing.request?.method === 'GET' ? 'read' : 'write';
		return { value: own, versions: ALL_VERSIONS, effect, ...operation };
	});
	return { name, value, operations: offered };
}

/** What can be done with one kind of record. */
export type Resource = ReturnType<typeof resource>;

/** An operation as the node offers it, with what its file leaves out. */
export type OfferedOperation = Resource['operations'][number];

/** The choices of *API Version* under which one of some operations exists; no condition where that is under all. */
function existing(operations: readonly OfferedOperation[]): { apiVersion?: string[] } {
	const versions = ALL_VERSIONS.filter((version) => operations.some((each) => each.versions.includes(version)));
	return versions.length === ALL_VERSIONS.length ? {} : { apiVersion: ['auto', ...versions] };
}

/** The list of resources; those that a pinned version does not have are hidden for it. */
export function resourceProperty(resources: readonly Resource[]): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value, operations }) => {
			return { name, value, displayOptions: { show: existing(operations) } };
		}),
		default: 'businessCard',
	};
}

/** The list of operations of one resource. */
export function operationProperty({ value, operations }: Resource): INodeProperties {
	const first = (operations.find((operation) => operation.value === 'getAll') ?? operations[0])?.value;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map((operation) => {
			const { name, value: own, action, description, routing } = operation;
			return { name, value: own, action, description, routing, displayOptions: { show: existing([operation]) } };
		}),
		default: first,
	};
}

/**
 * The fields of an operation in the panel with their whole conditions, but for the mapping of columns, which operations
 * share. The version has to stand last: n8n stops at the first condition whose value is an expression and shows the
 * field, so an expression there would show the fields of every operation.
 */
export function shownFields({ value }: Resource, operation: OfferedOperation): INodeProperties[] {
	const chosen = { resource: [value], operation: [operation.value] };
	return operation.fields.flatMap((field) => {
		const { displayOptions } = field;
		const show = { ...chosen, ...displayOptions?.show, ...existing([operation]) };
		return field === COLUMNS ? [] : withRawTwin({ ...field, displayOptions: { ...displayOptions, show } });
	});
}
