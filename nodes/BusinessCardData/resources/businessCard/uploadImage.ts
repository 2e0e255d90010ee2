import { IMAGE_LANGUAGES } from '../../../shared';
import { fields, texts } from '../../outputs/schema';
import { binaryField, NAMES_FILE } from '../../../panel/fields';
import { TAG } from '../locators';
import type { OperationDescription } from '../types';

/** The picture of a card, to be digitized (spec: E7). */
export const uploadImage: OperationDescription = {
	endpoint: 'businessCard.uploadImage',
	name: 'Upload Image',
	action: 'Upload image of business card',
	description: 'Send the picture of a business card to be digitized. Digitization is billed.',
	fields: [
		{
			displayName: 'Each picture is digitized and billed by the service. All items are checked before the first is sent, and none is sent twice, not with Retry On Fail either. Crop the picture to the card: background can prevent digitization.',
			name: 'billingNotice',
			type: 'notice',
			default: '',
		},
		binaryField({
			displayName: 'Front Image Field',
			hint: 'The name of the input binary field with the front of the card: a JPEG of at most 5 MB. Several names, separated by commas, are one card each.',
		}),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Back Image Field',
					name: 'backImageBinaryPropertyName',
					type: 'string',
					...NAMES_FILE,
					default: '',
					placeholder: 'e.g. back',
					hint: 'The name of the input binary field with the back of the card: a JPEG of at most 5 MB. Only beside a single front.',
				},
				{
					displayName: 'Exchange Date',
					name: 'exchangeDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'Day on which the card was exchanged',
					routing: { send: { type: 'body', property: 'exchangeDate' } },
				},
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
					displayName: 'Memo',
					name: 'memo',
					type: 'string',
					typeOptions: { rows: 4 },
					default: '',
					description: 'Up to 2,000 characters',
					routing: { send: { type: 'body', property: 'memo' } },
				},
				{
					displayName: 'Prioritize Handwritten Dates',
					name: 'prioritizeHandWrittenDates',
					type: 'boolean',
					default: false,
					description: 'Whether a date written on the card by hand becomes the exchange date',
					routing: { send: { type: 'body', property: 'prioritizeHandWrittenDates' } },
				},
				TAG,
			],
		},
	],
	output: fields(texts('id', 'language')),
};
