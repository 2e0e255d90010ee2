import { OPTIONS, SIMPLIFY, UP_TO_2_5 } from '../../../shared';
import { listOf } from '../../execution/organization/import';
import { selectFields } from '../../execution/routingActions';
import type { Operation } from '../operation';
import { COLUMN_ORDER, DELIMITER, LIST_OUTPUT } from '../organizationRecords';

/** Users of the company (spec: E11). */
export const getAll: Operation = {
	name: 'Get Many',
	action: 'Get many users',
	description: 'Get all users of the company. Requires the API key of a system administrator.',
	versions: UP_TO_2_5,
	response: 'csv',
	routing: {
		request: { method: 'GET', url: '/organization/users' },
		output: { postReceive: [selectFields('user')] },
	},
	fields: [
		...LIST_OUTPUT,
		{
			...OPTIONS,
			// A CSV file comes out as the service sent it.
			options: [COLUMN_ORDER, DELIMITER, { ...SIMPLIFY, displayOptions: { hide: { '/output': ['file'] } } }],
		},
	],
	execute: async (run) => await listOf('user', run),
};
