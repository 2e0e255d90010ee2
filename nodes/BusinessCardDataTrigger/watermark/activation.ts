import { catchAs, OutOfTime } from '../../shared';
import { PageFailed } from './reader';
import type { Reader, SourcePage } from './reader';
import { CLOCK_DIFFERENCE, FIRST_SECOND, LAST_SECOND, NEVER } from './state';
import type { Selection } from './state';

/**
 * Begins: finds out by the service's own times where the present is.
 *
 * @throws whatever kept it from knowing; then nothing has begun
 */
export async function activate(reader: Reader): Promise<void> {
	const { startFrom, overlap, state } = reader.context;
	const newest = await readNewest(reader);
	const low = Math.max(FIRST_SECOND, state.reached - overlap);
	state.low = Math.max(low, startFrom ?? FIRST_SECOND);
	state.cutoff = startFrom ?? low;
	if (startFrom === undefined) {
		await expectOld(newest, reader);
	} else if (startFrom < low) {
		state.left.push({ at: startFrom, to: low - 1, kind: 'past' });
	}
}

/**
 * Takes up an edit of the options. The present is read again from the low watermark on, with the new options: what is
 * known looks different and has not changed, and what only the new options show and is stamped up to the edit was there
 * before.
 *
 * @throws whatever kept it from knowing what was there; then the edit is still to be taken up
 */
export async function takeUpEdit(reader: Reader): Promise<void> {
	const { state, selection, isOnce, judge, local, overlap } = reader.context;
	const former = state.selection;
	if (JSON.stringify(former) === JSON.stringify(selection)) return;
	const isSameVersion = former.version === selection.version;
	if (!isOnce && !(isSameVersion && former.includeTags === selection.includeTags)) judge.seen.awaitAll();
	state.includesFrom &&= isSameVersion;
	state.keepsOrder &&= isSameVersion;
	state.selection = selection;
	state.target = undefined;
	// Page tokens belong to what they were issued for.
	state.left = state.left.map(({ at, to, kind }) => ({ at, to, kind }));
	// Whatever was visible by then would be known if the former options had shown it; of the rest the record itself tells.
	state.baselines.push({ until: state.shown - overlap, isOpen: false });
	if (state.reached !== NEVER) {
		state.baselines.push({ until: state.reached, isOpen: true, former });
		return;
	}
	// So little was known that the new options have to tell what was there before or, where they cannot, the time.
	let newest = await catchAs(readNewest(reader), PageFailed);
	// A single failure says nothing.
	if (newest instanceof PageFailed) newest = await catchAs(readNewest(reader), PageFailed);
	if (newest instanceof PageFailed) state.baselines.push({ until: local - CLOCK_DIFFERENCE, isOpen: true, former });
	else await expectOld(newest, reader, former);
}

/**
 * The newest records, all of them from a second on that enough records have shown, so that they fit a page; without
 * those that are ahead of the horizon where they fill one. A page may begin with others than the newest.
 */
async function readNewest(reader: Reader): Promise<SourcePage> {
	const { state, horizon } = reader.context;
	let [from, to] = [FIRST_SECOND, LAST_SECOND];
	for (;;) {
		const newest = await newestPage(reader, from, to);
		reader.noteReached(newest.records);
		if (newest.nextToken === undefined) return newest;
		if (state.reached === NEVER && to > horizon) to = horizon;
		else if (state.reached > from) from = state.reached;
		else return newest;
	}
}

/** One page from the end of a time range. It may be empty by mistake. */
async function newestPage(reader: Reader, at: number, to: number): Promise<SourcePage> {
	let page = await reader.page({ at, to }, 'desc');
	if (page?.records.length === 0) page = await reader.page({ at, to }, 'desc');
	if (!page) throw new OutOfTime();
	return page;
}

/**
 * What the newest records and the rest of this poll show was there before; later polls go by what was reached. Where an
 * edit shows past cards too, a card does not say that it is one, but the same page without them does, as the rest of
 * this poll is read: what that leaves out was there before.
 */
async function expectOld({ records }: SourcePage, reader: Reader, former?: Selection): Promise<void> {
	const { state, selection, judge } = reader.context;
	state.baselines.push({ until: LAST_SECOND, isOpen: true, former });
	const at = Math.max(state.low, state.reached);
	const addsPastCards = selection.includePastBizCards && former?.includePastBizCards === false;
	const current = addsPastCards ? (await newestPage(reader, at, LAST_SECOND)).records : records;
	const ids = new Set(current.map(({ id }) => id));
	for (const record of records) {
		if ((record.updated ?? at) < at) continue;
		if (ids.has(record.id)) reader.takeOne(record);
		else judge.note(record);
	}
}
