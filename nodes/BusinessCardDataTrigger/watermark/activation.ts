import { catchAs, OutOfTime } from '../../shared';
import type { SourceRecord } from './content';
import { PageFailed, PENDING_STATUS } from './reader';
import type { Reader, SourcePage } from './reader';
import { FIRST_SECOND, LAST_SECOND, NEVER } from './state';
import type { Range } from './state';

/**
 * Begins: finds out by the service's own times where the present is.
 *
 * @throws whatever kept it from knowing; then nothing has begun
 */
export async function activate(reader: Reader): Promise<void> {
	const { startFrom, overlap, state, isOnce, selection } = reader.context;
	const newest = await readNewest(reader);
	const low = Math.max(FIRST_SECOND, state.reached - overlap);
	state.low = Math.max(low, startFrom ?? FIRST_SECOND);
	// A card that was being processed before anybody looked has to be known, or its completion would not be new.
	if (isOnce && selection.entryStatus.length > 0 && !selection.entryStatus.includes(PENDING_STATUS))
		state.left.push({ at: FIRST_SECOND, to: LAST_SECOND, kind: 'waiting' });
	if (startFrom === undefined) {
		// What the newest records and the rest of this poll show was there before; later polls go by what was reached.
		state.baselines.push({ until: LAST_SECOND, isOpen: true });
		for (const record of newest.records) reader.takeOne(record);
		return;
	}
	state.baselines.push({ until: startFrom - 1, isOpen: false });
	if (startFrom < low) state.left.push({ at: startFrom, to: low - 1, kind: 'past' });
}

/**
 * Takes up an edit of the options. The present is read again from the low watermark on, with the new options: what is
 * known looks different and has not changed, and what only the new options show and is stamped up to the edit was there
 * before.
 *
 * @returns what was there before as far as it does not say so, to be noted once the present has been read without it
 */
export async function takeUpEdit(reader: Reader): Promise<readonly SourceRecord[]> {
	const { state, selection, isOnce, judge } = reader.context;
	const former = state.selection;
	if (JSON.stringify(former) === JSON.stringify(selection)) return [];
	const looksTheSame = former.version === selection.version && former.includeTags === selection.includeTags;
	if (!isOnce && !looksTheSame) judge.seen.awaitAll();
	// Page tokens belong to what they were issued for.
	const left = state.left.map(({ at, to, kind }) => ({ at, to, kind }));
	Object.assign(state, { selection, left, target: undefined, includesFrom: false, keepsOrder: false });
	// Where so little was known, what this poll shows was there before. A past card does not say that it is one.
	const until = state.reached === NEVER ? LAST_SECOND : state.reached;
	const addsPastCards = selection.includePastBizCards && !former.includePastBizCards && until === LAST_SECOND;
	const all: Range = { at: state.low, to: LAST_SECOND, kind: 'present' };
	const shown = addsPastCards ? await catchAs(reader.page(all, 'desc'), PageFailed) : undefined;
	state.baselines.push({ until, isOpen: true, former });
	return !shown || shown instanceof PageFailed ? [] : shown.records;
}

/**
 * The newest records, all of them from a second on that enough records have shown, so that they fit a page; without
 * those that are ahead of the horizon where they fill one. A page may begin with others than the newest, or be empty by
 * mistake.
 */
async function readNewest(reader: Reader): Promise<SourcePage> {
	const { state, horizon } = reader.context;
	let [from, to] = [FIRST_SECOND, LAST_SECOND];
	for (;;) {
		let newest = await reader.page({ at: from, to, kind: 'present' }, 'desc');
		if (newest?.records.length === 0) newest = await reader.page({ at: from, to, kind: 'present' }, 'desc');
		if (!newest) throw new OutOfTime();
		reader.noteReached(newest.records);
		if (newest.nextToken === undefined) return newest;
		if (state.reached === NEVER && to > horizon) to = horizon;
		else if (state.reached > from) from = state.reached;
		else return newest;
	}
}
