import { CHECKED, IMPORT_PROGRESS, IMPORTED, rowOf } from '../../outputs/organization';
import { fields } from '../../outputs/schema';
import { idField } from '../../../panel/fields';
import type { ResourceDescription } from '../types';
import { JOB_FIELDS, jobOptions } from './jobFields';
import { WAITING_FIELDS } from './waiting';

const IMPORT_ID = idField(
	'importId',
	'Import ID',
	"ID of the import, which the operation 'Create' returns",
	'e.g. 5f0c2c1e-8a4b-4b7e-9d55-1d1c3c1b2a10',
);

/** Imports of users and departments (spec: E13-E16). */
export const organizationImport: ResourceDescription = {
	value: 'organizationImport',
	name: 'Organization Import',
	operations: [
		{
			endpoint: 'organizationImport.check',
			name: 'Check',
			action: 'Check organization import',
			description: 'Check users and departments without importing them',
			fields: [...JOB_FIELDS, jobOptions('organizationImport.check')],
			output: CHECKED,
		},
		{
			endpoint: 'organizationImport.create',
			name: 'Create',
			action: 'Create organization import',
			description: 'Import users and departments. All input items together are one import.',
			fields: [...JOB_FIELDS, jobOptions('organizationImport.create', WAITING_FIELDS)],
			output: IMPORTED,
		},
		{
			endpoint: 'organizationImport.getResult',
			name: 'Get Result',
			action: 'Get result of organization import',
			description: 'Get the result of each record of a finished import',
			fields: [IMPORT_ID],
			output: rowOf('result'),
		},
		{
			endpoint: 'organizationImport.getStatus',
			name: 'Get Status',
			action: 'Get status of organization import',
			description: 'Get the status of an import',
			fields: [IMPORT_ID],
			output: fields(IMPORT_PROGRESS),
		},
	],
};
