import type { IExecuteSingleFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import type { Operation } from '../resources/operation';

/** Whether there is nothing to do for the present item, because the first item makes the one request for all. */
export function isLeftToFirstItem(functions: IExecuteSingleFunctions, { takesAllItems }: Operation): boolean {
	return takesAllItems === true && functions.getItemIndex() > 0;
}

/**
 * All input items: an import takes them together, though n8n runs the operation for each of them. Not from `$input`, which
 * gives their bare JSON in workflows whose execution logic keeps binary data there.
 *
 * With *Execute Once* it is the first item alone: n8n then runs the operation for that one, but what it hands over as data
 * of the execution still holds all of them.
 */
export function inputItems(functions: IExecuteSingleFunctions): INodeExecutionData[] {
	const { data } = functions.getExecuteData();
	const [items] = data.main ?? data.ai_tool ?? [];
	return functions.getNode().executeOnce === true ? (items ?? []).slice(0, 1) : (items ?? []);
}

/** What an item stands for that was made of all input items. */
export function pairedWithInput(functions: IExecuteSingleFunctions): IPairedItemData[] {
	return inputItems(functions).map((_, item) => ({ item }));
}
