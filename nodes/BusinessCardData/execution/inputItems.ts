import type { IExecutePaginationFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

/**
 * All input items: an import takes them together, though n8n runs the operation for each of them. Not from `$input`, which
 * gives their bare JSON in workflows whose execution logic keeps binary data there.
 */
export function inputItems(functions: IExecutePaginationFunctions): INodeExecutionData[] {
	const { data } = functions.getExecuteData();
	const [items] = data.main ?? data.ai_tool ?? [];
	return items ?? [];
}

/** What an item stands for that was made of all input items. */
export function pairedWithInput(functions: IExecutePaginationFunctions): IPairedItemData[] {
	return inputItems(functions).map((_, item) => ({ item }));
}
