import type { INodeProperties } from 'n8n-workflow';
import { fieldsToInclude, LIST_LENGTH, queryCollection, queryOptions, querySort, SIMPLIFY, TAGS } from '../../../panel/fields';
import type { OperationDescription } from '../types';
import { CARD_LIST_OPTIONS, DOWNLOAD_IMAGES } from './cardOptions';

const FILTERS = queryCollection(
	'businessCard.search',
	{ name: 'filters', displayName: 'Filters', placeholder: 'Add Filter' },
	{ companyName: {}, name: {}, email: {}, tel: {}, mobile: {} },
	[TAGS],
);

/**
 * A filter that turns out blank is refused otherwise, because the search would give every card. Whoever adds the option
 * has to switch it on, too.
 */
const IGNORE_BLANK_FILTERS: INodeProperties = {
	displayName: 'Ignore Blank Filters',
	name: 'ignoreBlankFilters',
	type: 'boolean',
	default: false,
	description:
		'Whether to skip blank filters as long as one filter has a value. Otherwise a blank filter stops the node, because the search would return cards that you did not ask for.',
};

/** Cards by conditions (spec: E2). */
export const search: OperationDescription = {
	endpoint: 'businessCard.search',
	name: 'Search',
	action: 'Search business cards',
	description: 'Find business cards by company, name, email, phone or tag',
	fields: [
		FILTERS,
		...LIST_LENGTH,
		querySort('businessCard.search', { orderBy: { default: 'registeredAt' }, orderDirection: { default: 'desc' } }),
		queryOptions('businessCard.search', CARD_LIST_OPTIONS, [
			DOWNLOAD_IMAGES,
			...fieldsToInclude('businessCard.search', 'card'),
			IGNORE_BLANK_FILTERS,
			SIMPLIFY,
		]),
	],
};
