import { REPORT } from '../../outputs/records';
import { fieldsToInclude, FORMER_SORT, LIST_LENGTH, queryFields, queryOptions, querySort, SIMPLIFY } from '../../../panel/fields';
import type { ResourceDescription } from '../types';

/** Reports of meetings, calls, emails and card exchanges (spec: E9). */
export const report: ResourceDescription = {
	value: 'report',
	name: 'Report',
	operations: [
		{
			endpoint: 'report.getAll',
			name: 'Get Many',
			action: 'Get many reports by update time',
			description: 'Get the reports that were updated in a time range',
			fields: [
				...queryFields('report.getAll', 'updatedFrom'),
				...queryFields('report.getAll', 'updatedTo'),
				...LIST_LENGTH,
				querySort('report.getAll', { orderDirection: { default: 'desc' } }),
				queryOptions(
					'report.getAll',
					{
						category: {},
						type: { description: 'Types of reports to return. Leave empty for all types.' },
						range: {},
						...FORMER_SORT,
					},
					[...fieldsToInclude('report.getAll', 'report'), SIMPLIFY],
				),
			],
			output: REPORT,
		},
	],
};
