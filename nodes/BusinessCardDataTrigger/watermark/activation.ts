import { catchAs, OutOfTime } from '../../shared';
import type { SourceRecord } from './content';
import { PageFailed, PENDING_STATUS } from './reader';
import type { Reader } from './reader';
import { CLOCK_DIFFERENCE, FIRST_SECOND, LAST_SECOND, NEVER } from './state';
import type { Range } from './state';

/**
 * Begins: finds out where the present is, and what was there before.
 *
 * @throws whatever kept it from knowing; then nothing has begun
 */
export async function activate(reader: Reader): Promise<void> {
	const { startFrom, state, isOnce } = reader.context;
	const { entryStatus } = state.selection;

	if (startFrom === undefined) await beginNow(reader);
	else await beginInThePast(reader, startFrom);

	if (!isOnce || entryStatus.length === 0 || entryStatus.includes(PENDING_STATUS)) return;
	state.left.push({ at: FIRST_SECOND, to: LAST_SECOND, kind: 'waiting' });
}

/** Begins with the present. What is there is noted and not emitted. */
async function beginNow(reader: Reader): Promise<void> {
	const { state, overlap } = reader.context;

	// What the newest records and the rest of this poll show was there before; later polls go by what was reached.
	state.baselines.push({ until: LAST_SECOND, isOpen: true });
	await meetNewest(reader);
	state.low = Math.max(FIRST_SECOND, state.reached - overlap);
}

/** Begins with *Start From*. What lies between it and the present is read beside the present. */
async function beginInThePast(reader: Reader, startFrom: number): Promise<void> {
	const { state, overlap, local } = reader.context;
	state.baselines.push({ until: startFrom - 1, isOpen: false });

	try {
		await meetNewest(reader);
	} catch (error) {
		if (!(error instanceof PageFailed)) throw error;

		// The newest page may hold old records, one of which makes it fail. All that n8n's clock says is old is then read in
		// parts. The watermark stays before it, since that clock decides nothing else.
		if (state.reached === NEVER) {
			const present = local - CLOCK_DIFFERENCE - overlap;
			state.low = startFrom;
			if (startFrom < present) state.left.push({ at: startFrom, to: present - 1, kind: 'failed' });
			return;
		}
	}

	const present = state.reached - overlap;
	state.low = Math.max(present, startFrom);
	if (startFrom < present) state.left.push({ at: startFrom, to: present - 1, kind: 'past' });
}

/**
 * Takes up an edit of the options. The present is read again from the low watermark on, with the new options: what is
 * known looks different and has not changed, and what only the new options show and is stamped up to the edit was there
 * before.
 *
 * @returns a page that shows past cards for the first time: this poll reads the present without them, so that what it
 * has not met by its end was there before
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
	// Ten records can span days: what is older than the newest that was met was there as well. Where so few were shown,
	// n8n's clock tells what was there at the last poll.
	const met = judge.seen.seconds().filter((second) => second <= state.reachedAt - CLOCK_DIFFERENCE);
	const newest = met.reduce((one, other) => Math.max(one, other), state.reached);
	const isUnknown = state.reached === NEVER;
	state.baselines.push({ until: isUnknown ? state.polledAt : newest, isOpen: true, former });
	// The newest page also tells what has been reached, where the records from the low watermark on are too few for that.
	const isAsked = isUnknown || (selection.includePastBizCards && !former.includePastBizCards);
	const all: Range = { at: FIRST_SECOND, to: LAST_SECOND, kind: 'present' };
	const shown = isAsked ? await catchAs(reader.page(all, 'desc'), PageFailed) : undefined;
	return !shown || shown instanceof PageFailed ? [] : shown.records;
}

/**
 * Finds the newest records: all of them from a second on that enough records have shown, so that they fit a page;
 * where that second does not, all after it (the service is asked for a second more); without those beyond the horizon
 * where these fill a page. A page may begin with others than the newest, or be empty by mistake.
 */
async function meetNewest(reader: Reader): Promise<void> {
	const { state, horizon, startFrom } = reader.context;
	let [from, to] = [FIRST_SECOND, LAST_SECOND];
	for (;;) {
		const range: Range = { at: from, to, kind: 'present' };
		let newest = await reader.page(range, 'desc');
		if (newest?.records.length === 0) newest = await reader.page(range, 'desc');
		if (!newest) throw new OutOfTime();
		if (startFrom === undefined) for (const record of newest.records) reader.takeOne(record);
		if (newest.nextToken === undefined) return;
		if (state.reached === NEVER && to > horizon) to = horizon;
		else if (state.reached > from) from = state.reached;
		else if (state.reached === from) from += 2;
		else return;
	}
}
