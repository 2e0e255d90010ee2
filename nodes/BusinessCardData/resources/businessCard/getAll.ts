import { fieldsToInclude, LIST_LENGTH, queryFields, queryOptions, querySort, SIMPLIFY } from '../../../panel/fields';
import type { OperationDescription } from '../types';
import { CARD_LIST_OPTIONS, DOWNLOAD_IMAGES } from './cardOptions';

/** Cards by time range (spec: E1). */
export const getAll: OperationDescription = {
	endpoint: 'businessCard.getAll',
	name: 'Get Many',
	action: 'Get many business cards by update time',
	description: 'Get the business cards that were updated in a time range',
	fields: [
		...queryFields('businessCard.getAll', 'updatedFrom'),
		...queryFields('businessCard.getAll', 'updatedTo'),
		...LIST_LENGTH,
		querySort('businessCard.getAll'),
		queryOptions('businessCard.getAll', CARD_LIST_OPTIONS, [DOWNLOAD_IMAGES, ...fieldsToInclude('businessCard.getAll', 'card'), SIMPLIFY]),
	],
};
