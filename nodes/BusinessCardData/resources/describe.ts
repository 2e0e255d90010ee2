import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { API_VERSIONS, choicesFor, firstEndpoint, operationRow } from '../../shared';
import type { VersionChoice } from '../../shared';
import type { OperationDescription, ResourceDescription } from './types';

/** Every choice of the version, the way `apiVersion` lists them. */
const EVERY_CHOICE: readonly VersionChoice[] = ['auto', ...API_VERSIONS];

function operationName(operation: OperationDescription): string {
	return operation.endpoint.slice(operation.endpoint.indexOf('.') + 1);
}

function choicesOf(operation: OperationDescription): VersionChoice[] {
	const row = operationRow(operation.endpoint);
	return choicesFor(row, row.versions);
}

/**
 * The condition on the version. It has to stand last among conditions: n8n stops at the first one whose value is an
 * expression and shows the field, so an expression in `apiVersion` would otherwise show every field of the node.
 */
function versionCondition(choices: readonly VersionChoice[]): { apiVersion?: VersionChoice[] } {
	const some = EVERY_CHOICE.filter((choice) => choices.includes(choice));
	return some.length === EVERY_CHOICE.length ? {} : { apiVersion: some };
}

function shownFor(choices: readonly VersionChoice[]): Pick<INodePropertyOptions, 'displayOptions'> {
	const show = versionCondition(choices);
	return show.apiVersion ? { displayOptions: { show } } : {};
}

function operationOption(operation: OperationDescription): INodePropertyOptions {
	const { method, path } = firstEndpoint(operation.endpoint);
	return {
		name: operation.name,
		value: operationName(operation),
		action: operation.action,
		description: operation.description,
		routing: { request: { method, url: path } },
		...shownFor(choicesOf(operation)),
	};
}

function withConditions(field: INodeProperties, resource: string, operation: OperationDescription): INodeProperties {
	return {
		...field,
		displayOptions: {
			...field.displayOptions,
			show: {
				resource: [resource],
				operation: [operationName(operation)],
				...field.displayOptions?.show,
				...versionCondition(choicesOf(operation)),
			},
		},
	};
}

function resourceOption(resource: ResourceDescription): INodePropertyOptions {
	const { name, value, operations } = resource;
	return { name, value, ...shownFor(operations.flatMap(choicesOf)) };
}

/** The list of resources; those that a pinned version does not have are hidden for it. */
export function resourceProperty(resources: readonly ResourceDescription[]): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(resourceOption),
		default: 'businessCard',
	};
}

/** The list of operations of one resource. */
export function operationProperty(resource: ResourceDescription): INodeProperties {
	const names = resource.operations.map(operationName);
	const first = names.includes('getAll') ? 'getAll' : (names[0] ?? '');
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: resource.operations.map(operationOption),
		default: first,
	};
}

/** The fields of each operation of one resource. */
export function operationFields(resource: ResourceDescription): INodeProperties[] {
	return resource.operations.flatMap((operation) =>
		operation.fields.map((field) => withConditions(field, resource.value, operation)),
	);
}
