import { LIST_LENGTH, queryCollection, queryOptions, SIMPLIFY, tagField } from '../fields';
import type { OperationDescription } from '../types';
import { CARD_LIST_OPTIONS } from './cardOptions';

const FILTERS = queryCollection(
	'businessCard.search',
	{ name: 'filters', displayName: 'Filters', placeholder: 'Add Filter' },
	{ companyName: {}, name: {}, email: {}, tel: {}, mobile: {} },
	[tagField('multiOptions', { routing: { send: { type: 'query', property: 'tagId' } } })],
);

/** Cards by conditions (spec: E2). */
export const search: OperationDescription = {
	endpoint: 'businessCard.search',
	name: 'Search',
	action: 'Search business cards',
	description: 'Find business cards by company, name, email, phone or tag',
	fields: [
		FILTERS,
		...LIST_LENGTH,
		queryOptions(
			'businessCard.search',
			{ ...CARD_LIST_OPTIONS, orderBy: { default: 'registeredAt' }, orderDirection: { default: 'desc' } },
			[SIMPLIFY],
		),
	],
};
