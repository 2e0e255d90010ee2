import { INCLUDE_TAGS, OPTIONS, SIMPLIFY } from '../../../shared';
import { selectFields } from '../../execution/routingActions';
import { PERSON } from '../descriptions';
import type { Operation } from '../operation';

/** A person: the cards of one person brought together (spec: E8). */
export const get: Operation = {
	name: 'Get',
	action: 'Get a person',
	description: 'Get a person with their latest business card',
	response: 'record',
	routing: {
		request: { method: 'GET', url: '/persons/{personId}' },
		output: { postReceive: [selectFields('person')] },
	},
	fields: [PERSON, { ...OPTIONS, options: [INCLUDE_TAGS, SIMPLIFY] }],
};
