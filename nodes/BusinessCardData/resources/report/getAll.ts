import { SINCE_2_5 } from '../../../shared';
import { termChecked } from '../../execution/checks';
import { projected, SIMPLE_REPORT } from '../../execution/projection';
import { LIST_LENGTH, ORDER_DIRECTION, RANGE, SIMPLIFY, UPDATED_FROM, UPDATED_TO } from '../descriptions';
import type { Operation } from '../operation';

/** Reports of meetings, calls, emails and card exchanges (spec: E9). */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many reports by update time',
	description: 'Get the reports that were updated in a time range',
	versions: SINCE_2_5,
	response: 'list',
	effect: 'read',
	defaultDirection: 'desc',
	routing: {
		request: { method: 'GET', url: '/reports' },
		send: { preSend: [termChecked] },
		output: { postReceive: [projected(SIMPLE_REPORT)] },
	},
	fields: [
		UPDATED_FROM,
		UPDATED_TO,
		RANGE,
		...LIST_LENGTH,
		{
			displayName: 'Sort',
			name: 'sort',
			type: 'collection',
			placeholder: 'Add Sort',
			default: {},
			options: [
				{
					displayName: 'Order By',
					name: 'orderBy',
					type: 'options',
					options: [
						{ name: 'Registered At', value: 'registeredAt' },
						{ name: 'Updated At', value: 'updatedAt' },
					],
					default: 'updatedAt',
					description: 'The time by which the records are sorted',
					routing: { send: { type: 'query', property: 'orderBy' } },
				},
				{ ...ORDER_DIRECTION, default: 'desc' },
			],
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [
				{
					displayName: 'Category',
					name: 'category',
					type: 'string',
					default: '',
					placeholder: 'e.g. Sales, Support',
					description: 'Categories of reports to return, matched exactly. Separate several with commas.',
					routing: { send: { type: 'query', property: 'category[]', propertyInDotNotation: false } },
				},
				{
					displayName: 'Fields to Include',
					name: 'fields',
					type: 'multiOptions',
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
					default: [],
					description:
						"Return only these fields of each record. Takes precedence over 'Simplify'. An expression may return a list, or names separated by commas.",
				},
				SIMPLIFY,
				{
					displayName: 'Type',
					name: 'type',
					type: 'multiOptions',
					displayOptions: { show: { '/apiVersion': ['auto', '3.2'] } },
					options: [
						{ name: 'Business Card Exchange', value: 'BizCardExchange' },
						{ name: 'Call', value: 'Call' },
						{ name: 'Email', value: 'Email' },
						{ name: 'Meeting', value: 'Meeting' },
						{ name: 'Online Meeting', value: 'OnlineMeeting' },
					],
					default: [],
					description: 'Types of reports to return. Leave empty for all types.',
					routing: { send: { type: 'query', property: 'type[]', propertyInDotNotation: false } },
				},
				{
					displayName: 'Type',
					name: 'type',
					type: 'multiOptions',
					displayOptions: { show: { '/apiVersion': ['2.5'] } },
					options: [
						{ name: 'Business Card Exchange', value: 'BizCardExchange' },
						{ name: 'Call', value: 'Call' },
						{ name: 'Email', value: 'Email' },
						{ name: 'Meeting', value: 'Meeting' },
					],
					default: [],
					description: 'Types of reports to return. Leave empty for all types.',
					routing: { send: { type: 'query', property: 'type[]', propertyInDotNotation: false } },
				},
			],
		},
	],
};
