import type { INodeProperties } from 'n8n-workflow';
import { ALL_VERSIONS, withRawTwin } from '../../shared';
import type { ApiVersion, Endpoint } from '../../shared';
import { COLUMNS } from './descriptions';
import type { OfferedOperation, Operation, Resource } from './operation';

/* The resources and operations of the node as its panel shows them. */

/** A resource with its operations by their values. An operation exists in all versions, unless its file says otherwise. */
export function resource(name: string, value: string, operations: Readonly<Record<string, Operation>>): Resource {
	const offered = Object.entries(operations).map(([own, operation]) => {
		const isRead = operation.routing.request?.method === 'GET';
		const effect: Endpoint['effect'] = isRead ? 'read' : 'write';
		const label = `${name}: ${operation.name}`;

		return {
			value: own,
			versions: ALL_VERSIONS,
			effect,
			label,
			...operation,
		};
	});

	return {
		name,
		value,
		operations: offered,
	};
}

/** The choices of *API Version* under which one of some operations exists; no condition where that is under all. */
function existing(operations: readonly OfferedOperation[]): { apiVersion?: string[] } {
	const exists = (version: ApiVersion) => operations.some((operation) => operation.versions.includes(version));
	const versions = ALL_VERSIONS.filter(exists);
	if (versions.length === ALL_VERSIONS.length) return {};

	return { apiVersion: ['auto', ...versions] };
}

/** The list of resources; those that a pinned version does not have are hidden for it. */
export function resourceProperty(resources: readonly Resource[]): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map((each) => {
			const { name, value, operations } = each;
			return {
				name,
				value,
				displayOptions: { show: existing(operations) },
			};
		}),
		default: 'businessCard',
	};
}

/** The list of operations of one resource. */
export function operationProperty(resource: Resource): INodeProperties {
	const { value, operations } = resource;
	const list = operations.find((operation) => operation.value === 'getAll');
	const first = (list ?? operations[0])?.value;

	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map((operation) => {
			const { name, value: own, action, description, routing } = operation;
			return {
				name,
				value: own,
				action,
				description,
				routing,
				displayOptions: { show: existing([operation]) },
			};
		}),
		default: first,
	};
}

/** The fields of an operation as the panel shows them. */
interface ShownFields {
	/** Fields above *Values to Send*, or all where the operation maps no columns. */
	readonly above: readonly INodeProperties[];
	readonly below: readonly INodeProperties[];
}

/** The fields of an operation, around the mapping of columns, which is one field of all operations. */
export function shownFields(resource: Resource, operation: OfferedOperation): ShownFields {
	const { fields } = operation;
	const mapping = fields.indexOf(COLUMNS);
	const end = mapping < 0 ? fields.length : mapping;
	const above = fields.slice(0, end);
	const below = fields.slice(end + 1);
	const shown = (field: INodeProperties) => shownWith(resource, operation, field);

	return {
		above: above.flatMap(shown),
		below: below.flatMap(shown),
	};
}

/**
 * A field of an operation with its whole conditions. The version has to stand last: n8n stops at the first condition
 * whose value is an expression and shows the field, so an expression there would show the fields of every operation.
 */
function shownWith(resource: Resource, operation: OfferedOperation, field: INodeProperties): INodeProperties[] {
	const chosen = { resource: [resource.value], operation: [operation.value] };
	const { displayOptions } = field;
	const show = {
		...chosen,
		...displayOptions?.show,
		...existing([operation]),
	};

	const shown: INodeProperties = {
		...field,
		displayOptions: { ...displayOptions, show },
	};
	return withRawTwin(shown);
}
