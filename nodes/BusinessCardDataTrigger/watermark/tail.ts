import { OutOfTime } from '../../shared';
import { LAST_SECOND } from '../source';
import type { TimeRange } from '../state';
import { besideWhatIsLeft, readAround } from './around';
import { without } from './besides';
import { readNewest } from './newest';
import { WITNESSES } from './lowWatermark';
import type { RangeReading, Run } from './run';
import { hasFailedTwice, limitAfterFailures } from './run';

/** Where the present is read. */
interface Plan {
	readonly at: number;
	readonly end: number;
	/** Whether what lies around it is left to a repeated reading of its own. */
	readonly isSplit: boolean;
}

/**
 * Reads the present: everything from the low watermark on, or, where that is too much for one call, the newest records.
 *
 * @throws what the first page ran into, when nothing of the present could be read
 */
export async function readPresent(run: Run): Promise<void> {
	const { state, trouble } = run;
	const { budget } = run.options;
	// What came before the present has used up the poll, and brought nothing.
	if (!budget.mayRead && budget.pages === 0) throw trouble ?? new OutOfTime();
	leaveCrowdedSecond(run);
	const isAlone = !state.tail && !state.gaps?.length;
	if (state.tail) {
		const { ceiling, ...start } = state.tail;
		run.ceiling = ceiling;
		return stopTail(run, await readOn(run, start), ceiling);
	}
	const plan = planned(run);
	run.isWindowRead = !plan.isSplit;
	run.isWhole = isAlone && !plan.isSplit;
	if (plan.isSplit) beginRescan(run, plan, isAlone);
	const first = await readFirst(run, plan);
	const { rest } = first;
	if (!rest) return;
	const ceiling = plan.isSplit ? state.low : await presentLow(run);
	if (first.ended !== undefined) return stopTail(run, first, ceiling);
	stopTail(run, await readOn(run, { ...rest, end: plan.end, limit: first.limit }), ceiling);
}

/** A crowded second that takes more than one poll is read beside the present: what is newer does not wait for it. */
function leaveCrowdedSecond({ state }: Run): void {
	if (!state.tail?.second) return;
	const { ceiling, end, ...position } = state.tail;
	const { at } = position;
	const others = (state.gaps ?? []).filter((gap) => gap.at !== at || gap.end !== at || gap.isBaseline);
	state.gaps = [...others, { ...position, end: at }];
	state.tail = { at: at + 1, end, ceiling };
}

/** Where the present is read, when nothing of it was left by the poll before. */
export function planned(run: Run): Plan {
	const { state, figures, pageSize } = run;
	const { low, rescan } = state;
	const isLarge = rescan !== undefined || figures.records > pageSize;
	const others = besideWhatIsLeft(run);
	const at = Math.max(low, isLarge ? (figures.tailFrom ?? low) : low, others.at);
	const isAheadLarge = figures.ahead > pageSize / 3 && figures.firstAhead !== undefined;
	const end = Math.min(others.end, isAheadLarge ? Math.max(at, (figures.firstAhead ?? LAST_SECOND) - 2) : LAST_SECOND);
	return { at, end, isSplit: at > low || end < LAST_SECOND };
}

/** What the tail leaves out is read again over several polls, and the low watermark follows when that is done. */
function beginRescan(run: Run, { at, end }: Plan, isAlone: boolean): void {
	const { state } = run;
	run.ceiling = state.low;
	if (state.rescan) return;
	const parts: TimeRange[] = [];
	if (at > state.low) parts.push({ at: state.low, end: at - 1 });
	if (end < LAST_SECOND) parts.push({ at: end + 1, end: LAST_SECOND });
	state.rescan = { parts, lowAfter: state.low, isAlone };
	run.hasBegunRescan = true;
}

/** The first page; where it fails and has failed before, what is newer than everything known, or a smaller part. */
async function readFirst(run: Run, { at, end }: Plan): Promise<RangeReading> {
	const { memory } = run.options;
	if (!hasFailedTwice(memory)) {
		const reading = await run.read({ at, end, limit: memory.limit }, { maxPages: 1 });
		if (reading.ended === undefined) return reading;
		if (isOver(run, reading)) return succeedOrFail(run, reading);
		if (memory.failedPolls === 0) return fail(run, reading);
	}
	const { newest } = run.figures;
	const limit = limitAfterFailures(memory, run.pageSize);
	if (newest === undefined || newest < at) return await goAround(run, { at, end, limit }, await run.read({ at, end, limit }, { maxPages: 1 }));
	// What is known fails to come again; what is new need not wait for it.
	const timeRange = { at: newest + 2, end, limit };
	const newer = await goAround(run, timeRange, await run.read(timeRange, { maxPages: 1 }));
	run.trouble ??= run.pageFailure;
	run.isWhole = run.isWindowRead = false;
	run.ceiling = run.state.low;
	leaveToRescan(run, { at, end: newest + 1 });
	return newer;
}

