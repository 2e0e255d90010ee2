import { catchAs, OutOfTime } from '../../shared';
import { PENDING_STATUS } from './reader';
import type { Reader } from './reader';
import { PageFailed } from './recordSource';
import type { SourcePage } from './recordSource';
import { CLOCK_DIFFERENCE, FIRST_SECOND, NEVER } from './times';
import { allTime, unreadRange } from './unreadRanges';
import type { UnreadRange } from './unreadRanges';

/**
 * Activates the trigger: finds out where the present is, and what was there before.
 *
 * @throws the error that kept it from knowing; then nothing has begun
 */
export async function activate(reader: Reader): Promise<void> {
	const { startFrom } = reader.context;
	if (startFrom === undefined) {
		await beginWithPresent(reader);
	} else {
		await beginInPast(reader, startFrom);
	}

	leaveWaitingCards(reader);
}

/** Begins with the present. Records that are there are observed and not output. */
async function beginWithPresent(reader: Reader): Promise<void> {
	const { state, overlap } = reader.context;
	// Records of this poll were there before, whatever their time. Later polls go by what was reached.
	state.baselines.beginAtActivation();
	await observeNewest(reader);
	state.beginAt(Math.max(FIRST_SECOND, state.reached - overlap));
}

/** Begins with *Start From*. The past between it and the present is read beside the present. */
async function beginInPast(reader: Reader, startFrom: number): Promise<void> {
	const { state, overlap } = reader.context;
	state.baselines.beginAtStartFrom(startFrom);

	const outcome = await catchAs(observeNewest(reader), PageFailed);
	const knowsNothing = outcome instanceof PageFailed && state.reached === NEVER;
	if (knowsNothing) return beginWithoutNewest(reader, startFrom);

	const present = state.reached - overlap;
	state.beginAt(Math.max(present, startFrom));
	if (startFrom < present) {
		state.leaveUnread(unreadRange('past', startFrom, present - 1));
	}
}

/**
 * Begins with *Start From* where the page of the newest records fails, perhaps because of an old one. All that n8n's
 * clock says is old is then read in parts. The watermark stays before it, since that clock decides nothing else.
 */
function beginWithoutNewest(reader: Reader, startFrom: number): void {
	const { state, overlap, local } = reader.context;
	const present = local - CLOCK_DIFFERENCE - overlap;
	state.beginAt(startFrom);
	if (startFrom < present) {
		state.leaveUnread(unreadRange('failed', startFrom, present - 1));
	}
}

/** Has the cards read that are being processed: they fire when that is over, however old they are. */
function leaveWaitingCards(reader: Reader): void {
	const { state, isOnce } = reader.context;
	const { entryStatus } = state.selection;
	const firesAtOnce = entryStatus.length === 0 || entryStatus.includes(PENDING_STATUS);
	if (isOnce && !firesAtOnce) {
		state.leaveUnread(allTime('waiting'));
	}
}

/**
 * Observes the newest records: all of them from a second on that enough records have shown, so that they fit a page;
 * where that second does not, all after it. Records beyond the horizon are left out where they fill a page.
 */
async function observeNewest(reader: Reader): Promise<void> {
	// With Start From what is there is not old: the reading of the past and the present outputs it.
	const isBaseline = reader.context.startFrom === undefined;
	let range: UnreadRange | undefined = allTime('present');

	while (range) {
		const page = await newestPage(reader, range);
		if (isBaseline) {
			page.records.forEach((record) => reader.observe(record));
		}
		range = page.nextToken === undefined ? undefined : narrowed(reader, range);
	}
}

/** The page with the newest records of a range. It may be empty by mistake, and is asked for twice then. */
async function newestPage(reader: Reader, range: UnreadRange): Promise<SourcePage> {
	let page = await reader.fetchPage(range, 'desc');
	if (page?.records.length === 0) {
		page = await reader.fetchPage(range, 'desc');
	}
	if (!page) throw new OutOfTime();
	return page;
}

/** The part of a range whose newest records may fit a page; `undefined` where nothing more can be learned. */
function narrowed(reader: Reader, range: UnreadRange): UnreadRange | undefined {
	const { state, horizon } = reader.context;
	const { reached } = state;
	const areAllAhead = reached === NEVER && range.to > horizon;

	if (areAllAhead) return { ...range, to: horizon };
	if (reached > range.at) return { ...range, at: reached };
	// The service is asked for a second more than the range has.
	if (reached === range.at) return { ...range, at: range.at + 2 };
	return undefined;
}
