import type { IDataObject } from 'n8n-workflow';
import { OutOfTime, PAGE_SIZE } from '../../shared';
import { FIRST_SECOND } from '../source';
import type { TriggerState, View } from '../state';
import { activate } from './activation';
import { readBesides, without } from './besides';
import { isNextContent, isTimeless, secondOf } from './content';
import { elapsedAfter } from './elapsed';
import { withArrivals, withMark } from './lowWatermark';
import type { WatermarkOptions } from './options';
import { changeOptions } from './optionsChange';
import { areAllAhead, DAY, endOfMark, followPresent } from './present';
import { noteSlow, smallerThan } from './processMemory';
import type { ProcessMemory } from './processMemory';
import { Run } from './run';
import { isUnplaced } from './seenWindow';
import { isSame } from './selections';
import { readPresent } from './tail';

export type { WatermarkOptions } from './options';
export { memoryFor } from './processMemory';
export type { ProcessMemory } from './processMemory';

/** Polls in a row in which something beside the present fails, until it is reported; and then from report to report. */
const REPORT_AFTER = 3;
const REPORT_EVERY = 10;

export interface PollResult {
	/** What to emit, earliest change first. */
	readonly records: IDataObject[];
	readonly state: TriggerState;
}

/**
 * One poll of the trigger (contract: Trigger): what is new, and what has to be remembered so that nothing is lost and nothing
 * comes twice. It knows neither n8n nor HTTP.
 *
 * The *low watermark* is the second before which everything is final. Each poll reads the present first, then what is
 * left beside it, and emits what the seen window does not hold. The low watermark follows the times that the service itself
 * has shown, and stays behind them by `overlap`, because a change may become visible late.
 *
 * @param before what was remembered, or `undefined` at the first poll
 * @throws whatever the present ran into; then nothing has happened
 */
export async function pollWatermark(options: WatermarkOptions, before: TriggerState | undefined): Promise<PollResult> {
	const polling = before?.scope === options.scope ? goOn(options, before) : activate(options);
	const run = await polling.catch((error: unknown) => {
		noteFailure(options, error);
		throw error;
	});
	const result = finish(run);
	report(run);
	return result;
}

async function goOn(options: WatermarkOptions, before: TriggerState): Promise<Run> {
	const elapsed = elapsedAfter(before.elapsed, options.local);
	const run = new Run(options, { ...structuredClone(before), elapsed });
	run.isUpToDate = !run.state.tail;
	divideAgain(run, before);
	const isEdited = !isSame(run.view.selection, options.selection);
	if (isEdited) await changeOptions(run);
	// Where a poll has time for one page alone, what is left beside the present takes turns with it.
	const isBesideFirst = options.memory.isStarved && !isEdited;
	if (isBesideFirst) await readFirstBeside(run, before);
	await readPresent(run);
	if (!isBesideFirst || options.budget.hasMostTime) await readBesides(run);
	return run;
}

/**
 * What comes first may fail or take longer than the poll, and leave no time for the present: then the poll fails, and nothing is
 * stored. That its range is halved, or asked for in smaller pages, is kept all the same.
 */
async function readFirstBeside(run: Run, before: TriggerState): Promise<void> {
	const { state, options } = run;
	await readBesides(run);
	const { gaps, rescan, scan } = state;
	options.memory.division = options.budget.pages === 0 ? { whole: besidesOf(before), gaps, rescan, scan } : undefined;
}

/** What a poll that failed has divided is not tried as a whole once more. */
function divideAgain({ state, options }: Run, before: TriggerState): void {
	const { division } = options.memory;
	if (!division || division.whole !== besidesOf(before)) return;
	const { gaps, rescan, scan } = structuredClone(division);
	Object.assign(state, { gaps, rescan, scan });
}

function besidesOf({ gaps, rescan, scan }: TriggerState): string {
	return JSON.stringify([gaps, rescan, scan]);
}

/** A page that takes longer than a poll twice would do so again: fewer records are asked for. */
function noteFailure({ memory, isPageFailure }: WatermarkOptions, error: unknown): void {
	if (error instanceof OutOfTime && memory.failedPolls > 0) {
		noteSlow(memory, smallerThan(memory.limit ?? PAGE_SIZE));
	}
	memory.pageError = isPageFailure(error) ? error : undefined;
	memory.failedPolls += 1;
}

/** After polls that succeeded, larger pages are tried again. */
function growPages(memory: ProcessMemory): void {
	if (memory.limit === undefined) return;
	memory.polls = (memory.polls ?? 0) - 1;
	if (memory.polls > 0) return;
	memory.polls = memory.patience;
	memory.limit = memory.limit * 2 < PAGE_SIZE ? memory.limit * 2 : undefined;
}