/** Leaves what is known of the present to the rescan, before what that has not come to yet: it does not begin again at each poll. */
function leaveToRescan(run: Run, known: TimeRange): void {
	const { rescan, low } = run.state;
	const { parts, lowAfter } = rescan ?? { parts: [{ at: low, end: known.end }], lowAfter: Infinity };
	const others = parts.flatMap((part) => without(part, known));
	run.state.rescan = { parts: [known, ...others], lowAfter: Math.min(lowAfter, run.followed()), isAlone: false };
}

/** The rest of the present, as far as the poll goes. */
async function readOn(run: Run, timeRange: TimeRange): Promise<RangeReading> {
	const { options } = run;
	const { memory } = options;
	// It ends with what is new: a poll that finds nothing on the way there goes on all the same.
	const whole = { ...timeRange, limit: memory.limit ?? timeRange.limit };
	const reading = hasFailedTwice(memory) ? undefined : await run.read(whole, { isUnread: true });
	if (reading) {
		if (reading.ended === undefined || (reading.ended instanceof OutOfTime && options.budget.pages > 0)) return reading;
		if (isOver(run, reading) || memory.failedPolls === 0) return fail(run, reading);
	}
	const { rest = { at: timeRange.at }, pages: before = 0 } = reading ?? {};
	const smaller = await run.read({ ...rest, end: timeRange.end, limit: limitAfterFailures(memory, run.pageSize) });
	const pages = before + smaller.pages;
	if (smaller.ended === undefined) return { ...smaller, pages };
	return await goAround(run, { ...rest, end: timeRange.end, limit: smaller.limit }, { ...smaller, rest: smaller.rest ?? rest, pages });
}

/** Where a smaller page fails as well, what lies behind it is read. */
async function goAround(run: Run, timeRange: TimeRange, reading: RangeReading): Promise<RangeReading> {
	if (reading.ended === undefined || isOver(run, reading)) return succeedOrFail(run, reading);
	const { at } = reading.rest ?? timeRange;
	return succeedOrFail(run, await readAround(run, { ...timeRange, at }, reading.ended));
}

/** Whether nothing more can be tried in this poll. */
function isOver({ options }: Run, { ended }: RangeReading): boolean {
	return ended instanceof OutOfTime || !options.budget.mayRead;
}

/**
 * Time that runs out after a page ends the poll early. A page that fails fails the poll; when it does so again and again,
 * what could be read before it is emitted all the same.
 */
function succeedOrFail(run: Run, reading: RangeReading): RangeReading {
	const { ended, pages } = reading;
	if (ended === undefined || (ended instanceof OutOfTime && run.options.budget.pages > 0)) return reading;
	if (pages > 0 && run.emitted.length > 0 && run.options.memory.failedPolls > 0) return reading;
	return fail(run, reading);
}

/** Where the time ran out after a page had failed, that is what went wrong. */
function fail({ pageFailure }: Run, { ended }: RangeReading): never {
	throw ended instanceof OutOfTime ? (pageFailure ?? ended) : ended;
}

function stopTail({ state }: Run, { rest, limit }: RangeReading, ceiling: number): void {
	state.tail = rest && { ...rest, end: LAST_SECOND, limit, ceiling };
}

/**
 * The low watermark that follows from the present of the service. What lies before it can be read once and for all; a
 * reading of several calls meets the rest too early, and it has to be read again.
 */
async function presentLow(run: Run): Promise<number> {
	const { state, options, horizon } = run;
	const { overlap, budget, source } = options;
	const read = readNewest({ source, budget }, run.view.selection, state.evidence, { horizon, witnesses: WITNESSES, limit: options.memory.limit });
	const newest = await read.catch((error: unknown) => {
		if (error instanceof OutOfTime || options.isPageFailure(error)) return undefined;
		throw error;
	});
	const anchor = newest?.times[WITNESSES - 1];
	return anchor === undefined ? run.followed() : Math.max(state.low, anchor - overlap - budget.elapsedSeconds);
}
