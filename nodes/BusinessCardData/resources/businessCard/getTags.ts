import { LIST_LENGTH } from '../../../panel/fields';
import { BUSINESS_CARD } from '../locators';
import type { OperationDescription } from '../types';

/** The tags of one card (spec: E5). */
export const getTags: OperationDescription = {
	endpoint: 'businessCard.getTags',
	name: 'Get Tags',
	action: 'Get tags of business card',
	description: 'Get the tags that are linked to a business card',
	fields: [BUSINESS_CARD, ...LIST_LENGTH],
};
