import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { ALL_VERSIONS, ENTRY_STATUSES, LIST, PAGE_SIZE, queryPairs, resolveVersion, UP_TO_2_5 } from '../api/versions';
import type { ApiVersion } from '../api/versions';
import { isObject, parseJson } from '../base/json';
import { ServiceClient } from '../http/client';
import type { ServiceRequest } from '../http/client';
import type { ErrorContext } from '../http/errors';
import { fetchPage } from '../lists/page';
import { readRecords } from '../lists/slice';
import { idText, readText, textOf } from '../values/readers';
import { inOneForm, joined } from '../values/show';

/* The lists of the panel, which ask for records in the chosen version, or in one that has the list. */

/** The parameters of the search (spec: E2) that a typed text may be meant for. The first row that fits counts. */
const SEARCHED: ReadonlyArray<readonly [fits: RegExp, parameters: readonly string[]]> = [
	[/@/, ['email']],
	[/^[\d+-]{3,}$/, ['tel', 'mobile', 'companyName']],
	[/./su, ['name', 'companyName']],
];

/** Every tag that the user of the key may use (spec: E10). Not every version has the list, but its ids fit them all. */
export function everyTag(versionChoice: unknown): ServiceRequest {
	const query = queryPairs({ range: 'all', type: ['private', 'public', 'shared'] });
	const version = resolveVersion({ versions: UP_TO_2_5 }, versionChoice) ?? '2.5';
	return { endpoint: { ...LIST, listsTags: true }, version, path: '/tags', query };
}

async function clientFor(functions: ILoadOptionsFunctions): Promise<ServiceClient> {
	const errorContext: ErrorContext = { node: functions.getNode(), shownIn: 'text' };
	return await ServiceClient.open(functions, { errorContext });
}

/** The tags for the lists of the panel, sorted by name, with the kind of each as its description. */
export async function getTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const client = await clientFor(this);
	const request = everyTag(this.getCurrentNodeParameter('apiVersion'));
	const options: INodePropertyOptions[] = [];

	for await (const page of readRecords(client, request, Infinity)) {
		for (const tag of page) {
			const id = idText(tag.id);
			if (id !== undefined) options.push({ name: String(tag.name ?? id), value: id, description: textOf(tag.type) });
		}
	}
	return options.sort((a, b) => a.name.localeCompare(b.name));
}

/** Finds tags by a part of their name. The service itself cannot search for one. */
export async function searchTags(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const typed = inOneForm(filter.trim());
	const tags = await getTags.call(this);
	const matching = tags.filter(({ name }) => inOneForm(name).includes(typed));

	return { results: matching.map(({ name, value }) => ({ name, value: String(value) })) };
}

/** How far each search of a list has come: the token of its next page, by the parameter that it searches. */
type SearchTokens = Readonly<Record<string, string>>;

/** The parameter of a search that looks for nothing typed. */
const EVERYTHING = '';

/** The parameters that a list searches first, none of which has a token yet. */
function searchesFor(typed: string): string[] {
	const [, parameters] = SEARCHED.find(([fits]) => fits.test(typed)) ?? [];
	return parameters ? [...parameters] : [EVERYTHING];
}

/** The tokens that n8n hands back when somebody scrolls to the end of a list. */
function readTokens(paginationToken: string): SearchTokens {
	const tokens = parseJson(paginationToken);
	return isObject(tokens) ? (tokens as SearchTokens) : {};
}

/** A card in a list of the panel: who it is, and for a list of cards when it was exchanged. */
function labelOf(card: IDataObject, id: string, idField: 'id' | 'personId'): string {
	const person = joined([card.lastName, card.firstName].map(textOf), ' ');
	// A card that is being digitized says neither yet.
	const who = joined([person, textOf(card.companyName)], ', ') || id;
	const date = idField === 'id' ? textOf(card.exchangeDate) : '';

	return date === '' ? who : `${who} (${date})`;
}

/**
 * Makes the search method of a list of cards or persons. The service has one parameter for each kind of text, so there
 * is a search for each; each gives one page at a time, the newest first.
 *
 * @param idField the field of a card with the id that the list offers; each id stands once on a page
 * @param filter what every search asks for beside the typed text
 */
function cardSearch(idField: 'id' | 'personId', filter: { readonly entryStatus?: readonly string[] } = {}) {
	return async function (
		this: ILoadOptionsFunctions,
		typed = '',
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		const client = await clientFor(this);
		const version = resolveVersion({ versions: ALL_VERSIONS }, this.getCurrentNodeParameter('apiVersion')) ?? '3.2';
		const text = typed.trim();
		const tokens = paginationToken === undefined ? {} : readTokens(paginationToken);
		const parameters = paginationToken === undefined ? searchesFor(text) : Object.keys(tokens);

		const found = new Map<string, INodeListSearchItems>();
		const nextTokens: Record<string, string> = {};
		for (const parameter of parameters) {
			const request = cardRequest(version, parameter, text, filter);
			const { records, nextPageToken } = await fetchPage(client, request, { limit: PAGE_SIZE }, tokens[parameter]);
			for (const card of records) {
				const id = idText(card[idField]);
				if (id !== undefined && !found.has(id)) found.set(id, { name: labelOf(card, id, idField), value: id });
			}
			if (nextPageToken !== undefined) nextTokens[parameter] = nextPageToken;
		}

		const hasMore = Object.keys(nextTokens).length > 0;
		return { results: [...found.values()], paginationToken: hasMore ? JSON.stringify(nextTokens) : undefined };
	};
}

function cardRequest(version: ApiVersion, parameter: string, text: string, filter: object): ServiceRequest {
	const searched = parameter === EVERYTHING ? {} : { [parameter]: readText(parameter, text) };
	const query = queryPairs({ range: 'all', ...filter, ...searched });
	return { endpoint: LIST, version, path: '/bizCards/search', query };
}

/** Finds business cards in every entry status: one that is being digitized can be asked for, too. */
export const searchBusinessCards = cardSearch('id', { entryStatus: ENTRY_STATUSES });

/** Finds persons by their cards: the service has no other way. */
export const searchPersons = cardSearch('personId');
