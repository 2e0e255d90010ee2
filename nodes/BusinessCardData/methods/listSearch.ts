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
import type { Endpoint } from '../../shared';
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
 * Looks for cards by what a person types, and lists the ids in one of their fields, each once. The service has one
 * parameter for each kind of text, so there is a search for each; of each it gives one page, the newest first, because
 * who sees too many types more.
 */
async function listOf(
	functions: ILoadOptionsFunctions,
	filter: string,
	{ idName, ...query }: { readonly idName: 'id' | 'personId'; readonly entryStatus?: readonly string[] },
): Promise<INodeListSearchResult> {
	const client = await ServiceClient.open(functions, { errorContext: { node: functions.getNode() } });
	const version = versionOfList(ALL_VERSIONS, functions.getCurrentNodeParameter('apiVersion'));
	const text = filter.trim();
	const [, names] = LOOKED_FOR.find(([fits]) => fits.test(text)) ?? [];
	const found = new Map<string, INodeListSearchItems>();
	for (const typed of names?.map((name) => ({ [name]: readText(name, text) })) ?? [{}]) {
		const asked = queryPairs({ range: 'all', ...query, ...typed });
		const request = { endpoint: SEARCH, version, path: '/bizCards/search', query: asked };
		for await (const cards of readRecords(client, request, PAGE_SIZE)) {
			for (const card of cards) {
				const value = idText(card[idName]);
				const date = idName === 'id' && textOf(card.exchangeDate);
				if (value === undefined) continue;
				found.set(value, { name: joined([labelOf(card) || value, date ? `(${date})` : ''], ' '), value });
			}
		}
	}
	return { results: [...found.values()] };
}

/** Finds business cards in every state: one that is still being read in can be asked for, too. */
export async function searchBusinessCards(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	return await listOf(this, filter, { idName: 'id', entryStatus: ENTRY_STATUSES });
}

/** Finds persons by their cards: the service has no other way. */
export async function searchPersons(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	return await listOf(this, filter, { idName: 'personId' });
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
