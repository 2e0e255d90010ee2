import type { IDisplayOptions } from 'n8n-workflow';
import { OPTIONS, UP_TO_2_5 } from '../../../shared';
import { runImport } from '../../execution/organization/import';
import { COLUMN_ORDER, DELIMITER, ENCODING, IMPORT_FIELDS, INTERVAL, TIMEOUT } from '../organizationRecords';
import type { Operation } from '../operation';

/** A condition for the times, which mean nothing without waiting. */
const WHEN_WAITING: IDisplayOptions = { show: { '/apiVersion': ['auto', '2.0'], waitForCompletion: [true] } };

/** An import of users and departments (spec: E13). */
export const create: Operation = {
	name: 'Create',
	action: 'Create an organization import',
	description: 'Import users and departments. The node sends all input items as one import.',
	versions: UP_TO_2_5,
	// The flow check, create, status and result is whole in 2.0 alone, and nobody knows whether an import that 2.5
	// accepted can be looked up there.
	autoVersion: '2.0',
	response: 'json',
	takesAllItems: true,
	routing: { request: { method: 'POST', url: '/organization/jobs' } },
	fields: [
		{
			displayName:
				'A row whose Delete Flag is 1 deletes the user or department. Deleting a user may also delete their business ' +
				'cards, contacts and tags. Use <b>Check</b> first to see what the service refuses.',
			name: 'importNotice',
			type: 'notice',
			default: '',
		},
		...IMPORT_FIELDS,
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
					description: 'Whether to wait until the import has finished, and return its result',
				},
				{ ...INTERVAL, displayOptions: WHEN_WAITING },
				{
					...TIMEOUT,
					displayOptions: WHEN_WAITING,
					description:
						'How many seconds to wait for the import to finish. After that, the import continues in the service, and the ' +
						'error message has its ID.',
				},
			],
		},
	],
	execute: runImport,
};
