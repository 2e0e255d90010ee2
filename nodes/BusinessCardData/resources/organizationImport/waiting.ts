import type { INodeProperties } from 'n8n-workflow';
import { ONLY_2_0 } from '../../../shared';

/** Only these versions tell how far an import has come (spec: E15). */
export const STATUS_VERSIONS = ONLY_2_0;

/** How often and how long an import is waited for; 24 days are what a timer of Node.js holds. */
export const POLL_INTERVAL: INodeProperties = {
	displayName: 'Wait Interval (Seconds)',
	name: 'pollInterval',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 2_073_600 },
	default: 5,
	description: 'Time between two checks of the status of an import',
};

export const TIMEOUT: INodeProperties = {
	displayName: 'Wait Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 2_073_600 },
	default: 3600,
	description: 'How long to wait for the end of an import. The import continues after that.',
};
