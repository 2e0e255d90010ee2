import { OutOfTime } from '../../shared';
import { LAST_SECOND } from '../source';
import type { TimeRange } from '../state';
import { besideWhatIsLeft, readAround } from './around';
import { apartFromCrowd, without } from './besides';
import { ifItComes, readNewest } from './newest';
import { WITNESSES } from './lowWatermark';
import type { RangeReading, Run } from './run';
import { limitAfterFailures } from './processMemory';

/** Records that lie far ahead and are read with the present however small pages are, the first of them. */
const MAX_AHEAD = 10;

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
	const { state, trouble, pageFailure } = run;
	const { budget } = run.options;
	// What came before the present has used up the poll, and brought nothing.
	if (!budget.mayRead && budget.pages === 0) throw trouble ?? pageFailure ?? new OutOfTime();
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
	// The low watermark waits for the rescan, which the first page alone may have left something to.
	const ceiling = state.rescan ? state.low : await presentLow(run);
	if (first.ended !== undefined) return stopTail(run, first, ceiling);
	stopTail(run, await readOn(run, { ...rest, end: plan.end, limit: first.limit }), ceiling);
}

/** A crowded second that takes more than one poll is read beside the present: what is newer does not wait for it. */
function leaveCrowdedSecond(run: Run): void {
	const { state } = run;
	if (!state.tail?.second) return;
	const { ceiling, ...timeRange } = state.tail;
	const [crowd = timeRange, behind] = apartFromCrowd(timeRange);
	run.leaveInstead([crowd]);
	state.tail = behind && { ...behind, ceiling };
}

/** Where the present is read, when nothing of it was left by the poll before. */
export function planned(run: Run): Plan {
	const { state, figures, pageSize } = run;
	const { low, rescan } = state;
	const isLarge = rescan !== undefined || figures.records > pageSize;
	const others = besideWhatIsLeft(run);
	const at = Math.max(low, isLarge ? (figures.tailFrom ?? low) : low, others.at);
	const aheadFrom = figures.ahead[Math.floor(Math.max(pageSize / 3, MAX_AHEAD))];
	const end = Math.min(others.end, aheadFrom === undefined ? LAST_SECOND : Math.max(at, aheadFrom - 2));
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
	// What is stamped ahead does not say where the new ones begin.
	const newest = run.window.newestUpTo(Math.min(run.horizon, run.estimatedNow ?? run.horizon));
	// What is known fails to come again; what is new need not wait for it.
	const known = newest !== undefined && newest >= at && newest + 1 < end ? { at, end: newest + 1 } : undefined;
	const limit = limitAfterFailures(memory, run.pageSize);
	const newer = { at: known ? known.end + 1 : at, end, limit };
	return await readByWays(run, { at, end, limit: memory.limit }, [
		async (range) => await run.read(range, { maxPages: 1 }),
		async () => leaveToRescan(run, known, await run.read(newer, { maxPages: 1 })),
		async (_, error) => leaveToRescan(run, known, await readAround(run, newer, error)),
	]);
}

/** Leaves what is known of the present to the rescan, before what that has not come to yet: it does not begin again at each poll. */
function leaveToRescan(run: Run, known: TimeRange | undefined, reading: RangeReading): RangeReading {
	if (!known) return reading;
	const { rescan, low } = run.state;
	run.trouble ??= run.pageFailure;
	run.isWhole = run.isWindowRead = false;
	run.ceiling = low;
	const { parts, lowAfter } = rescan ?? { parts: [{ at: low, end: known.end }], lowAfter: Infinity };
	const others = parts.flatMap((part) => without(part, known));
	run.state.rescan = { parts: [known, ...others], lowAfter: Math.min(lowAfter, run.followed()), isAlone: false };
	return reading;
}

/** The rest of the present, as far as the poll goes. */
async function readOn(run: Run, timeRange: TimeRange): Promise<RangeReading> {
	const { memory } = run.options;
	return await readByWays(run, { ...timeRange, limit: memory.limit ?? timeRange.limit }, [
		async (range) => await run.read(range),
		async (range) => await run.read({ ...range, limit: limitAfterFailures(memory, run.pageSize) }),
		async (range, error) => await readAround(run, range, error),
	]);
}

/** A way to read the present, from where the one before has met a page that fails. */
type Way = (timeRange: TimeRange, error: unknown) => Promise<RangeReading>;

/**
 * Reads the present in one way, and where a page fails that has failed before, in the next. What there was no time for comes first
 * in the next poll: on a slow service, what fails would use it up again. A way that runs out of time after a page ends the poll
 * early; so does the last one that fails, when something was read before it.
 *
 * @throws what went wrong, when nothing more can be tried in this poll
 */
async function readByWays(run: Run, start: TimeRange, ways: readonly Way[]): Promise<RangeReading> {
	const { memory, budget } = run.options;
	let timeRange = start;
	let error = memory.pageError;
	let pages = 0;
	for (const [place, read] of ways.entries()) {
		if (place < (memory.way ?? 0)) continue;
		const reading = await read(timeRange, error);
		const { ended, rest, limit } = reading;
		pages += reading.pages;
		const isOutOfTime = ended instanceof OutOfTime;
		memory.way = isOutOfTime ? place : 0;
		if (ended === undefined || (isOutOfTime && budget.pages > 0)) return { ...reading, pages };
		const hasFailedBefore = memory.failedPolls > 0;
		if (isOutOfTime || !budget.mayRead || !hasFailedBefore || place + 1 === ways.length) {
			if (pages > 0 && run.emitted.length > 0 && hasFailedBefore) return { ...reading, pages };
			if (!isOutOfTime && hasFailedBefore) memory.way = (place + 1) % ways.length;
			throw isOutOfTime ? (run.pageFailure ?? ended) : ended;
		}
		if (rest) timeRange = { ...rest, end: start.end, limit };
		error = ended;
	}
	throw error;
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
	const { overlap, budget } = options;
	const read = readNewest(options, run.view.selection, state.evidence, { horizon, witnesses: WITNESSES });
	const newest = await ifItComes(read, options.isPageFailure);
	const anchor = newest?.times[WITNESSES - 1];
	return anchor === undefined ? run.followed() : Math.max(state.low, anchor - overlap - budget.elapsedSeconds);
}
