import { SINCE_2_5 } from '../../../shared';
import { termChecked } from '../../execution/checks';
import { projected, SIMPLE_REPORT } from '../../execution/projection';
import {
	LIST_LENGTH,
	OPTIONS,
	ORDER_DIRECTION,
	RANGE,
	SIMPLIFY,
	SORT,
	UPDATED_FROM,
	UPDATED_TO,
} from '../descriptions';
import type { Operation } from '../operation';
import { CATEGORY, REPORT_FIELDS, REPORT_TYPE, REPORT_TYPE_2_5 } from './fields';

/** Reports of meetings, calls, emails and card exchanges (spec: E9). */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many reports by update time',
	description: 'Get the reports that were updated in a time range',
	versions: SINCE_2_5,
	response: 'list',
	effect: 'read',
	defaultDirection: 'desc',
	routing: {
		request: { method: 'GET', url: '/reports' },
		send: { preSend: [termChecked] },
		output: { postReceive: [projected(SIMPLE_REPORT)] },
	},
	fields: [
		UPDATED_FROM,
		UPDATED_TO,
		RANGE,
		...LIST_LENGTH,
		{
			...SORT,
			options: [
				{
					displayName: 'Order By',
					name: 'orderBy',
					type: 'options',
					options: [
						{ name: 'Registered At', value: 'registeredAt' },
						{ name: 'Updated At', value: 'updatedAt' },
					],
					default: 'updatedAt',
					description: 'The time by which the records are sorted',
					routing: { send: { type: 'query', property: 'orderBy' } },
				},
				{ ...ORDER_DIRECTION, default: 'desc' },
			],
		},
		{
			...OPTIONS,
			options: [CATEGORY, REPORT_FIELDS, SIMPLIFY, REPORT_TYPE, REPORT_TYPE_2_5],
		},
	],
};
