import { CATEGORY, OPTIONS, RANGE, REPORT_FIELDS, REPORT_TYPE, SIMPLIFY, SINCE_2_5 } from '../../../shared';
import { checkTimeRange } from '../../execution/lists';
import { selectFields } from '../../execution/routingActions';
import { LIST_LENGTH, sort, TIME_RANGE } from '../descriptions';
import type { Operation } from '../operation';

/** Reports of meetings, calls, emails and card exchanges (spec: E9). */
export const getAll: Operation = {
	name: 'Get Many',
	action: 'Get many reports by update time',
	description: 'Get the reports (meetings, calls, emails, card exchanges) that were updated in a time range',
	versions: SINCE_2_5,
	response: 'list',
	defaultDirection: 'desc',
	routing: {
		request: { method: 'GET', url: '/reports' },
		send: { preSend: [checkTimeRange] },
		output: { postReceive: [selectFields('report')] },
	},
	fields: [
		...TIME_RANGE,
		RANGE,
		...LIST_LENGTH,
		sort('updatedAt', 'desc', []),
		{ ...OPTIONS, options: [CATEGORY, REPORT_FIELDS, SIMPLIFY, REPORT_TYPE] },
	],
};
