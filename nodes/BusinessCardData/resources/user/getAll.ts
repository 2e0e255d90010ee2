import { UP_TO_2_5 } from '../../../shared';
import { listChecked, listRead } from '../../execution/organization/lists';
import { projected, SIMPLE_USER } from '../../execution/projection';
import { COLUMN_ORDER, DELIMITER, OPTIONS, OUTPUT_FIELD, SIMPLIFY } from '../descriptions';
import type { Operation } from '../operation';

/** Users of the company (spec: E11). */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many users',
	description: 'Get all users of the company. The user of the API key must be a system administrator.',
	versions: UP_TO_2_5,
	response: 'csv',
	effect: 'read',
	routing: {
		request: { method: 'GET', url: '/organization/users' },
		send: { preSend: [listChecked('user')] },
		output: { postReceive: [listRead('user'), projected(SIMPLE_USER)] },
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
		{
			...OPTIONS,
			// The CSV as a file is never touched.
			options: [COLUMN_ORDER, DELIMITER, { ...SIMPLIFY, displayOptions: { hide: { '/output': ['file'] } } }],
		},
	],
};
