import type { TimeRange } from '../state';
import type { Run } from './run';
import { limitPending, MAX_FAILURES, scanPending } from './pending';

/** Fewer pages of the overlap are not worth beginning. */
const MIN_RESCAN_PAGES = 3;

/** Parts that time ranges may fall into when pages of them fail. */
const MAX_PARTS = 16;

/** A crowded second has been read completely before; when its token is refused, it is left. */
const RESCAN_RESTARTS = 1;

/**
 * Everything that is read beside the present, each kind first in its turn: a slow service answers to one of them in a poll. In the
 * other turns a crowded second that has shown something new comes first, because page tokens expire.
 */
export async function readBesides(run: Run): Promise<void> {
	const { state, options } = run;
	limitPending(run);
	const kinds = [
		{ read: readOverlap, timeRanges: state.rescan?.parts ?? [] },
		{ read: readGaps, timeRanges: state.gaps ?? [] },
		{ read: scanPending, timeRanges: state.scan ? [state.scan] : [] },
	];
	// What has nothing to be read takes no turn.
	const due = kinds.filter(({ timeRanges }) => timeRanges.length > 0);
	const turn = (options.memory.turn ?? 0) % Math.max(1, due.length);
	const inTurn = [...due.slice(turn), ...due.slice(0, turn)];
	const first = turn === 0 ? [] : inTurn.filter(({ timeRanges }) => timeRanges.some(isUnderWay));
	const { budget, memory } = options;
	const before = budget.pages;
	for (const { read } of new Set([...first, ...inTurn, ...kinds])) await read(run);
	const hadNoTime = due.length > 0 && budget.pages === before && before > 0 && run.isOutOfTime;
	// A reading of the present that takes several polls waits where they have time for one page alone, and that showed nothing new.
	const mayWait = !state.tail || (before === 1 && run.novelties.length === 0);
	// When it came first and nothing was read of it, the present is not kept waiting another time.
	memory.isStarved = hadNoTime && mayWait;
	if (!hadNoTime) memory.turn = turn + 1;
	state.gaps = state.gaps && joined(state.gaps);
	if (state.scan?.others) state.scan.others = joined(state.scan.others);
}

/**
 * Parts that fail are halved, so that a page stops only itself; when they are too many, neighbours are joined, and halved again. A
 * joined part has the earlier turn of the two, and all others keep theirs.
 */
function joined(gaps: readonly TimeRange[]): TimeRange[] {
	if (gaps.length <= MAX_PARTS) return [...gaps];
	const sorted = gaps.map((gap, turn) => ({ gap, turn })).sort((a, b) => a.gap.at - b.gap.at);
	const parts = sorted.reduce<typeof sorted>((before, { gap, turn }) => {
		const last = before[before.length - 1];
		const areNeighbours = last && last.gap.end + 1 === gap.at && last.gap.isBaseline === gap.isBaseline;
		if (!areNeighbours || !hasFailed(last.gap) || !hasFailed(gap)) return [...before, { gap, turn }];
		const { at, limit, failures, isBaseline } = last.gap;
		return [...before.slice(0, -1), { gap: { at, end: gap.end, limit, failures, isBaseline }, turn: Math.min(last.turn, turn) }];
	}, []);
	return parts.sort((a, b) => a.turn - b.turn).map(({ gap }) => gap);
}

function hasFailed({ failures = 0 }: TimeRange): boolean {
	return failures > 0;
}

/** A crowded second by itself: what lies behind it does not wait until it has been read. */
export function apartFromCrowd(gap: TimeRange): TimeRange[] {
	const { at, end, second, limit, failures, isBaseline } = gap;
	return second && at < end ? [{ ...gap, end: at }, { at: at + 1, end, limit, failures, isBaseline }] : [gap];
}

/** Whether a page token is worth more than a turn, because it expires: this pass over its second has shown something new. */
function isUnderWay({ second }: TimeRange): boolean {
	return second?.token !== undefined && second.fresh;
}

