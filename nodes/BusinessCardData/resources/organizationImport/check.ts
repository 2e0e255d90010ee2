import { ONLY_2_0, OPTIONS } from '../../../shared';
import { runCheck } from '../../execution/organization/import';
import { COLUMN_ORDER, DELIMITER, ENCODING, JOB_FIELDS } from '../organizationRecords';
import type { Operation } from '../operation';

/**
 * A check of users and departments before they are imported (spec: E14). It changes nothing, so it counts as a read.
 */
export const check: Operation = {
	name: 'Check',
	action: 'Check organization import',
	description: 'Check users and departments without importing them',
	versions: ONLY_2_0,
	response: 'csv',
	effect: 'read',
	takesAllItems: true,
	routing: { request: { method: 'POST', url: '/organization/check' } },
	fields: [...JOB_FIELDS, { ...OPTIONS, options: [COLUMN_ORDER, DELIMITER, ENCODING] }],
	execute: runCheck,
};
