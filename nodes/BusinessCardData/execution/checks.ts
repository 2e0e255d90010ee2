import type { IHttpRequestOptions, PreSendAction } from 'n8n-workflow';
import { fault } from '../../shared';
import { checkedOf } from './request';

/*
 * Checks of one operation or two. They run after every value has been read by its type, and see the whole request.
 */

/** `updatedFrom` and `updatedTo` are the only pair that can contradict each other (spec: E1, E9). */
export const termChecked: PreSendAction = async function checkTerm(options) {
	const { updatedFrom, updatedTo } = options.qs ?? {};
	const [from, to] = [String(updatedFrom), String(updatedTo)];
	if (Date.parse(from) > Date.parse(to)) {
		throw fault('updatedFrom', `updatedFrom (${from}) is after updatedTo (${to})`, 'swap the two.');
	}
	return options;
};

/** The service gives private tags alone where none is named (spec: E10). */
export const allTagTypes: PreSendAction = async function sendAllTypes(options: IHttpRequestOptions) {
	const { type } = options.qs ?? {};
	if (type === undefined) options.qs = { ...options.qs, type: ['private', 'public', 'shared'] };
	return options;
};

/**
 * Refuses filters that turned out blank: the search would give cards that nobody asked for, in the end every card, and
 * what follows would take the first of them for the one that was meant.
 */
export const filtersChecked: PreSendAction = async function checkFilters(options) {
	const { values, blanks } = checkedOf(options).given;
	const [first] = blanks.filters ?? [];
	if (first === undefined) return options;
	const { ignoreBlankFilters } = (values.options ?? {}) as { ignoreBlankFilters?: boolean };
	if (ignoreBlankFilters !== true) {
		const causes = [
			'With a blank filter, the search would return cards that you did not ask for.',
			'The option Ignore Blank Filters skips blank filters as long as one filter has a value.',
		];
		throw fault(first, `${first} is blank`, 'correct its expression, or remove the filter.', { causes });
	}
	if (Object.keys(values.filters as object).length > 0) return options;
	const rule = 'fill in at least one filter, or remove all of them.';
	throw fault(first, 'Every filter is blank, so the search would return every card', rule);
};