/** Reads a large overlap again, some pages at each poll; when it is through, the low watermark may follow. */
async function readOverlap(run: Run): Promise<void> {
	const { state, options } = run;
	if (!state.rescan) return;
	const before = options.budget.pages;
	const share = Math.max(MIN_RESCAN_PAGES, run.quietPages - before);
	const left: TimeRange[] = [];
	const { isAlone } = state.rescan;
	const parts = unreadApart(state.rescan.parts, state.gaps ?? []);
	// The present was read first: what it has shown says how far everything late is visible by now.
	const lowAfter = run.hasBegunRescan && !state.tail ? run.followed() : state.rescan.lowAfter;
	for (const part of parts) {
		const maxPages = share - (options.budget.pages - before);
		if (maxPages <= 0) left.push(part);
		else left.push(...(await run.readBeside(part, { maxPages, maxRestarts: RESCAN_RESTARTS })));
	}
	// What fails is left to be read like everything that has not been read yet; the low watermark does not wait for it.
	const failed = left.filter((part) => hasFailed(part) || left.some((other) => hasFailed(other) && other.end + 1 === part.at));
	if (failed.length > 0) state.gaps = [...(state.gaps ?? []), ...failed];
	const unread = left.filter((part) => !failed.includes(part));
	state.rescan = unread.length > 0 ? { parts: unread, lowAfter, isAlone } : undefined;
	if (state.rescan) return;
	run.raiseLow(lowAfter);
	run.isWhole = isAlone;
}

/** What a gap has is going to be read with it, so that the overlap leaves it out: a crowded second is not read twice over. */
export function unreadApart(parts: readonly TimeRange[], gaps: readonly TimeRange[]): TimeRange[] {
	const others = gaps.filter(({ isBaseline }) => !isBaseline);
	return others.reduce<readonly TimeRange[]>((left, gap) => left.flatMap((part) => without(part, gap)), parts).slice();
}

/** What of a time range is not in another one. */
export function without(part: TimeRange, gap: TimeRange): TimeRange[] {
	if (gap.end < part.at || gap.at > part.end) return [part];
	const before: TimeRange[] = gap.at > part.at ? [{ ...part, end: gap.at - 1 }] : [];
	const { end, limit, failures, isBaseline } = part;
	return gap.end < end ? [...before, { at: gap.end + 1, end, limit, failures, isBaseline }] : before;
}

/**
 * Reads what has not been read yet. What is left of a range that was tried waits until the others had their turn; a second that
 * has shown something new comes before them.
 */
async function readGaps(run: Run): Promise<void> {
	const { state } = run;
	const { budget } = run.options;
	state.gaps = state.gaps?.flatMap(apartFromCrowd);
	const queue = [...(state.gaps ?? [])].sort((a, b) => Number(isUnderWay(b)) - Number(isUnderWay(a)));
	let failures = 0;
	for (const gap of queue) {
		if (!budget.mayRead) break;
		const { isBaseline } = gap;
		const { pages, hasMostTime } = budget;
		// What a selection that is gone leaves of it is a gap of its own.
		state.gaps = state.gaps?.filter((one) => one !== gap);
		const left = await run.readBeside(gap, { handle: run.handler(false, isBaseline), isLeft: true });
		const others = state.gaps ?? [];
		const rest = left.map((one) => ({ ...one, isBaseline }));
		failures = rest.some(hasFailed) ? failures + 1 : 0;
		// The halves of what fails are tried in the same poll.
		if (rest.length > 1 && failures < MAX_FAILURES) queue.push(...rest);
		// What there was no time for keeps its place.
		const hadTurn = hasMostTime || budget.pages > pages || !run.isOutOfTime;
		state.gaps = hadTurn ? [...others, ...rest] : [...rest, ...others];
	}
	if (!state.gaps?.some(({ isBaseline }) => isBaseline)) state.views = state.views.filter(({ isGone }) => !isGone);
	if (state.gaps?.length === 0) state.gaps = undefined;
}
