import type { INodeProperties } from 'n8n-workflow';
import { API_VERSIONS } from '../shared';

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
		...API_VERSIONS.map((version) => ({ name: version, value: version })),
	],
	default: 'auto',
	description: 'Version of the service to use. Only what the version has can be chosen.',
};
