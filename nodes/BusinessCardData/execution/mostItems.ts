import { NodeOperationError } from 'n8n-workflow';
import type { ErrorContext } from '../../shared';

/**
 * n8n's routing engine passes the items of one input item on as the arguments of one call, and JavaScript takes about
 * 120,000 of them: more would end in a stack overflow, without a word of what was too much.
 */
const MAX_ITEMS = 100_000;

/**
 * Stops before more records are read than n8n takes.
 *
 * @param count records so far, for one input item
 * @throws NodeOperationError which says how to get them all
 */
export function refuseMoreThanFits(count: number, { node, itemIndex }: ErrorContext): void {
	if (count <= MAX_ITEMS) return;
	throw new NodeOperationError(node, 'The list has more than 100,000 records, which is more than n8n accepts from one input item', {
		description: 'Give the node several input items, each with a part of the time range.',
		itemIndex,
	});
}
