import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { isObject, ParameterError } from '../../shared';
import { readChosen } from './run';

/**
 * Whether the operation takes all items together, by what n8n hands over for a run of the node: neither resource nor
 * operation can be an expression, so it is asked once and not for each of 50,000 items.
 */
const TAKING_ALL = new WeakMap<object, boolean>();

/** Whether there is nothing to do for the present item, because the first item makes the one request for all. */
export function isLeftToFirstItem(functions: IExecutePaginationFunctions): boolean {
	if (functions.getItemIndex() === 0) return false;
	const execution = functions.getExecuteData();
	const isTakingAll = TAKING_ALL.get(execution) ?? readChosen(functions).manner === 'job';
	TAKING_ALL.set(execution, isTakingAll);
	return isTakingAll;
}

/**
 * All input items: an import takes them together, though n8n runs the operation for each of them. Not from `$input`, which
 * gives their bare JSON in workflows whose execution logic keeps binary data there.
 *
 * With *Execute Once* it is the first item alone: n8n then runs the operation for that one, but what it hands over as data
 * of the execution still holds all of them.
 */
export function inputItems(functions: IExecutePaginationFunctions): INodeExecutionData[] {
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
	throw new ParameterError({
		parameter: 'input',
		message: `Item ${itemIndex} has no data: its json is empty`,
		rule: 'correct the node before this one, or remove the item.',
		itemIndex,
	});
}

/** What an item stands for that was made of all input items. */
export function pairedWithInput(functions: IExecutePaginationFunctions): IPairedItemData[] {
	return inputItems(functions).map((_, item) => ({ item }));
}
