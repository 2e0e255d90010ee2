import type { INodeProperties } from 'n8n-workflow';

/** Only 2.0 tells how far an import has come (spec: E15). */
const WITH_STATUS = { show: { '/apiVersion': ['auto', '2.0'] } };

/** Following an import to its end. */
export const WAITING_FIELDS: readonly INodeProperties[] = [
	{
		displayName: 'Poll Interval (Seconds)',
		name: 'pollInterval',
		type: 'number',
		displayOptions: WITH_STATUS,
		typeOptions: { minValue: 1 },
		default: 5,
		description: 'Time between two looks at the status. Only used with Wait for Completion.',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		displayOptions: WITH_STATUS,
		typeOptions: { minValue: 1 },
		default: 600,
		description: 'Longest wait for the end. The import goes on after that, and the error names its ID. Only used with Wait for Completion.',
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
