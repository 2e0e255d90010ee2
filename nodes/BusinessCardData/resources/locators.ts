import type { INodeProperties } from 'n8n-workflow';
import { withHint } from '../../panel/builderHint';

/** What a person reads of a record that is chosen, and where the list of them comes from. */
interface LocatorText {
	readonly name: string;
	readonly displayName: string;
	readonly description: string;
	/** What an id looks like. */
	readonly placeholder: string;
	readonly searchListMethod: 'searchBusinessCards' | 'searchPersons' | 'searchTags';
}

/**
 * The choice of one record: from a list that is searched while typing, or by its id. A workflow from the time when the id
 * was a text has that text stored, which means the same.
 */
export function locator({ searchListMethod, placeholder, ...text }: LocatorText, changes: Partial<INodeProperties> = {}): INodeProperties {
	return {
		...text,
		type: 'resourceLocator',
		...withHint("Default to the mode 'list', in which a person can search. Use 'id' where an earlier node outputs the ID."),
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${text.displayName}...`,
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
		...changes,
	};
}

/** The card, for all that is about one card (spec: E3-E5). */
export const BUSINESS_CARD: INodeProperties = locator(
	{
		name: 'businessCardId',
		displayName: 'Business Card',
		description: 'The business card. The lists return its ID in the field "id".',
		placeholder: 'e.g. 1002345',
		searchListMethod: 'searchBusinessCards',
	},
	{ required: true },
);

/** The person (spec: E8). */
export const PERSON: INodeProperties = locator(
	{
		name: 'personId',
		displayName: 'Person',
		description: 'The person. A business card has the ID in its field "personId".',
		placeholder: 'e.g. 2003456',
		searchListMethod: 'searchPersons',
	},
	{ required: true },
);

/** The tag of a card that is registered (spec: E6, E7). */
export const TAG: INodeProperties = locator(
	{
		name: 'tagId',
		displayName: 'Tag',
		description: 'Tag to link to the card',
		placeholder: 'e.g. 4002345',
		searchListMethod: 'searchTags',
	},
	{ routing: { send: { type: 'body', property: 'tagId' } } },
);
