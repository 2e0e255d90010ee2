import { catchAs, OutOfTime } from '../../shared';
import { PageFailed, reachedBy } from './reader';
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
	const low = state.reached === NEVER ? FIRST_SECOND : Math.max(FIRST_SECOND, state.reached - overlap);
	state.low = Math.max(low, startFrom ?? FIRST_SECOND);
	state.cutoff = startFrom ?? low;
	if (startFrom === undefined) {
		expectOld(newest, reader);
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
	state.pass = undefined;
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
	else if (selection.includePastBizCards && !former.includePastBizCards) await expectPast(newest, reader, former);
	else expectOld(newest, reader, former);
}

/**
 * The newest records, all of them from a second on that enough records have shown, so that they fit a page; without
 * those that are ahead of the horizon where they fill one. A page may be empty by mistake, or begin with others than
 * the newest.
 */
async function readNewest(reader: Reader): Promise<SourcePage> {
	const { state, horizon, local } = reader.context;
	const ask = async (at: number, to: number, orderDirection: 'asc' | 'desc' = 'desc') => {
		const page = await reader.page({ at, to }, orderDirection);
		if (!page) throw new OutOfTime();
		return page;
	};
	let to = LAST_SECOND;
	let newest = await ask(FIRST_SECOND, to);
	if (newest.records.length === 0 && (await ask(FIRST_SECOND, to, 'asc')).records.length > 0)
		newest = await ask(FIRST_SECOND, to);
	if (newest.nextToken !== undefined && reachedBy(newest.records, horizon) === NEVER) {
		to = horizon;
		newest = await ask(FIRST_SECOND, to);
	}
	state.reachedAt = local;
	state.reached = reachedBy(newest.records, horizon);
	for (let from = NEVER; newest.nextToken !== undefined && state.reached > from;) {
		from = state.reached;
		newest = await ask(from, to);
		state.reached = Math.max(from, reachedBy(newest.records, horizon));
	}
	return newest;
}

/** What the newest records and the rest of this poll show was there before; later polls go by what was reached. */
function expectOld({ records }: SourcePage, reader: Reader, former?: Selection): void {
	const { state } = reader.context;
	state.baselines.push({ until: LAST_SECOND, isOpen: true, former });
	for (const record of records) if ((record.updated ?? state.low) >= state.low) reader.takeOne(record);
}

/**
 * Where an edit shows past cards too: a card does not say that it is one, but the same page without them does. What
 * that leaves out was there before.
 */
async function expectPast(newest: SourcePage, reader: Reader, former: Selection): Promise<void> {
	const { state, judge } = reader.context;
	state.baselines.push({ until: LAST_SECOND, isOpen: true, former });
	const range = { at: Math.max(FIRST_SECOND, state.reached), to: LAST_SECOND };
	// From here on this poll reads without past cards. A page may be empty by mistake.
	let page = await reader.page(range, 'desc');
	if (page?.records.length === 0) page = await reader.page(range, 'desc');
	if (!page) throw new OutOfTime();
	const current = new Set(page.records.map(({ id }) => id));
	for (const record of newest.records) {
		if ((record.updated ?? range.at) < range.at) continue;
		if (current.has(record.id)) reader.takeOne(record);
		else judge.note(record);
	}
}
