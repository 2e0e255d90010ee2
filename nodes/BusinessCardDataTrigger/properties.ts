import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import {
	API_VERSION,
	CARD_FIELDS,
	CATEGORY,
	ENTRY_STATUS,
	INCLUDE_PAST_CARDS,
	INCLUDE_TAGS,
	withRawTwin,
	OPTIONS,
	RANGE,
	REPORT_FIELDS,
	REPORT_TYPE,
	SIMPLIFY,
	TAGS,
} from '../shared';
import { EVENTS, TAGGED } from './events';
import type { EventRow } from './events';

/* The panel of the trigger, which sends no request of n8n's routing: where a field says so, it says how it is read. */

const valuesOf = (events: readonly EventRow[]) => events.map(({ value }) => value);
const CARD_EVENTS = valuesOf(EVENTS.filter(({ record }) => record === 'card'));
const REPORT_EVENTS = valuesOf(EVENTS.filter(({ record }) => record === 'report'));
const BY_TIME = valuesOf(EVENTS.filter((event) => event !== TAGGED));

/** A field of the node, shown for some events. */
function forEvents(events: string[], field: INodeProperties, changes: Partial<INodeProperties> = {}): INodeProperties {
	const displayOptions: IDisplayOptions = { show: { '/event': events, ...field.displayOptions?.show } };
	return { ...field, displayOptions, ...changes };
}

const ENTRIES: INodeProperties[] = [
	forEvents(REPORT_EVENTS, CATEGORY, {
		description: 'Only reports of these categories, matched exactly. Separate several with commas.',
	}),
	forEvents(CARD_EVENTS, ENTRY_STATUS, { description: 'Only cards with one of these entry statuses' }),
	forEvents(CARD_EVENTS, CARD_FIELDS),
	forEvents(REPORT_EVENTS, REPORT_FIELDS),
	forEvents(CARD_EVENTS, INCLUDE_PAST_CARDS),
	forEvents(CARD_EVENTS, INCLUDE_TAGS),
	{
		displayName: 'Max Records per Poll',
		name: 'maxRecords',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 10000,
		description: 'Max number of records that one poll outputs. The next polls output the rest.',
	},
	{
		displayName: 'Overlap (Seconds)',
		name: 'overlap',
		type: 'number',
		displayOptions: { show: { '/event': BY_TIME } },
		typeOptions: { minValue: 0 },
		default: 300,
		description:
			'How many seconds late a change may show up in the service without being missed. Each poll reads this time range ' +
			'again, but outputs nothing twice.',
	},
	SIMPLIFY,
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		displayOptions: { show: { '/event': BY_TIME } },
		default: '',
		description:
			'When you first publish the workflow, also output records that changed since this time. Leave empty to output only new ' +
			'changes.',
	},
	forEvents(REPORT_EVENTS, REPORT_TYPE, { description: 'Only reports of these types. Leave empty for all types.' }),
];

const TAG_IDS: INodeProperties = { ...TAGS, name: 'tagIds' };

const FILTERS: INodeProperties[] = [
	{
		displayName: 'Company Name',
		name: 'companyName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Trading',
		description: 'Only output cards whose company name contains this text. Case and character width are ignored.',
	},
	{
		displayName: 'Has Email',
		name: 'hasEmail',
		type: 'boolean',
		default: true,
		description: 'Whether to only output cards with an email address',
	},
	forEvents(
		CARD_EVENTS.filter((event) => event !== TAGGED.value),
		TAG_IDS,
		{ hint: 'Only cards with at least one of these tags. Not available in API version 2.0.' },
	),
];

const NAMES = Object.fromEntries(EVENTS.map(({ name, value }) => [value, name]));

/** The line below the node on the canvas. */
export const SUBTITLE = `={{ (${JSON.stringify(NAMES)})[$parameter["event"]] }}`;

/** The fields of the trigger, without the version. */
export const FIELDS: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: EVENTS.map(({ name, value, description }) => ({ name, value, description })),
		default: 'businessCardUpdated',
	},
	{
		...TAG_IDS,
		displayOptions: { show: { event: [TAGGED.value] } },
		required: true,
		hint: 'Each poll makes one call per 300 cards with a tag',
	},
	{
		...RANGE,
		description:
			'Whose records to watch. If you change this, the trigger starts over and outputs only changes from then on.',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		displayOptions: { show: { event: CARD_EVENTS } },
		default: {},
		options: FILTERS,
	},
	{ ...OPTIONS, options: ENTRIES },
];

/** The whole panel. */
export const TRIGGER_PROPERTIES: INodeProperties[] = [
	...FIELDS.flatMap(withRawTwin),
	{
		...API_VERSION,
		options: [
			{ name: 'Auto (Recommended)', value: 'auto', description: 'The newest version that has the chosen event' },
			{ name: '2.0', value: '2.0', displayOptions: { show: { event: CARD_EVENTS } } },
			{ name: '2.5', value: '2.5' },
			{ name: '3.2', value: '3.2' },
		],
		description: 'API version of the service. It determines which events and options are available.',
	},
];
