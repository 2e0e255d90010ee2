import type { INodeProperties } from 'n8n-workflow';
import { ALL_VERSIONS, SIMPLIFIERS } from '../../../shared';
import { listCards } from '../../execution/cards/images';
import { filtersChecked } from '../../execution/checks';
import { projected } from '../../execution/projection';
import { CARD_CONTENT, CARD_OPTIONS, LIST_LENGTH, OPTIONS, RANGE, SHOWN_SINCE_2_5, sort, text } from '../descriptions';
import type { Operation } from '../operation';

const TAG_FILTER: INodeProperties = {
	displayName: 'Tag Names or IDs',
	name: 'tagId',
	type: 'multiOptions',
	displayOptions: SHOWN_SINCE_2_5,
	typeOptions: { loadOptionsMethod: 'getTags' },
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	routing: { send: { type: 'query', property: 'tagId' } },
};

/** Version 2.0 has brackets behind the name (spec: Common parameter rules). */
const TAG_FILTER_2_0: INodeProperties = {
	...TAG_FILTER,
	displayOptions: { show: { '/apiVersion': ['2.0'] } },
	routing: { send: { type: 'query', property: 'tagId[]', propertyInDotNotation: false } },
};

/** Cards by conditions (spec: E2). */
export const search: Operation = {
	name: 'Search',
	value: 'search',
	action: 'Search business cards',
	description: 'Find business cards by company, name, email, phone or tag',
	versions: ALL_VERSIONS,
	response: 'list',
	effect: 'read',
	routing: { request: { method: 'GET', url: '/bizCards/search' } },
	checks: [filtersChecked],
	shapes: [projected(SIMPLIFIERS.card)],
	fields: [
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				text('query', 'Company Name', 'companyName', 'e.g. Trading', 'Part of the name of the company'),
				text('query', 'Email', 'email', 'e.g. nathan@example.com', 'The complete email address'),
				text('query', 'Mobile', 'mobile', 'e.g. 090-1234', 'Part of the mobile phone number'),
				text('query', 'Name', 'name', 'e.g. Smith', 'Beginning of the name of the person'),
				text('query', 'Phone', 'tel', 'e.g. 03-1234', 'Part of the phone number'),
				TAG_FILTER,
				TAG_FILTER_2_0,
			],
		},
		RANGE,
		...LIST_LENGTH,
		sort('registeredAt', 'desc'),
		{
			...OPTIONS,
			options: [
				...CARD_OPTIONS,
				{
					displayName: 'Ignore Blank Filters',
					name: 'ignoreBlankFilters',
					type: 'boolean',
					default: false,
					description:
						'Whether to skip blank filters as long as one filter has a value. Otherwise a blank filter stops the node, ' +
						'because the search would return cards that you did not ask for.',
				},
				...CARD_CONTENT,
			],
		},
	],
	execute: listCards,
};
