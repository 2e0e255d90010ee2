import { LAST_SECOND } from '../source';
import type { TimeRange } from '../state';
import type { RangeReading, Run } from './run';

/**
 * What lies between the parts that are left to be read beside the present: those in which a page keeps failing, and crowded seconds.
 *
 * @returns the first second behind those of the past, and the last one before those that lie ahead
 */
export function besideWhatIsLeft({ state, horizon }: Run): { at: number; end: number } {
	const left = (state.gaps ?? []).filter(({ failures, second }) => failures !== undefined || second !== undefined);
	const past = left.filter(({ end }) => end <= horizon).map(({ end }) => end + 1);
	const ahead = left.filter(({ end }) => end > horizon).map(({ at }) => at - 1);
	const at = Math.max(-Infinity, ...past);
	const end = Math.min(LAST_SECOND, ...ahead);
	// Where nothing lies between, the present is what lies ahead: a poll has to ask for something new.
	return { at, end: at > end ? LAST_SECOND : end };
}

/**
 * Reads the present around a page that keeps failing, so that it stops only itself (contract: Trigger 12): from what the
 * service's clock shows now, or from the far end, then by halves, until what fails is a few seconds or the time of the poll is
 * over. What is left is read beside the present.
 *
 * @returns the reading of the far end; where that fails too, it is the service that is down
 */
export async function readAround(run: Run, { at, end, limit }: TimeRange, error: unknown): Promise<RangeReading> {
	const { options, horizon } = run;
	const farEnd = Math.min(end, Math.max(at, horizon) + 1);
	let readable = Math.min(farEnd, Math.max(at + 1, run.estimatedNow ?? farEnd));
	if (readable <= at) return { pages: 0, view: run.view, rest: { at }, ended: error };
	let far = await run.read({ at: readable, end, limit });
	// Where nothing has been new for days, and this machine's clock is wrong, what is new may lie behind all that can be trusted.
	for (const further of [farEnd, end]) {
		if (far.ended === undefined || further <= readable || !options.budget.mayRead) continue;
		readable = further;
		far = await run.read({ at: readable, end, limit });
	}
	// Nothing was read there: all of it is left.
	if (far.ended !== undefined && far.pages === 0) return { ...far, rest: { at } };
	let failing = at;
	const gaps: TimeRange[] = [];
	while (readable - failing > 1 && options.budget.mayRead) {
		const middle = Math.max(failing + 1, run.window.middleOf(failing, readable));
		const half = { at: middle, end: readable - 1, limit };
		const { ended, rest } = await run.read(half);
		if (ended !== undefined) {
			failing = middle;
			continue;
		}
		if (rest) gaps.push({ ...rest, end: half.end });
		readable = middle;
	}
	run.trouble = error;
	// What the search has closed in on fails with the second before it, which is asked for with it; all that lies before that may not.
	const before = failing - 1 > at ? [{ at, end: failing - 2, limit, failures: 0 }] : [];
	const from = before.length > 0 ? failing - 1 : at;
	// What was left before as one range is left in these parts now.
	run.leaveInstead([...before, { at: from, end: readable - 1, limit, failures: 1 }, ...gaps]);
	return far;
}
