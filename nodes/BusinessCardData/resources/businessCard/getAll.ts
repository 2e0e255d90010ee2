import { ALL_VERSIONS, SIMPLIFIERS } from '../../../shared';
import { listCards } from '../../execution/cards/images';
import { termChecked } from '../../execution/checks';
import { projected } from '../../execution/projection';
import { CARD_CONTENT, CARD_OPTIONS, LIST_LENGTH, OPTIONS, RANGE, sort, TERM } from '../descriptions';
import type { Operation } from '../operation';

/** Cards by time range (spec: E1). */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many business cards by update time',
	description: 'Get the business cards that were updated in a time range',
	versions: ALL_VERSIONS,
	response: 'list',
	effect: 'read',
	defaultDirection: 'asc',
	routing: { request: { method: 'GET', url: '/bizCards' } },
	checks: [termChecked],
	shapes: [projected(SIMPLIFIERS.card)],
	fields: [
		...TERM,
		RANGE,
		...LIST_LENGTH,
		sort('updatedAt', 'asc'),
		{ ...OPTIONS, options: [...CARD_OPTIONS, ...CARD_CONTENT] },
	],
	execute: listCards,
};
