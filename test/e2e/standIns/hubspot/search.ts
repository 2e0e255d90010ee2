import type { Fields } from '../services';

/** What is asked of a search, in the words of the guide "Search the CRM". */
export interface SearchRequest {
	readonly filterGroups?: ReadonlyArray<{ readonly filters: readonly SearchFilter[] }>;
	readonly limit?: number;
	readonly after?: string;
	readonly properties?: readonly string[];
}

interface SearchFilter {
	readonly propertyName: string;
	readonly operator: string;
	readonly value?: unknown;
	readonly values?: readonly unknown[];
}

const [MOST_GROUPS, MOST_FILTERS_OF_A_GROUP, MOST_FILTERS, LARGEST_PAGE, MOST_RESULTS] = [5, 6, 18, 200, 10_000];

/** A page has this many results where no limit is given. */
const USUAL_PAGE = 10;

const words = (value: unknown) => String(value ?? '').toLowerCase();

/** The operators, as the guide has them: whether a text fits what is asked for. Texts are compared without case. */
const OPERATORS: Readonly<Record<string, (text: string, filter: SearchFilter) => boolean>> = {
	EQ: (text, { value }) => text === words(value),
	NEQ: (text, { value }) => text !== words(value),
	IN: (text, { values = [] }) => values.includes(text),
	HAS_PROPERTY: (text) => text !== '',
	NOT_HAS_PROPERTY: (text) => text === '',
	CONTAINS_TOKEN: (text, { value }) => text.split(/[^\p{L}\p{N}@._-]+/u).includes(words(value)),
};

/** Says what is wrong with a search, if anything. */
export function violationOfSearch(request: SearchRequest, isKnown: (property: string) => boolean): string | undefined {
	const { filterGroups = [], limit = USUAL_PAGE, after = '0', properties = [] } = request;
	const filters = filterGroups.flatMap((group) => group.filters);
	const isTooMuch =
		filterGroups.length > MOST_GROUPS ||
		filterGroups.some((group) => group.filters.length > MOST_FILTERS_OF_A_GROUP || group.filters.length === 0) ||
		filters.length > MOST_FILTERS;
	if (isTooMuch) return 'Too many filters, or a group without one';
	if (limit > LARGEST_PAGE) return `The limit of a page is ${LARGEST_PAGE}`;
	if (Number(after) + limit > MOST_RESULTS) return `A search gives at most ${MOST_RESULTS} results`;
	const strange = [...properties, ...filters.map(({ propertyName }) => propertyName)].find((name) => !isKnown(name));
	if (strange !== undefined) return `There was a problem with the request: property ${strange} does not exist`;
	return filters.map(violationOfFilter).find(Boolean);
}

function violationOfFilter({ propertyName, operator, value, values }: SearchFilter): string | undefined {
	if (!OPERATORS[operator]) return `${operator} is no operator`;
	if (operator.endsWith('HAS_PROPERTY')) return undefined;
	const asked = operator === 'IN' ? (values ?? []) : [value];
	const isBlank = asked.length === 0 || asked.some((each) => typeof each !== 'string' || each === '');
	if (isBlank) return `The filter of ${propertyName} has no value`;
	/* "When filtering for a string property with IN or NOT_IN, values have to be in lower case." */
	if (operator === 'IN' && asked.some((each) => each !== words(each))) return `IN wants lower case: ${propertyName}`;
	return undefined;
}

/** Finds the records that fit any group. @returns the page that was asked for, and how many there are */
export function found(
	records: readonly Fields[],
	{ filterGroups = [], limit = USUAL_PAGE, after = '0' }: SearchRequest,
) {
	const fits = (record: Fields, filter: SearchFilter) =>
		OPERATORS[filter.operator]?.(words(record[filter.propertyName]), filter) === true;
	const all = records.filter((record) =>
		filterGroups.some((group) => group.filters.every((each) => fits(record, each))),
	);
	const begin = Number(after);
	return {
		total: all.length,
		page: all.slice(begin, begin + limit),
		next: begin + limit < all.length ? begin + limit : 0,
	};
}
