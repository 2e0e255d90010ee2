import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { parameterError, OPTIONS, RANGE, SHOWN_SINCE_2_5, shownValue, TAGS, withBuilderHint } from '../../../shared';
import type { BlankValue } from '../../../shared';
import { checkBeforeSending, selectFields } from '../../execution/routingActions';
import { CARD_CONTENT, CARD_OPTIONS, LIST_LENGTH, sort, text } from '../descriptions';
import type { Operation } from '../operation';

const TAG_FILTER: INodeProperties = {
	...TAGS,
	displayOptions: SHOWN_SINCE_2_5,
	routing: { send: { type: 'query', property: 'tagId' } },
};

/** Version 2.0 has brackets behind the name (spec: Common parameter rules). */
const TAG_FILTER_2_0: INodeProperties = {
	...TAG_FILTER,
	displayOptions: { show: { '/apiVersion': ['2.0'] } },
	routing: { send: { type: 'query', property: 'tagId[]', propertyInDotNotation: false } },
};

/**
 * Refuses filters that turned out blank: the search would give cards that nobody asked for, in the end every card, and
 * what follows would take the first of them for the one that was meant.
 */
const checkFilters = checkBeforeSending((item) => {
	const { values, blanks } = item.parameters;
	const { filters, options } = values as Record<string, IDataObject>;
	const isIgnored = options?.ignoreBlankFilters === true && Object.keys(filters ?? {}).length > 0;
	if (isIgnored) return;

	const isWhole = (blank: BlankValue) => blank.field.name === 'filters' && blank.isExpression;
	const blank = blanks.find((each) => each.collection === 'filters' || isWhole(each));
	if (!blank) return;

	const { name } = blank.field;
	const shown = isWhole(blank) ? shownValue(blank.value) : 'blank';
	const message = `${name} is ${shown}`;
	const causes = [
		'A search with a blank filter would return cards that you did not ask for.',
		'To ignore blank filters as long as one filter has a value, turn on the option Ignore Blank Filters.',
	];
	throw parameterError(name, message, 'correct its expression, or remove the filter.', { causes });
});

/** The conditions of the search. */
const FILTERS = withBuilderHint(
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			text('query', 'Company Name', 'companyName', 'e.g. Trading', 'Part of the company name'),
			text('query', 'Email', 'email', 'e.g. nathan@example.com', 'The complete email address'),
			text('query', 'Mobile', 'mobile', 'e.g. 090-1234', 'Part of the mobile phone number'),
			text('query', 'Name', 'name', 'e.g. Smith', "Beginning of the person's name"),
			text('query', 'Phone', 'tel', 'e.g. 03-1234', 'Part of the phone number'),
			TAG_FILTER,
			TAG_FILTER_2_0,
		],
	},
	'The name is matched from its beginning, company and phones by any part, and the email as a whole. Add only filters that have a value.',
);

/** Cards by conditions (spec: E2). */
export const search: Operation = {
	name: 'Search',
	action: 'Search business cards',
	description: 'Find business cards by company, name, email, phone or tag',
	response: 'list',
	routing: {
		request: { method: 'GET', url: '/bizCards/search' },
		send: { preSend: [checkFilters] },
		output: { postReceive: [selectFields('card')] },
	},
	fields: [
		FILTERS,
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
						'Whether to ignore blank filters as long as at least one filter has a value. If off, a blank filter causes an ' +
						'error, because the search would return cards that you did not ask for.',
				},
				...CARD_CONTENT,
			],
		},
	],
};
