import { ONLY_2_0, OPTIONS } from '../../../shared';
import { runCheck } from '../../execution/organization/import';
import { COLUMN_ORDER, DELIMITER, ENCODING, IMPORT_FIELDS } from '../organizationRecords';
import type { Operation } from '../operation';

/**
 * A check of users and departments before they are imported (spec: E14). It changes nothing, so it counts as a read.
 */
export const check: Operation = {
	name: 'Check',
	action: 'Check an organization import',
	description: 'Check whether users and departments can be imported, without changing anything',
	versions: ONLY_2_0,
	response: 'csv',
	effect: 'read',
	takesAllItems: true,
	routing: { request: { method: 'POST', url: '/organization/check' } },
	fields: [...IMPORT_FIELDS, { ...OPTIONS, options: [COLUMN_ORDER, DELIMITER, ENCODING] }],
	execute: runCheck,
};
