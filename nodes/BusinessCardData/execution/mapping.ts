import { fault, isBlank, isObject, shownValue } from '../../shared';
import type { GivenParameters } from '../../shared';

/** What a person maps: each column of the input under its own name, or these columns. */
export type Mapping = 'automatically' | GivenParameters;

/** Reads the parameter `columns`. A mapping that is none, which came from a workflow written by hand, is refused. */
export function readMapping(columns: unknown): Mapping {
	const { mappingMode, value } = isObject(columns) ? columns : {};
	if (mappingMode === 'autoMapInputData') return 'automatically';
	if (mappingMode === 'defineBelow' && (isObject(value) || isBlank(value))) return isObject(value) ? value : {};
	const rule = 'choose Map Automatically or Map Each Column Manually in the node.';
	throw fault('columns', `columns is ${shownValue(columns)}, which is not a mapping of columns`, rule);
}
