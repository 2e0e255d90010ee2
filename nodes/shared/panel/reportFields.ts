import type { INodeProperties } from 'n8n-workflow';
import { CARD_FIELDS, SHOWN_IN_3_2 } from './commonFields';

/* Fields of reports that both nodes show (spec: E9, Report). */

export const CATEGORY: INodeProperties = {
	displayName: 'Category',
	name: 'category',
	type: 'string',
	default: '',
	placeholder: 'e.g. Sales, Support',
	description: 'Categories of reports to return, matched exactly. Separate several with commas.',
	routing: { send: { type: 'query', property: 'category[]', propertyInDotNotation: false } },
};

export const REPORT_FIELDS: INodeProperties = {
	...CARD_FIELDS,
	options: [
		{ name: 'Categories', value: 'categories' },
		{ name: 'End Date', value: 'endDate' },
		{ name: 'End Time', value: 'endTime' },
		{ name: 'External Attendees', value: 'externalAttendees' },
		{ name: 'ID', value: 'id' },
		{ name: 'Internal Attendees', value: 'internalAttendees' },
		{ name: 'Location', value: 'location' },
		{ name: 'Memo', value: 'memo' },
		{ name: 'Owner', value: 'owner' },
		{ name: 'Registered Time', value: 'registeredTime' },
		{ name: 'Start Date', value: 'startDate' },
		{ name: 'Start Time', value: 'startTime' },
		{ name: 'Title', value: 'title' },
		{ name: 'Type', value: 'type' },
		{ name: 'Updated Time', value: 'updatedTime' },
	],
};

/** Versions before 3.2 have no online meetings (spec: Versioning 2). */
export const REPORT_TYPE: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'multiOptions',
	options: [
		{ name: 'Business Card Exchange', value: 'BizCardExchange' },
		{ name: 'Call', value: 'Call' },
		{ name: 'Email', value: 'Email' },
		{ name: 'Meeting', value: 'Meeting' },
		{ name: 'Online Meeting', value: 'OnlineMeeting', displayOptions: SHOWN_IN_3_2 },
	],
	default: [],
	description: 'Types of reports to return. Leave empty for all types.',
	routing: { send: { type: 'query', property: 'type[]', propertyInDotNotation: false } },
};
