import { getImage as download, outputImage } from '../../execution/cards/images';
import { BUSINESS_CARD, OUTPUT_FIELD, SIDES } from '../descriptions';
import type { Operation } from '../operation';

/** The image of one side of a card, as a JPEG (spec: E4). */
export const getImage: Operation = {
	name: 'Get Image',
	action: 'Get the image of a business card',
	description: 'Download one side of a business card as a JPEG image',
	response: 'image',
	routing: {
		request: { method: 'GET', url: '/bizCards/{businessCardId}/image' },
		output: { postReceive: [outputImage] },
	},
	fields: [
		BUSINESS_CARD,
		{
			displayName: 'Side',
			name: 'side',
			type: 'options',
			options: SIDES,
			default: 'front',
			description: 'Which side of the card to download',
			routing: { send: { type: 'query', property: 'side' } },
		},
		OUTPUT_FIELD,
	],
	execute: download,
};
