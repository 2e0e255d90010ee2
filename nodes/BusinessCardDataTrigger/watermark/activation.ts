import { nthNewest } from './judge';
import type { Judge } from './judge';
import type { PollOptions } from './poll';
import { askedBy, readableOf, WITNESSES } from './reader';
import type { SourcePage } from './reader';
import { endOf, FIRST_SECOND, LAST_SECOND, NEVER } from './state';
import type { Selection, TriggerState } from './state';

/**
 * The newest records, all of them from a second on that enough records have shown, so that they fit a page; without
 * those that are ahead of a horizon where they fill one. A page may be empty by mistake, or begin with others than the
 * newest.
 */
async function readNewest(options: PollOptions, horizon: number): Promise<{ newest: SourcePage; reached: number }> {
	const ask = async (from: number, to: number, orderDirection: 'asc' | 'desc' = 'desc') => {
		const page = await options.source.page(askedBy(options), { from, to, orderDirection });
		options.budget.pages += 1;
		return page;
	};
	const reachedBy = (page: SourcePage) =>
		nthNewest(
			readableOf(page).filter((second) => second <= horizon),
			WITNESSES,
		);
	let to = LAST_SECOND;
	let newest = await ask(FIRST_SECOND, to);
	if (newest.records.length === 0 && (await ask(FIRST_SECOND, to, 'asc')).records.length > 0)
		newest = await ask(FIRST_SECOND, to);
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
export async function activate(
	options: PollOptions,
	horizon: number,
): Promise<{ state: TriggerState; newest: SourcePage }> {
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
		baseline:
			startFrom === undefined ? { until: reached, holdsUnplaced: true } : { until: startFrom - 1, holdsUnplaced: false },
	};
	return { state, newest };
}

/**
 * Takes up an edit of the options. The present is read again from the low watermark on, with the new options: what is
 * known looks different and has not changed, and what only the new options show and is stamped up to the edit was there
 * before.
 */
export function takeUpEdit(state: TriggerState, { seen }: Judge, { selection, isOnce }: PollOptions): void {
	const former = state.selection;
	if (JSON.stringify(former) === JSON.stringify(selection)) return;
	const { entryStatus, type, category } = former;
	const until = Math.max(state.reached.second, state.reached.met);
	if (!isOnce && !looksAlike(former, selection)) seen.awaitAll();
	state.formers.push({ entryStatus, type, category, until, holdsUnplaced: true });
	if (selection.includePastBizCards && !former.includePastBizCards) state.pastFrom = until;
	state.includesFrom &&= former.version === selection.version;
	state.pass = undefined;
	// Page tokens belong to what they were issued for.
	state.left = state.left.map((range) => ({
		...range,
		to: endOf(range),
		ends: undefined,
		walk: undefined,
		round: undefined,
	}));
	state.selection = selection;
}

function looksAlike(one: Selection, other: Selection): boolean {
	return one.version === other.version && one.includeTags === other.includeTags;
}
