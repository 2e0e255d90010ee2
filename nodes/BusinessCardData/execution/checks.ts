import { fault } from '../../shared';
import type { Check } from './run';

/* Checks of one operation or two. They run after every value has been read by its type, and see the whole request. */

/** `updatedFrom` and `updatedTo` are the only pair that can contradict each other (spec: E1, E9). */
export const termChecked: Check = ({ query }) => {
	const [from, to] = [String(query.updatedFrom), String(query.updatedTo)];
	if (Date.parse(from) > Date.parse(to)) {
		throw fault('updatedFrom', `updatedFrom (${from}) is after updatedTo (${to})`, 'swap the two.');
	}
};

/** The service gives private tags alone where none is named (spec: E10). */
export const allTagTypes: Check = ({ query }) => {
	query.type ??= ['private', 'public', 'shared'];
};

/**
 * Refuses filters that turned out blank: the search would give cards that nobody asked for, in the end every card, and
 * what follows would take the first of them for the one that was meant.
 */
export const filtersChecked: Check = ({ values, blanks }) => {
	const [first] = blanks.filters ?? [];
	if (first === undefined) return;
	const { ignoreBlankFilters } = (values.options ?? {}) as { ignoreBlankFilters?: boolean };
	if (ignoreBlankFilters !== true) {
		const causes = [
			'With a blank filter, the search would return cards that you did not ask for.',
			'The option Ignore Blank Filters skips blank filters as long as one filter has a value.',
		];
		throw fault(first, `${first} is blank`, 'correct its expression, or remove the filter.', { causes });
	}
	if (Object.keys(values.filters as object).length > 0) return;
	const rule = 'fill in at least one filter, or remove all of them.';
	throw fault(first, 'Every filter is blank, so the search would return every card', rule);
};
