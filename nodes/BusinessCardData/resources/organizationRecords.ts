import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { COLUMNS } from './mapping';

const RECORD_TYPE: INodeProperties = {
	displayName: 'Record Type',
	name: 'recordType',
	type: 'options',
	options: [
		{ name: 'Department', value: 'department' },
		{ name: 'Detect by Fields', value: 'detect' },
		{ name: 'User', value: 'user' },
	],
	default: 'detect',
	description: 'The kind of record in the input items',
};

/** The values are those of the cards, where the other choice is to fill in fields; here it is what a workflow without a choice does. */
const DATA_MODE: INodeProperties = {
	displayName: 'Data Mode',
	name: 'dataMode',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Map Input Columns',
			value: 'mapColumns',
			description: 'Map the columns of the input to the columns of the records. Empty values count as absent.',
		},
		{
			name: 'Use Input as It Is',
			value: 'defineBelow',
			description: 'The input already uses the column names of the service',
		},
	],
	default: 'defineBelow',
	description: 'How to fill the columns of the records',
};

/** What input items are. */
export function recordTypeField(displayOptions?: IDisplayOptions): INodeProperties {
	return { ...RECORD_TYPE, ...(displayOptions && { displayOptions }) };
}

/** Where the columns of input items come from. */
export function mappingFields(displayOptions?: IDisplayOptions): INodeProperties[] {
	return [{ ...DATA_MODE, ...(displayOptions && { displayOptions }) }, COLUMNS];
}
