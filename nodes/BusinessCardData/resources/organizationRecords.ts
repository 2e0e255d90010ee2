import type { INodeProperties } from 'n8n-workflow';
import type { OrganizationRecordKind } from '../../shared';
import { COLUMNS, DATA_MODE, OUTPUT_FIELD } from './descriptions';

/* Fields that the operations of users, departments, imports and the sync share. */

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
	description: 'Whether the input items are users or departments',
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

/** The import that an operation is about (spec: E15, E16). */
export const IMPORT_ID: INodeProperties = {
	displayName: 'Import ID',
	name: 'importId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 5f0c2c1e-8a4b-4b7e-9d55-1d1c3c1b2a10',
	description: "The ID that 'Organization Import: Create' returned for the import",
	routing: { send: { type: 'query', property: 'importId' } },
};

export const DELIMITER: INodeProperties = {
	displayName: 'Delimiter',
	name: 'delimiter',
	type: 'options',
	options: [
		{ name: 'Comma', value: 'comma' },
		{ name: 'Semicolon', value: 'semicolon' },
		{ name: 'Space', value: 'space' },
		{ name: 'Tab', value: 'tab' },
	],
	default: 'comma',
	description: 'The character that separates the values in a CSV row',
	routing: { send: { type: 'query', property: 'delimiter' } },
};

export const ENCODING: INodeProperties = {
	displayName: 'Encoding',
	name: 'encoding',
	type: 'options',
	options: [
		{ name: 'Shift JIS', value: 'sjis' },
		{ name: 'UTF-8', value: 'utf8' },
	],
	default: 'utf8',
	description: 'Encoding of the CSV',
	routing: { send: { type: 'query', property: 'encoding' } },
};

/** The order of CSV columns, which the service does not show. */
export const COLUMN_ORDER: INodeProperties = {
	displayName: 'Column Order',
	name: 'columnOrder',
	type: 'string',
	default: '',
	placeholder: 'e.g. TempId,DepartmentId,DepartmentName',
	description:
		'The names of all columns from left to right, separated by commas. Only needed if your service uses a different order ' +
		'than the tables in the documentation.',
};

/** The field that names the CSV of a kind of record. */
function fileField(label: string, kind: OrganizationRecordKind): INodeProperties {
	return {
		...OUTPUT_FIELD,
		displayName: `${label} File Field`,
		name: `${kind}BinaryPropertyName`,
		displayOptions: { show: { source: ['files'] } },
		required: false,
		default: '',
		placeholder: `e.g. ${kind}s`,
		hint:
			`The name of the input binary field containing the CSV file of ${kind}s. The file must not have a header row. ` +
			`Leave empty to import no ${kind}s.`,
	};
}

/** The input of a check and an import: all input items, or CSV files (spec: E13, E14). */
export const IMPORT_FIELDS: readonly INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		options: [
			{ name: 'CSV Files', value: 'files', description: 'Send CSV files from binary fields unchanged' },
			{ name: 'Input Items', value: 'items', description: 'Send all input items as one import, one row per item' },
		],
		default: 'items',
	},
	{ ...RECORD_TYPE, displayOptions: { hide: { source: ['files'] } } },
	{ ...DATA_MODE, displayOptions: { hide: { source: ['files'] } } },
	COLUMNS,
	fileField('Department', 'department'),
	fileField('User', 'user'),
];

/** Pause between two looks at an import. A timer of Node.js holds 24 days. */
export const INTERVAL: INodeProperties = {
	displayName: 'Wait Interval (Seconds)',
	name: 'pollInterval',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 2_073_600 },
	default: 5,
	description: 'How many seconds to wait between two checks of the import status',
};

export const TIMEOUT: INodeProperties = {
	displayName: 'Wait Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 2_073_600 },
	default: 3600,
	description:
		'How many seconds to wait for an import to finish. After that, the import continues in the service, and the next run ' +
		'sees its result.',
};
