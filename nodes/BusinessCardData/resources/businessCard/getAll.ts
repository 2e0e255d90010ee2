import { OPTIONS, RANGE } from '../../../shared';
import { checkTimeRange } from '../../execution/lists';
import { selectFields } from '../../execution/routingActions';
import { CARD_CONTENT, CARD_OPTIONS, LIST_LENGTH, sort, TIME_RANGE } from '../descriptions';
import type { Operation } from '../operation';

/** Cards by time range (spec: E1). */
export const getAll: Operation = {
	name: 'Get Many',
	action: 'Get many business cards by update time',
	description: 'Get the business cards that were updated in a time range',
	response: 'list',
	defaultDirection: 'asc',
	routing: {
		request: { method: 'GET', url: '/bizCards' },
		send: { preSend: [checkTimeRange] },
		output: { postReceive: [selectFields('card')] },
	},
	fields: [
		...TIME_RANGE,
		RANGE,
		...LIST_LENGTH,
		sort('updatedAt', 'asc'),
		{ ...OPTIONS, options: [...CARD_OPTIONS, ...CARD_CONTENT] },
	],
};
