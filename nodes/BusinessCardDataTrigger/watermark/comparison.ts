import { FIRST_SECOND, LAST_SECOND } from '../source';
import type { SourceRecord } from '../source';
import type { TimeRange, TriggerState } from '../state';
import { presentOf } from './activation';
import { agree, keyOf, printOf } from './content';
import { WITNESSES } from './lowWatermark';
import { ifItComes, readNewest } from './newest';
import type { Newest } from './newest';
import { TRUSTED_AHEAD } from './present';
import { hasFailedTwice } from './processMemory';
import type { Run } from './run';
import { isUnplaced } from './seenWindow';
import { isSame } from './selections';

/** Pages of the former selection that are read before the new one takes over; what is left of it is read beside. */
const MAX_PAGES = 10;

/** Times that the two are compared before a change in between is known by its time alone. */
const MAX_TRIES = 3;

/** A time that is further ahead than this of what the service can have reached does not say when the edit was. */
const SLACK = 600;

/** What the former and the new selection have shown side by side. */
export interface Comparison {
	/** What the new one showed first: whatever the former one knows of neither that nor the last was there before the edit, and newly belongs. */
	readonly before: Newest;
	/** What it showed last. */
	readonly after: Newest;
	/** What the former one could not be read to. */
	readonly rest: TimeRange | undefined;
	readonly ended: unknown;
}

const NOTHING: Newest = { records: [], times: [], isAll: false, shownFrom: Infinity, isAheadUnread: false };

/**
 * Lets the new selection and the former one show what there is, until nothing has changed between the two.
 *
 * @param begin where the former one is read from: what lies before that is final
 * @returns `undefined` where the poll is full or over before the former one has shown what is stamped ahead: nothing would bring that later
 * @throws what the service says to the new selection
 */
export async function compare(run: Run, begin: TimeRange): Promise<Comparison | undefined> {
	const { options } = run;
	const { memory, selection } = options;
	// Nothing but its contents tells whether a record without a readable time has changed since: both selections have to show it.
	const timeless = run.window.keysOf(isUnplaced);
	let before: Newest | undefined;
	for (let tries = 1; ; tries += 1) {
		const kept = keptFor(run);
		memory.shown = undefined;
		const shown = kept ?? (await readNew(run, timeless, begin.at));
		if (shown && (await tellsPresent(run, shown)) && options.budget.hasMostTime) continue;
		const known = run.novelties.length;
		const after = await withHidden(run, shown ?? { ...NOTHING, times: run.figures.newest === undefined ? [options.local] : [] });
		const isAhead = await readAhead(run, after);
		// Where there was no time for that, it comes first in the next poll.
		if (isAhead && !options.budget.mayRead && !kept && memory.failedPolls === 0) memory.shown = { selection, local: run.state.elapsed.local, newest: after };
		if (memory.shown || !options.budget.hasRoom) return undefined;
		before ??= after;
		// Where pages keep failing, the former one is read beside the present.
		if (!shown) return { before, after, rest: begin, ended: undefined };
		const { rest, ended } = await readFormer(run, begin, timeless.length > 0 ? Infinity : MAX_PAGES);
		const isEnd = run.novelties.length === known || rest !== undefined || tries === MAX_TRIES || !options.budget.hasMostTime;
		if (isEnd) return { before, after, rest, ended };
	}
}

/** What the new selection has shown to the poll before, which had no time left for the former one; nothing where that was for another edit. */
function keptFor({ state, options }: Run): Newest | undefined {
	const { elapsed } = state;
	const { selection, local, newest } = options.memory.shown ?? {};
	return selection && isSame(selection, options.selection) && local === elapsed.local - elapsed.gap ? newest : undefined;
}

/**
 * What the new selection shows.
 *
 * @param from where the former one is read from: what lies before that is left to it, and a page may fail there
 * @returns `undefined` where its page keeps failing: that does not keep the edit out, nor use up the poll
 */
async function readNew(run: Run, timeless: readonly string[], from: number): Promise<Newest | undefined> {
	const { state, options, horizon } = run;
	const { selection, budget, memory, overlap } = options;
	if (hasFailedTwice(memory)) return undefined;
	const isEnough = (met: Iterable<SourceRecord>, times: readonly number[]): boolean => {
		const [newest = -Infinity] = times;
		const oldest = times[times.length - 1] ?? Infinity;
		// In no order, a record from before the low watermark says nothing of what is still to be shown.
		if ((state.evidence.ordered && oldest < state.low) || !budget.hasMostTime) return true;
		const shown = new Set([...met].map(keyOf));
		// Nothing but stamps ahead does not say how far the former one has to go.
		if (oldest > lastToBeTrusted(run, times)) return false;
		// What a clock stamps that was set back lies within the overlap: there the new selection is to be in force.
		return newest - oldest > overlap && timeless.every((key) => shown.has(key));
	};
	const search = { horizon, witnesses: 1, isEnough, from: timeless.length > 0 ? undefined : from };
	const asked = readNewest(options, selection, state.evidence, search);
	// The poll before may have failed for another reason.
	return memory.failedPolls > 1 ? await unlessItFails(run, asked) : await asked;
}

/** What the new selection was asked for, or nothing where its page has failed in the poll before as well. */
async function unlessItFails(run: Run, asked: Promise<Newest>): Promise<Newest | undefined> {
	const { memory, isPageFailure } = run.options;
	return await asked.catch((error: unknown) => {
		if (memory.failedPolls === 0 || !isPageFailure(error)) throw error;
		run.pageFailure ??= error;
		return undefined;
	});
}

