import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { parameterError, isBlank, isObject, shownValue } from '../../shared';
import type { JsonRecord } from '../../shared';

/** The part of an operation that says whether its output comes of one input item or of all. */
export interface TakesItems {
	readonly takesAllItems?: true;
}

/**
 * All input items. Not from `$input`, which gives their bare JSON in workflows that keep binary data there. With
 * *Execute Once* the first alone: what n8n hands over as data of the execution still holds all of them.
 */
export function inputItems(functions: IExecuteSingleFunctions): INodeExecutionData[] {
	const { data } = functions.getExecuteData();
	const [main] = data.main ?? data.ai_tool ?? [];
	const items = main ?? [];

	return functions.getNode().executeOnce === true ? items.slice(0, 1) : items;
}

/** Links items to the input items that they came of, unless they are linked already. */
export function linkToInput(
	items: readonly INodeExecutionData[],
	functions: IExecuteSingleFunctions,
	operation?: TakesItems,
): INodeExecutionData[] {
	const { length } = inputItems(functions);
	const ofAll = Array.from({ length }, (_, index) => ({ item: index }));
	const ofOne = { item: functions.getItemIndex() };
	const pairedItem = operation?.takesAllItems ? ofAll : ofOne;

	return items.map((item) => ({ pairedItem, ...item }));
}

/** The columns of an input item. @throws ParameterError for an item without JSON, which a Code node can make */
export function columnsOf(item: INodeExecutionData, itemIndex: number): IDataObject {
	if (isObject(item.json)) return item.json;

	const rule = 'correct the node before this one, or remove the item.';
	throw parameterError('input', `Item ${itemIndex} is empty, because its json has no fields`, rule, { itemIndex });
}

/**
 * The columns that the mapping in the parameter `columns` makes of the columns of an item.
 *
 * @param columns the parameter; a mapping that was saved as automatic takes the columns of the item by their names
 * @param json the columns of the item
 * @throws ParameterError for a value that is no mapping, as a workflow written by hand may have
 */
export function mapped(columns: unknown, json: JsonRecord): JsonRecord {
	// Nothing in place of a mapping maps nothing.
	if (isBlank(columns)) return {};

	const { mappingMode, value } = isObject(columns) ? columns : {};
	if (mappingMode === 'autoMapInputData') return json;
	if (mappingMode === 'defineBelow' && isObject(value)) return value;
	if (mappingMode === 'defineBelow' && isBlank(value)) return {};

	const rule = 'map each column in the node, or choose Use Input as It Is as Data Mode.';
	throw parameterError('columns', `columns is ${shownValue(columns)}, which is not a column mapping`, rule);
}
