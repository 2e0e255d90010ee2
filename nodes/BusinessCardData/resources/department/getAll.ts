import { UP_TO_2_5 } from '../../../shared';
import { listChecked, listRead } from '../../execution/organization/lists';
import { COLUMN_ORDER, DELIMITER, OPTIONS, OUTPUT_FIELD } from '../descriptions';
import type { Operation } from '../operation';

/** Departments of the company (spec: E12). */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many departments',
	description: 'Get all departments of the company. The user of the API key must be a system administrator.',
	versions: UP_TO_2_5,
	response: 'csv',
	effect: 'read',
	routing: {
		request: { method: 'GET', url: '/organization/departments' },
		send: { preSend: [listChecked('department')] },
		output: { postReceive: [listRead('department')] },
	},
	fields: [
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
		{ ...OPTIONS, options: [COLUMN_ORDER, DELIMITER] },
	],
};
