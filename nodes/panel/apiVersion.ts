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
			description: 'The newest version with the chosen operation',
		},
		...API_VERSIONS.map((version) => ({ name: version, value: version })),
	],
	default: 'auto',
	description: 'API version of the service. It decides which operations and fields there are.',
};
