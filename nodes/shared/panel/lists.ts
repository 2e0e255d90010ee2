import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { ALL_VERSIONS, ENTRY_STATUSES, LIST, PAGE_SIZE, queryPairs, resolveVersion, UP_TO_2_5 } from '../api/versions';
import type { ApiVersion } from '../api/versions';
import { catchAs } from '../base/errors';
import { isObject, parseJson } from '../base/json';
import { ServiceClient } from '../http/client';
import type { ServiceRequest } from '../http/client';
import type { ErrorContext } from '../http/errors';
import { fetchPage } from '../lists/page';
import { readRecords } from '../lists/slice';
import { idText, readText, textOf } from '../values/readers';
import { inOneForm, joined, withoutStop } from '../values/show';

/* Lists to choose from, which ask for records in the chosen version, or in a version that has the list. */

/** The parameters of the search (spec: E2) that a typed text may be meant for. The first row that fits counts. */
const SEARCHED: ReadonlyArray<readonly [fits: RegExp, parameters: readonly string[]]> = [
	[/@/, ['email']],
	[/^[\d+-]{3,}$/, ['tel', 'mobile', 'companyName']],
	[/./su, ['name', 'companyName']],
];

/** Every tag that the user of the key may use (spec: E10). Not every version has the list, but its ids fit them all. */
export function everyTag(versionChoice: unknown): ServiceRequest {
	const version = resolveVersion({ versions: UP_TO_2_5 }, versionChoice) ?? '2.5';
	const query = queryPairs({
		range: 'all',
		type: ['private', 'public', 'shared'],
	});

	return {
		endpoint: { ...LIST, listsTags: true },
		version,
		path: '/tags',
		query,
	};
}

async function clientFor(functions: ILoadOptionsFunctions): Promise<ServiceClient> {
	const errorContext: ErrorContext = {
		node: functions.getNode(),
		shownIn: 'text',
	};
	return await ServiceClient.open(functions, { errorContext });
}

/** A tag in a list of the panel, with its kind as the description; `undefined` for one without an ID. */
function tagOption(tag: IDataObject): INodePropertyOptions | undefined {
	const id = idText(tag.id);
	if (id === undefined) return undefined;

	return {
		name: String(tag.name ?? id),
		value: id,
		description: textOf(tag.type),
	};
}

/** The tags for the lists of the panel, sorted by name. */
export async function getTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const tags = await catchAs(tagOptions(this), NodeApiError);
	if (!(tags instanceof NodeApiError)) return tags;

	// n8n shows a drop-down list whose error is a NodeApiError as "[object Object]", and only the message of any other.
	const told = joined([withoutStop(tags.message), tags.description ?? ''], '. ');
	throw new NodeOperationError(this.getNode(), told);
}

/** Reads all tags as options, sorted by name. @throws NodeApiError for what the service refused */
async function tagOptions(functions: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const client = await clientFor(functions);
	const request = everyTag(functions.getCurrentNodeParameter('apiVersion'));
	const options: INodePropertyOptions[] = [];

	for await (const page of readRecords(client, request, Infinity)) {
		for (const tag of page) {
			const option = tagOption(tag);
			if (option) options.push(option);
		}
	}
	return options.sort((a, b) => a.name.localeCompare(b.name));
}

/** Finds tags by a part of their name. The service itself cannot search for one. */
export async function searchTags(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const typed = inOneForm(filter.trim());
	const tags = await tagOptions(this);
	const matching = tags.filter((tag) => {
		const name = inOneForm(tag.name);
		return name.includes(typed);
	});

	const results = matching.map((tag) => ({
		name: tag.name,
		value: String(tag.value),
	}));
	return { results };
}

/** The token of the next page of each search, by the parameter that it searches. */
type SearchTokens = Readonly<Record<string, string | undefined>>;

/** The parameter of a search that looks for nothing typed. */
const EVERYTHING = '';

