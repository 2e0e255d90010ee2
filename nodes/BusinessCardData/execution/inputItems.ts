import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { fault, isObject } from '../../shared';
import type { Operation } from '../resources/operation';

/** Whether there is nothing to do for the present item, because the first item makes the one request for all. */
export function isLeftToFirstItem(functions: IExecuteSingleFunctions, { takesAllItems }: Operation): boolean {
	return takesAllItems === true && functions.getItemIndex() > 0;
}

/**
 * All input items: an import takes them together, though n8n runs the operation for each of them. Not from `$input`,
 * which gives their bare JSON in workflows whose execution logic keeps binary data there.
 *
 * With *Execute Once* it is the first item alone: n8n then runs the operation for that one, but what it hands over as
 * data of the execution still holds all of them.
 */
export function inputItems(functions: IExecuteSingleFunctions): INodeExecutionData[] {
	const { data } = functions.getExecuteData();
	const [items] = data.main ?? data.ai_tool ?? [];
	return functions.getNode().executeOnce === true ? (items ?? []).slice(0, 1) : (items ?? []);
}

/**
 * The columns of an input item.
 *
 * @throws ParameterError for an item that has no JSON, as a Code node can make it
 */
export function columnsOf({ json }: INodeExecutionData, itemIndex: number): IDataObject {
	if (isObject(json)) return json;
	const rule = 'correct the node before this one, or remove the item.';
	throw fault('input', `Item ${itemIndex} has no data: its json is empty`, rule, { itemIndex });
}

/** What an item stands for that was made of all input items. */
export function pairedWithInput(functions: IExecuteSingleFunctions): IPairedItemData[] {
	return inputItems(functions).map((_, item) => ({ item }));
}
