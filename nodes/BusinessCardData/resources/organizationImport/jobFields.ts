import type { INodeProperties } from 'n8n-workflow';
import { COLUMNS } from '../descriptions';
import { DATA_MODE, RECORD_TYPE } from '../organizationRecords';

/** What a check and an import take: all input items, or CSV files (spec: E13, E14). */
export const JOB_FIELDS: readonly INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		options: [
			{ name: 'CSV Files', value: 'files', description: 'CSV files from binary fields, sent unchanged' },
			{ name: 'Input Items', value: 'items', description: 'All input items together, one row per item' },
		],
		default: 'items',
	},
	{ ...RECORD_TYPE, displayOptions: { show: { source: ['items'] } } },
	{ ...DATA_MODE, displayOptions: { show: { source: ['items'] } } },
	COLUMNS,
	{
		displayName: 'Department File Field',
		name: 'departmentBinaryPropertyName',
		type: 'string',
		typeOptions: { binaryDataProperty: true },
		displayOptions: { show: { source: ['files'] } },
		default: '',
		placeholder: 'e.g. departments',
		hint:
			'The name of the input binary field containing the CSV of departments, without a header row. Leave empty if there ' +
			'is none.',
	},
	{
		displayName: 'User File Field',
		name: 'userBinaryPropertyName',
		type: 'string',
		typeOptions: { binaryDataProperty: true },
		displayOptions: { show: { source: ['files'] } },
		default: '',
		placeholder: 'e.g. users',
		hint:
			'The name of the input binary field containing the CSV of users, without a header row. Leave empty if there is ' +
			'none.',
	},
];
