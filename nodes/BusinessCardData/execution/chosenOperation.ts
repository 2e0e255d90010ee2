import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { fault, isBlank, shownValue } from '../../shared';
import type { OfferedOperation, Resource } from '../resources/operation';

/** Finds the operation that was chosen in the two lists. @throws ParameterError where there is no such operation */
export function chosenOperation(functions: IExecuteSingleFunctions, resources: readonly Resource[]): OfferedOperation {
	const resourceValue: unknown = functions.getNodeParameter('resource', '');
	const operationValue: unknown = functions.getNodeParameter('operation', '');

	const resource = resources.find(({ value }) => value === resourceValue);
	const operation = resource?.operations.find(({ value }) => value === operationValue);
	if (operation) return operation;

	const name = [resourceValue, operationValue].filter((value) => !isBlank(value)).join('.');
	const message = name === '' ? 'No operation is selected' : `The node has no operation ${shownValue(name)}`;
	throw fault('operation', message, 'select a Resource and an Operation in the node.');
}
