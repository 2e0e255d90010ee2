import type { INodeProperties } from 'n8n-workflow';
import { choicesFor, endpoint } from '../../../shared';

/** Only some versions tell how far an import has come (spec: E15). */
export const STATUS_VERSIONS = endpoint('organizationImport.getStatus').versions;
const WITH_STATUS = { show: { '/apiVersion': choicesFor(endpoint('organizationImport.create'), STATUS_VERSIONS) } };

/** Seconds that a timer of Node.js holds, in whole days. */
const LONGEST = 24 * 86_400;

const TIME: Pick<INodeProperties, 'type' | 'typeOptions'> = { type: 'number', typeOptions: { minValue: 1, maxValue: LONGEST } };

/** How often and how long an import is waited for. */
export const POLL_INTERVAL: INodeProperties = { ...TIME, displayName: 'Poll Interval (Seconds)', name: 'pollInterval', default: 5 };
export const TIMEOUT: INodeProperties = { ...TIME, displayName: 'Timeout (Seconds)', name: 'timeout', default: 600 };

/** Following an import to its end. */
export const WAITING_FIELDS: readonly INodeProperties[] = [
	{
		...POLL_INTERVAL,
		displayOptions: WITH_STATUS,
		description: 'Time between two looks at the status. Only used with Wait for Completion.',
	},
	{
		...TIMEOUT,
		displayOptions: WITH_STATUS,
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
