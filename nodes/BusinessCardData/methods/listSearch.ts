import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import {
	ALL_VERSIONS,
	ENTRY_STATUSES,
	idText,
	inOneForm,
	joined,
	PAGE_SIZE,
	queryPairs,
	readRecords,
	readText,
	ServiceClient,
	textOf,
	versionOfList,
} from '../../shared';
import type { Endpoint, QueryPair } from '../../shared';
import { getTags } from './getTags';

const SEARCH: Endpoint = { method: 'GET', response: 'list', effect: 'read' };

/** By which parameters of the search (spec: E2) a text is looked for: the first that fits. */
const LOOKED_FOR: ReadonlyArray<readonly [fits: RegExp, parameters: readonly string[]]> = [
	[/@/, ['email']],
	[/^[\d+-]{3,}$/, ['tel', 'mobile', 'companyName']],
	[/./su, ['name', 'companyName']],
];

/** Who it is, as a person would say it; empty where the card says nothing of it yet. */
function labelOf({ lastName, firstName, companyName }: IDataObject): string {
	const person = joined([lastName, firstName].map(textOf), ' ');
	return joined([person, textOf(companyName)], ', ');
}

/**
 * Looks for cards by what a person types, besides a query. The service has one parameter for each kind of text, so
 * there is a search for each; of each it gives one page, the newest first, because who sees too many types more.
 */
async function searchCards(
	functions: ILoadOptionsFunctions,
	query: readonly QueryPair[],
	filter: string,
): Promise<IDataObject[]> {
	const client = await ServiceClient.open(functions, { errorContext: { node: functions.getNode() } });
	const version = versionOfList(ALL_VERSIONS, functions.getCurrentNodeParameter('apiVersion'));
	const text = filter.trim();
	const [, names = []] = LOOKED_FOR.find(([fits]) => fits.test(text)) ?? [];
	const searches = names.map((name): QueryPair[] => [...query, [name, readText(name, text)]]);
	const found: IDataObject[] = [];
	for (const each of searches.length > 0 ? searches : [query]) {
		const request = { endpoint: SEARCH, version, path: '/bizCards/search', query: each };
		for await (const cards of readRecords(client, request, PAGE_SIZE)) found.push(...cards);
	}
	return found;
}

/** The entries of a list, each once; none for an id that is none. */
function listOf(cards: readonly IDataObject[], idName: string, more: (card: IDataObject) => string = () => '') {
	const entries = cards.flatMap((card): INodeListSearchItems[] => {
		const value = idText(card[idName]);
		return value === undefined ? [] : [{ name: `${labelOf(card) || value}${more(card)}`, value }];
	});
	return { results: [...new Map(entries.map((entry) => [entry.value, entry])).values()] };
}

/** Finds business cards in every state: one that is still being read in can be asked for, too. */
export async function searchBusinessCards(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const states = queryPairs({ entryStatus: ENTRY_STATUSES });
	const cards = await searchCards(this, [['range', 'all'], ...states], filter);
	return listOf(cards, 'id', ({ exchangeDate }) => (textOf(exchangeDate) === '' ? '' : ` (${textOf(exchangeDate)})`));
}

/** Finds persons by their cards: the service has no other way. */
export async function searchPersons(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	return listOf(await searchCards(this, [['range', 'all']], filter), 'personId');
}

/** Finds tags by a part of their name; the service itself cannot look for one. */
export async function searchTags(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const tags = await getTags.call(this);
	const text = inOneForm(filter.trim());
	const results = tags
		.filter(({ name }) => inOneForm(name).includes(text))
		.map(({ name, value }) => ({ name, value: String(value) }));
	return { results };
}
