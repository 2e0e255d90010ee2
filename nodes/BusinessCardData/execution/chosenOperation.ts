import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { parameterError, isBlank, shownValue } from '../../shared';
import type { OfferedOperation, Resource } from '../resources/operation';

/** Finds the operation that was chosen in the two lists. @throws ParameterError where there is no such operation */
export function chosenOperation(functions: IExecuteSingleFunctions, resources: readonly Resource[]): OfferedOperation {
	const resourceValue: unknown = functions.getNodeParameter('resource', '');
	const operationValue: unknown = functions.getNodeParameter('operation', '');

	const resource = resources.find((each) => each.value === resourceValue);
	const operation = resource?.operations.find((each) => each.value === operationValue);
	if (operation) return operation;

	const rule = 'select a Resource and an Operation in the node.';
	const chosen = [resourceValue, operationValue].filter((value) => !isBlank(value));
	if (chosen.length === 0) throw parameterError('operation', 'No operation is selected', rule);

	const name = shownValue(chosen.join('.'));
	throw parameterError('operation', `The node has no operation ${name}`, rule);
}
