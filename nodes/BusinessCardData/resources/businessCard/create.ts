import type { IDisplayOptions } from 'n8n-workflow';
import { isRecord, ONLY_3_2, OPTIONS } from '../../../shared';
import { cardPrepared } from '../../execution/cards/fields';
import { COLUMNS, DATA_MODE } from '../descriptions';
import type { Operation, Shape } from '../operation';
import { ADDITIONAL_FIELDS, NAME_FIELDS } from './cardFields';

/** Hidden and not shown by condition: a workflow that an API makes may not have the choice stored. */
const ONE_BY_ONE: IDisplayOptions = { hide: { dataMode: ['mapColumns'] } };

/** Nothing in place of a card that was created means that the user of the key may not see it (spec: E6). */
const viewableOrNot: Shape = async function (items) {
	return items.map((item) => (isRecord(item.json) ? item : { json: { success: true, viewable: false } }));
};

/** A card from its fields (spec: E6). */
export const create: Operation = {
	name: 'Create',
	action: 'Create business card',
	description: 'Create a business card from its fields',
	versions: ONLY_3_2,
	response: 'record',
	routing: {
		request: { method: 'POST', url: '/bizCards' },
		send: { preSend: [cardPrepared] },
		output: { postReceive: [viewableOrNot] },
	},
	fields: [
		{
			...DATA_MODE,
			options: [
				{
					name: 'Define Below for Each Field',
					value: 'defineBelow',
					description: 'Fill in the fields of the card one by one',
				},
				{
					name: 'Map Input Columns',
					value: 'mapColumns',
					description:
						'Fill the card from the columns of the input, by name or as mapped below. At least one of Company Name, Last ' +
						'Name and First Name is required.',
				},
			],
			description: 'How to fill the fields of the card',
		},
		COLUMNS,
		...NAME_FIELDS.map((field) => ({ ...field, displayOptions: ONE_BY_ONE })),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			displayOptions: ONE_BY_ONE,
			default: {},
			options: [...ADDITIONAL_FIELDS],
		},
		{
			...OPTIONS,
			options: [
				{
					displayName: 'Normalize',
					name: 'normalize',
					type: 'boolean',
					default: false,
					description:
						'Whether to convert what you fill in to the characters that the service accepts, such as full-width digits to ' +
						'half-width, hiragana readings to katakana, and one-character company signs to words',
				},
			],
		},
	],
};
