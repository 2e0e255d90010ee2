import { ALL_VERSIONS } from '../../../shared';
import { listCards } from '../../execution/cards/images';
import { termChecked } from '../../execution/checks';
import { projected, SIMPLE_CARD } from '../../execution/projection';
import {
	CARD_LIST_OPTIONS,
	CARD_ORDER,
	INCLUDE_PAST_CARDS,
	INCLUDE_TAGS,
	LIST_LENGTH,
	OPTIONS,
	ORDER_DIRECTION,
	RANGE,
	SIMPLIFY,
	SORT,
	UPDATED_FROM,
	UPDATED_TO,
} from '../descriptions';
import type { Operation } from '../operation';

/** Cards by time range (spec: E1). */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many business cards by update time',
	description: 'Get the business cards that were updated in a time range',
	versions: ALL_VERSIONS,
	response: 'list',
	record: 'card',
	effect: 'read',
	defaultDirection: 'asc',
	routing: {
		request: { method: 'GET', url: '/bizCards' },
		send: { preSend: [termChecked] },
		output: { postReceive: [projected(SIMPLE_CARD)] },
	},
	fields: [
		UPDATED_FROM,
		UPDATED_TO,
		RANGE,
		...LIST_LENGTH,
		{ ...SORT, options: [CARD_ORDER, ORDER_DIRECTION] },
		{ ...OPTIONS, options: [...CARD_LIST_OPTIONS, INCLUDE_PAST_CARDS, INCLUDE_TAGS, SIMPLIFY] },
	],
	execute: listCards,
};
