import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { ENTRY_STATUSES, idText, inOneForm } from '../../shared';
import type { QueryPair } from '../../shared';
import { getTags } from './getTags';
import { labelOf, searchRecords } from './searchRecords';
import type { RecordList } from './searchRecords';

/** Cards in every state: one that is still being read in can be asked for, too. */
const CARDS: RecordList = {
	parameters: [['range', 'all'], ...ENTRY_STATUSES.map((status): QueryPair => ['entryStatus', status])],
	entry: (card) => {
		const { exchangeDate } = card;
		const id = idText(card.id);
		if (id === undefined) return undefined;
		const day = typeof exchangeDate === 'string' && exchangeDate !== '' ? ` (${exchangeDate})` : '';
		return { name: `${labelOf(card) ?? id}${day}`, value: id };
	},
};

function personEntry(card: IDataObject): INodeListSearchItems | undefined {
	const personId = idText(card.personId);
	return personId === undefined ? undefined : { name: labelOf(card) ?? personId, value: personId };
}

/** The service finds persons by their cards alone. */
const PERSONS: RecordList = { parameters: [['range', 'all']], entry: personEntry };

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

function searchOf(list: RecordList): ListSearch {
	return async function search(filter, paginationToken) {
		return await searchRecords(this, list, filter, paginationToken);
	};
}

/** Finds business cards by name, company, e-mail address or phone number, the newest first. */
export const searchBusinessCards = searchOf(CARDS);

/** Finds persons in the same way, each once. */
export const searchPersons = searchOf(PERSONS);

/** Finds tags by a part of their name; the service itself cannot look for one. */
export async function searchTags(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const tags = await getTags.call(this);
	const text = inOneForm(filter.trim());
	const results = tags
		.filter(({ name }) => inOneForm(name).includes(text))
		.map(({ name, value }) => ({ name, value: String(value) }));
	return { results };
}
