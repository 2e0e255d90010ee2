import { catchAs } from '../../shared';
import type { Reader } from './reader';
import { PageFailed } from './recordSource';
import type { Selection, SourceRecord } from './recordSource';
import { NEVER } from './times';
import { allTime } from './unreadRanges';

/**
 * Takes up an edit of the options, if there was one: of the version, the entry statuses, the tags, the past cards, the
 * types or the categories (`Selection`). The trigger's *Filters* and its limits are no such options: they simply count
 * from now on. An edit does this:
 * - A baseline says what was there before: records that only the new options show, up to the newest second that was
 *   surely past when it was seen (`Baselines.beginAtEdit`).
 * - The present is read again from the low watermark on, with the new options (`TriggerState.adoptSelection`).
 * - Where known records look different now and have not changed, their next content counts as known.
 * - Where past cards are shown for the first time, or nothing was reached before, the newest page is read at once.
 *
 * @returns the records of the newest page, where the edit shows past cards for the first time or nothing was reached
 *   before. This poll reads the present without past cards. At its end, `Poll.moveOn` notes those that it has not seen:
 *   they were there before
 */
export async function takeUpEdit(reader: Reader): Promise<readonly SourceRecord[]> {
	const { state, selection, isOnce } = reader.context;
	const former = state.selection;
	if (JSON.stringify(former) === JSON.stringify(selection)) return [];

	const { reached, reachedAt, polledAt } = state;
	state.baselines.beginAtEdit(former, {
		reached,
		reachedAt,
		polledAt,
		seconds: state.seen.seconds(),
	});
	state.adoptSelection(selection);
	if (!isOnce && looksDifferent(former, selection)) {
		state.seen.awaitAll();
	}

	const showsPastCards = selection.includePastBizCards && !former.includePastBizCards;
	if (!showsPastCards && reached !== NEVER) return [];
	return await newestRecords(reader);
}

/** Whether a record that has not changed has another content with other options. */
function looksDifferent(former: Selection, selection: Selection): boolean {
	return former.version !== selection.version || former.includeTags !== selection.includeTags;
}

/**
 * The newest records with the new options, none if their page cannot be read. Their page also tells what has been
 * reached, where the records from the low watermark on are too few for that.
 */
async function newestRecords(reader: Reader): Promise<readonly SourceRecord[]> {
	const outcome = await catchAs(reader.fetchPage(allTime('present'), 'desc'), PageFailed);
	if (outcome instanceof PageFailed) return [];
	return outcome?.records ?? [];
}
