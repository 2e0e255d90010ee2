import type { IDisplayOptions } from 'n8n-workflow';
import { isRecord, ONLY_3_2, OPTIONS } from '../../../shared';
import { prepareCard } from '../../execution/cards/fields';
import { COLUMNS, DATA_MODE } from '../descriptions';
import type { Operation, Shape } from '../operation';
import { ADDITIONAL_FIELDS, NAME_FIELDS } from './cardFields';

/** A condition with `hide` and not `show`, because a workflow made by an API may lack `dataMode`. */
const ONE_BY_ONE: IDisplayOptions = { hide: { dataMode: ['mapColumns', 'useInput'] } };

/** An empty response means that the card was created, and that the user of the API key may not see it (spec: E6). */
const viewableOrNot: Shape = async function (items) {
	return items.map((item) => (isRecord(item.json) ? item : { json: { success: true, viewable: false } }));
};

/** A card from its fields (spec: E6). */
export const create: Operation = {
	name: 'Create',
	action: 'Create a business card',
	description: 'Register a business card from the values of its fields',
	versions: ONLY_3_2,
	response: 'record',
	routing: {
		request: { method: 'POST', url: '/bizCards' },
		send: { preSend: [prepareCard] },
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
						'Map the columns of the input to the fields of the card. Company Name, Last Name or First Name is required.',
				},
				{
					name: 'Use Input as It Is',
					value: 'useInput',
					description:
						'The input already has the column names of the service, such as companyName. Other columns are ignored.',
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
						'Whether to convert the values to characters that the service accepts: full-width letters and digits to ' +
						'half-width, hiragana readings to katakana, and one-character company signs to words',
				},
			],
		},
	],
};
