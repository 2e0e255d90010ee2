import { ONLY_3_2 } from '../../../shared';
import { prepareImageFields } from '../../execution/cards/fields';
import { checkImages, outputCards, uploadImages } from '../../execution/cards/uploadImage';
import { OUTPUT_FIELD, TAG } from '../descriptions';
import type { Operation } from '../operation';
import { EXCHANGE_DATE, MEMO } from './cardFields';

/** Languages that a card may be written in. */
const LANGUAGES = [
	'Chinese',
	'English',
	'French',
	'German',
	'Indonesian',
	'Japanese',
	'Korean',
	'Portuguese',
	'Spanish',
	'Thai',
	'Vietnamese',
];

/** The image of a card, to be digitized (spec: E7). */
export const uploadImage: Operation = {
	name: 'Upload Image',
	action: 'Upload an image of a business card',
	description: 'Upload an image of a business card to have it digitized. The service bills each image.',
	versions: ONLY_3_2,
	response: 'json',
	routing: {
		request: { method: 'POST', url: '/bizCards/images' },
		send: { preSend: [prepareImageFields, checkImages] },
		output: { postReceive: [outputCards] },
	},
	fields: [
		{
			displayName:
				'The service bills every image. The node checks all images before it uploads the first one, and never uploads an ' +
				'image twice, even with Retry On Fail. Crop each image to the card, because a background can prevent digitization.',
			name: 'billingNotice',
			type: 'notice',
			default: '',
		},
		{
			...OUTPUT_FIELD,
			displayName: 'Front Image Field',
			hint:
				'The name of the input binary field containing the front of the card (JPEG, at most 5 MB). To upload several ' +
				'cards, enter several names separated by commas.',
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					...OUTPUT_FIELD,
					displayName: 'Back Image Field',
					name: 'backImageBinaryPropertyName',
					required: false,
					default: '',
					placeholder: 'e.g. back',
					hint:
						'The name of the input binary field containing the back of the card (JPEG, at most 5 MB). Use it only with a ' +
						'single front image.',
				},
				EXCHANGE_DATE,
				{
					displayName: 'Languages',
					name: 'language',
					type: 'multiOptions',
					options: LANGUAGES.map((language) => ({ name: language, value: language })),
					default: [],
					description: 'Languages on the card. Choose at most 2.',
					routing: { send: { type: 'body', property: 'language' } },
				},
				MEMO,
				{
					displayName: 'Prioritize Handwritten Dates',
					name: 'prioritizeHandWrittenDates',
					type: 'boolean',
					default: false,
					description: 'Whether to use a handwritten date on the card, if there is one, as the exchange date',
					routing: { send: { type: 'body', property: 'prioritizeHandWrittenDates' } },
				},
				TAG,
			],
		},
	],
	execute: uploadImages,
};
