import type { INodeProperties } from 'n8n-workflow';

/**
 * Which version of the service is spoken to. A parameter and not a version of the node: n8n's node versions are for
 * changes of the node itself.
 */
export const API_VERSION_PROPERTY: INodeProperties = {
	displayName: 'API Version',
	name: 'apiVersion',
	type: 'options',
	options: [
		{
			name: 'Auto (Recommended)',
			value: 'auto',
			description: 'The newest version that has the chosen operation',
		},
		{ name: '2.0', value: '2.0' },
		{ name: '2.5', value: '2.5' },
		{ name: '3.2', value: '3.2' },
	],
	default: 'auto',
	description: 'Version of the service to use. Only what the version has can be chosen.',
};
