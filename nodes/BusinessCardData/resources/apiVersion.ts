import type { INodeProperties } from 'n8n-workflow';

/**
 * The version of the service. A parameter and not a version of the node: n8n's node versions are for changes of the
 * node itself. It is always shown, so its routing holds for every operation: the executor is the one way to the wire.
 */
export const apiVersion: INodeProperties = {
	displayName: 'API Version',
	name: 'apiVersion',
	type: 'options',
	options: [
		{ name: 'Auto (Recommended)', value: 'auto', description: 'The newest version with the chosen operation' },
		{ name: '2.0', value: '2.0' },
		{ name: '2.5', value: '2.5' },
		{ name: '3.2', value: '3.2' },
	],
	default: 'auto',
	description: 'API version of the service. It decides which operations and fields there are.',
	routing: { send: { paginate: true } },
};