/** Whether a trigger that has met no record, or next to none, learns from those of the new selection that this machine's clock is wrong. */
async function tellsPresent(run: Run, after: Newest): Promise<boolean> {
	if (run.estimatedNow !== undefined || after.times.length > 0) return false;
	const { present } = await presentOf(run.options, after);
	if (present) run.know(present);
	return present !== undefined;
}

/**
 * Lets the former selection show what is stamped further ahead than it stays in force for, should there be any: it does so now, or never.
 * More than the witnesses would not be taken for stamps ahead, and the pages of a quiet poll hold those, however small they are.
 */
async function readAhead(run: Run, shown: Newest): Promise<boolean> {
	const ahead: TimeRange = { at: lastSecondOf(run, shown) + 1, end: LAST_SECOND, limit: run.options.memory.limit };
	const isAhead = shown.records.some(({ updated = -Infinity }) => updated >= ahead.at);
	if (isAhead) await run.read(ahead, { maxPages: run.quietPages, bearsRefusals: true });
	return isAhead;
}

/**
 * What the new selection shows, with what its pages hide behind the newest of that: asked for by itself, it fits a page. Where it does
 * not, or a page fails there, what lies behind the second that the service has reached.
 */
async function withHidden(run: Run, shown: Newest): Promise<Newest> {
	const { state, options, horizon } = run;
	let newest = shown;
	// What fails and uses up the poll is not tried for ever.
	for (const shownFrom of [FIRST_SECOND, Infinity].slice(Math.max(0, options.memory.failedPolls - 1))) {
		if (newest.shownFrom < Infinity) break;
		const from = lastSecondOf(run, { ...newest, shownFrom }) + 1;
		const search = { horizon, witnesses: 1, isEnough: () => false, from, begun: newest };
		const asked = unlessItFails(run, readNewest(options, options.selection, state.evidence, search));
		newest = (await ifItComes(asked, () => false)) ?? newest;
	}
	return newest;
}

/** Lets the former selection show what has changed, as far as there is time for it. */
async function readFormer(run: Run, begin: TimeRange, maxPages: number): Promise<Pick<Comparison, 'rest' | 'ended'>> {
	const limit = run.options.memory.limit ?? begin.limit;
	const { rest, ended } = await run.read({ ...begin, limit }, { maxPages, bearsRefusals: true });
	const left = rest ?? (ended === undefined ? undefined : begin);
	return { rest: left && { ...left, end: LAST_SECOND }, ended };
}

/** How the records look to the new selection, by their fingerprints, but for those that have changed since: what the former one has brought is of another content. */
export function looksOf(run: Run, { records }: Newest): Run['looks'] {
	const shown = records.filter((record) => agree(record, run.broughtAs.get(record.id) ?? record));
	return new Map(shown.map((record) => [keyOf(record), printOf(record)]));
}

/** The middle one of the times of the last arrivals, or where they are too few or were there since before, of the newest records; none where those are too few as well. */
function usualTime({ arrivals, baseline }: TriggerState, newest: readonly number[]): number | undefined {
	const arrived = (baseline ? [] : arrivals).map(([, second]) => second).sort((a, b) => a - b);
	const times = [arrived, newest].find(({ length }) => length > 2) ?? [];
	return times[times.length >> 1];
}

/** Whether this machine's clock shows what the service's does, or nearly so. */
function areClocksNear({ horizon, options }: Run): boolean {
	return Math.abs(horizon - TRUSTED_AHEAD - options.local) <= TRUSTED_AHEAD;
}

/** The last second of the former selection: the newest that was shown, unless that is still to come. */
export function lastSecondOf(run: Run, newest: Newest): number {
	const { records, times } = newest;
	const { state, figures } = run;
	const { elapsed } = state;
	const bound = lastToBeTrusted(run, times);
	// The response may itself have told what the service has reached, so that more of its times can be trusted than were before.
	const placed = records.flatMap((record) => run.timeOf(record) ?? []);
	// In no order, or behind stamps ahead, the newest records may be among those that were not shown; the newest that is known was there at
	// the poll before, and the last second of an edit at that edit.
	const isHidden = newest.shownFrom === Infinity || times.every((time) => time > bound);
	const atEdits = state.views.map(({ until = -Infinity, since = 0 }) => until + elapsed.passed - since);
	const reached = state.present ? [run.estimatedNow ?? -Infinity] : [(figures.newest ?? -Infinity) + elapsed.gap, ...atEdits];
	const known = [...times, ...placed, run.window.newestUpTo(bound) ?? -Infinity, newest.shownFrom - 1, ...(isHidden ? reached : [])];
	return known.reduce((latest, time) => (time <= bound ? Math.max(latest, time) : latest), state.low);
}

/**
 * The last second that is not still to come. Where more records lie ahead of what this machine's clock explains than can be stamped
 * wrongly, or half of the last arrivals or of the newest ones, it is the clock that is wrong.
 */
export function lastToBeTrusted(run: Run, times: readonly number[]): number {
	const { state, options, horizon } = run;
	const reached = horizon - TRUSTED_AHEAD;
	// A single record may have claimed what the service has reached, or the month that may have been idle; with nothing known of that, the
	// witness alone says it.
	const clocks = [areClocksNear(run) ? Math.min(reached, options.local) : (run.estimatedNow ?? reached), reached];
	const witness = times[WITNESSES - 1] ?? usualTime(state, times);
	if (witness === undefined) return Math.min(...clocks) + options.overlap + SLACK;
	const [newest = -Infinity] = times;
	// Before anything was met, the newest record that is shown says whether this machine's clock can be right.
	const isKnown = run.estimatedNow !== undefined || Math.abs(newest - options.local) <= TRUSTED_AHEAD;
	const known = isKnown ? clocks.map((second) => second + options.overlap + SLACK) : [];
	return known.find((second) => second >= witness) ?? witness + TRUSTED_AHEAD;
}
