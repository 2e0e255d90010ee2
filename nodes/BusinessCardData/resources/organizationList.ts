import type { INodeProperties } from 'n8n-workflow';
import type { EndpointName, OrganizationRecordKind } from '../../shared';
import { rowOf } from '../outputs/organization';
import { binaryField, COLUMN_ORDER, queryOptions } from '../../panel/fields';
import type { OperationDescription } from './types';

/**
 * Users and departments are read in the same way (spec: E11, E12).
 *
 * @param more options that only one of them has
 */
export function organizationList(
	kind: OrganizationRecordKind,
	more: readonly INodeProperties[] = [],
): OperationDescription {
	const name: EndpointName = `${kind}.getAll`;
	const noun = `${kind}s`;
	return {
		endpoint: name,
		name: 'Get Many',
		action: `Get many ${noun}`,
		description: `Get all ${noun} of the company. The user of the API key must be a system administrator.`,
		fields: [
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				options: [
					{ name: 'CSV File', value: 'file', description: 'The CSV file of the service, unchanged' },
					{ name: 'Items', value: 'items', description: 'One item per row' },
				],
				default: 'items',
			},
			binaryField({ displayOptions: { show: { output: ['file'] } } }),
			queryOptions(name, { delimiter: {} }, [COLUMN_ORDER, ...more]),
		],
		output: rowOf(kind),
	};
}
