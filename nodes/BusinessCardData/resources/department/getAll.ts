import { OPTIONS, UP_TO_2_5 } from '../../../shared';
import { listOf } from '../../execution/organization/import';
import type { Operation } from '../operation';
import { COLUMN_ORDER, DELIMITER, LIST_OUTPUT } from '../organizationRecords';

/** Departments of the company (spec: E12). */
export const getAll: Operation = {
	name: 'Get Many',
	action: 'Get many departments',
	description: 'Get all departments of the company. Requires the API key of a system administrator.',
	versions: UP_TO_2_5,
	response: 'csv',
	routing: { request: { method: 'GET', url: '/organization/departments' } },
	fields: [...LIST_OUTPUT, { ...OPTIONS, options: [COLUMN_ORDER, DELIMITER] }],
	execute: async (run) => await listOf('department', run),
};
