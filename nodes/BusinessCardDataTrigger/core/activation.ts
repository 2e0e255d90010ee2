import { nthNewest } from './judge';
import type { PollOptions } from './poll';
import { readableOf, WITNESSES } from './reader';
import type { SourcePage } from './reader';
import { FIRST_SECOND, LAST_SECOND, NEVER } from './state';
import type { LeftRange, TriggerState } from './state';

export const PENDING_STATUS = 'processing';

/** A card that was being processed before anybody looked has to be known, or its completion would not be new. */
function needsScan({ isOnce, statuses }: PollOptions): boolean {
	return isOnce && statuses.length > 0 && !statuses.includes(PENDING_STATUS);
}

/** The newest records up to a horizon; asked for twice should the first answer be empty by mistake. */
async function readNewest({ source, selection, budget }: PollOptions, horizon: number): Promise<SourcePage> {
	const ask = async (to: number, orderDirection: 'asc' | 'desc') => {
		const page = await source.page(selection, { from: FIRST_SECOND, to, orderDirection });
		budget.pages += 1;
		return page;
	};
	const newest = await ask(horizon, 'desc');
	if (newest.records.length > 0 || (await ask(LAST_SECOND, 'asc')).records.length === 0) return newest;
	return await ask(horizon, 'desc');
}

/**
 * Begins: finds out by the service's own times where the present is.
 *
 * @returns the first state, and the newest records, which were there before
 */
export async function activate(options: PollOptions, horizon: number): Promise<{ state: TriggerState; newest: SourcePage }> {
	const { startFrom, overlap, local } = options;
	const newest = await readNewest(options, horizon);
	const seconds = readableOf(newest).filter((second) => second <= horizon);
	const reached = nthNewest(seconds, WITNESSES);
	const low = reached === NEVER ? FIRST_SECOND : Math.max(FIRST_SECOND, reached - overlap);
	const left: LeftRange[] = [];
	if (needsScan(options)) left.push({ at: FIRST_SECOND, to: LAST_SECOND, why: 'waiting' });
	if (startFrom !== undefined && startFrom < low) left.push({ at: startFrom, to: low - 1, why: 'backlog' });
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
		left,
		formers: [],
		pastFrom: NEVER,
		baseline: startFrom === undefined ? { until: reached, holdsUnplaced: true } : { until: startFrom - 1, holdsUnplaced: false },
	};
	return { state, newest };
}