/** The searches that a list begins with, none of which has a token yet. */
function firstSearches(typed: string): SearchTokens {
	const row = SEARCHED.find(([fits]) => fits.test(typed));
	const [, parameters] = row ?? [undefined, [EVERYTHING]];

	const searches: Record<string, undefined> = {};
	for (const parameter of parameters) searches[parameter] = undefined;
	return searches;
}

/** The searches that have more, from the token that n8n hands back when somebody scrolls to the end of a list. */
function nextSearches(paginationToken: string): SearchTokens {
	const tokens = parseJson(paginationToken);
	return isObject(tokens) ? (tokens as SearchTokens) : {};
}

/** The token of n8n for the searches that have more; `undefined` where none has. */
function paginationTokenOf(tokens: SearchTokens): string | undefined {
	const hasMore = Object.keys(tokens).length > 0;
	return hasMore ? JSON.stringify(tokens) : undefined;
}

/** A card in a list of the panel: who it is, and for a list of cards when it was exchanged. */
function labelOf(card: IDataObject, id: string, idField: 'id' | 'personId'): string {
	const lastName = textOf(card.lastName);
	const firstName = textOf(card.firstName);
	const companyName = textOf(card.companyName);
	const person = joined([lastName, firstName], ' ');
	const name = joined([person, companyName], ', ');

	// A card that is being digitized has no names yet.
	const label = name === '' ? id : name;
	if (idField === 'personId') return label;

	const date = textOf(card.exchangeDate);
	return date === '' ? label : `${label} (${date})`;
}

/**
 * Makes the search method of a list of cards or persons. The service has one parameter for each kind of text, so there
 * is a search for each; each gives one page at a time, the newest first.
 *
 * @param idField the field of a card with the ID that the list offers; each ID stands once on a page
 * @param filter parameters of every search beside the typed text
 */
function cardSearch(idField: 'id' | 'personId', filter: { readonly entryStatus?: readonly string[] } = {}) {
	return async function (
		this: ILoadOptionsFunctions,
		typed = '',
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		const client = await clientFor(this);
		const choice = this.getCurrentNodeParameter('apiVersion');
		const version = resolveVersion({ versions: ALL_VERSIONS }, choice) ?? '3.2';
		const text = typed.trim();
		const isFirstPage = paginationToken === undefined;
		const searches = isFirstPage ? firstSearches(text) : nextSearches(paginationToken);

		const found = new Map<string, INodeListSearchItems>();
		const nextTokens: Record<string, string> = {};
		for (const [parameter, token] of Object.entries(searches)) {
			const searched = parameter === EVERYTHING ? {} : { [parameter]: readText(parameter, text) };
			const request = cardRequest(version, { ...filter, ...searched });
			const page = await fetchPage(client, request, { limit: PAGE_SIZE }, token);
			const { records, nextPageToken } = page;

			if (nextPageToken !== undefined) nextTokens[parameter] = nextPageToken;
			addFound(found, records, idField);
		}

		return {
			results: [...found.values()],
			paginationToken: paginationTokenOf(nextTokens),
		};
	};
}

/** Adds the cards or persons of a page to those that were found, each once. */
function addFound(
	found: Map<string, INodeListSearchItems>,
	cards: readonly IDataObject[],
	idField: 'id' | 'personId',
): void {
	for (const card of cards) {
		const id = idText(card[idField]);
		if (id === undefined || found.has(id)) continue;

		const name = labelOf(card, id, idField);
		found.set(id, { name, value: id });
	}
}

/** @param parameters of the search, beside the range */
function cardRequest(version: ApiVersion, parameters: object): ServiceRequest {
	const query = queryPairs({ range: 'all', ...parameters });

	return {
		endpoint: LIST,
		version,
		path: '/bizCards/search',
		query,
	};
}

/** Finds business cards in every entry status: those that are being digitized can be asked for, too. */
export const searchBusinessCards = cardSearch('id', { entryStatus: ENTRY_STATUSES });

/** Finds persons by their cards: the service has no other way. */
export const searchPersons = cardSearch('personId');
