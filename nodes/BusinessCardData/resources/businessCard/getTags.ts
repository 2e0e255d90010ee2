import { BUSINESS_CARD, LIST_LENGTH } from '../descriptions';
import type { Operation } from '../operation';

/** The tags of one card (spec: E5). */
export const getTags: Operation = {
	name: 'Get Tags',
	action: 'Get the tags of a business card',
	description: 'Get the tags of a business card',
	response: 'list',
	listsTags: true,
	routing: { request: { method: 'GET', url: '/bizCards/{businessCardId}/tags' } },
	fields: [BUSINESS_CARD, ...LIST_LENGTH],
};