/** Fails a poll that brings nothing while something beside the present fails again and again, so that n8n shows it. */
function report({ options, state, emitted, trouble }: Run): void {
	const { memory } = options;
	// What fails again in the overlap would fail the next poll once more before that asks for less.
	memory.failedPolls = trouble === undefined ? 0 : Math.min(memory.failedPolls, 1);
	memory.sinceReport += 1;
	growPages(memory);
	if (emitted.length > 0 || trouble === undefined || (state.failedPolls ?? 0) < REPORT_AFTER) return;
	if (memory.sinceReport < REPORT_EVERY) return;
	memory.sinceReport = 0;
	throw trouble;
}

function finish(run: Run): PollResult {
	const { state, options, window, horizon } = run;
	const { event } = options;
	state.arrivals = withArrivals(state.arrivals, run.arrivals);
	// A backlog does not say what the service has reached by now, but where all of it lies ahead of this machine's clock, and nothing else does.
	const isTelling = run.isUpToDate || (!state.present && areAllAhead(run.arrivalTimes, options.local));
	if (isTelling && !state.tail) {
		state.present = followPresent(state.present, run.arrivalTimes, state.elapsed, () => run.knownByClock());
	}
	const markable = Math.min(horizon, endOfMark(state));
	state.marks = withMark(state.marks, window.newestUpTo(markable), state.elapsed.passed);
	run.raiseLow(Math.min(run.followed(), run.ceiling));
	state.failedPolls = run.trouble === undefined ? undefined : (state.failedPolls ?? 0) + 1;
	endBaseline(state);
	keepTimeless(run);
	if (!state.tail && !state.gaps && run.isWhole) endOfWhole(run);
	leaveAfterDay(run);
	forget(run, event.fires === 'once' ? Math.min(state.low, state.cutoff) : state.low);
	state.seen = window.toSeen();
	state.pending = [...run.pending];
	const records = run.emitted.sort((a, b) => a.time - b.time).map(({ json }) => json);
	return { records, state };
}

/**
 * A day after an edit all that was stamped before it is visible: where nothing has moved the low watermark since, the former options go.
 */
function leaveAfterDay(run: Run): void {
	const { state, options } = run;
	const { tail, gaps, elapsed, views } = state;
	if (tail || gaps) return;
	const isOver = ({ isGone, since = Infinity }: View) => !isGone && elapsed.passed - since >= Math.max(DAY, options.overlap);
	for (const view of views.filter(isOver)) run.leaveRest(view);
}

/** What was there at activation has been read when nothing of its time is left. */
function endBaseline(state: TriggerState): void {
	const { baseline, gaps, low } = state;
	if (!baseline || state.tail || gaps?.some(({ at }) => at >= low && at <= baseline.until)) return;
	state.baseline = undefined;
}

/**
 * Everything from the low watermark on has been read: what was registered before it is not new, and a record without a readable time that
 * has not shown how it looks after an edit lies before it, and is shown again only when it has changed.
 */
function endOfWhole({ state, window }: Run): void {
	state.cutoff = state.low;
	window.update((record) => ({ ...record, prints: record.prints.filter((print) => !isTimeless(print) || !isNextContent(print)) }));
}

/** A record that no time places may be as new as anything there is: when it is met, it moves to the newest time that is known by then. */
function keepTimeless({ window, timeless, horizon }: Run): void {
	const newest = window.newestUpTo(horizon) ?? -Infinity;
	for (const key of timeless) {
		const record = window.get(key);
		if (record && record.second < newest) window.set(key, { ...record, second: newest });
	}
}

/** Forgets what will not be read again. */
function forget({ options, state, window, isWindowRead, met, trouble, horizon }: Run, needed: number): void {
	const { low, gaps = [], rescan, tail } = state;
	// What is left of a gap is read with the selection that the rest of it was read with.
	const unread = gaps.reduce((least, { at }) => Math.min(least, at), low);
	state.views = state.views.filter(({ until }) => until === undefined || until >= unread);
	// What the present was read through meanwhile is final, and forgotten.
	const parts = rescan?.parts.flatMap((part) => without(part, { at: FIRST_SECOND, end: low - 1 }));
	state.rescan = rescan && parts && parts.length > 0 ? { ...rescan, parts } : undefined;
	const wasRead = options.event.fires === 'each state' && isWindowRead && !tail && trouble === undefined;
	window.filter((key, record) => {
		const { second, prints } = record;
		// A record whose time lies ahead is shown at each reading; one that is not shown any more is gone or was corrected.
		if (second > horizon) return !wasRead || met.has(key);
		if (second >= needed) return true;
		if (gaps.length === 0) return false;
		// One that no time places may lie in all that is not read yet.
		if (isUnplaced(record)) return true;
		// And any other may show an earlier time than the one it is kept under.
		const times = [second, ...prints.map((print) => secondOf(print, second))];
		return gaps.some(({ at, end }) => times.some((time) => time >= at && time <= end));
	});
}
