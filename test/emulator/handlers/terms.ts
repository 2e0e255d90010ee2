import { invalidValue } from '../apiError';
import type { Query } from '../parameters';
import type { Switches } from '../switches';

/** A stretch of update times, both ends included. */
export interface Term {
	readonly from: number;
	readonly to: number;
}

/**
 * Reads updatedFrom and updatedTo. Bounds that the switches exclude are moved inwards by a millisecond,
 * the finest time that records are stored with.
 *
 * @throws ApiError 400 when the end lies before the start, unless the switches make that an empty list
 */
export function readTerm(query: Query, switches: Switches): Term {
	const from = query.time('updatedFrom');
	const to = query.time('updatedTo');
	if (to < from && switches.reversedTerm === 'refuse')
		throw invalidValue('updatedTo', 'before updatedFrom');
	return {
		from: switches.updatedFrom === 'inclusive' ? from : from + 1,
		to: switches.updatedTo === 'inclusive' ? to : to - 1,
	};
}
