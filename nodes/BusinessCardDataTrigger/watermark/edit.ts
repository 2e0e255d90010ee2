import type { Judge } from './judge';
import type { PollOptions } from './poll';
import type { Selection, TriggerState } from './state';

/**
 * Takes up an edit of the options. The present is read again from the low watermark on, with the new options: what is known
 * looks different and has not changed, and what only the new options show and is stamped up to the edit was there before.
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
	state.left = state.left.map(({ at, to, isFailed, isWaiting }) => ({ at, to, isFailed, isWaiting }));
	state.selection = selection;
}

function looksAlike(one: Selection, other: Selection): boolean {
	return one.version === other.version && one.includeTags === other.includeTags;
}
