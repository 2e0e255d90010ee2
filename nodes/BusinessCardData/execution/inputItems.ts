import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { fault, isBlank, isObject, shownValue } from '../../shared';
import type { JsonRecord } from '../../shared';

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

/**
 * What the parameter `columns` makes of the columns of an item: those that a person maps, or automatically the same. A
 * mapping that is none, which came from a workflow written by hand, is refused.
 */
export function mapped(columns: unknown, json: JsonRecord): JsonRecord {
	// Nothing in place of a mapping maps nothing.
	if (isBlank(columns)) return {};

	const { mappingMode, value } = isObject(columns) ? columns : {};
	if (mappingMode === 'autoMapInputData') return json;
	if (mappingMode === 'defineBelow' && (isObject(value) || isBlank(value))) return isObject(value) ? value : {};
	const rule = 'choose Map Automatically or Map Each Column Manually in the node.';
	throw fault('columns', `columns is ${shownValue(columns)}, which is not a mapping of columns`, rule);
}
