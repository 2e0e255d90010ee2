import { nthNewest } from './judge';
import type { PollOptions } from './poll';
import { askedBy, readableOf, WITNESSES } from './reader';
import type { SourcePage } from './reader';
import { FIRST_SECOND, LAST_SECOND, NEVER } from './state';
import type { TriggerState } from './state';

/**
 * The newest records, all of them from a second on that enough records have shown, so that they fit a page; without those
 * that are ahead of a horizon where they fill one. A page may be empty by mistake, or begin with others than the newest.
 */
async function readNewest(options: PollOptions, horizon: number): Promise<{ newest: SourcePage; reached: number }> {
	const ask = async (from: number, to: number, orderDirection: 'asc' | 'desc' = 'desc') => {
		const page = await options.source.page(askedBy(options), { from, to, orderDirection });
		options.budget.pages += 1;
		return page;
	};
	const reachedBy = (page: SourcePage) => nthNewest(readableOf(page).filter((second) => second <= horizon), WITNESSES);
	let to = LAST_SECOND;
	let newest = await ask(FIRST_SECOND, to);
	if (newest.records.length === 0 && (await ask(FIRST_SECOND, to, 'asc')).records.length > 0) newest = await ask(FIRST_SECOND, to);
	if (newest.nextToken !== undefined && reachedBy(newest) === NEVER) {
		to = horizon;
		newest = await ask(FIRST_SECOND, to);
	}
	let reached = reachedBy(newest);
	for (let from = NEVER; newest.nextToken !== undefined && reached > from; reached = Math.max(from, reachedBy(newest))) {
		from = reached;
		newest = await ask(from - 1, to);
	}
	return { newest, reached };
}

/**
 * Begins: finds out by the service's own times where the present is.
 *
 * @returns the first state, and the newest records, which were there before
 */
export async function activate(options: PollOptions, horizon: number): Promise<{ state: TriggerState; newest: SourcePage }> {
	const { startFrom, overlap, local } = options;
	const { newest, reached } = await readNewest(options, horizon);
	const low = reached === NEVER ? FIRST_SECOND : Math.max(FIRST_SECOND, reached - overlap);
	const hasBacklog = startFrom !== undefined && startFrom < low;
	const state: TriggerState = {
		version: 1,
		polls: 0,
		scope: options.scope,
		selection: options.selection,
		includesFrom: false,
		low,
		cutoff: startFrom ?? low,
		reached: { second: reached, since: local, met: NEVER },
		seen: '',
		pending: [],
		left: hasBacklog ? [{ at: startFrom, to: low - 1 }] : [],
		formers: [],
		pastFrom: NEVER,
		baseline: startFrom === undefined ? { until: reached, holdsUnplaced: true } : { until: startFrom - 1, holdsUnplaced: false },
	};
	return { state, newest };
}
