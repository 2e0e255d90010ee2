import type { Stretch } from '../state';
import { endByClock } from './present';
import type { Run } from './run';
import { limitPending, scanPending } from './pending';

/** Fewer pages of the overlap are not worth beginning. */
const MIN_RESCAN_PAGES = 3;

/** A crowded second has been read completely before; when its token is refused, it is left. */
const RESCAN_RESTARTS = 1;

/**
 * Everything that is read beside the present, each kind first in its turn: a slow service answers to one of them in a poll. In the
 * other turns what is in the middle of a crowded second comes first, because page tokens expire.
 */
export async function readBesides(run: Run): Promise<void> {
	const { state, options } = run;
	limitPending(run);
	const kinds = [
		{ read: readOverlap, stretches: state.rescan?.parts },
		{ read: readGaps, stretches: state.gaps },
		{ read: scanPending, stretches: state.scan && [state.scan] },
	];
	const turn = options.memory.turn ?? 0;
	options.memory.turn = (turn + 1) % kinds.length;
	const inTurn = [...kinds.slice(turn), ...kinds.slice(0, turn)];
	const first = turn === 0 ? [] : inTurn.filter(({ stretches = [] }) => stretches.some(hasToken));
	for (const { read } of new Set([...first, ...inTurn])) await read(run);
}

function hasToken({ token }: Stretch): boolean {
	return token !== undefined;
}

/** Reads a large overlap again, some pages at each poll; when it is through, the low watermark may follow. */
async function readOverlap(run: Run): Promise<void> {
	const { state, options } = run;
	if (!state.rescan) return;
	const before = options.budget.pages;
	const share = Math.max(MIN_RESCAN_PAGES, run.quietPages - before);
	const left: Stretch[] = [];
	const { isAlone } = state.rescan;
	const parts = unreadApart(state.rescan.parts, state.gaps ?? []);
	// The present was read first: what it has shown says how far everything late is visible by now.
	const lowAfter = run.hasBegunRescan && !state.tail ? run.followed() : state.rescan.lowAfter;
	for (const part of parts) {
		const maxPages = share - (options.budget.pages - before);
		if (maxPages <= 0) left.push(part);
		else left.push(...(await run.readBeside(part, { maxPages, maxRestarts: RESCAN_RESTARTS, isUnread: true })));
	}
	// A single second that fails again and again has been read before; the low watermark does not wait for it.
	const unread = left.filter(({ at, end, failures = 0 }) => at < end || failures < 2);
	state.rescan = unread.length > 0 ? { parts: unread, lowAfter, isAlone } : undefined;
	if (state.rescan) return;
	state.low = Math.max(state.low, Math.min(lowAfter, endByClock(state.present, options.local)));
	run.isWhole = isAlone;
}

/** What a gap has is going to be read with it, so that the overlap leaves it out: a crowded second is not read twice over. */
function unreadApart(parts: readonly Stretch[], gaps: readonly Stretch[]): Stretch[] {
	const others = gaps.filter(({ isBaseline }) => !isBaseline);
	return others.reduce<readonly Stretch[]>((left, gap) => left.flatMap((part) => without(part, gap)), parts).slice();
}

function without(part: Stretch, gap: Stretch): Stretch[] {
	if (gap.end < part.at || gap.at > part.end) return [part];
	const before: Stretch[] = gap.at > part.at ? [{ ...part, end: gap.at - 1 }] : [];
	return gap.end < part.end ? [...before, { at: gap.end + 1, end: part.end, limit: part.limit }] : before;
}

/**
 * Reads what has not been read yet, the latest first: the past of `startFrom` is the longest and can wait. A second that was
 * begun comes before all others.
 */
async function readGaps(run: Run): Promise<void> {
	const { state } = run;
	for (const gap of [...(state.gaps ?? [])].sort((a, b) => Number(hasToken(b)) - Number(hasToken(a)) || b.at - a.at)) {
		const { isBaseline } = gap;
		const view = isBaseline ? run.heirAt(gap.at) : undefined;
		const choice = { handle: run.handler(false, isBaseline), view, isUnread: true };
		const left = (await run.readBeside(gap, choice)).map((one) => ({ ...one, isBaseline }));
		state.gaps = state.gaps?.flatMap((one) => (one === gap ? left : [one]));
	}
	if (!state.gaps?.some(({ isBaseline }) => isBaseline)) state.views = state.views.filter(({ isGone }) => !isGone);
	if (state.gaps?.length === 0) state.gaps = undefined;
}
