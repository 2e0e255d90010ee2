import type { INodeProperties } from 'n8n-workflow';
import { API_VERSIONS, choicesFor, endpoint, versionsOfField } from '../shared';
import { fieldsToInclude, queryFields, SIMPLIFY, TAGS } from '../panel/fields';
import { API_VERSION_PROPERTY } from '../panel/apiVersion';
import { EVENTS } from './events';
import type { EventName } from './events';

/** The versions whose cards have no tags. */
const WITHOUT_TAGS = API_VERSIONS.filter((version) => !versionsOfField('tags').includes(version)).join(', ');

const EVENT_TEXTS: Readonly<Record<EventName, { name: string; description: string }>> = {
	businessCardCreated: {
		name: 'Business Card Created',
		description: 'Once per new card, as soon as it has one of the chosen entry statuses',
	},
	businessCardUpdated: {
		name: 'Business Card Created or Updated',
		description: 'Each time a card is registered or changes',
	},
	reportCreated: { name: 'Report Created', description: 'Once per new report' },
	reportUpdated: { name: 'Report Created or Updated', description: 'Each time a report is registered or changes' },
};

const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

function eventsOf(name: string): EventName[] {
	return EVENT_NAMES.filter((event) => name in endpoint(EVENTS[event].endpoint).query);
}

/** An option that the node has too; here it is read by the trigger itself, so nothing is routed. */
function sharedOption(name: string, changes: Partial<INodeProperties> = {}): INodeProperties[] {
	const events = eventsOf(name);
	const [first] = events;
	if (!first) return [];
	return queryFields(EVENTS[first].endpoint, name, { routing: undefined, ...changes }).map((field) => ({
		...field,
		...(events.length < EVENT_NAMES.length || field.displayOptions
			? {
					displayOptions: {
						show: {
							...(events.length < EVENT_NAMES.length ? { '/event': events } : {}),
							...field.displayOptions?.show,
						},
					},
				}
			: {}),
	}));
}

const KINDS = ['card', 'report'] as const;

function eventsAbout(kind: (typeof KINDS)[number]): EventName[] {
	return EVENT_NAMES.filter((event) => EVENTS[event].record === kind);
}

/** What comes out of a record: of each kind its own fields. */
const FIELDS: readonly INodeProperties[] = KINDS.flatMap((kind) => {
	const events = eventsAbout(kind);
	const [first] = events;
	if (!first) return [];
	return fieldsToInclude(EVENTS[first].endpoint, kind).map((field) => ({
		...field,
		displayOptions: { show: { '/event': events, ...field.displayOptions?.show } },
	}));
});

const UNSORTED_OPTIONS: INodeProperties[] = [
	...FIELDS,
	SIMPLIFY,
	...sharedOption('category', {
		description: 'Only reports of these categories, matched exactly. Separate several with commas.',
	}),
	...sharedOption('entryStatus', { description: 'Only cards with one of these entry statuses' }),
	...sharedOption('includePastBizCards'),
	...sharedOption('includeTags'),
	{
		displayName: 'Max Records per Poll',
		name: 'maxRecords',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 10000,
		description: 'Max number of records per poll. The rest follows with the next polls.',
	},
	{
		displayName: 'Overlap (Seconds)',
		name: 'overlap',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 300,
		description:
			'How late a change may become visible in the service. Each poll reads this time range again, and emits nothing twice.',
	},
	...sharedOption('range', { description: 'Whose records to watch. If you change it, the trigger starts over.' }),
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		default: '',
		description: 'At the first activation, also emit what changed since this time. Leave empty to emit nothing old.',
	},
	...sharedOption('type', { description: 'Only reports of these types. Leave empty for all types.' }),
];

const OPTIONS = UNSORTED_OPTIONS.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));

/** Cards that start the workflow; what a filter leaves out is not kept for later. */
const FILTERS: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	displayOptions: { show: { event: eventsAbout('card') } },
	default: {},
	options: [
		{
			displayName: 'Company Name',
			name: 'companyName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Trading',
			description: 'Only cards whose company name contains this text, in upper or lower case, full-width or half-width',
		},
		{
			displayName: 'Has Email',
			name: 'hasEmail',
			type: 'boolean',
			default: true,
			description: 'Whether to skip cards without an email address',
		},
		{
			...TAGS,
			name: 'tagIds',
			routing: undefined,
			description: `Only cards with any of these tags. Not available in API version ${WITHOUT_TAGS}. ${TAGS.description}.`,
		},
	],
};

/** The version, limited to those that have what the event watches. */
function versionProperty(): INodeProperties {
	const options = API_VERSION_PROPERTY.options?.map((option) => {
		const value = 'value' in option ? option.value : undefined;
		const events = EVENT_NAMES.filter((event) => {
			const row = endpoint(EVENTS[event].endpoint);
			return choicesFor(row, row.versions).some((choice) => choice === value);
		});
		return events.length === EVENT_NAMES.length ? option : { ...option, displayOptions: { show: { event: events } } };
	});
	return {
		...API_VERSION_PROPERTY,
		options: options as INodeProperties['options'],
		description: 'API version of the service. It decides which events and options there are.',
	};
}

/** What stands below the node on the canvas: the event in the words of its list. */
export const SUBTITLE = `={{ (${JSON.stringify(Object.fromEntries(EVENT_NAMES.map((event) => [event, EVENT_TEXTS[event].name])))})[$parameter["event"]] }}`;

/** All fields of the trigger. */
export const TRIGGER_PROPERTIES: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: EVENT_NAMES.map((value) => ({ value, ...EVENT_TEXTS[value] })).sort((a, b) =>
			a.name.localeCompare(b.name, 'en'),
		),
		default: 'businessCardUpdated',
	},
	versionProperty(),
	FILTERS,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: OPTIONS,
	},
];
