import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/*
 * Fields that several operations show, as n8n shows them. Each says in `routing.send` where its value goes, under the
 * service's own name; a field without it is read by our code. '/apiVersion' names the choices under which it exists.
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

/** A text that goes into the request under its own name. */
export function text(
	type: 'query' | 'body',
	displayName: string,
	name: string,
	placeholder: string,
	description?: string,
): INodeProperties {
	const send = { type, property: name };
	return { displayName, name, type: 'string', default: '', placeholder, description, routing: { send } };
}

/** One record, chosen from a list that searches the service or by its ID; each says where its ID goes. */
function locator(displayName: string, searchListMethod: string, idPlaceholder: string) {
	return {
		displayName,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${displayName}...`,
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: idPlaceholder },
		],
	} satisfies Partial<INodeProperties>;
}

/** The card that an operation is about (spec: E3-E5). */
export const BUSINESS_CARD: INodeProperties = {
	...locator('Business Card', 'searchBusinessCards', 'e.g. 1002345'),
	name: 'businessCardId',
	required: true,
	description: 'The business card. Every list of cards returns its ID.',
	routing: { send: { type: 'query', property: 'businessCardId' } },
};

/** The person that an operation is about (spec: E8). */
export const PERSON: INodeProperties = {
	...locator('Person', 'searchPersons', 'e.g. 2003456'),
	name: 'personId',
	required: true,
	description: 'The person. A business card has the ID in its field "personId".',
	routing: { send: { type: 'query', property: 'personId' } },
};

/** The tag of a card that is created (spec: E6, E7). */
export const TAG: INodeProperties = {
	...locator('Tag', 'searchTags', 'e.g. 4002345'),
	name: 'tagId',
	description: 'Tag to link to the card',
	routing: { send: { type: 'body', property: 'tagId' } },
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

function bound(displayName: string, name: string, value: string, side: string, example: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'dateTime',
		required: true,
		default: value,
		description:
			`${side} of the time range in which records were last updated, such as ${example}. Without a time zone, the zone ` +
			'of the workflow applies.',
		routing: { send: { type: 'query', property: name } },
	};
}

/** The time range of a list (spec: E1, E9). */
export const TERM: readonly INodeProperties[] = [
	bound('Updated From', 'updatedFrom', '={{ $now.minus({ days: 7 }).toISO() }}', 'Start', '2026-04-01T09:00:00+09:00'),
	bound('Updated To', 'updatedTo', '={{ $now.toISO() }}', 'End', '2026-04-30T18:00:00+09:00'),
];

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

const LIMIT: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	displayOptions: { hide: { returnAll: [true], '@tool': [true] } },
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
};

/**
 * n8n's usual pair. A model has to read every record, a workflow does not: so a tool has a limit of its own. Hidden
 * beside "true" and not shown beside "false": n8n drops what does not show, also where an API wrote a text.
 */
export const LIST_LENGTH: readonly INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	LIMIT,
	{ ...LIMIT, displayOptions: { hide: { returnAll: [true], '@tool': [false] } }, default: 20 },
];

/** What an operation has beside its parameters; each adds its own entries. */
export const OPTIONS = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
} satisfies INodeProperties;

/** The time that cards are sorted by, and reports are not. */
const COMPLETED_AT = [{ name: 'Completed At', value: 'completedAt' }];

/** The order of a list (spec: E1, E2, E9), with the defaults of the service. */
export function sort(orderBy: string, orderDirection: 'asc' | 'desc', others = COMPLETED_AT): INodeProperties {
	return {
		displayName: 'Sort',
		name: 'sort',
		type: 'collection',
		placeholder: 'Add Sort',
		default: {},
		options: [
			{
				displayName: 'Order By',
				name: 'orderBy',
				type: 'options',
				options: [...others, { name: 'Registered At', value: 'registeredAt' }, { name: 'Updated At', value: 'updatedAt' }],
				default: orderBy,
				description: 'The time by which the records are sorted',
				routing: { send: { type: 'query', property: 'orderBy' } },
			},
			{
				displayName: 'Order Direction',
				name: 'orderDirection',
				type: 'options',
				options: [
					{ name: 'Ascending', value: 'asc' },
					{ name: 'Descending', value: 'desc' },
				],
				default: orderDirection,
				description: 'Whether the earliest or the latest record comes first',
				routing: { send: { type: 'query', property: 'orderDirection' } },
			},
		],
	};
}

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

export const SIDES: INodePropertyOptions[] = [
	{ name: 'Back', value: 'back' },
	{ name: 'Front', value: 'front' },
];

/** Pictures of the cards of a list. Nothing is downloaded until a side is chosen: each is a call of its own. */
const DOWNLOAD_IMAGES: INodeProperties = {
	displayName: 'Download Images',
	name: 'downloadImages',
	type: 'multiOptions',
	options: SIDES,
	default: [],
	description:
		'Sides of each card to download, into binary fields of the same name. Each image costs one call. A card without an ' +
		'image has no such field.',
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

/** What both lists of cards have as options (spec: E1, E2), in the order of their labels: search has one in between. */
export const CARD_OPTIONS: readonly INodeProperties[] = [DOWNLOAD_IMAGES, ENTRY_STATUS, CARD_FIELDS];
export const CARD_CONTENT: readonly INodeProperties[] = [INCLUDE_PAST_CARDS, INCLUDE_TAGS, SIMPLIFY];

/** The name of the binary field that a file is put into. */
export const OUTPUT_FIELD: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	typeOptions: { binaryDataProperty: true },
	required: true,
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the output binary field to put the file in',
};

/** How the columns of the input are used; the default is what a workflow without a choice does. */
export const DATA_MODE: INodeProperties = {
	displayName: 'Data Mode',
	name: 'dataMode',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Map Input Columns',
			value: 'mapColumns',
			description: 'Map the columns of the input to the columns of the records. Empty values count as absent.',
		},
		{
			name: 'Use Input as It Is',
			value: 'defineBelow',
			description: 'The input already uses the column names of the service',
		},
	],
	default: 'defineBelow',
	description: 'How to fill the columns of the records',
};

/**
 * The columns of the input and the fields that they fill; it shows where *Data Mode* asks for it. All operations share
 * the one field, because n8n evaluates every field of a node for every item: four of them would hold 10,000 items up
 * for half a minute.
 */
export const COLUMNS: INodeProperties = {
	displayName: 'Values to Send',
	name: 'columns',
	type: 'resourceMapper',
	noDataExpression: true,
	displayOptions: {
		show: {
			resource: ['businessCard', 'organization', 'organizationImport'],
			operation: ['check', 'create', 'sync'],
			dataMode: ['mapColumns'],
		},
		hide: { source: ['files'] },
	},
	typeOptions: {
		loadOptionsDependsOn: ['resource', 'operation', 'recordType'],
		resourceMapper: {
			resourceMapperMethod: 'getColumns',
			mode: 'add',
			fieldWords: { singular: 'column', plural: 'columns' },
			addAllFields: true,
			multiKeyMatch: false,
			supportAutoMap: true,
		},
	},
	default: { mappingMode: 'defineBelow', value: null },
	description:
		'The value for each column of the record. Unmapped columns and empty values are not sent. Map Automatically ' +
		'matches columns by name.',
};
