import { LIST_LENGTH, queryOptions } from '../../../panel/fields';
import type { ResourceDescription } from '../types';

/** Tags (spec: E10). */
export const tag: ResourceDescription = {
	value: 'tag',
	name: 'Tag',
	operations: [
		{
			endpoint: 'tag.getAll',
			name: 'Get Many',
			action: 'Get many tags',
			description: 'Get the tags that can be linked to business cards',
			fields: [
				...LIST_LENGTH,
				queryOptions('tag.getAll', {
					range: {},
					type: { default: ['private'], description: 'Types of tags to return' },
				}),
			],
		},
	],
};
