import { UP_TO_2_5 } from '../../../shared';
import { LIST_LENGTH, OPTIONS, RANGE } from '../descriptions';
import type { Operation } from '../operation';

/** Tags (spec: E10). */
export const getAll: Operation = {
	name: 'Get Many',
	action: 'Get many tags',
	description: 'Get the tags that can be linked to business cards',
	versions: UP_TO_2_5,
	response: 'list',
	listsTags: true,
	routing: { request: { method: 'GET', url: '/tags' } },
	checks: [
		// The service gives private tags alone where none is named.
		({ given: { query } }) => {
			query.type ??= ['private', 'public', 'shared'];
		},
	],
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
					options: [
						{ name: 'Private', value: 'private' },
						{ name: 'Public', value: 'public' },
						{ name: 'Shared', value: 'shared' },
					],
					default: [],
					description: 'Types of tags to return. Leave empty for all types.',
					routing: { send: { type: 'query', property: 'type' } },
				},
			],
		},
	],
};
