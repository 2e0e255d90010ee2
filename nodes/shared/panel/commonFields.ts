import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/*
 * Fields that both nodes show, as n8n shows them. `routing.send` says where the node puts the value of a field; the
 * trigger reads values by the same types. '/apiVersion' names the choices under which a field exists.
 */

/**
 * The version of the service. A parameter and not a version of the node: n8n's node versions are for changes of the
 * node itself. n8n calls our executor only for requests with `paginate: true`; this field always shows, so every
 * operation goes there.
 */
export const API_VERSION: INodeProperties = {
	displayName: 'API Version',
	name: 'apiVersion',
	type: 'options',
	options: [
		{
			name: 'Auto (Recommended)',
			value: 'auto',
			description: 'The newest version that has the chosen operation (2.0 for imports)',
		},
		{ name: '2.0', value: '2.0' },
		{ name: '2.5', value: '2.5' },
		{ name: '3.2', value: '3.2' },
	],
	default: 'auto',
	description: 'API version of the service. It determines which operations and fields are available.',
	routing: { send: { paginate: true } },
};

/** Tags that a card may have, for filters. */
export const TAGS: INodeProperties = {
	displayName: 'Tag Names or IDs',
	name: 'tagId',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getTags' },
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

export const RANGE: INodeProperties = {
	displayName: 'Range',
	name: 'range',
	type: 'options',
	options: [
		{ name: 'All Visible to API User', value: 'all', description: 'All records that the user of the API key can see' },
		{ name: 'Held by API User', value: 'me', description: 'Only records whose holder is the user of the API key' },
	],
	default: 'me',
	description: 'Whose records to return',
	routing: { send: { type: 'query', property: 'range' } },
};

/** The collection of options of an operation, to which each adds its own entries. */
export const OPTIONS = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
} satisfies INodeProperties;

/** Conditions for fields that only some versions have. */
export const SHOWN_SINCE_2_5: IDisplayOptions = { show: { '/apiVersion': ['auto', '2.5', '3.2'] } };
export const SHOWN_IN_3_2: IDisplayOptions = { show: { '/apiVersion': ['auto', '3.2'] } };

export const INCLUDE_TAGS: INodeProperties = {
	displayName: 'Include Tags',
	name: 'includeTags',
	type: 'boolean',
	displayOptions: SHOWN_SINCE_2_5,
	default: false,
	description: 'Whether to return the tags of each card',
	routing: { send: { type: 'query', property: 'includeTags' } },
};

/** Without it a record comes out as the service sent it. Somebody who adds it wants it, so it starts turned on. */
export const SIMPLIFY: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** The fields of a card (spec: BizCard). */
export const CARD_FIELDS: INodeProperties = {
	displayName: 'Fields to Include',
	name: 'fields',
	type: 'multiOptions',
	options: [
		{ name: 'Address', value: 'address' },
		{ name: 'Building', value: 'building' },
		{ name: 'City', value: 'city' },
		{ name: 'Company ID', value: 'companyId' },
		{ name: 'Company Name', value: 'companyName' },
		{ name: 'Country Code', value: 'countryCode', displayOptions: SHOWN_SINCE_2_5 },
		{ name: 'Created by a User', value: 'isUserCreated' },
		{ name: 'Department Name', value: 'departmentName' },
		{ name: 'Email', value: 'email' },
		{ name: 'Entry Status', value: 'entryStatus' },
		{ name: 'Exchange Date', value: 'exchangeDate' },
		{ name: 'Exchanged Online', value: 'isVirtualCard', displayOptions: SHOWN_IN_3_2 },
		{ name: 'Fax', value: 'fax' },
		{ name: 'First Name', value: 'firstName' },
		{ name: 'First Name Reading', value: 'firstNameReading' },
		{ name: 'Has Unrecognized Characters', value: 'hasUnrecognizedChar', displayOptions: SHOWN_IN_3_2 },
		{ name: 'ID', value: 'id' },
		{ name: 'Last Name', value: 'lastName' },
		{ name: 'Last Name Reading', value: 'lastNameReading' },
		{ name: 'Memo', value: 'memo' },
		{ name: 'Mobile', value: 'mobile' },
		{ name: 'Owner', value: 'owner' },
		{ name: 'Person ID', value: 'personId' },
		{ name: 'Phone', value: 'tel' },
		{ name: 'Phone (Second)', value: 'secondTel' },
		{ name: 'Postal Code', value: 'postalCode' },
		{ name: 'Prefecture', value: 'prefecture' },
		{ name: 'Registered Time', value: 'registeredTime' },
		{ name: 'Street', value: 'street' },
		{ name: 'Tags', value: 'tags', displayOptions: SHOWN_SINCE_2_5 },
		{ name: 'Title', value: 'title' },
		{ name: 'Updated Time', value: 'updatedTime' },
		{ name: 'URL', value: 'url' },
	],
	default: [],
	description:
		"Only return these fields of each record. Overrides 'Simplify'. In an expression, use a list or names separated by " +
		'commas.',
};

export const ENTRY_STATUS: INodeProperties = {
	displayName: 'Entry Status',
	name: 'entryStatus',
	type: 'multiOptions',
	options: [
		{ name: 'Completed', value: 'completed' },
		{ name: 'Processing', value: 'processing' },
		{ name: 'Unreadable', value: 'unreadable' },
	],
	default: ['completed'],
	description: 'Only return cards with one of these entry statuses',
	routing: { send: { type: 'query', property: 'entryStatus' } },
};

export const INCLUDE_PAST_CARDS: INodeProperties = {
	displayName: 'Include Past Business Cards',
	name: 'includePastBizCards',
	type: 'boolean',
	default: false,
	description: "Whether to also return a person's earlier cards",
	routing: { send: { type: 'query', property: 'includePastBizCards' } },
};

/**
 * A field, behind a collection followed by a hidden field of the same name. n8n drops a collection that is given as one
 * expression, because it keeps of a collection only the entries that it knows; the hidden field keeps the expression.
 */
export function withRawTwin(field: INodeProperties): INodeProperties[] {
	const { displayName, name, type, displayOptions } = field;
	if (type !== 'collection') return [field];
	return [field, { displayName, name, type: 'hidden', default: {}, displayOptions }];
}

/**
 * A field with a hint for n8n's AI builder, which versions before 2.40 ignore.
 *
 * @param propertyHint what a model should know before it fills in the field
 */
export function withBuilderHint(field: INodeProperties, propertyHint: string): INodeProperties {
	// The types of n8n-workflow know the hint since 2.40 alone.
	const hinted: INodeProperties & { builderHint: { propertyHint: string } } = {
		...field,
		builderHint: { propertyHint },
	};
	return hinted;
}
