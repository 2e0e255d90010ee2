import { LIST_LENGTH, queryCollection, queryOptions, tagField } from '../fields';
import type { OperationDescription } from '../types';
import { CARD_LIST_OPTIONS } from './cardOptions';

const FILTERS = queryCollection(
	'businessCard.search',
	{ name: 'filters', displayName: 'Filters', placeholder: 'Add Filter' },
	{ companyName: {}, name: {}, email: {}, tel: {}, mobile: {} },
);

/** Cards by conditions (spec: E2). */
export const search: OperationDescription = {
	endpoint: 'businessCard.search',
	name: 'Search',
	action: 'Search business cards',
	description: 'Find business cards by company, name, email, phone or tag',
	fields: [
		{
			...FILTERS,
			options: [
				...(FILTERS.options ?? []),
				tagField('multiOptions', { routing: { send: { type: 'query', property: 'tagId' } } }),
			],
		},
		...LIST_LENGTH,
		queryOptions('businessCard.search', {
			...CARD_LIST_OPTIONS,
			orderBy: { default: 'registeredAt' },
			orderDirection: { default: 'desc' },
		}),
	],
};
