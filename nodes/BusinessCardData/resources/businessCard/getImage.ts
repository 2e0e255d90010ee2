import { fields, texts } from '../../outputs/schema';
import { binaryField, queryFields } from '../../../panel/fields';
import { BUSINESS_CARD } from '../locators';
import type { OperationDescription } from '../types';

/** One side of a card as a JPEG (spec: E4). */
export const getImage: OperationDescription = {
	endpoint: 'businessCard.getImage',
	name: 'Get Image',
	action: 'Get image of business card',
	description: 'Download one side of a business card as a JPEG image',
	fields: [BUSINESS_CARD, ...queryFields('businessCard.getImage', 'side', { required: true }), binaryField()],
	output: fields(texts('businessCardId', 'side')),
};
