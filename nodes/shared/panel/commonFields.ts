import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/*
 * Fields that both nodes show, as n8n shows them. `routing.send` says where the node puts the value of a field; the
 * trigger reads values by the same types. '/apiVersion' names the choices under which a field exists.
 */

/**
 * The version of the service. A parameter and not a version of the node: n8n's node versions are for changes of the
 * node itself. It is always shown, so its routing holds for every operation: the executor is the one way to the wire.
 */
export const API_VERSION: INodeProperties = {
	displayName: 'API Version',
	name: 'apiVersion',
	type: 'options',
	options: [
		{ name: 'Auto (Recommended)', value: 'auto', description: 'The newest version with the chosen operation' },
		{ name: '2.0', value: '2.0' },
		{ name: '2.5', value: '2.5' },
		{ name: '3.2', value: '3.2' },
	],
	default: 'auto',
	description: 'API version of the service. It decides which operations and fields there are.',
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
		{ name: 'All Visible to Me', value: 'all', description: 'All records that the user of the API key can see' },
		{ name: 'Mine Only', value: 'me', description: 'Only records that the user of the API key holds' },
	],
	default: 'me',
	description: 'Whose records to return',
	routing: { send: { type: 'query', property: 'range' } },
};

/** What an operation has beside its parameters; each adds its own entries. */
export const OPTIONS = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
} satisfies INodeProperties;

/** What only some versions have. */
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

/** Without it a record comes out as the service sent it; whoever adds it wants it, so it starts switched on. */
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
		"Return only these fields of each record. Takes precedence over 'Simplify'. An expression may return a list, or " +
		'names separated by commas.',
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
	description: 'Statuses of the data entry. Cards with any of them are returned.',
	routing: { send: { type: 'query', property: 'entryStatus' } },
};

export const INCLUDE_PAST_CARDS: INodeProperties = {
	displayName: 'Include Past Business Cards',
	name: 'includePastBizCards',
	type: 'boolean',
	default: false,
	description: 'Whether to also return earlier cards of the same person',
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
