import { IMAGE_LANGUAGES } from '../../../shared';
import { fields, texts } from '../../outputs/schema';
import { binaryField, collection, NAMES_FILE } from '../../../panel/fields';
import { TAG } from '../locators';
import type { OperationDescription } from '../types';
import { ADDITIONAL_FIELDS, bodyField, FIELD_TEXTS } from './cardFields';

/** The picture of a card, to be digitized (spec: E7). */
export const uploadImage: OperationDescription = {
	endpoint: 'businessCard.uploadImage',
	name: 'Upload Image',
	action: 'Upload image of business card',
	description: 'Upload an image of a business card and digitize it. The service bills each digitization.',
	fields: [
		{
			displayName: 'The service digitizes and bills each image. The node checks all items before it sends the first one, and sends no image twice, even with Retry On Fail. Crop the image to the card: a background can prevent digitization.',
			name: 'billingNotice',
			type: 'notice',
			default: '',
		},
		binaryField({
			displayName: 'Front Image Field',
			hint: 'The name of the input binary field containing the front of the card: a JPEG of at most 5 MB. Separate several names with commas to upload one card for each.',
		}),
		collection(ADDITIONAL_FIELDS, [
			{
				displayName: 'Back Image Field',
				name: 'backImageBinaryPropertyName',
				type: 'string',
				...NAMES_FILE,
				default: '',
				placeholder: 'e.g. back',
				hint: 'The name of the input binary field containing the back of the card: a JPEG of at most 5 MB. Only with a single front image.',
			},
			bodyField('exchangeDate', FIELD_TEXTS.exchangeDate),
			bodyField('memo', FIELD_TEXTS.memo),
			{
				displayName: 'Languages',
				name: 'language',
				type: 'multiOptions',
				options: [...IMAGE_LANGUAGES].sort().map((value) => ({ name: value, value })),
				default: [],
				description: 'Languages on the card, at most 2',
				routing: { send: { type: 'body', property: 'language' } },
			},
			{
				displayName: 'Prioritize Handwritten Dates',
				name: 'prioritizeHandWrittenDates',
				type: 'boolean',
				default: false,
				description: 'Whether to use a handwritten date on the card as the exchange date',
				routing: { send: { type: 'body', property: 'prioritizeHandWrittenDates' } },
			},
			TAG,
		]),
	],
	output: fields(texts('id', 'language')),
};
