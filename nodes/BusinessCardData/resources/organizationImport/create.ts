import type { IDisplayOptions } from 'n8n-workflow';
import { OPTIONS, UP_TO_2_5 } from '../../../shared';
import { runImport } from '../../execution/organization/import';
import { COLUMN_ORDER, DELIMITER, ENCODING, JOB_FIELDS, INTERVAL, TIMEOUT } from '../organizationRecords';
import type { Operation } from '../operation';

/** The times mean nothing without waiting, so they come up with it. */
const WHEN_WAITING: IDisplayOptions = { show: { '/apiVersion': ['auto', '2.0'], waitForCompletion: [true] } };

/** An import of users and departments (spec: E13). */
export const create: Operation = {
	name: 'Create',
	action: 'Create organization import',
	description: 'Import users and departments. All input items together are one import.',
	versions: UP_TO_2_5,
	// The flow check, create, status and result is whole in 2.0 alone, and nobody knows whether a job that 2.5 reserved
	// can be looked up there.
	autoVersion: '2.0',
	response: 'json',
	takesAllItems: true,
	routing: { request: { method: 'POST', url: '/organization/jobs' } },
	fields: [
		...JOB_FIELDS,
		{
			...OPTIONS,
			options: [
				COLUMN_ORDER,
				DELIMITER,
				ENCODING,
				{
					displayName: 'Wait for Completion',
					name: 'waitForCompletion',
					type: 'boolean',
					displayOptions: { show: { '/apiVersion': ['auto', '2.0'] } },
					default: false,
					description: 'Whether to wait until the import has ended and return its result',
				},
				{ ...INTERVAL, displayOptions: WHEN_WAITING },
				{
					...TIMEOUT,
					displayOptions: WHEN_WAITING,
					description: 'How long to wait for the end. The import continues after that, and the message names its ID.',
				},
			],
		},
	],
	execute: runImport,
};
