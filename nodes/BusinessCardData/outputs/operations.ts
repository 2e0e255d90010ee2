import { endpoint, isEndpointName } from '../../shared';
import type { OperationDescription } from '../resources/types';
import { CARD, PERSON, TAG } from './records';
import type { ObjectSchema } from './schema';

const RECORDS = { card: CARD, person: PERSON, tag: TAG } as const;

/**
 * What an item of an operation has in it: what the operation says, or else the record that the endpoint table names.
 *
 * @throws Error when neither says anything
 */
export function outputOf(operation: OperationDescription): ObjectSchema {
	const record = isEndpointName(operation.endpoint) ? endpoint(operation.endpoint).record : undefined;
	const output = operation.output ?? (record && RECORDS[record]);
	if (!output) throw new Error(`${operation.endpoint} does not say what it gives`);
	return output;
}
