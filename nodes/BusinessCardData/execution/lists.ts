import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { directionByUpdate, parameterError, readRecords, readTimeRange } from '../../shared';
import { attachImages } from './cards/images';
import { checkBeforeSending } from './routingActions';
import type { Run } from '../resources/operation';

/**
 * The most items that a list may give. n8n's routing engine passes the items of one input item on as the arguments of one
 * call, and JavaScript takes about 120,000 of them: more would end in a stack overflow, without a word of what was too
 * much.
 */
const MAX_ITEMS = 100_000;

/** Checks `updatedFrom` and `updatedTo`, the only parameters that can contradict each other (spec: E1, E9). */
export const checkTimeRange = checkBeforeSending((item) => {
	const { query } = item.parameters;
	const from = String(query.updatedFrom);
	const to = String(query.updatedTo);
	const isReversed = Date.parse(from) > Date.parse(to);

	if (isReversed)
		throw parameterError('updatedFrom', `updatedFrom (${from}) is after updatedTo (${to})`, 'swap the two.');
});

/**
 * Reads a list: one item per record, in the service's order, none twice (contract: Outputs), with the images of each card
 * where they are wanted.
 *
 * @throws NodeOperationError for more records than n8n takes
 */
export async function listRecords(run: Run): Promise<INodeExecutionData[]> {
	const records = await readAll(run);
	if (records.length > MAX_ITEMS) throw tooManyRecords(run);

	const items = records.map((json) => ({ json }));
	await attachImages(run, items);
	return items;
}

/** Reads the records of a list, no more than are wanted or it takes to see that they are too many. */
async function readAll(run: Run): Promise<IDataObject[]> {
	const { client, operation, request, parameters } = run;
	const { defaultDirection } = operation;
	const wanted = Number(parameters.values.limit ?? Infinity);
	const tooMany = MAX_ITEMS + 1;

	const direction = defaultDirection && directionByUpdate(request, defaultDirection);
	if (direction) {
		const limit = wanted < tooMany ? wanted : Infinity;
		return await readTimeRange(client, request, direction, { limit, tooMany });
	}

	const records: IDataObject[] = [];
	for await (const page of readRecords(client, request, Math.min(wanted, tooMany))) records.push(...page);
	return records;
}

function tooManyRecords(run: Run): NodeOperationError {
	const { node, itemIndex } = run.client.errorContext;
	const message = 'The list has more than 100,000 records, the most that n8n accepts for one input item';
	const description = 'Give the node several input items, each with a part of the time range.';

	return new NodeOperationError(node, message, { description, itemIndex });
}
