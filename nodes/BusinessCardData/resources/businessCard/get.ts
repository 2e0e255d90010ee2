import { INCLUDE_TAGS, OPTIONS, SIMPLIFY } from '../../../shared';
import { projected } from '../../execution/run';
import { BUSINESS_CARD } from '../descriptions';
import type { Operation } from '../operation';

/** One card (spec: E3). */
export const get: Operation = {
	name: 'Get',
	action: 'Get business card',
	description:
		'Get one business card. If it was merged into a later card of the same person, the later card is returned.',
	response: 'record',
	routing: {
		request: { method: 'GET', url: '/bizCards/{businessCardId}' },
		output: { postReceive: [projected('card')] },
	},
	fields: [BUSINESS_CARD, { ...OPTIONS, options: [INCLUDE_TAGS, SIMPLIFY] }],
};
