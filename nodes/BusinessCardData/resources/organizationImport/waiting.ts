import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { choicesFor, endpoint } from '../../../shared';

/** Only some versions tell how far an import has come (spec: E15). */
export const STATUS_VERSIONS = endpoint('organizationImport.getStatus').versions;
const WITH_STATUS = { show: { '/apiVersion': choicesFor(endpoint('organizationImport.create'), STATUS_VERSIONS) } };

/** Seconds that a timer of Node.js holds, in whole days. */
const LONGEST = 24 * 86_400;

const TIME: Pick<INodeProperties, 'type' | 'typeOptions'> = { type: 'number', typeOptions: { minValue: 1, maxValue: LONGEST } };

/** How often and how long an import is waited for; the names keep them beside each other in the order of the alphabet. */
export const POLL_INTERVAL: INodeProperties = { ...TIME, displayName: 'Wait Interval (Seconds)', name: 'pollInterval', default: 5 };
export const TIMEOUT: INodeProperties = { ...TIME, displayName: 'Wait Timeout (Seconds)', name: 'timeout', default: 3_600 };

/**
 * The times mean nothing without waiting, so they come up with it. By what hides them and not by what shows them: an API may
 * write the switch as a text, and n8n would drop what does not show.
 */
const WHEN_WAITING: IDisplayOptions = {
	show: { ...WITH_STATUS.show, waitForCompletion: [{ _cnd: { exists: true } }] },
	hide: { waitForCompletion: [false] },
};

/** Following an import to its end. */
export const WAITING_FIELDS: readonly INodeProperties[] = [
	{
		...POLL_INTERVAL,
		displayOptions: WHEN_WAITING,
		description: 'Time between two checks of the status',
	},
	{
		...TIMEOUT,
		displayOptions: WHEN_WAITING,
		description: 'How long to wait for the end. The import continues after that, and the message names its ID.',
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
