import { CALLS_PER_SECOND } from '../../nodes/shared/pace';
import type { Measurement } from './measurement';

/** Records of one page (spec: Limits). */
const PAGE = 300;

/** What the service gives away in a second at most. */
export const CEILING_PER_SECOND = CALLS_PER_SECOND * PAGE;

/** Calls that a list needs at least. */
export function fewestCalls(cards: number): number {
	return Math.ceil(cards / PAGE);
}

/** No client can be quicker: ten calls in each second from the first one on, and then the last answer's way. */
export function shortestMilliseconds({ cards, latencyMs }: Pick<Measurement, 'cards' | 'latencyMs'>): number {
	return Math.floor((fewestCalls(cards) - 1) / CALLS_PER_SECOND) * 1_000 + latencyMs;
}

/** Records a second. */
export function pace({ records, milliseconds }: Measurement): number {
	return (records / milliseconds) * 1_000;
}
