import type { INodeProperties } from 'n8n-workflow';
import { OUTPUT_FIELD } from './descriptions';

/* What an import and a sync ask of input items that are users or departments. */

export const RECORD_TYPE: INodeProperties = {
	displayName: 'Record Type',
	name: 'recordType',
	type: 'options',
	options: [
		{ name: 'Department', value: 'department' },
		{ name: 'Detect Automatically', value: 'detect' },
		{ name: 'User', value: 'user' },
	],
	default: 'detect',
	description: 'The kind of record in the input items',
};

/** The values are those of the cards; here the default is what a workflow without a choice does. */
export const DATA_MODE: INodeProperties = {
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

/** Whether a list of users or departments comes as items or as the file that the service gives. */
export const LIST_OUTPUT: readonly INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'CSV File', value: 'file', description: 'The CSV file of the service, unchanged' },
			{ name: 'Items', value: 'items', description: 'One item per row' },
		],
		default: 'items',
	},
	{ ...OUTPUT_FIELD, displayOptions: { show: { output: ['file'] } } },
];
