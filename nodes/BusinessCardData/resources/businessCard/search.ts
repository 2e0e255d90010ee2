import { ALL_VERSIONS } from '../../../shared';
import { listCards } from '../../execution/cards/images';
import { filtersChecked } from '../../execution/checks';
import { projected, SIMPLE_CARD } from '../../execution/projection';
import {
	CARD_LIST_OPTIONS,
	CARD_ORDER,
	INCLUDE_PAST_CARDS,
	INCLUDE_TAGS,
	LIST_LENGTH,
	OPTIONS,
	ORDER_DIRECTION,
	RANGE,
	SIMPLIFY,
	SORT,
} from '../descriptions';
import type { Operation } from '../operation';

/** Cards by conditions (spec: E2). */
export const search: Operation = {
	name: 'Search',
	value: 'search',
	action: 'Search business cards',
	description: 'Find business cards by company, name, email, phone or tag',
	versions: ALL_VERSIONS,
	response: 'list',
	record: 'card',
	effect: 'read',
	routing: {
		request: { method: 'GET', url: '/bizCards/search' },
		send: { preSend: [filtersChecked] },
		output: { postReceive: [projected(SIMPLE_CARD)] },
	},
	fields: [
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				{
					displayName: 'Company Name',
					name: 'companyName',
					type: 'string',
					default: '',
					placeholder: 'e.g. Trading',
					description: 'Part of the name of the company',
					routing: { send: { type: 'query', property: 'companyName' } },
				},
				{
					displayName: 'Email',
					name: 'email',
					type: 'string',
					default: '',
					placeholder: 'e.g. nathan@example.com',
					description: 'The complete email address',
					routing: { send: { type: 'query', property: 'email' } },
				},
				{
					displayName: 'Mobile',
					name: 'mobile',
					type: 'string',
					default: '',
					placeholder: 'e.g. 090-1234',
					description: 'Part of the mobile phone number',
					routing: { send: { type: 'query', property: 'mobile' } },
				},
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Smith',
					description: 'Beginning of the name of the person',
					routing: { send: { type: 'query', property: 'name' } },
				},
				{
					displayName: 'Phone',
					name: 'tel',
					type: 'string',
					default: '',
					placeholder: 'e.g. 03-1234',
					description: 'Part of the phone number',
					routing: { send: { type: 'query', property: 'tel' } },
				},
				{
					displayName: 'Tag Names or IDs',
					name: 'tagId',
					type: 'multiOptions',
					typeOptions: { loadOptionsMethod: 'getTags' },
					default: [],
					description:
						'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
					// Version 2.0 has brackets behind the name (spec: Common parameter rules).
					routing: {
						send: {
							type: 'query',
							property: '={{ Number($parameter.apiVersion) === 2 ? "tagId[]" : "tagId" }}',
							propertyInDotNotation: false,
						},
					},
				},
			],
		},
		RANGE,
		...LIST_LENGTH,
		{
			...SORT,
			options: [
				{ ...CARD_ORDER, default: 'registeredAt' },
				{ ...ORDER_DIRECTION, default: 'desc' },
			],
		},
		{
			...OPTIONS,
			options: [
				...CARD_LIST_OPTIONS,
				{
					displayName: 'Ignore Blank Filters',
					name: 'ignoreBlankFilters',
					type: 'boolean',
					default: false,
					description:
						'Whether to skip blank filters as long as one filter has a value. Otherwise a blank filter stops the node, ' +
						'because the search would return cards that you did not ask for.',
				},
				INCLUDE_PAST_CARDS,
				INCLUDE_TAGS,
				SIMPLIFY,
			],
		},
	],
	execute: listCards,
};
