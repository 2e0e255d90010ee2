import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { CARD_FIELDS, ENTRY_STATUS, INCLUDE_PAST_CARDS, INCLUDE_TAGS, SIMPLIFY, withBuilderHint } from '../../shared';

/*
 * Fields that several operations show, as n8n shows them. Each says in `routing.send` where its value goes, under the
 * service's own name; a field without it is read by our code. '/apiVersion' names the choices under which it exists.
 */

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

/** A field that chooses a record, from a list that searches the service or by its ID. Each adds where its ID goes. */
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
	description: 'The business card to use. The field "id" in any list of cards has its ID.',
	routing: { send: { type: 'query', property: 'businessCardId' } },
};

/** The person that an operation is about (spec: E8). */
export const PERSON: INodeProperties = {
	...locator('Person', 'searchPersons', 'e.g. 2003456'),
	name: 'personId',
	required: true,
	description: 'The person to get. The field "personId" of a business card has the ID.',
	routing: { send: { type: 'query', property: 'personId' } },
};

/** The tag of a card that is created (spec: E6, E7). */
export const TAG: INodeProperties = {
	...locator('Tag', 'searchTags', 'e.g. 4002345'),
	name: 'tagId',
	description: 'Tag to add to the card',
	routing: { send: { type: 'body', property: 'tagId' } },
};

function timeBound(displayName: string, name: string, value: string, meaning: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'dateTime',
		required: true,
		default: value,
		description: `${meaning}. If you leave out the time zone, the time zone of the workflow is used.`,
		routing: { send: { type: 'query', property: name } },
	};
}

/** The time range of a list (spec: E1, E9). */
export const TIME_RANGE: readonly INodeProperties[] = [
	withBuilderHint(
		timeBound(
			'Updated From',
			'updatedFrom',
			'={{ $now.minus({ days: 7 }).toISO() }}',
			'Get records updated at or after this time, such as 2026-04-01T09:00:00+09:00',
		),
		'To get new records on a schedule, use the Business Card Data Trigger, which outputs each change once.',
	),
	timeBound(
		'Updated To',
		'updatedTo',
		'={{ $now.toISO() }}',
		'Get records updated up to this time, such as 2026-04-30T18:00:00+09:00',
	),
];

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
				description: 'The time to sort the records by',
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
				description: 'Whether to return the earliest or the latest records first',
				routing: { send: { type: 'query', property: 'orderDirection' } },
			},
		],
	};
}

export const SIDES: INodePropertyOptions[] = [
	{ name: 'Back', value: 'back' },
	{ name: 'Front', value: 'front' },
];

/** Images of the cards of a list. Nothing is downloaded until a side is chosen, because each image is a call. */
const DOWNLOAD_IMAGES: INodeProperties = {
	displayName: 'Download Images',
	name: 'downloadImages',
	type: 'multiOptions',
	options: SIDES,
	default: [],
	description:
		'Sides of each card to download. The images are output in the binary fields "front" and "back". Each image takes one ' +
		'call. A card without an image has no such field.',
};

/** The options of both lists of cards (spec: E1, E2), in the order of their labels: search has one in between. */
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
			description: 'Map the columns of the input to the columns of the service. Empty values are ignored.',
		},
		{
			name: 'Use Input as It Is',
			value: 'defineBelow',
			description: 'The input already has the column names of the service',
		},
	],
	default: 'defineBelow',
	description: 'Whether the input has the column names of the service or you map its columns',
};

/**
 * The columns of the input and the fields that they fill; it shows where *Data Mode* asks for it. All operations share
 * the one field, because n8n evaluates every field of a node for every item: four of them would hold 10,000 items up
 * for half a minute.
 */
export const COLUMNS = withBuilderHint(
	{
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
				// Data Mode offers it, as Use Input as It Is. A mapping that was saved as automatic goes on working.
				supportAutoMap: false,
			},
		},
		default: { mappingMode: 'defineBelow', value: null },
		description: "The value of each column. The node doesn't send columns that you don't map, and empty values.",
	},
	"Map each column by the name that the service gives it. Columns that you leave out don't change.",
);
