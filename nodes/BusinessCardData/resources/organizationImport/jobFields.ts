import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { EndpointName } from '../../../shared';
import { COLUMN_ORDER, NAMES_FILE, queryOptions } from '../../../panel/fields';
import { mappingFields, recordTypeField } from '../organizationRecords';

function fileField(name: string, kind: string): INodeProperties {
	return {
		displayName: `${kind} File Field`,
		name,
		type: 'string',
		...NAMES_FILE,
		default: '',
		placeholder: `e.g. ${kind.toLowerCase()}s`,
		displayOptions: { show: { source: ['files'] } },
		hint: `The name of the input binary field containing the CSV of ${kind.toLowerCase()}s, without a header row. Leave empty if there is none.`,
	};
}

const OF_ITEMS: IDisplayOptions = { show: { source: ['items'] } };

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
	recordTypeField(OF_ITEMS),
	...mappingFields(OF_ITEMS),
	fileField('departmentBinaryPropertyName', 'Department'),
	fileField('userBinaryPropertyName', 'User'),
];

/** The options of a check or an import, with those that only one of them has. */
export function jobOptions(name: EndpointName, more: readonly INodeProperties[] = []): INodeProperties {
	return queryOptions(name, { delimiter: {}, encoding: {} }, [COLUMN_ORDER, ...more]);
}
