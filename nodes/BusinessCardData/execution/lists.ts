import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { directionByUpdate, fault, readRecords, readTimeRange } from '../../shared';
import { checkedBy } from './run';
import type { Run } from '../resources/operation';

/**
 * n8n's routing engine passes the items of one input item on as the arguments of one call, and JavaScript takes about
 * 120,000 of them: more would end in a stack overflow, without a word of what was too much.
 */
const MAX_ITEMS = 100_000;

/** `updatedFrom` and `updatedTo` are the only pair that can contradict each other (spec: E1, E9). */
export const timeRangeChecked = checkedBy(({ parameters: { query } }) => {
	const [from, to] = [String(query.updatedFrom), String(query.updatedTo)];
	if (Date.parse(from) > Date.parse(to)) {
		throw fault('updatedFrom', `updatedFrom (${from}) is after updatedTo (${to})`, 'swap the two.');
	}
});

/** Reads a list: one item per record, in the service's order, none twice (contract: Outputs). */
export async function listItems(run: Run): Promise<INodeExecutionData[]> {
	const { client, operation, request, parameters } = run;
	const wanted = Number(parameters.values.limit ?? Infinity);
	const tooMany = MAX_ITEMS + 1;
	const direction = operation.defaultDirection && directionByUpdate(request, operation.defaultDirection);

	let records: IDataObject[] = [];
	if (direction) {
		const limit = wanted < tooMany ? wanted : Infinity;
		records = await readTimeRange(client, request, direction, { limit, tooMany });
	} else {
		for await (const page of readRecords(client, request, Math.min(wanted, tooMany))) records.push(...page);
	}

	if (records.length <= MAX_ITEMS) return records.map((json) => ({ json }));

	const message = 'The list has more than 100,000 records, which is more than n8n accepts from one input item';
	const description = 'Give the node several input items, each with a part of the time range.';
	const { node, itemIndex } = client.errorContext;
	throw new NodeOperationError(node, message, { description, itemIndex });
}
