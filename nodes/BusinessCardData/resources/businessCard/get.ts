import { queryOptions, SIMPLIFY } from '../../../panel/fields';
import { BUSINESS_CARD } from '../locators';
import type { OperationDescription } from '../types';

/** One card (spec: E3). */
export const get: OperationDescription = {
	endpoint: 'businessCard.get',
	name: 'Get',
	action: 'Get business card',
	description: 'Get one business card. If it was merged into a later card of the same person, the later card is returned.',
	fields: [BUSINESS_CARD, queryOptions('businessCard.get', { includeTags: {} }, [SIMPLIFY])],
};
