import type { IDataObject, IDisplayOptions, INodeExecutionData } from 'n8n-workflow';
import { isObject, isRecord, ONLY_3_2 } from '../../../shared';
import { cardPrepared } from '../../execution/cards/fields';
import { answerOf } from '../../execution/run';
import type { Run } from '../../execution/run';
import { COLUMNS, DATA_MODE, OPTIONS } from '../descriptions';
import type { Operation } from '../operation';
import { ADDITIONAL_FIELDS, NAME_FIELDS } from './cardFields';

/** Hidden and not shown by condition: a workflow that an API makes may not have the choice stored. */
const ONE_BY_ONE: IDisplayOptions = { hide: { dataMode: ['mapColumns'] } };

/** The card that was created; an empty response means that the user of the key may not see it (spec: E6). */
async function createCard(run: Run): Promise<INodeExecutionData[]> {
	const { json, body } = await answerOf(run);
	if (isRecord(json)) return [{ json: json as IDataObject }];
	const isEmpty = isObject(json) ? Object.keys(json).length === 0 : String(body).trim() === '';
	if (isEmpty) return [{ json: { success: true, viewable: false } }];
	throw run.client.unusable('The service accepted the card, but its response cannot be read', 'write');
}

/** A card from its fields (spec: E6). */
export const create: Operation = {
	name: 'Create',
	action: 'Create business card',
	description: 'Create a business card from its fields',
	versions: ONLY_3_2,
	response: 'record',
	routing: { request: { method: 'POST', url: '/bizCards' } },
	checks: [cardPrepared],
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
	execute: createCard,
};
