import { OPTIONS, RANGE, UP_TO_2_5 } from '../../../shared';
import { checkBeforeSending } from '../../execution/routingActions';
import { LIST_LENGTH } from '../descriptions';
import type { Operation } from '../operation';

const TYPES = [
	{ name: 'Private', value: 'private' },
	{ name: 'Public', value: 'public' },
	{ name: 'Shared', value: 'shared' },
];

/** Asks for all types of tags where none is chosen: without a type the service gives private tags alone. */
const askForAllTypes = checkBeforeSending((item) => {
	const { query } = item.parameters;
	query.type ??= TYPES.map((type) => type.value);
});

/** Tags (spec: E10). */
export const getAll: Operation = {
	name: 'Get Many',
	action: 'Get many tags',
	description: 'Get the tags that can be added to business cards',
	versions: UP_TO_2_5,
	response: 'list',
	listsTags: true,
	routing: {
		request: { method: 'GET', url: '/tags' },
		send: { preSend: [askForAllTypes] },
	},
	fields: [
		RANGE,
		...LIST_LENGTH,
		{
			...OPTIONS,
			options: [
				{
					displayName: 'Type',
					name: 'type',
					type: 'multiOptions',
					options: TYPES,
					default: [],
					description: 'Types of tags to return. Leave empty for all types.',
					routing: { send: { type: 'query', property: 'type' } },
				},
			],
		},
	],
};
