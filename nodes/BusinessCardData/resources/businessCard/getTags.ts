import { LIST_LENGTH } from '../fields';
import type { OperationDescription } from '../types';
import { BUSINESS_CARD_ID } from './cardId';

/** The tags of one card (spec: E5). */
export const getTags: OperationDescription = {
	endpoint: 'businessCard.getTags',
	name: 'Get Tags',
	action: 'Get the tags of a business card',
	description: 'Get the tags that are linked to a business card',
	fields: [BUSINESS_CARD_ID, ...LIST_LENGTH],
};
