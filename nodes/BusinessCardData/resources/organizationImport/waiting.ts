import type { INodeProperties } from 'n8n-workflow';

/** Only 2.0 tells how far an import has come (spec: E15). */
const WITH_STATUS = { show: { '/apiVersion': ['auto', '2.0'] } };

/** Following an import to its end. */
export const WAITING_FIELDS: readonly INodeProperties[] = [
	{
		displayName: 'Poll Interval',
		name: 'pollInterval',
		type: 'number',
		displayOptions: WITH_STATUS,
		typeOptions: { minValue: 1 },
		default: 5,
		description: 'Seconds between two looks at the status while waiting',
	},
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		displayOptions: WITH_STATUS,
		typeOptions: { minValue: 1 },
		default: 600,
		description: 'Seconds to wait at most. The import goes on after that, and the error names its ID.',
	},
	{
		displayName: 'Wait for Completion',
		name: 'waitForCompletion',
		type: 'boolean',
		displayOptions: WITH_STATUS,
		default: false,
		description: 'Whether to wait until the import has ended and return its result',
	},
];
