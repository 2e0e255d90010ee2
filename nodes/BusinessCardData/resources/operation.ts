import type { INodeProperties, INodeExecutionData } from 'n8n-workflow';
import { ALL_VERSIONS, resolveVersion } from '../../shared';
import type { Endpoint, Versioned, VersionChoice } from '../../shared';
import type { Check, Run, Shape } from '../execution/run';

/**
 * One operation of the node. Its file is all there is of it:
 * - `routing.request` has method and URL. A name in braces is filled with the value that a field sends under it.
 * - Each field says in its own `routing.send` where its value goes, under the service's name.
 * - `checks` complete the request when every value has been read by its type, `shapes` change what came.
 * - `execute` is for what none of these can say: files, all input items in one request, several calls.
 */
export interface Operation extends Versioned, Omit<Endpoint, 'method'> {
	readonly value: string;
	readonly name: string;
	/** In n8n's list of actions, and all that an AI agent is told of the tool, e.g. "Get many reports by update time". */
	readonly action: string;
	readonly description: string;
	/** Set where all input items make one request, or one run. */
	readonly takesAllItems?: true;
	/** The direction of a list that is sorted by update, unless the request says another (spec: E1, E9). */
	readonly defaultDirection?: 'asc' | 'desc';
	readonly routing: { readonly request: { readonly method: 'GET' | 'POST'; readonly url: string } };
	readonly checks?: readonly Check[];
	readonly shapes?: readonly Shape[];
	/** In the order of the panel; resource, operation and version are added to their conditions. */
	readonly fields: readonly INodeProperties[];
	/** Makes the calls of an operation that is more than one request, and gives its items. */
	readonly execute?: (run: Run) => Promise<INodeExecutionData[]>;
	/** For a write: checks what only code can check, before any item is sent, and gives what sends this one. */
	readonly prepare?: (run: Run) => Promise<() => Promise<INodeExecutionData[]>>;
}

/** What can be done with one kind of record. */
export interface Resource {
	readonly value: string;
	readonly name: string;
	readonly operations: readonly Operation[];
}

const CHOICES: readonly VersionChoice[] = ['auto', ...ALL_VERSIONS];

/** The choices of *API Version* under which one of some operations exists; no condition where that is under all. */
function existing(operations: readonly Operation[]): { apiVersion?: VersionChoice[] } {
	const apiVersion = CHOICES.filter((choice) => operations.some((operation) => resolveVersion(operation, choice)));
	return apiVersion.length === CHOICES.length ? {} : { apiVersion };
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
	const names = operations.map((operation) => operation.value);
	const first = names.includes('getAll') ? 'getAll' : (names[0] ?? '');
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map((operation) => ({
			name: operation.name,
			value: operation.value,
			action: operation.action,
			description: operation.description,
			routing: operation.routing,
			displayOptions: { show: existing([operation]) },
		})),
		default: first,
	};
}

/**
 * n8n keeps of a collection the entries that it knows, and so nothing of one that is a single expression. A hidden
 * field of the same name behind it keeps what was given as it was.
 */
export function keptWhole(field: INodeProperties): INodeProperties[] {
	const { displayName, name, type, displayOptions } = field;
	return type === 'collection' ? [field, { displayName, name, type: 'hidden', default: {}, displayOptions }] : [field];
}

/**
 * Fields of an operation in the panel, with their whole conditions. The version has to stand last: n8n stops at the
 * first condition whose value is an expression and shows the field, so an expression there would show the fields of
 * every operation.
 */
export function shownFields(
	resource: Resource,
	operation: Operation,
	fields: readonly INodeProperties[],
): INodeProperties[] {
	const chosen = { resource: [resource.value], operation: [operation.value] };
	return fields.flatMap((field) => {
		const { displayOptions } = field;
		const show = { ...chosen, ...displayOptions?.show, ...existing([operation]) };
		return keptWhole({ ...field, displayOptions: { ...displayOptions, show } });
	});
}
