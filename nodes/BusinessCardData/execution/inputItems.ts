import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { fault, isObject } from '../../shared';
import type { Operation } from '../resources/operation';

/** Whether there is nothing to do for the present item, because the first item makes the one request for all. */
export function isLeftToFirstItem(functions: IExecuteSingleFunctions, { takesAllItems }: Operation): boolean {
	return takesAllItems === true && functions.getItemIndex() > 0;
}

/**
 * All input items. Not from `$input`, which gives their bare JSON in workflows that keep binary data there. With
 * *Execute Once* the first alone: what n8n hands over as data of the execution still holds all of them.
 */
export function inputItems(functions: IExecuteSingleFunctions): INodeExecutionData[] {
	const { data } = functions.getExecuteData();
	const [items] = data.main ?? data.ai_tool ?? [];
	return functions.getNode().executeOnce === true ? (items ?? []).slice(0, 1) : (items ?? []);
}

/** The columns of an input item; a Code node can make one without JSON, which is refused. */
export function columnsOf({ json }: INodeExecutionData, itemIndex: number): IDataObject {
	if (isObject(json)) return json;
	const rule = 'correct the node before this one, or remove the item.';
	throw fault('input', `Item ${itemIndex} has no data: its json is empty`, rule, { itemIndex });
}

/** What an item stands for that was made of all input items. */
export function pairedWithInput(functions: IExecuteSingleFunctions): IPairedItemData[] {
	return inputItems(functions).map((_, item) => ({ item }));
}
