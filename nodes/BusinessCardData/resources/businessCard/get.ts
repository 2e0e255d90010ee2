import { INCLUDE_TAGS, OPTIONS, SIMPLIFY } from '../../../shared';
import { selectFields } from '../../execution/routingActions';
import { BUSINESS_CARD } from '../descriptions';
import type { Operation } from '../operation';

/** A business card (spec: E3). */
export const get: Operation = {
	name: 'Get',
	action: 'Get a business card',
	description:
		'Get one business card. If the service merged it into a later card of the same person, the node returns that card.',
	response: 'record',
	routing: {
		request: { method: 'GET', url: '/bizCards/{businessCardId}' },
		output: { postReceive: [selectFields('card')] },
	},
	fields: [BUSINESS_CARD, { ...OPTIONS, options: [INCLUDE_TAGS, SIMPLIFY] }],
};
