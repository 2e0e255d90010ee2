import { CALLS_PER_SECOND } from '../../../nodes/shared/api/versions';

/** Records of one page (spec: Limits). */
const PAGE = 300;

/**
 * Milliseconds that a client takes at least that knows nothing beforehand and loses nothing: the first page is asked for
 * alone, because it may be all; the next call tells how far the list goes; the last one looks at what has changed, when all
 * others are there. Ten calls in any second.
 */
export function shortestMilliseconds({ cards, latencyMs }: { cards: number; latencyMs: number }): number {
	const pages = Math.ceil(cards / PAGE);
	if (pages <= 2) return pages * latencyMs;
	const sent = [0, latencyMs];
	const placeFreeAt = (): number => (sent[sent.length - CALLS_PER_SECOND] ?? -Infinity) + 1_000;
	while (sent.length < pages) sent.push(Math.max(2 * latencyMs, placeFreeAt()));
	const allThere = (sent[pages - 1] ?? NaN) + latencyMs;
	return Math.max(allThere, placeFreeAt()) + latencyMs;
}
