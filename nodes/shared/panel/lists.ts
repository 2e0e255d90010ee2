import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { ALL_VERSIONS, ENTRY_STATUSES, LIST, PAGE_SIZE, queryPairs, resolveVersion, UP_TO_2_5 } from '../api/versions';
import { ServiceClient } from '../http/client';
import type { ServiceRequest } from '../http/client';
import { readRecords } from '../lists/slice';
import { idText, readText, textOf } from '../values/readers';
import { inOneForm, joined } from '../values/show';

/* The lists of the panel, which ask for records in the chosen version, or in one that has the list. */

/** By which parameters of the search (spec: E2) a text is looked for: the first that fits. */
const LOOKED_FOR: ReadonlyArray<readonly [fits: RegExp, parameters: readonly string[]]> = [
	[/@/, ['email']],
	[/^[\d+-]{3,}$/, ['tel', 'mobile', 'companyName']],
	[/./su, ['name', 'companyName']],
];

/** Every tag that the user of the key may use (spec: E10). Not every version has the list, but its ids fit them all. */
export function everyTag(choice: unknown): ServiceRequest {
	const query = queryPairs({ range: 'all', type: ['private', 'public', 'shared'] });
	const version = resolveVersion({ versions: UP_TO_2_5 }, choice) ?? '2.5';
	return { endpoint: { ...LIST, listsTags: true }, version, path: '/tags', query };
}

async function* recordsOf(functions: ILoadOptionsFunctions, request: ServiceRequest, most: number) {
	const client = await ServiceClient.open(functions, { errorContext: { node: functions.getNode() } });
	for await (const page of readRecords(client, request, most)) yield* page;
}

/** The tags for the lists of the panel, sorted by name, with the kind of each as its description. */
export async function getTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const options: INodePropertyOptions[] = [];
	for await (const tag of recordsOf(this, everyTag(this.getCurrentNodeParameter('apiVersion')), Infinity)) {
		const id = idText(tag.id);
		if (id !== undefined) options.push({ name: String(tag.name ?? id), value: id, description: textOf(tag.type) });
	}
	return options.sort((a, b) => a.name.localeCompare(b.name));
}

/** Finds tags by a part of their name; the service itself cannot look for one. */
export async function searchTags(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const text = inOneForm(filter.trim());
	const tags = (await getTags.call(this)).filter(({ name }) => inOneForm(name).includes(text));
	return { results: tags.map(({ name, value }) => ({ name, value: String(value) })) };
}

/**
 * Looks for cards by what a person types, and lists the ids in one of their fields, each once. The service has one
 * parameter for each kind of text, so there is a search for each; of each it gives one page, the newest first, because
 * who sees too many types more.
 */
function searchFor(idName: 'id' | 'personId', cards: { readonly entryStatus?: readonly string[] } = {}) {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const version = resolveVersion({ versions: ALL_VERSIONS }, this.getCurrentNodeParameter('apiVersion')) ?? '3.2';
		const text = filter.trim();
		const [, names] = LOOKED_FOR.find(([fits]) => fits.test(text)) ?? [];
		const found = new Map<string, INodeListSearchItems>();
		for (const typed of names?.map((name) => ({ [name]: readText(name, text) })) ?? [{}]) {
			const query = queryPairs({ range: 'all', ...cards, ...typed });
			const request = { endpoint: LIST, version, path: '/bizCards/search', query };
			for await (const card of recordsOf(this, request, PAGE_SIZE)) {
				const value = idText(card[idName]);
				if (value === undefined) continue;
				const person = joined([card.lastName, card.firstName].map(textOf), ' ');
				// Empty where the card says nothing of it yet.
				const who = joined([person, textOf(card.companyName)], ', ') || value;
				const date = idName === 'id' ? textOf(card.exchangeDate) : '';
				found.set(value, { name: date === '' ? who : `${who} (${date})`, value });
			}
		}
		return { results: [...found.values()] };
	};
}

/** Finds business cards in every state: one that is still being read in can be asked for, too. */
export const searchBusinessCards = searchFor('id', { entryStatus: ENTRY_STATUSES });

/** Finds persons by their cards: the service has no other way. */
export const searchPersons = searchFor('personId');
