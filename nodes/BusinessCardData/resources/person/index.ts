import { queryOptions, SIMPLIFY } from '../../../panel/fields';
import { PERSON } from '../locators';
import type { ResourceDescription } from '../types';

/** Persons: the cards of one person brought together (spec: E8). */
export const person: ResourceDescription = {
	value: 'person',
	name: 'Person',
	operations: [
		{
			endpoint: 'person.get',
			name: 'Get',
			action: 'Get person with latest business card',
			description: 'Get a person with their latest business card',
			fields: [
				PERSON,
				queryOptions('person.get', { includeTags: {} }, [SIMPLIFY]),
			],
		},
	],
};
