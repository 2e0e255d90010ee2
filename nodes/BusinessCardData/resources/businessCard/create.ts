import type { INodeProperties } from 'n8n-workflow';
import { SHARING_PERMISSION_KEYS } from '../../../shared';
import { collection, optionsOf } from '../../../panel/fields';
import { TAG } from '../locators';
import { COLUMNS } from '../mapping';
import type { OperationDescription } from '../types';
import { ADDITIONAL_FIELDS, bodyField, FIELD_TEXTS, NAME_TEXTS, PERMISSION_NAMES } from './cardFields';

const SHARING_PERMISSIONS: INodeProperties = {
	...collection(
		{ displayName: 'Sharing Permissions', name: 'sharingPermissions', placeholder: 'Add Permission' },
		SHARING_PERMISSION_KEYS.map((name) => ({
			displayName: PERMISSION_NAMES[name],
			name,
			type: 'boolean',
			default: true,
			description: `Whether other users may see this part of the card (${PERMISSION_NAMES[name].toLowerCase()})`,
		})),
	),
	description: 'Which parts of the card other users may see. A permission that you do not add keeps the setting of the service.',
	routing: { send: { type: 'body', property: 'sharingPermissions' } },
};

/** Hidden and not shown by condition: a workflow made before there was a choice has none stored. */
const ONE_BY_ONE: Pick<INodeProperties, 'displayOptions'> = { displayOptions: { hide: { dataMode: ['mapColumns'] } } };

const DATA_MODE: INodeProperties = {
	displayName: 'Data Mode',
	name: 'dataMode',
	type: 'options',
	noDataExpression: true,
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
				'Fill the card from the columns of the input, by name or as mapped below. At least one of Company Name, Last Name and First Name is required.',
		},
	],
	default: 'defineBelow',
	description: 'How to fill the fields of the card',
};

/** For both ways of giving the fields, and off until somebody switches it on: what was typed is what arrives. */
const NORMALIZE: INodeProperties = {
	displayName: 'Normalize',
	name: 'normalize',
	type: 'boolean',
	default: false,
	description:
		'Whether to convert the fields to the notation of the service: full-width letters and digits to half-width, half-width katakana to full-width, readings to katakana, company signs to words, and white space at the ends removed',
};

/** A card from its fields (spec: E6). */
export const create: OperationDescription = {
	endpoint: 'businessCard.create',
	name: 'Create',
	action: 'Create business card',
	description: 'Register a business card from its fields',
	fields: [
		DATA_MODE,
		COLUMNS,
		...Object.entries(NAME_TEXTS).map(([name, text]) => ({ ...bodyField(name, text), ...ONE_BY_ONE })),
		{
			...collection(ADDITIONAL_FIELDS, [
				...Object.entries(FIELD_TEXTS).map(([name, text]) => bodyField(name, text)),
				SHARING_PERMISSIONS,
				TAG,
			]),
			...ONE_BY_ONE,
		},
		optionsOf([NORMALIZE]),
	],
};
